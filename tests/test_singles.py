"""Have floats of 32 and 16 bits the fewest digits that read back, as numpy writes them?"""

from __future__ import annotations

import random
import struct

import pytest
from absence import needed

from encoder.kernels.singles import widen_half, widen_single


def single(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits))[0]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "0.1"),
        (1.1, "1.1"),
        (-2.2, "-2.2"),
        (16777216.0, "16777216.0"),
        (3.4e38, "3.4e+38"),
        (3.4028234663852886e38, "3.4028235e+38"),
        (1.401298464324817e-45, "1e-45"),
        (1.1754943508222875e-38, "1.1754944e-38"),
        (2.0**-96, "1.2621775e-29"),  # the nearest text of eight digits does not read back, the next does
        (-(2.0**87), "-1.5474251e+26"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
    ],
)
def test_singles_have_their_known_texts(value: float, text: str) -> None:
    """Whole numbers, the largest, the least of both kinds, and powers of two, whose neighbours are uneven."""
    rounded = struct.unpack("<f", struct.pack("<f", value))[0]
    assert repr(widen_single(rounded)) == text


def test_what_is_not_finite_stays() -> None:
    """The option about it is the walk's."""
    for widen in (widen_single, widen_half):
        assert repr([widen(float(name)) for name in ("nan", "inf", "-inf")]) == "[nan, inf, -inf]"


def test_every_half_is_as_numpy_writes_it() -> None:
    """All 63,488 of them that are finite."""
    numpy = needed("numpy")
    halves = numpy.arange(65536, dtype="u2").view("f2")
    halves = halves[numpy.isfinite(halves)]
    expected = [float(numpy.format_float_scientific(half, unique=True)) for half in halves]
    assert [widen_half(number) for number in halves.tolist()] == expected


def test_singles_are_as_numpy_writes_them() -> None:
    """All powers of two and their neighbours, the first subnormals, short decimals, and random bits."""
    numpy = needed("numpy")
    source = random.Random(7)
    bits = [(power << 23) + near for power in range(1, 255) for near in (-1, 0, 1)]
    bits += [*range(1, 500), *(source.getrandbits(32) for _ in range(10_000))]
    numbers = numpy.array(bits, dtype="u4").view("f4")
    decimals = [source.randrange(10**6) / 10 ** source.randrange(7) for _ in range(5_000)]
    numbers = numpy.concatenate([numbers[numpy.isfinite(numbers)], numpy.array(decimals, dtype="f4")])
    expected = [float(numpy.format_float_scientific(number, unique=True)) for number in numbers]
    assert [widen_single(number) for number in numbers.tolist()] == expected


def test_singles_read_back_without_numpy() -> None:
    """The text is the same number again, and none with fewer digits is."""
    source = random.Random(8)
    for _ in range(2_000):
        number = single(source.getrandbits(31) % 0x7F800000)
        packed = struct.pack("<f", number)
        text = f"{widen_single(number):.16e}"
        assert struct.pack("<f", float(text)) == packed
        digits = len(repr(widen_single(number)).split("e")[0].replace(".", "").strip("0"))
        if digits > 1:
            assert struct.pack("<f", float(f"{number:.{digits - 2}e}")) != packed
