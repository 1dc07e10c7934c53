"""Are numpy's arrays and scalars written by value at every place and under every recipe, or refused at their place?"""

from __future__ import annotations

import io
import json
import random
import tracemalloc
from array import array
from typing import Any

import nesting
import pytest
from absence import needed
from covering import by_recipe

import encoder
from encoder import Encoder
from encoder.types import arrays

np = needed("numpy")


class X:
    __slots__ = ()


SCALARS: list[tuple[Any, str]] = [
    (np.array(3), "3"),
    (np.array(2.5), "2.5"),
    (np.array(True), "true"),
    (np.array("é"), '"é"'),
    (np.array(None), "null"),
    (np.array([1, {"k": (2,)}], dtype=object)[1], '{"k":[2]}'),
    (np.float64(1.5), "1.5"),
    (np.float64(-0.0), "-0.0"),
    (np.float32(0.1), "0.1"),
    (np.float16(65504), "65500.0"),
    (np.longdouble("1.5"), "1.5"),
    (np.int8(-1), "-1"),
    (np.uint64(2**64 - 1), "18446744073709551615"),
    (np.int64(-(2**63)), "-9223372036854775808"),
    (np.bool_(True), "true"),
    (np.False_, "false"),
    (np.str_("s\n"), '"s\\n"'),
    (np.bytes_(b"b"), '"Yg=="'),
    (np.datetime64("2020-01-02T03:04:05"), '"2020-01-02T03:04:05"'),
    (np.datetime64("NaT"), "null"),
    (np.timedelta64(3, "s"), '"PT3S"'),
]
"""Scalars and arrays of no dimension, which are scalars too."""


@by_recipe
def test_a_scalar_is_its_value_wherever_it_stands(recipe: encoder.Recipe) -> None:
    """At the root, below every kind of container, and given by a hook: the same text."""
    one = Encoder(recipe, default=lambda value: SCALARS[0][0], **nesting.OPTIONS)
    for value, text in SCALARS:
        assert one.encode(value) == text.encode(), repr(value)
    for number, names in enumerate(nesting.CHAINS[::2]):
        value, text = SCALARS[number % len(SCALARS)]
        expected = json.dumps(nesting.shape_of(names, "@"), separators=(",", ":")).replace('"@"', text)
        assert one.encode(nesting.within(names, value)).decode() == expected, (names, value)
    assert one.encode([X(), {"x": X()}]) == b'[3,{"x":3}]'


ROWS = [[0, 1, 2], [3, 4, 5]]
LAYOUTS: list[Any] = [
    np.array(ROWS, dtype="i2"),
    np.array(ROWS, dtype=">i4"),
    np.array(ROWS, dtype="<u8"),
    np.asfortranarray(np.array(ROWS, dtype="u1")),
    np.arange(12)[::2].reshape(2, 3) // 2,
    np.array(ROWS)[::-1, ::-1][::-1, ::-1],
    np.array([[0, 3], [1, 4], [2, 5]], dtype="i8").T,
    np.ma.masked_array(ROWS),
    np.frombuffer(bytes(range(6)), dtype="u1").reshape(2, 3),
    np.lib.stride_tricks.as_strided(np.arange(6, dtype="i8"), (2, 3), (24, 8)),
    [np.array(ROWS[0], dtype="i1"), array("H", ROWS[1])],
    (ROWS[0], np.array(ROWS[1], dtype=object)),
]


@by_recipe
def test_every_layout_and_byte_order_is_read_as_numbers(recipe: encoder.Recipe) -> None:
    """The same text as for the lists, compact and laid out, above and below each other."""
    one, laid = Encoder(recipe), Encoder(recipe, indent=1)
    for value in LAYOUTS:
        assert one.encode(value) == b"[[0,1,2],[3,4,5]]"
        assert laid.encode({"a": value}) == json.dumps({"a": ROWS}, indent=1).encode()
    assert one.encode([np.array([0.25, -3.5, 1e10], dtype=">f8")]) == b"[[0.25,-3.5,10000000000.0]]"
    assert one.encode({"f": np.array([[1e300, 0.1]], dtype=">f8", order="F")}) == b'{"f":[[1e+300,0.1]]}'


