"""What is the shortest decimal text that reads back as this double? The twin of doubles.h."""

from __future__ import annotations


def spell_double(number: float) -> bytes:
    """The shortest text of a float, as its repr gives it; empty for NaN and the infinities."""
    # inf - inf and nan - nan are not 0: cheaper than asking math.isfinite.
    return repr(number).encode() if number - number == 0 else b""
