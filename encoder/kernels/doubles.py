"""What is the shortest decimal text that reads back as this double?  (The twin of doubles.h.)"""

from __future__ import annotations

from array import array
from math import copysign


def write_double(out: bytearray, value: float) -> None:
    """Append the shortest text of a finite `value`, as `float.__repr__` gives it."""
    out += float.__repr__(value).encode("ascii")


def write_float32(out: bytearray, value: float) -> None:
    """Append the shortest text that reads back as `value`, a finite float32, in the same form."""
    size = abs(value)
    for digits in range(1, 10):
        mantissa, exponent = f"{size:.{digits - 1}e}".split("e")
        nearest = int(mantissa.replace(".", ""))
        # Floats are denser below a power of two, where the decimal above may do and the nearest not.
        for whole in (nearest, nearest + 1):
            short = float(f"{whole}e{int(exponent) - digits + 1}")
            if array("f", [short])[0] == size:
                out += float.__repr__(copysign(short, value)).encode("ascii")
                return