@by_recipe
def test_narrow_floats_have_their_own_digits_everywhere(recipe: encoder.Recipe) -> None:
    """Shortest for their precision, array and scalar alike, whole ones still floats; in other forms of floats too."""
    singles = np.array([0.1, 1.1, 16777216.0, 3.4e38, 1e-45, 1.0, -0.0], dtype="f4")
    halves = np.array([0.1, 65504, 6e-8, 1.0], dtype="f2")
    one = Encoder(recipe)
    text = b'{"a":[0.1,1.1,16777216.0,3.4e+38,1e-45,1.0,-0.0],"b":[0.1,65500.0,6e-08,1.0]}'
    assert one.encode({"a": singles, "b": halves}) == text
    assert one.encode({"a": list(singles), "b": tuple(halves)}) == text
    assert one.encode({"a": array("f", singles), "b": np.array([*halves, None], dtype=object)[:4]}) == text
    back = json.loads(text)
    assert np.array_equal(np.array(back["a"], "f4"), singles) and np.array_equal(np.array(back["b"], "f2"), halves)
    ecmascript = encoder.encode(singles, recipe=recipe, floats="ecmascript")
    assert ecmascript == b"[0.1,1.1,16777216,3.4e+38,1e-45,1,0]"


NOT_FINITE: list[tuple[Any, tuple[Any, ...], int]] = [
    (np.array([1, np.nan], "f2"), (1,), 2),
    (np.array([np.inf], "f4"), (0,), 0),
    (np.array([[1.0, -np.inf]]), (0, 1), 1),
    (np.array([2, np.nan], dtype=">f8"), (1,), 2),
    (np.float32("nan"), (), 2),
    (np.float16("-inf"), (), 1),
    (np.float64("inf"), (), 0),
    (np.longdouble("nan"), (), 2),
    (np.array(np.nan, "f4"), (), 2),
    (np.array([{"k": np.float32("inf")}], dtype=object), (0, "k"), 0),
    (array("f", [1, float("nan")]), (1,), 2),
]


@by_recipe
def test_numbers_that_are_not_finite_follow_one_policy(recipe: encoder.Recipe) -> None:
    """Of every width, in arrays and alone: an error with the place of the member, or null, or the three texts."""
    for value, path, which in NOT_FINITE:
        with pytest.raises(encoder.InvalidValueError, match="JSON has no form") as caught:
            encoder.encode({"v": [value]}, recipe=recipe)
        assert caught.value.path == ("v", 0, *path), repr(value)
        for policy, words in (("null", ["null"] * 3), ("literal", ["Infinity", "-Infinity", "NaN"])):
            text = encoder.encode([value], recipe=recipe, non_finite=policy).decode()
            assert text.count(words[which]) == 1 and json.loads(text) is not None
        texts = encoder.encode([value], recipe=recipe, non_finite=("+", "-", "?")).decode()
        assert texts.count(f'"{"+-?"[which]}"') == 1


class Grown(list[Any]):
    pass


@by_recipe
def test_objects_in_arrays_follow_the_ordinary_rules(recipe: encoder.Recipe) -> None:
    """Hooks, own types, records, bytes and other arrays; never an address. Errors and circles have their place."""
    inner = np.array([np.array([1, 2]), None], dtype=object)
    things = np.array([1, "x", None, {"k": [1]}, b"\0", X(), nesting.Record(2), np.float32(0.1), inner], dtype=object)
    one = Encoder(recipe, default=lambda value: {"h": [1]})
    text = b'[1,"x",null,{"k":[1]},"AA==",{"h":[1]},{"a":2,"b":1},0.1,[[1,2],null]]'
    assert one.encode(things) == text
    assert one.encode({"a": things.reshape(3, 3)[:1]}) == b'{"a":[[1,"x",null]]}'
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        encoder.encode({"a": things}, recipe=recipe)
    assert caught.value.path == ("a", 5)
    circle = np.array([None, []], dtype=object)
    circle[1].append({"back": circle})
    with pytest.raises((encoder.CircularReferenceError, encoder.TooDeepError)):
        encoder.encode(circle, recipe=recipe)
    assert one.encode([1]) == b"[1]"


