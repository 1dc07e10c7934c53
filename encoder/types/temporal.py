"""How are moments, days, times of day, durations and time zones written?"""

from __future__ import annotations

import sys

from encoder.errors import InvalidValueError
from encoder.kernels.state import LEAF_DATE, LEAF_DURATION, LEAF_MOMENT, LEAF_TIME
from encoder.types import dialects
from encoder.types.dialects import DAY, MICROSECONDS
from encoder.types.rule import Literal, Rule, leaf

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from encoder.options import Options

EPOCH = 719_163
"""1970-01-01 as `date.toordinal` counts days."""
REFERENCE = (730_486 - EPOCH) * DAY * MICROSECONDS
"""2001-01-01, from which Swift counts, in microseconds since 1970."""


def rule_for(cls: type, options: Options) -> Rule | None:
    """The rule for datetime, date, time, timedelta, zoneinfo.ZoneInfo and their subclasses, but not for pandas' own.

    `dates`
        "iso": as ``isoformat``, which keeps four digits of the year, all microseconds, and an offset to its last
            second (RFC 3339 has no seconds there; cutting them would move the moment). No zone: no offset.
        "iso_z": the same, but an offset of zero is ``Z``. Another one stays.
        "iso_seconds": in UTC and without a fraction, as Swift's iso8601: ``1970-01-01T00:16:40Z``.
        "system_text_json": no zeros at the end of a fraction; a time of day has seven digits of it, or none.
        "orjson", "msgspec": an offset is rounded to minutes, as each of them does; "msgspec" has ``Z`` for none.
        "seconds", "milliseconds": since 1970-01-01 in UTC. Exact: an int where it is whole, else all its decimals;
            under another form of `floats` than "repr" the nearest float in that form.
        "reference": seconds since 2001-01-01 in UTC, always a float.
        a strftime format: years have four digits on every platform.
        The numbers and "iso_seconds" take a datetime without a zone to be in UTC, and the numbers a date to begin at
        midnight in UTC. A time of day is no moment, so numbers and formats leave it ISO text.
    `durations`
        "iso": days and seconds, such as ``P1DT7203.4S``; exact, one sign in front, never an exponent. Zero is ``PT0S``.
        "msgspec": the same, but zero is ``P0D``.
        "system_text_json": the constant form of .NET's TimeSpan, such as ``1.02:00:03.4000000``.
        "seconds": a number as above.
    """
    zone_info = getattr(sys.modules.get("zoneinfo"), "ZoneInfo", None)
    # Libraries that stop the clock replace datetime.datetime, but not this one, of which all moments are.
    module = sys.modules.get("_datetime") or sys.modules.get("datetime")
    for base in cls.__mro__:
        if is_from_pandas(base):
            return None
        if base is zone_info:
            return leaf(zone)
        if module and base is module.datetime:
            return leaf(moments(module, options), LEAF_MOMENT if cls is base else 0)
        if module and base is module.date:
            apply = dates(base, options, day_of(module))  # the other systems' dates are as ISO has them
            return leaf(apply, LEAF_DATE if cls is base else 0)
        if module and base is module.time:
            return leaf(times(base, options), LEAF_TIME if cls is base else 0)
        if module and base is module.timedelta:
            return leaf(durations(options, duration_of(module)), LEAF_DURATION if cls is base else 0)
    return None


def is_from_pandas(cls: type) -> bool:
    module = vars(cls).get("__module__")
    return isinstance(module, str) and module.partition(".")[0] == "pandas"


def zone(value: Any) -> str:
    """The key of a ZoneInfo, such as ``Europe/Paris``."""
    if value.key is None:
        raise InvalidValueError("a ZoneInfo that was read from a file has no key, so its name is not known")
    return value.key


def moments(module: ModuleType, options: Options) -> Callable[[Any], Any]:
    cls, count = module.datetime, moment_of(module)
    if options.dates == "iso_seconds":
        return dialects.whole_seconds(count, module.date.fromordinal, EPOCH)
    if options.dates == "system_text_json":
        return dialects.trimmed(cls.isoformat)
    if options.dates in dialects.OFFSETS:
        return dialects.offset_in_minutes(cls, dialects.OFFSETS[options.dates])
    return dates(cls, options, count)


def times(cls: Any, options: Options) -> Callable[[Any], Any]:
    """For `cls`, which is datetime.time."""
    if options.dates == "iso_z":
        return zulu(cls.isoformat)
    if options.dates == "system_text_json":
        return dialects.ticks(cls.isoformat)
    if options.dates in dialects.OFFSETS:
        return dialects.offset_in_minutes(cls, dialects.OFFSETS[options.dates])
    return cls.isoformat


