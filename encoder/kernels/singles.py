"""What is the shortest decimal text that reads back as this float32 or float16? The twin of singles.h."""

from __future__ import annotations

from math import frexp, isfinite
from struct import Struct


def spell_float32(number: float) -> bytes:
    """The shortest text that reads back as this float32, which must be finite, in the same form."""
    return repr(widen_single(number)).encode()


def spell_float16(number: float) -> bytes:
    """The same of a float16."""
    return repr(widen_half(number)).encode()


SINGLE, HALF = Struct("<f"), Struct("<e")


def widen_single(number: float) -> float:
    """The float whose repr has the fewest digits that read back as this float32: 0.1, not 0.10000000149011612."""
    # Six digits name any decimal of up to six, but among the subnormals fewer digits do for a number.
    return widen(number, SINGLE, 6 if abs(number) >= 2.0**-126 else 1)


def widen_half(number: float) -> float:
    """The float whose repr has the fewest digits that read back as this float16."""
    return widen(number, HALF, 3 if abs(number) >= 2.0**-14 else 1)


def widen(number: float, layout: Struct, digits: int) -> float:
    """The float of the fewest digits, but at least so many before zeros are dropped, that is `number` in a layout."""
    if not isfinite(number) or number == 0:
        return number
    packed = layout.pack(number)
    while True:
        text = f"{number:.{digits - 1}e}"
        if reads_back(text, layout, packed):
            return float(text)
        # Below a power of two the neighbour is half as far, so that the second nearest text may be the one that fits.
        if abs(frexp(number)[0]) == 0.5 and reads_back(text := away(text), layout, packed):
            return float(text)
        digits += 1


def away(text: str) -> str:
    """A number in scientific notation, its last digit one further from zero."""
    mantissa, exponent = text.split("e")
    whole, _, fraction = mantissa.partition(".")
    step = 1 if not whole.startswith("-") else -1
    return f"{int(whole + fraction) + step}e{int(exponent) - len(fraction)}"


def reads_back(text: str, layout: Struct, packed: bytes) -> bool:
    try:
        return layout.pack(float(text)) == packed
    except OverflowError:  # rounded up past the largest
        return False
