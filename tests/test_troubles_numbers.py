"""Is a number valid JSON, exact and visibly what it is, whatever carries it and wherever it stands?"""

from __future__ import annotations

import io
import json
import locale
import math
import sys
from array import array
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any

import pytest
from absence import needed
from covering import RECIPES, by_recipe
from places import encoder_for, wrong_errors, wrong_texts

import encoder

INF, NAN = math.inf, math.nan


class Weight(float):
    """Shows itself otherwise, in every way there is."""

    def __str__(self) -> str:
        return "F!" + float.__repr__(self)

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return "F?"

    def __float__(self) -> float:
        return 99.0


class Count(int):
    def __str__(self) -> str:
        return "I!"

    __repr__ = __str__
    __int__ = __index__ = lambda self: 99  # noqa: E731


class Odd(Enum):
    POSITIVE = INF
    NEGATIVE = -INF
    NEITHER = NAN


class Large(IntEnum):
    LIMIT = 2**53


CARRIERS: dict[str, list[Any]] = {
    "float": [INF, -INF, NAN],
    "subclass": [Weight(INF), Weight(-INF), Weight(NAN)],
    "enum": list(Odd),
    "decimal": [Decimal("Infinity"), Decimal("-Infinity"), Decimal("NaN")],
    "signalling": [Decimal("Infinity"), Decimal("-Infinity"), Decimal("-sNaN123")],
}
by_carrier = pytest.mark.parametrize("carrier", CARRIERS)


@by_recipe
@by_carrier
def test_what_is_not_finite_is_an_error_with_its_place(carrier: str, recipe: encoder.Recipe) -> None:
    """By default, whatever carries it, in every place: valid JSON has no form for it."""
    assert wrong_errors(recipe, encoder.InvalidValueError, CARRIERS[carrier]) == []
    for value in CARRIERS[carrier]:
        if not (isinstance(value, Decimal) and value.is_snan()):  # which has no hash
            with pytest.raises(encoder.InvalidValueError) as caught:
                encoder.encode({"a": [{value: 1}]}, recipe=recipe)
            assert caught.value.path == ("a", 0)


@by_recipe
@by_carrier
@pytest.mark.parametrize(
    ("policy", "texts"),
    [
        ("null", ("null", "null", "null")),
        ("literal", ("Infinity", "-Infinity", "NaN")),
        (("+\n", "-é", '"</"'), ('"+\\n"', '"-é"', '"\\"</\\""')),
    ],
    ids=["null", "literal", "texts"],
)
def test_one_policy_for_all(policy: Any, texts: tuple[str, ...], carrier: str, recipe: encoder.Recipe) -> None:
    """Null, the literals, or three texts, which are escaped like any other: the same for all that carries one."""
    cases = [(value, text.encode()) for value, text in zip(CARRIERS[carrier], texts, strict=True)]
    assert wrong_texts(recipe, cases, non_finite=policy) == []


@by_recipe
def test_the_policy_holds_for_keys(recipe: encoder.Recipe) -> None:
    """A key is the text of the value's form, escaped once; two that are null are one key twice, which is refused."""
    value = {INF: 1, Weight(-INF): 2, NAN: [3]}
    assert encoder.encode(value, non_finite=('a"', "b\n", "</"), escape="html", recipe=recipe) == (
        b'{"a\\"":1,"b\\n":2,"\\u003c/":[3]}'
    )
    assert encoder.encode(value, non_finite="literal", recipe=recipe) == b'{"Infinity":1,"-Infinity":2,"NaN":[3]}'
    assert encoder.encode({NAN: 1}, non_finite="null", recipe=recipe) == b'{"null":1}'
    with pytest.raises(encoder.DuplicateKeyError):
        encoder.encode({None: 1, NAN: 2}, non_finite="null", recipe=recipe)


@by_recipe
@pytest.mark.parametrize(
    "options", [{}, {"indent": 2}, {"sort_keys": True}, {"floats": "swift"}, {"big_ints": "raise_53"}], ids=str
)
def test_no_name_is_lost_beside_one(options: dict[str, Any], recipe: encoder.Recipe) -> None:
    """In an object of many members, first, last and in between, whether a run may write floats or not."""
    names = [f"k{number}" for number in range(40)]
    for where in (0, 1, 20, 39):
        value = {name: NAN if index == where else index for index, name in enumerate(names)}
        written = encoder.encode([value], non_finite="null", recipe=recipe, **options)
        expected = {name: None if index == where else index for index, name in enumerate(names)}
        assert json.loads(written) == [expected]


