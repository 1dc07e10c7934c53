"""What is the shortest decimal text that reads back as this double? The twin of doubles.h."""

from __future__ import annotations


def spell_double(number: float) -> bytes:
    """The shortest text of a float, as its repr gives it; empty for NaN and the infinities."""
    # inf - inf and nan - nan are not 0: cheaper than asking math.isfinite.
    return repr(number).encode() if number - number == 0 else b""


def spell_float32(number: float) -> bytes:
    """The shortest text that reads back as `number`, a finite float32, in the same form."""
    from array import array
    from math import copysign

    size = abs(number)
    for digits in range(1, 10):
        mantissa, exponent = f"{size:.{digits - 1}e}".split("e")
        nearest = int(mantissa.replace(".", ""))
        # Floats are denser below a power of two, where the decimal above may do and the nearest not.
        for whole in (nearest, nearest + 1):
            short = float(f"{whole}e{int(exponent) - digits + 1}")
            if array("f", [short])[0] == size:
                return repr(copysign(short, number)).encode()
    raise ValueError(f"{number!r} is no finite float32")
