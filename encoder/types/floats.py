"""Which text has a float? The same shortest digits in six forms: Python's own, and those of five other systems."""

from __future__ import annotations

# Each form takes the text that `repr` gives a finite float and returns another text of the same number, so it also
# serves narrower floats whose shortest digits somebody else has found. repr has one digit before the point, or none of
# its exponents, from 1e-4 up to 1e16.

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable

LARGEST_EXACT = 2**53
"""Above it Swift writes an exponent: not every integer is a float any more."""


def ecmascript(text: str) -> str:
    """As JavaScript's `Number::toString` and RFC 8785: an exponent from 1e21 and below 1e-6, no sign on zero.

    Source: ECMA-262, 6.1.6.1.20.
    """
    if text.endswith(".0"):
        return "0" if text == "-0.0" else text[:-2]
    mantissa, e, exponent = text.partition("e")
    if not e:
        return text
    power = int(exponent)
    if -7 < power < 21:
        return spread(mantissa, power)
    return f"{mantissa}e{power:+d}"


def swift(text: str) -> str:
    """As Foundation's JSONEncoder: Swift's description without a final ``.0``; an exponent above 2**53 and below 1e-4.

    That is repr's text but for the integers between 2**53 and 1e16. Source: swift-foundation, JSONEncoder and its
    tests.
    """
    if not text.endswith(".0"):
        return text
    whole = text[:-2]
    digits = whole.lstrip("-")
    if int(digits) <= LARGEST_EXACT:
        return whole
    sign = whole[: len(whole) - len(digits)]
    fraction = digits[1:].rstrip("0")
    return f"{sign}{digits[0]}{'.' if fraction else ''}{fraction}e+{len(digits) - 1}"


def system_text_json(text: str) -> str:
    """As .NET's "R" form since Core 3.0: an exponent from 1E+17 and below 1E-04, of two digits at least.

    The bound is that of its `FormatGeneral`: more digits before the point than the 17 that any double needs. (.NET
    Framework had 15, which is what older pages tell.) Source: dotnet/runtime, Number.Formatting.cs.
    """
    if text.endswith(".0"):
        return text[:-2]
    mantissa, e, exponent = text.partition("e")
    if not e:
        return text
    return spread(mantissa, 16) if exponent == "+16" else f"{mantissa}E{exponent}"


def orjson(text: str) -> str:
    """As orjson: no exponent down to 1e-5, and none below has a zero in front.

    Found by comparing it, 3.13, on random bits.
    """
    mantissa, e, exponent = text.partition("e-0")
    if not e:
        return text
    return spread(mantissa, -5) if exponent == "5" else f"{mantissa}e-{exponent}"


def msgspec(text: str) -> str:
    """As msgspec: orjson's, but for the sign of an exponent above. Found by comparing it, 0.23, on random bits."""
    return orjson(text).replace("+", "")


def spread(mantissa: str, power: int) -> str:
    """``mantissa`` times ten to the ``power`` without an exponent: ``-1.5, 3`` is ``-1500``, ``1.5, -3`` ``0.0015``.

    The mantissa has one digit before its point, and with it at most ``power + 1`` where ``power`` is positive.
    """
    sign = "-" if mantissa[0] == "-" else ""
    digits = mantissa.lstrip("-").replace(".", "")
    if power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{digits}"
    return sign + digits.ljust(power + 1, "0")


FORMS: dict[str, Callable[[str], str]] = {
    "ecmascript": ecmascript,
    "msgspec": msgspec,
    "orjson": orjson,
    "swift": swift,
    "system_text_json": system_text_json,
}
"""By the name in `Options.floats`; "repr" needs none."""