@by_recipe
def test_numpy_follows_the_policy_too(recipe: encoder.Recipe) -> None:
    """Scalars and arrays of all widths, with the path into an array of two dimensions."""
    np = needed("numpy")
    for kind in (np.float64, np.float32, np.float16):
        assert wrong_errors(recipe, encoder.InvalidValueError, [kind(NAN)]) == []
        assert wrong_texts(recipe, [(kind(-INF), b'"-"')], non_finite=("+", "-", "?")) == []
        rows = np.array([[1.5, 2.5], [0.5, NAN]], dtype=kind)
        assert wrong_errors(recipe, encoder.InvalidValueError, [rows], below=(1, 1)) == []
        assert wrong_texts(recipe, [(rows, b"[[1.5,2.5],[0.5,null]]")], non_finite="null") == []
    assert wrong_errors(recipe, encoder.InvalidValueError, [array("d", [0.5, NAN]), array("f", [0.5, INF])], (1,)) == []


@by_recipe
def test_the_sign_of_zero_stays(recipe: encoder.Recipe) -> None:
    """-0.0 has its sign and its point, also in a subclass, an array and a Decimal; 0.0 has none; -0 is 0."""
    cases = [
        (-0.0, b"-0.0"), (0.0, b"0.0"), (-0, b"0"), (Weight(-0.0), b"-0.0"), (array("d", [-0.0, 0.0]), b"[-0.0,0.0]"),
        (array("f", [-0.0]), b"[-0.0]"), (Decimal("-0"), b"-0"), (Decimal("-0.00"), b"-0.00"), (-5e-324, b"-5e-324"),
    ]  # fmt: skip
    assert wrong_texts(recipe, cases) == []
    assert encoder.encode({-0.0: 1, "x": 2}, recipe=recipe) == b'{"-0.0":1,"x":2}'


SMALL = [5e-324, 2.2250738585072014e-308, 3e-41, 6.25e-12, 2e-07, 1.7976931348623157e308, 1e-05, 123e-7]
NEAR = [2.9999999999999996, 0.9999999999999991, 17.123456789012344, -0.30000000000000004, 0.1 + 0.2, 7.3e8, 1e22]
WHOLE = [1.0, -3.0, 1e15, 123456789.0, 1e16, 2.0**63]


@by_recipe
def test_a_float_reads_back_as_itself(recipe: encoder.Recipe) -> None:
    """Tiny, huge, just below an integer, whole: alone, in an array and in every place, with a point or an exponent."""
    numbers = [*SMALL, *NEAR, *WHOLE]
    for form in (
        numbers,
        tuple(numbers),
        array("d", numbers),
        dict.fromkeys(map(str, numbers), 0.5),
        [[x] for x in numbers],
    ):
        plain = [list(x) if isinstance(x, list) else x for x in form] if not isinstance(form, dict) else form
        assert json.loads(encoder.encode(form, recipe=recipe)) == plain
    assert wrong_texts(recipe, [(x, repr(x).encode()) for x in (5e-324, 2.9999999999999996, 1e15)]) == []
    for number in numbers:
        assert set(".eE") & set(encoder.encode_str([number], recipe=recipe))


@by_recipe
def test_a_subclass_is_its_number(recipe: encoder.Recipe) -> None:
    """Its own texts and conversions are not asked, in any place, form or key."""
    assert (
        wrong_texts(recipe, [(Weight(1.5), b"1.5"), (Count(7), b"7"), (Count(2**70), b"1180591620717411303424")]) == []
    )
    assert encoder.encode({Weight(2.5): Count(8), Count(9): 1}, recipe=recipe) == b'{"2.5":8,"9":1}'
    for form, text in (("ecmascript", b"[1,7]"), ("swift", b"[1,7]"), ("system_text_json", b"[1,7]")):
        assert encoder.encode([Weight(1.0), Count(7)], floats=form, recipe=recipe) == text


def test_a_comma_for_a_point_changes_nothing() -> None:
    """Whatever the process's locale: floats, single floats, Decimals, big ints, durations."""
    value = [1.5, 1234567.25, array("f", [0.5]), Decimal("1234.50"), 10**12, Weight(1e3)]
    expected = b"[1.5,1234567.25,[0.5],1234.50,1000000000000,1000.0]"
    before = locale.setlocale(locale.LC_ALL)
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "pl_PL.UTF-8", "C"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
        try:
            assert [encoder.encode(value, recipe=recipe) for recipe in RECIPES] == [expected] * len(RECIPES)
        finally:
            locale.setlocale(locale.LC_ALL, before)


BIG = [-(10**23 + 7), 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**30]


@by_recipe
def test_every_digit_of_an_int(recipe: encoder.Recipe) -> None:
    """Beyond 64 bits too, with what follows still in its place."""
    assert wrong_texts(recipe, [(number, str(number).encode()) for number in BIG]) == []
    assert encoder.encode({"id": BIG[0], "owner": 7, "l": [2**64, 1]}, recipe=recipe) == (
        b'{"id":-100000000000000000000007,"owner":7,"l":[18446744073709551616,1]}'
    )
    assert encoder.encode(dict.fromkeys(BIG, 0), recipe=recipe).decode() == (
        "{" + ",".join(f'"{number}":0' for number in BIG) + "}"
    )
    assert encoder.encode(array("Q", [2**64 - 1]), recipe=recipe) == b"[18446744073709551615]"