REFUSED: list[Any] = [
    np.array([1 + 2j]),
    np.complex64(1j),
    np.array(1j),
    np.dtype("i8"),
    np.dtype([("a", "i4")]),
    np.int64,
    np.array([(1, 2j)], dtype=[("a", "i4"), ("c", "c8")]),
    np.random.default_rng(1),
    np.add,
    np,
]


@by_recipe
def test_what_has_no_form_is_refused_with_its_type_and_place(recipe: encoder.Recipe) -> None:
    """Complex numbers, dtypes, generators of chance, functions, the module: at once, whatever is allowed;
    the hook may stand in for each."""
    for options in ({}, {"iterables": "array", "classes": "fields"}):
        for value in REFUSED:
            with pytest.raises(encoder.UnsupportedTypeError) as caught:
                encoder.encode({"v": [0, value]}, recipe=recipe, **options)
            assert caught.value.path == ("v", 1), repr(value)
            text = encoder.encode({"v": [0, value]}, recipe=recipe, default=lambda value: "asked", **options)
            assert text == b'{"v":[0,"asked"]}'


@by_recipe
def test_structured_text_and_byte_arrays(recipe: encoder.Recipe) -> None:
    """Objects by the names of the fields, also nested and of many dimensions; texts; bytes, raw memory too,
    as the option says."""
    one = Encoder(recipe)
    rows = np.array([(1, 2.5, "ab"), (2, -0.0, "é")], dtype=[("i", "i4"), ("f", ">f8"), ("s", "U2")])
    assert one.encode(rows).decode() == '[{"i":1,"f":2.5,"s":"ab"},{"i":2,"f":-0.0,"s":"é"}]'
    assert one.encode(rows[0]) == b'{"i":1,"f":2.5,"s":"ab"}'
    assert one.encode(rows.reshape(1, 2)[:, :1]) == b'[[{"i":1,"f":2.5,"s":"ab"}]]'
    deep = np.zeros(1, dtype=[("p", [("x", "f4"), ("y", "i2", (2,))]), ("t", "M8[D]")])
    assert one.encode(deep) == b'[{"p":{"x":0.0,"y":[0,0]},"t":"1970-01-01"}]'
    assert one.encode([np.array(["a", "é"]), np.array([b"ab", b"c"])]).decode() == '[["a","é"],["YWI=","Yw=="]]'
    assert one.encode([np.void(b"raw"), np.array([b"raw"], dtype="V3")]) == b'["cmF3",["cmF3"]]'
    assert encoder.encode(np.array([b"ab"]), recipe=recipe, bytes="hex") == b'["6162"]'
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        encoder.encode({"b": np.array([b"ab"])}, recipe=recipe, bytes="raise")
    assert caught.value.path == ("b", 0)
    with pytest.raises(encoder.InvalidValueError) as surrogate:
        one.encode({"t": np.array(["ok", "\ud800"])})
    assert surrogate.value.path == ("t", 1)
    mixed = np.array([(1, 2j)], dtype=[("a", "i4"), ("c", "c8")])[0]  # of one row the field alone has no form
    with pytest.raises(encoder.UnsupportedTypeError) as complex_:
        one.encode([mixed])
    assert complex_.value.path == (0, "c")
    assert encoder.encode(mixed, recipe=recipe, default=lambda value: "asked") == b'{"a":1,"c":"asked"}'


