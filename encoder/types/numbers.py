"""How is a number written that is more, or to be written otherwise, than a plain int or float?"""

from __future__ import annotations

import sys

from encoder.errors import InvalidValueError, UnsupportedTypeError
from encoder.kernels.state import LEAF_DECIMAL
from encoder.options import WITHOUT_EXPONENT
from encoder.types.floats import FORMS
from encoder.types.rule import Literal, Rule, leaf, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable

    from encoder.options import Options

LONGEST = 10_000
"""Zeros that a Decimal without an exponent may have: ``Decimal("1E+999999999")`` would be a gigabyte of them."""


def rule_for(cls: type, options: Options) -> Rule | None:
    """The rule for exactly float and int where an option changes them, and for Decimal, Fraction and their subclasses.

    A complex number, and a Fraction where `decimals` is "number", have no form in JSON: they are left to the caller's
    `default` where there is one.
    """
    if cls is float:
        return None if options.floats == "repr" else leaf(floats(options.floats))
    if cls is int:
        return None if options.big_ints == "digits" else leaf(INTEGERS[options.big_ints])
    decimal, fraction = known("decimal", "Decimal"), known("fractions", "Fraction")
    if decimal and descends(cls, decimal):
        return leaf(decimals(decimal, options), LEAF_DECIMAL if cls is decimal else 0)
    if fraction and descends(cls, fraction):
        if options.decimals != "number":
            return leaf(fractions(fraction, options.decimals))
        return refuse_unless_default(cls, options, "decimals='string' writes it as 1/3, decimals='float' as a float")
    if descends(cls, complex):
        return refuse_unless_default(cls, options, "pass default=, which may return a list of two floats")
    return None


def known(module: str, name: str) -> type | None:
    """A class of the standard library; None while nobody has imported it, for then no value is of it."""
    return getattr(sys.modules.get(module), name, None)


def descends(cls: type, base: type) -> bool:
    """Is `base` a base of `cls`, or `cls` itself? Unlike `issubclass` and ``==`` this asks no metaclass."""
    return any(ancestor is base for ancestor in cls.__mro__)


def refuse_unless_default(cls: type, options: Options, hint: str) -> Rule | None:
    """Left to the caller's function where there is one; else the error that says what to do."""
    if options.default is not None:
        return None
    return refuse(UnsupportedTypeError, f"cannot encode {cls.__qualname__}, which is no number in JSON; {hint}")


def floats(form: str) -> Callable[[float], Literal | float]:
    """To a float's text in one of the FORMS; one that is not finite stays what it is."""
    rewrite, repr_of = FORMS[form], float.__repr__

    def apply(value: float) -> Literal | float:
        if value - value != 0.0:  # an infinity or a nan
            return value
        return Literal(rewrite(repr_of(value)).encode())

    return apply


def raise_53(value: int) -> int:
    """Refused where a JavaScript number, a double, could not tell it from its neighbours."""
    if -(2**53) < value < 2**53:
        return value
    raise InvalidValueError(
        f"{show(value)} is beyond 2**53 - 1, the last int that a JavaScript reader has exactly; "
        "big_ints='string_53' writes it as text, big_ints='digits' as it is"
    )


def string_53(value: int) -> int | str:
    """As text from where `raise_53` refuses."""
    return value if -(2**53) < value < 2**53 else digits_of(value)


def raise_64(value: int) -> int:
    """Refused where neither a signed nor an unsigned integer of 64 bits has room for it."""
    if -(2**63) <= value < 2**64:
        return value
    raise InvalidValueError(f"{show(value)} does not fit in 64 bits; big_ints='digits' writes it as it is")


INTEGERS: dict[str, Callable[[int], int | str]] = {"raise_53": raise_53, "string_53": string_53, "raise_64": raise_64}


def show(value: int) -> str:
    """An int in a message: a very long one by its size."""
    return str(value) if value.bit_length() <= 256 else f"an int of {value.bit_length()} bits"


def digits_of(value: int) -> str:
    try:
        return str(value)
    except ValueError:
        raise InvalidValueError("an int with more digits than sys.get_int_max_str_digits() allows") from None


def decimals(decimal: type, options: Options) -> Callable[..., Literal | float | str]:
    """To a Decimal's number with all its digits, to the same as text, or to the nearest float.

    A Decimal that is no number becomes the float that is none either, so that `non_finite` says what is written; but
    "msgspec" is "string" with ``NaN``, ``sNaN`` and ``Infinity`` as text too. The
    methods are those of Decimal itself, for a subclass may have others.
    """
    is_finite, is_nan, is_signed = decimal.is_finite, decimal.is_nan, decimal.is_signed
    text_of = whole_text(decimal) if options.floats in WITHOUT_EXPONENT else short_text(decimal)

    def not_finite(value: object) -> float:
        return float("nan" if is_nan(value) else "-inf" if is_signed(value) else "inf")

    def number(value: object) -> Literal | float:
        return Literal(text_of(value).encode()) if is_finite(value) else not_finite(value)

    def string(value: object) -> str | float:
        return text_of(value) if is_finite(value) else not_finite(value)

    def nearest(value: object) -> float:
        if not is_finite(value):
            return not_finite(value)
        result = float(decimal.__str__(value))
        if result - result != 0.0:
            raise InvalidValueError("a Decimal too large for a float; decimals='number' writes its digits")
        return result

    def shown(value: object) -> str:
        return text_of(value) if is_finite(value) else decimal.__str__(value)

    return {"number": number, "string": string, "float": nearest, "msgspec": shown}[options.decimals]


def short_text(decimal: type) -> Callable[[object], str]:
    """As Python shows a Decimal, such as ``1E+3``, whatever the thread's decimal context says of capitals."""
    str_of = decimal.__str__
    return lambda value: str_of(value).upper()


def whole_text(decimal: type) -> Callable[[object], str]:
    """Without an exponent, as Swift and .NET write their decimals."""
    format_of, adjusted, as_tuple = decimal.__format__, decimal.adjusted, decimal.as_tuple

    def apply(value: object) -> str:
        if as_tuple(value).exponent > LONGEST or adjusted(value) < -LONGEST:
            raise InvalidValueError(
                f"a Decimal with more than {LONGEST} zeros in its place; floats='repr' writes it with an exponent"
            )
        return format_of(value, "f")

    return apply


def fractions(fraction: type, form: str) -> Callable[..., str | float]:
    """To the text ``1/3`` (``2`` where it is whole), or to the nearest float."""
    str_of, float_of = fraction.__str__, fraction.__float__

    def string(value: object) -> str:
        try:
            return str_of(value)
        except ValueError:
            raise InvalidValueError("a Fraction with more digits than sys.get_int_max_str_digits() allows") from None

    def nearest(value: object) -> float:
        try:
            return float_of(value)
        except OverflowError:
            raise InvalidValueError("a Fraction too large for a float; decimals='string' writes it exactly") from None

    return nearest if form == "float" else string