@by_recipe
def test_javascripts_limit_holds_everywhere(recipe: encoder.Recipe) -> None:
    """In every place, key and carrier an int beyond 2**53 - 1 is refused, or a text, as the option says."""
    carriers = [2**53, -(2**53), Count(2**60), Large.LIMIT]
    assert wrong_errors(recipe, encoder.InvalidValueError, carriers, big_ints="raise_53") == []
    texts = [b'"9007199254740992"', b'"-9007199254740992"', b'"1152921504606846976"', b'"9007199254740992"']
    assert wrong_texts(recipe, list(zip(carriers, texts, strict=True)), big_ints="string_53") == []
    assert wrong_errors(recipe, encoder.InvalidValueError, [2**64, -(2**63) - 1], big_ints="raise_64") == []
    assert wrong_texts(recipe, [(2**53 - 1, b"9007199254740991"), (True, b"true")], big_ints="raise_53") == []
    several = [array("q", [1, 2**53]), range(2**53, 2**53 + 1), {2**53: 1}]
    for value in several:
        with pytest.raises(encoder.InvalidValueError):
            encoder.encode([value], big_ints="raise_53", recipe=recipe)
    assert encoder.encode([*several, {True: 1}], big_ints="string_53", recipe=recipe) == (
        b'[[1,"9007199254740992"],["9007199254740992"],{"9007199254740992":1},{"true":1}]'
    )


@by_recipe
def test_an_endless_int_is_an_error_with_its_place(recipe: encoder.Recipe) -> None:
    """Python's limit on digits, in every place and by every way out; nothing of it is left in the writer or file."""
    endless = 10**5000 if sys.get_int_max_str_digits() < 5000 else 10 ** (sys.get_int_max_str_digits() + 1)
    assert wrong_errors(recipe, encoder.InvalidValueError, [endless, -endless, Count(endless)]) == []
    assert wrong_errors(recipe, encoder.InvalidValueError, [endless], big_ints="string_53") == []
    one, file = encoder_for(recipe), io.BytesIO()
    for call in (
        one.encode_str,
        lambda value: one.dump(value, file),
        lambda value: one.encode_into(value, bytearray(99)),
    ):
        with pytest.raises(encoder.InvalidValueError, match="digits") as caught:
            call({"a": 1, "big": [endless]})
        assert caught.value.path == ("big", 0)
    assert file.getvalue() == b""
    with pytest.raises(encoder.InvalidValueError, match="digits"):
        one.encode({"a": {endless: 1}})
    assert one.encode(1) == b"1"


@by_recipe
def test_truth_and_numbers_stay_apart(recipe: encoder.Recipe) -> None:
    """True is no 1 and False no 0, as values, as keys, in arrays of one kind and of several, under every int policy."""
    keys = {True: "t", 2: "two", False: "f"}
    for policy in ("digits", "raise_53", "string_53", "raise_64"):
        assert encoder.encode([True, 1, False, 0, keys], big_ints=policy, recipe=recipe) == (
            b'[true,1,false,0,{"true":"t","2":"two","false":"f"}]'
        )
        assert encoder.encode([[1, True], [0.0, False], [True] * 3, (1, True)], big_ints=policy, recipe=recipe) == (
            b"[[1,true],[0.0,false],[true,true,true],[1,true]]"
        )


DECIMALS = ["271.8280000000000000314159265", "129.9", "0.10", "-0", "1E+3", "1E-7", "0." + "1" * 200]


@by_recipe
def test_a_decimal_keeps_its_digits(recipe: encoder.Recipe) -> None:
    """As a number, as a text and as a key, in every place; as a Fraction's text too."""
    values = [Decimal(text) for text in DECIMALS]
    assert wrong_texts(recipe, [(value, text.encode()) for value, text in zip(values, DECIMALS, strict=True)]) == []
    quoted = [(value, f'"{text}"'.encode()) for value, text in zip(values, DECIMALS, strict=True)]
    assert wrong_texts(recipe, [*quoted, (Fraction(1, 3), b'"1/3"')], decimals="string") == []
    assert encoder.encode(dict.fromkeys(values, 0), recipe=recipe).decode() == (
        "{" + ",".join(f'"{text}":0' for text in DECIMALS) + "}"
    )
    assert json.loads(encoder.encode(values, recipe=recipe), parse_float=Decimal, parse_int=Decimal) == values
    for policy in ("string", "float"):
        assert wrong_errors(recipe, encoder.InvalidValueError, [Decimal("sNaN")], decimals=policy) == []
