"""Is the output of `Options.canonical()` what RFC 8785 asks for?"""

from __future__ import annotations

import json
import math
import random
import struct
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from absence import needed
from covering import by_recipe

from encoder import FAST, DuplicateKeyError, Encoder, InvalidValueError, Options, Recipe


def canonical(value: Any, recipe: Recipe = FAST, **fields: Any) -> bytes:
    return Encoder(recipe, Options.canonical(**fields)).encode(value)


@by_recipe
def test_the_example_of_the_rfc(recipe: Recipe) -> None:
    """Sections 3.2.2 and 3.2.3: the input and the output that the RFC shows."""
    value = json.loads(
        r'{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],'
        r' "string": "\u20ac$\u000F\u000aA\u0027\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}'
    )
    expected = (
        r'{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$' + r"\u000f\nA'B\"\\\\\"/" + '"}'
    )
    assert canonical(value, recipe).decode() == expected


VECTORS = Path(__file__).with_name("canonical_vectors")


@by_recipe
@pytest.mark.parametrize("name", ["arrays", "french", "structures", "unicode", "values", "weird"])
def test_the_published_documents(recipe: Recipe, name: str) -> None:
    """The reference implementation's own test data: each input has exactly the bytes of its output."""
    value = json.loads((VECTORS / "input" / f"{name}.json").read_bytes())
    assert canonical(value, recipe) == (VECTORS / "output" / f"{name}.json").read_bytes()


@by_recipe
def test_the_order_of_the_rfc(recipe: Recipe) -> None:
    """Section 3.2.3: by UTF-16 units, so that U+1F600 comes before U+FB33; on every level, in classes too."""
    names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\x80", "\xf6"]
    expected = ["\r", "1", "\x80", "\xf6", "\u20ac", "\U0001f600", "\ufb33"]
    found = json.loads(canonical([{"b": dict.fromkeys(names), "a": 1}], recipe))[0]
    assert list(found) == ["a", "b"] and list(found["b"]) == expected

    class Own:
        def __encode__(self, to: Any) -> None:
            for name in names:
                to.keyed()[name] = None

    assert list(json.loads(canonical(Own(), recipe))) == expected


# Appendix B: the 64 bits of a double, and its text; None where it is an error.
SAMPLES = """
0000000000000000 0
8000000000000000 0
0000000000000001 5e-324
8000000000000001 -5e-324
7fefffffffffffff 1.7976931348623157e+308
ffefffffffffffff -1.7976931348623157e+308
4340000000000000 9007199254740992
c340000000000000 -9007199254740992
4430000000000000 295147905179352830000
44b52d02c7e14af5 9.999999999999997e+22
44b52d02c7e14af6 1e+23
44b52d02c7e14af7 1.0000000000000001e+23
444b1ae4d6e2ef4e 999999999999999700000
444b1ae4d6e2ef4f 999999999999999900000
444b1ae4d6e2ef50 1e+21
3eb0c6f7a0b5ed8c 9.999999999999997e-7
3eb0c6f7a0b5ed8d 0.000001
41b3de4355555553 333333333.3333332
41b3de4355555554 333333333.33333325
41b3de4355555555 333333333.3333333
41b3de4355555556 333333333.3333334
41b3de4355555557 333333333.33333343
becbf647612f3696 -0.0000033333333333333333
43143ff3c1cb0959 1424953923781206.2
"""


@by_recipe
@pytest.mark.parametrize("row", SAMPLES.split("\n")[1:-1])
def test_the_numbers_of_the_rfc(recipe: Recipe, row: str) -> None:
    """Appendix B, as a value, in an array of floats and in a field."""
    bits, text = row.split()
    number = struct.unpack(">d", bytes.fromhex(bits))[0]
    assert canonical(number, recipe).decode() == text
    assert canonical([number, number], recipe).decode() == f"[{text},{text}]"
    assert canonical({"n": number}, recipe).decode() == f'{{"n":{text}}}'


@by_recipe
def test_escapes_are_the_fewest(recipe: Recipe) -> None:
    """Section 3.2.2.2: two-character forms where there are any, else four small digits; all from U+0020 on is raw."""
    short = {8: r"\b", 9: r"\t", 10: r"\n", 12: r"\f", 13: r"\r", 0x22: r"\"", 0x5C: r"\\"}
    for code in [*range(0x300), 0x2028, 0x2029, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]:
        text = short.get(code) or (f"\\u{code:04x}" if code < 0x20 else chr(code))
        assert canonical(chr(code), recipe) == f'"{text}"'.encode(), hex(code)
        assert canonical({chr(code): 1}, recipe) == f'{{"{text}":1}}'.encode(), hex(code)


