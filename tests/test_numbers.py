"""Is every number written with the digits that Python itself would give?"""

from __future__ import annotations

import json
import locale
import math
import random
import struct
import sys

import pytest

import encoder

TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)


def text_of(numbers: list[object]) -> bytes:
    return "[{}]".format(",".join(map(repr, numbers))).encode()


@by_tree
def test_integers_around_every_power(recipe: encoder.Recipe) -> None:
    """Powers of ten and of two, one less, one more, and their negatives, as values and as keys."""
    numbers = [sign * (base**power + near)
               for base, powers in ((10, range(60)), (2, range(200)))
               for power in powers for near in (-1, 0, 1) for sign in (1, -1)]  # fmt: skip
    assert encoder.encode(numbers, recipe=recipe) == text_of(numbers)
    keys = dict.fromkeys(numbers, 0)
    assert encoder.encode(keys, recipe=recipe) == json.dumps(keys, separators=(",", ":")).encode()


def test_small_integers_one_by_one() -> None:
    """Each from -100,000 to 100,000."""
    numbers = list(range(-100_000, 100_001))
    assert encoder.encode(numbers) == text_of(numbers)
    assert all(encoder.encode(number) == repr(number).encode() for number in range(-1100, 1100))


def test_random_integers_of_every_width() -> None:
    """A thousand of each bit length up to 70, and a few up to thousands of digits."""
    chance = random.Random(4)
    numbers = [chance.getrandbits(bits) * chance.choice((1, -1)) for bits in range(1, 71) for _ in range(1000)]
    numbers += [chance.getrandbits(bits) for bits in range(71, 14_000, 371)]
    assert encoder.encode(numbers) == text_of(numbers)


def test_the_limit_on_digits_is_pythons() -> None:
    """An int of as many digits as sys.get_int_max_str_digits() allows is written, one more is an error."""
    limit = sys.get_int_max_str_digits()
    assert encoder.encode([10 ** (limit - 1)]) == text_of([10 ** (limit - 1)])
    with pytest.raises(encoder.InvalidValueError, match="digits"):
        encoder.encode([10**limit])
    sys.set_int_max_str_digits(0)
    try:
        assert len(encoder.encode(10**limit)) == limit + 1
    finally:
        sys.set_int_max_str_digits(limit)


def test_doubles_of_random_bits() -> None:
    """Two hundred thousand doubles, evenly over all bit patterns: the text is repr, and reads back the same."""
    chance = random.Random(5)
    numbers = list(struct.unpack("<200000d", chance.randbytes(8 * 200_000)))
    numbers = [number for number in numbers if math.isfinite(number)]
    text = encoder.encode(numbers)
    assert text == text_of(numbers)
    assert json.loads(text) == numbers


@by_tree
def test_doubles_of_everyday(recipe: encoder.Recipe) -> None:
    """Few digits, near integers, near powers, limits, halves between two texts."""
    numbers: list[float] = [0.0, -0.0, 0.1, 0.1 + 0.2, 1e22, 1e23, 9007199254740993.0, 2.0**63, 5e-324]
    numbers += [sys.float_info.max, sys.float_info.min, sys.float_info.epsilon, 123456789.0, 1e15, 1e16, 1e17]
    numbers += [round(index * 0.01, 2) for index in range(2000)] + [float(index) for index in range(2000)]
    for exponent in range(-330, 309, 3):
        number = float(f"1e{exponent}")
        numbers += [number, math.nextafter(number, math.inf), math.nextafter(number, -math.inf)]
    numbers += [-number for number in numbers]
    assert encoder.encode(numbers, recipe=recipe) == text_of(numbers)
    assert [encoder.encode(number, recipe=recipe) for number in numbers[:50]] == [
        repr(number).encode() for number in numbers[:50]
    ]


@by_tree
def test_every_float_is_visibly_one(recipe: encoder.Recipe) -> None:
    """A point or an exponent in each, so that it reads back as a float."""
    for number in (1.0, -3.0, 1e15, 1e16, 1e100, -0.0, 5e-324):
        assert isinstance(json.loads(encoder.encode([number], recipe=recipe))[0], float)


@by_tree
def test_truth_is_no_number(recipe: encoder.Recipe) -> None:
    """True and 1, False and 0 and 0.0 stay apart."""
    assert encoder.encode([True, 1, False, 0, 0.0, 1.0], recipe=recipe) == b"[true,1,false,0,0.0,1.0]"


def test_the_locale_has_no_say() -> None:
    """A decimal comma of the process changes nothing."""
    before = locale.setlocale(locale.LC_NUMERIC)
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "pl_PL.UTF-8"):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
        except locale.Error:
            continue
        try:
            assert encoder.encode([1.5, 1234567.25, 10**7]) == b"[1.5,1234567.25,10000000]"
        finally:
            locale.setlocale(locale.LC_NUMERIC, before)
