"""How is a scalar of numpy written?"""

from __future__ import annotations

import sys

from encoder.errors import InvalidValueError, UnsupportedTypeError
from encoder.kernels.singles import widen_half, widen_single
from encoder.kernels.state import LEAF_VECTOR
from encoder.types import binary
from encoder.types.numbers import descends, known
from encoder.types.rule import Literal, Rule, again, leaf, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.options import Options

CONVERT = "convert it, or pass default=, a function that returns something encodable in its place"

FINER = {"ns": 10**3, "ps": 10**6, "fs": 10**9, "as": 10**12}
"""Parts of a microsecond, by the units of datetime64 and timedelta64 that are finer."""

COARSER = {"us": 1, "ms": 10**3, "s": 10**6, "m": 60 * 10**6, "h": 3600 * 10**6, "D": 86400 * 10**6,
           "W": 7 * 86400 * 10**6}  # fmt: skip
"""Microseconds, by the other units that have a fixed length."""


def rule_for(cls: type, options: Options) -> Rule | None:
    """The rule of a numpy scalar; a refusal of a dtype, which holds no data; None for all others.

    float32 and float16 have the fewest digits of their own precision. A longdouble is a float where that has the same
    digits, else a number with all digits of its own shortest text; under other `floats` than "repr" the nearest
    float. A datetime64 in days or coarser units is a date, any other a datetime without a zone, with more than six
    digits of a fraction only where it needs them; a timedelta64 is a timedelta; NaT is null. A void with fields is an
    object, one without is bytes.
    """
    if not descends(cls, known("numpy", "generic")):
        return refusal(cls) if descends(cls, known("numpy", "dtype")) else None
    numpy = sys.modules["numpy"]
    if issubclass(cls, numpy.str_):
        return leaf(str.__str__)
    if issubclass(cls, numpy.bytes_):
        return binary.rule_for(cls, options)
    if issubclass(cls, numpy.void):
        return again(unfold_void)
    if issubclass(cls, numpy.datetime64):
        return leaf(moments_of(options))
    if issubclass(cls, numpy.timedelta64):  # before integers: it is a subclass
        return leaf(spans_of(options))
    if issubclass(cls, numpy.longdouble):
        return leaf(spelling_long(options))
    kernel = LEAF_VECTOR if cls in numpy.sctypeDict.values() else 0  # not a subclass, whose buffer may be another
    for base, apply in (
        ((numpy.bool_, numpy.integer, numpy.float64), numpy.generic.item),
        (numpy.float32, lambda value: widen_single(float(value))),
        (numpy.float16, lambda value: widen_half(float(value))),
    ):
        if issubclass(cls, base):
            return leaf(apply, kernel)
    return refusal(cls)


def refusal(cls: type) -> Rule:
    return refuse(UnsupportedTypeError, f"cannot encode {cls.__module__}.{cls.__qualname__}: {CONVERT}")


def unfold_void(value: Any) -> Any:
    """A void as a dict of its fields, or as bytes."""
    void = sys.modules["numpy"].void
    names = value.dtype.names
    return void.tobytes(value) if names is None else {name: void.__getitem__(value, name) for name in names}


def spelling_long(options: Options) -> Callable[[Any], Literal | float]:
    """To a longdouble as the float with the same digits, or, where none has, as a number with its own."""
    numpy = sys.modules["numpy"]

    def apply(value: Any) -> Literal | float:
        near = float(value)
        if not numpy.isfinite(value) or (options.floats != "repr" and numpy.isfinite(near)):
            return near
        spell = numpy.format_float_positional if 1e-5 <= abs(value) < 1e16 else numpy.format_float_scientific
        text = spell(value, unique=True, trim="0")
        from decimal import Decimal

        return near if Decimal(repr(near)) == Decimal(text) else Literal(text.encode())

    return apply


def moments_of(options: Options) -> Callable[[Any], Any]:
    """To a datetime64 as the options write dates."""
    import datetime

    from encoder.types import moments

    numpy = sys.modules["numpy"]
    write_date, write_moment = moments.write_date(options), moments.write_moment(options)

    def apply(value: Any) -> Any:
        if numpy.isnat(value):
            return None
        unit, step = numpy.datetime_data(value.dtype)
        rest, per = 0, FINER.get(unit, 1)
        if unit in FINER:
            micros, rest = divmod(count_of(value) * step, per)
            try:
                moment = moments.EPOCH + datetime.timedelta(microseconds=micros)
            except OverflowError:
                moment = micros
        else:
            moment = numpy.generic.item(value)
        if isinstance(moment, int):
            raise InvalidValueError("a datetime64 outside the years 1 to 9999")
        return write_moment(moment, rest, per) if isinstance(moment, datetime.datetime) else write_date(moment)

    return apply


def spans_of(options: Options) -> Callable[[Any], Any]:
    """To a timedelta64 as the options write durations."""
    from encoder.types import moments

    numpy = sys.modules["numpy"]
    write_span = moments.write_span(options)

    def apply(value: Any) -> Any:
        if numpy.isnat(value):
            return None
        unit, step = numpy.datetime_data(value.dtype)
        if unit in FINER:
            return write_span(count_of(value) * step, FINER[unit])
        if unit in COARSER:
            return write_span(count_of(value) * step * COARSER[unit], 1)
        raise InvalidValueError(f"a timedelta64 in the unit {unit!r} has no fixed length: convert it to days or finer")

    return apply


def count_of(value: Any) -> int:
    """How many of its unit a datetime64 or timedelta64 counts."""
    return int(value.view("i8"))