@by_recipe
def test_scalars_are_keys_as_their_values_are(recipe: encoder.Recipe) -> None:
    """By the rule for values; two of one text are an error, NaN and arrays are no keys."""
    keys = {np.int64(3): 1, np.str_("s"): 2, np.float32(0.1): 3, np.bool_(True): 4, np.datetime64("2020-01-02"): 5}
    assert encoder.encode(keys, recipe=recipe) == b'{"3":1,"s":2,"0.1":3,"true":4,"2020-01-02":5}'
    assert encoder.encode({np.int8(2): 1, "1": 2}, recipe=recipe, sort_keys=True) == b'{"1":2,"2":1}'
    with pytest.raises(encoder.DuplicateKeyError):
        encoder.encode({np.int64(3): 1, "3": 2}, recipe=recipe)
    with pytest.raises(encoder.InvalidValueError):
        encoder.encode({np.float64("nan"): 1}, recipe=recipe)


@by_recipe
def test_an_array_that_a_hook_changes_is_taken_as_it_was(recipe: encoder.Recipe) -> None:
    """What is written of one that user code fills anew is its members of before or after, whole, and JSON."""
    things = np.array([X(), 1, X(), 2], dtype=object)

    def hook(value: Any) -> int:
        things[...] = 9
        return 0

    numbers = json.loads(encoder.encode([things, things], recipe=recipe, default=hook))
    assert len(numbers[0]) == 4 and set(numbers[0]) <= {0, 1, 2, 9} and numbers[1] == [9, 9, 9, 9]


def test_a_large_array_reaches_a_file_without_being_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many numbers and a table of many rows, a piece at a time: neither as text nor as objects whole."""

    class Counting(io.RawIOBase):
        total = largest = 0

        def writable(self) -> bool:
            return True

        def write(self, piece: Any) -> int:
            self.total += len(piece)
            self.largest = max(self.largest, len(piece))
            return len(piece)

    monkeypatch.setattr(arrays, "LARGEST", 4096)
    numbers = np.random.default_rng(2).integers(10**8, 10**9, 30_000)
    table = np.arange(30_000, dtype="f4").reshape(7_500, 4)
    for value, least in ((numbers, 300_000), (table, 170_000)):
        file = Counting()
        tracemalloc.start()
        encoder.dump({"a": value}, file)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert file.total > least and file.largest <= 65_536 + 16_384
        assert peak < 900_000  # as one list of Python's numbers each would take more than that


@by_recipe
def test_random_arrays_are_what_tolist_says(recipe: encoder.Recipe) -> None:
    """Of random shapes, kinds and strides: numpy's own lists, spelled by the standard library."""
    chance = random.Random(4)
    one = Encoder(recipe)
    for _ in range(40):
        shape = tuple(chance.randrange(5) for _ in range(chance.randrange(4)))
        made = np.array([chance.randrange(100) for _ in range(int(np.prod(shape)))]).reshape(shape)
        made = made.astype(chance.choice(["i1", ">u2", "i8", "f8", ">f8", "?", "U3", "O"]))
        for axis in range(made.ndim):
            made = np.flip(made, axis) if chance.random() < 0.5 else made
        made = made.T if chance.random() < 0.5 else made[...]
        assert one.encode(made) == json.dumps(made.tolist(), separators=(",", ":")).encode(), (shape, made.dtype)


@by_recipe
def test_tables_of_pandas_by_option(recipe: encoder.Recipe) -> None:
    """Columns and rows under every recipe, at a place of their own; refused by name without the option."""
    pandas = needed("pandas")
    table = pandas.DataFrame({"i": [1, 2], "s": ["a", None], "f": [0.5, 1.0]})
    text = b'{"t":[{"i":1,"s":"a","f":0.5},{"i":2,"s":null,"f":1.0}],"c":[1,2]}'
    assert encoder.encode({"t": table, "c": table["i"]}, recipe=recipe, iterables="array") == text
    for value in (table, table["i"]):
        with pytest.raises(encoder.UnsupportedTypeError, match="iterables") as caught:
            encoder.encode([value], recipe=recipe)
        assert caught.value.path == (0,)