REFUSED: list[tuple[str, Any]] = [
    ("nan", math.nan),
    ("infinity", math.inf),
    ("minus infinity", -math.inf),
    ("a large int", 2**53),
    ("a small int", -(2**53)),
    ("a lone surrogate", "a\ud800"),
    ("a lone low surrogate", "\udc00b"),
    ("a Decimal that is none", Decimal("nan")),
    ("a Decimal beyond floats", Decimal("1e400")),
    ("a Fraction beyond floats", Fraction(10**400)),
]


@by_recipe
@pytest.mark.parametrize("value", [row[1] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_has_no_canonical_form_is_refused(recipe: Recipe, value: Any) -> None:
    """I-JSON's limits are errors with a path, never another number or text."""
    for held, path in ((value, ()), ([1, value], (1,)), ({"k": [value]}, ("k", 0))):
        with pytest.raises(InvalidValueError) as caught:
            canonical(held, recipe)
        assert caught.value.path == path


@by_recipe
def test_the_largest_ints_are_written(recipe: Recipe) -> None:
    """All digits up to 2**53 - 1 of either sign, and no digit of a larger int as text either unless it is asked for."""
    assert canonical([2**53 - 1, -(2**53) + 1, 0], recipe) == b"[9007199254740991,-9007199254740991,0]"
    assert canonical(2**53, recipe, big_ints="string_53") == b'"9007199254740992"'


@by_recipe
def test_other_numbers_are_the_nearest_double(recipe: Recipe) -> None:
    """A number of RFC 8785 is a double: so is a Decimal, a Fraction, an instance of a subclass."""

    class Real(float):
        pass

    value = [Decimal("0.1"), Decimal("1.10"), Decimal("1E+2"), Decimal("-0"), Fraction(1, 4), Real(1e21), Real(-0.0)]
    assert canonical(value, recipe) == b"[0.1,1.1,100,0,0.25,1e+21,0]"


@by_recipe
def test_two_keys_of_one_text_are_an_error(recipe: Recipe) -> None:
    """I-JSON has no duplicate names."""
    with pytest.raises(DuplicateKeyError):
        canonical({1: 1, "1": 2}, recipe)


@by_recipe
def test_no_layout(recipe: Recipe) -> None:
    """No space and no newline between tokens, whatever is empty."""
    assert canonical({"b": [], "a": {}, "c": [[], {}]}, recipe) == b'{"a":{},"b":[],"c":[[],{}]}'


def a_float(chance: random.Random) -> float:
    while True:
        kind = chance.randrange(3)
        if kind == 0:
            number = struct.unpack("<d", chance.randbytes(8))[0]
        elif kind == 1:
            number = float(f"{chance.randint(-(10**9), 10**9)}e{chance.randint(-330, 300)}")
        else:
            number = math.ldexp(chance.choice((-1.0, 1.0)), chance.randint(-1074, 1023))
        if math.isfinite(number):
            return number


def a_text(chance: random.Random) -> str:
    ranges = ((0, 0x20), (0x20, 0x7F), (0x7F, 0x100), (0x2000, 0x2100), (0xE000, 0x10000), (0x1F600, 0x1F650))
    return "".join(chr(chance.randrange(*chance.choice(ranges))) for _ in range(chance.randrange(6)))


def a_value(chance: random.Random, depth: int) -> Any:
    leaves: list[Callable[[], Any]] = [
        lambda: None,
        lambda: chance.random() < 0.5,
        lambda: chance.randint(-(2**53) + 1, 2**53 - 1),
        lambda: a_float(chance),
        lambda: a_text(chance),
    ]
    if depth and chance.random() < 0.6:
        size = chance.randrange(6)
        if chance.random() < 0.5:
            return [a_value(chance, depth - 1) for _ in range(size)]
        return {a_text(chance): a_value(chance, depth - 1) for _ in range(size)}
    return chance.choice(leaves)()


@by_recipe
def test_random_documents_are_as_another_implementation_has_them(recipe: Recipe) -> None:
    """1000 documents of odd keys, texts and numbers: the bytes of the package rfc8785."""
    oracle = needed("rfc8785")
    chance = random.Random(8785)
    for _ in range(1000):
        value = a_value(chance, 4)
        assert canonical(value, recipe) == oracle.dumps(value)


def test_random_numbers_are_as_another_implementation_has_them() -> None:
    """20,000 doubles of random bits, decimals and powers of two: the bytes of the package rfc8785."""
    oracle = needed("rfc8785")
    chance = random.Random(754)
    numbers = [a_float(chance) for _ in range(20_000)]
    assert canonical(numbers) == oracle.dumps(numbers)