def dates(cls: Any, options: Options, count: Callable[[Any], int]) -> Callable[[Any], Any]:
    """For `cls`, datetime or date, of which `count` gives the microseconds since 1970. A subclass's methods have no
    say: some libraries' ``isoformat`` gives other texts."""
    choice = options.dates
    if "%" in choice:
        return formatted(cls.strftime, choice)
    if choice in ("iso", "iso_seconds", "system_text_json", *dialects.OFFSETS):
        return cls.isoformat
    if choice == "iso_z":
        return zulu(cls.isoformat)
    if choice == "reference":
        return lambda value: (count(value) - REFERENCE) / MICROSECONDS
    number = numbers(options, MICROSECONDS if choice == "seconds" else 1000)
    return lambda value: number(count(value))


def zulu(isoformat: Callable[[Any], str]) -> Callable[[Any], str]:
    """`isoformat` with ``Z`` for an offset of zero, which is the only one that ends in ``+00:00``."""

    def apply(value: Any) -> str:
        text = isoformat(value)
        return text[:-6] + "Z" if text.endswith("+00:00") else text

    return apply


def formatted(strftime: Callable[[Any, str], str], form: str) -> Callable[[Any], str]:
    """As strftime, with the zeros that years below 1000 lack on Linux."""

    def apply(value: Any) -> str:
        # An ISO year may lie one below the calendar's, hence "up to".
        return strftime(value, spell_years(form, value) if value.year <= 1000 else form)

    return apply


def spell_years(form: str, value: Any) -> str:
    """`form` with the directives for whole years replaced by their digits."""
    year = f"{value.year:04d}"
    parts = form.split("%%")  # so that a "%Y" which is left is a directive
    parts = [part.replace("%F", f"{year}-%m-%d").replace("%Y", year) for part in parts]
    return "%%".join(part.replace("%G", f"{value.isocalendar()[0]:04d}") for part in parts)


def moment_of(module: ModuleType) -> Callable[[Any], int]:
    """The microseconds from 1970 to a datetime. Integers, so that no offset leaves the range of years."""
    utcoffset, toordinal, microseconds = module.datetime.utcoffset, module.date.toordinal, duration_of(module)

    def moment(value: Any) -> int:
        offset = utcoffset(value)
        seconds = (toordinal(value) - EPOCH) * DAY + value.hour * 3600 + value.minute * 60 + value.second
        local = seconds * MICROSECONDS + value.microsecond
        return local if offset is None else local - microseconds(offset)

    return moment


def day_of(module: ModuleType) -> Callable[[Any], int]:
    """The microseconds from 1970 to the beginning of a date."""
    toordinal = module.date.toordinal
    return lambda value: (toordinal(value) - EPOCH) * DAY * MICROSECONDS


def duration_of(module: ModuleType) -> Callable[[Any], int]:
    """The microseconds of a timedelta. Its own fields, for a subclass may count years and months under these names."""
    cls = module.timedelta
    days, seconds, microseconds = cls.days.__get__, cls.seconds.__get__, cls.microseconds.__get__
    return lambda value: (days(value) * DAY + seconds(value)) * MICROSECONDS + microseconds(value)


def durations(options: Options, count: Callable[[Any], int]) -> Callable[[Any], Any]:
    if options.durations == "iso":
        return lambda value: iso_duration(count(value))
    if options.durations == "msgspec":
        return lambda value: iso_duration(count(value)) if count(value) else "P0D"
    if options.durations == "system_text_json":
        return lambda value: dialects.constant_span(count(value))
    number = numbers(options, MICROSECONDS)
    return lambda value: number(count(value))


def iso_duration(microseconds: int) -> str:
    """``P1DT7203.4S`` and the like."""
    days, rest = divmod(abs(microseconds), DAY * MICROSECONDS)
    text = "-P" if microseconds < 0 else "P"
    if days:
        text += f"{days}D"
    return f"{text}T{decimal(rest, MICROSECONDS)}S" if rest or not days else text


def numbers(options: Options, unit: int) -> Callable[[int], int | float | Literal]:
    """From a count of microseconds to a number of units of so many of them."""
    is_exact = options.floats == "repr"

    def apply(microseconds: int) -> int | float | Literal:
        if microseconds % unit == 0:
            return microseconds // unit
        return Literal(decimal(microseconds, unit).encode()) if is_exact else microseconds / unit

    return apply


def decimal(count: int, unit: int) -> str:
    """``count / unit`` with all its decimals and no zeros after them; `unit` is a power of ten."""
    whole, rest = divmod(abs(count), unit)
    fraction = str(unit + rest)[1:].rstrip("0")
    return f"{'-' if count < 0 else ''}{whole}{'.' if fraction else ''}{fraction}"
