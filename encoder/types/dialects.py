"""How do other systems write moments and durations, where that is not ISO 8601 as Python has it?"""

from __future__ import annotations

from encoder.errors import InvalidValueError

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable
    from typing import Any

MICROSECONDS = 10**6
DAY = 86_400
MINUTES = 24 * 60


def whole_seconds(count: Callable[[Any], int], from_ordinal: Callable[[int], Any], epoch: int) -> Callable[[Any], str]:
    """As Swift's `iso8601`: in UTC, without a fraction, such as ``1970-01-01T00:16:40Z``.

    count: the microseconds since 1970. epoch: 1970-01-01 as `from_ordinal`, which makes a date, counts days.
    """

    def apply(value: Any) -> str:
        days, seconds = divmod(count(value) // MICROSECONDS, DAY)
        try:
            day = from_ordinal(days + epoch)
        except ValueError:
            raise InvalidValueError("a moment that in UTC is outside the years 1 to 9999") from None
        return f"{day.isoformat()}T{clock(seconds)}Z"

    return apply


def clock(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def trimmed(isoformat: Callable[[Any], str]) -> Callable[[Any], str]:
    """As System.Text.Json writes a DateTimeOffset: no zeros at the end of the fraction.

    Source: dotnet/runtime, JsonWriterHelper.Date.cs.
    """

    def apply(value: Any) -> str:
        text = isoformat(value)
        return text[:19] + text[19:26].rstrip("0") + text[26:] if text[19:20] == "." else text

    return apply


def ticks(isoformat: Callable[[Any], str]) -> Callable[[Any], str]:
    """As System.Text.Json writes a TimeOnly: seven digits of a fraction, or none. Source: TimeOnlyConverter.cs."""

    def apply(value: Any) -> str:
        text = isoformat(value)
        return f"{text[:15]}0{text[15:]}" if text[8:9] == "." else text

    return apply


def constant_span(microseconds: int) -> str:
    """As .NET's constant form "c" of a TimeSpan: ``1.02:03:04.5000000``. Source: TimeSpanFormat.cs."""
    seconds, rest = divmod(abs(microseconds), MICROSECONDS)
    days, seconds = divmod(seconds, DAY)
    sign, fraction = "-" if microseconds < 0 else "", f".{rest:06d}0" if rest else ""
    return f"{sign}{f'{days}.' if days else ''}{clock(seconds)}{fraction}"


def offset_in_minutes(cls: Any, spell: Callable[[int | None], str]) -> Callable[[Any], str]:
    """ISO text, but `spell`'s for the seconds of an offset, None where there is a time zone without one.

    cls: datetime or time of the module datetime, whose methods no subclass has a say in.
    """
    isoformat, utcoffset, replace, zone_of = cls.isoformat, cls.utcoffset, cls.replace, cls.tzinfo.__get__

    def apply(value: Any) -> str:
        if zone_of(value) is None:
            return isoformat(value)
        offset = utcoffset(value)
        text = isoformat(replace(value, tzinfo=None))
        return text + spell(None if offset is None else offset.days * DAY + offset.seconds)

    return apply


def orjson_offset(seconds: int | None) -> str:
    """Rounded to the nearest minute, half a minute up. What has no offset is in UTC there.

    Where orjson would write sixty minutes, which no reader takes, InvalidValueError.
    """
    if seconds is None:
        return "+00:00"
    hours, rest = divmod(abs(seconds), 3600)
    minutes = (rest + 30) // 60
    if minutes == 60:
        raise InvalidValueError("a time zone that is no whole minute and that orjson has no form for")
    return f"{'-' if seconds < 0 else '+'}{hours:02d}:{minutes:02d}"


def msgspec_offset(seconds: int | None) -> str:
    """Rounded to the nearest minute, half a minute down, below a day; ``Z`` for none."""
    if seconds is None:
        return ""
    minutes = min((abs(seconds) + 29) // 60, MINUTES - 1)
    return f"{'-' if seconds < 0 else '+'}{minutes // 60:02d}:{minutes % 60:02d}" if minutes else "Z"


OFFSETS = {"orjson": orjson_offset, "msgspec": msgspec_offset}
"""By the name in `Options.dates`."""
