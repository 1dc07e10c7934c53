"""How is a moment or a span of time written that is finer than a microsecond?"""

from __future__ import annotations

import datetime

from encoder.errors import InvalidValueError
from encoder.types import temporal
from encoder.types.temporal import MICROSECONDS, REFERENCE

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.options import Options

EPOCH = datetime.datetime(1970, 1, 1)


def write_date(options: Options) -> Callable[[datetime.date], Any]:
    """What writes a date of numpy's, which orjson takes for its midnight."""
    if options.dates == "orjson":
        whole = written(datetime.datetime, options)
        return lambda day: whole(datetime.datetime.combine(day, datetime.time()))
    return written(datetime.date, options)


def write_moment(options: Options) -> Callable[[datetime.datetime, int, int], Any]:
    """What writes a datetime and what is beyond its microseconds: `rest` parts, of which a microsecond has `per`.

    Only where there is a rest has a fraction more than six digits. A strftime format has no place for them.
    """
    whole, choice, count = written(datetime.datetime, options), options.dates, temporal.moment_of(datetime)

    def apply(moment: datetime.datetime, rest: int, per: int) -> Any:
        if not rest or "%" in choice or choice in ("iso_seconds", "orjson"):
            return whole(moment)
        if choice not in ("seconds", "milliseconds", "reference"):
            fraction = f".{moment.microsecond * per + rest:0{places(per)}d}"
            # With a fraction that is known, to be replaced: an offset may follow it.
            return whole(moment.replace(microsecond=1)).replace(
                ".000001", fraction.rstrip("0") if choice == "system_text_json" else fraction, 1
            )
        total = count(moment) * per + rest
        if choice == "reference":
            return (total - REFERENCE * per) / (MICROSECONDS * per)
        return temporal.numbers(options, (1000 if choice == "milliseconds" else MICROSECONDS) * per)(total)

    return apply


def write_span(options: Options) -> Callable[[int, int], Any]:
    """What writes a number of parts, of which a microsecond has `per`: as a timedelta, with more digits if needed."""
    whole = written(datetime.timedelta, options)

    def apply(total: int, per: int) -> Any:
        sign = -1 if total < 0 else 1
        micros, rest = divmod(abs(total), per)
        try:
            span = sign * datetime.timedelta(microseconds=micros)
        except OverflowError:
            raise InvalidValueError("a span of time beyond 999,999,999 days") from None
        if not rest:
            return whole(span)
        if options.durations == "seconds":
            return temporal.numbers(options, MICROSECONDS * per)(total)
        seconds, micros = divmod(micros, MICROSECONDS)
        sample = whole(sign * datetime.timedelta(seconds=seconds, microseconds=1))
        fraction = f"{micros * per + rest:0{places(per)}d}".rstrip("0")
        if options.durations == "system_text_json":
            return sample.replace(".0000010", "." + fraction.ljust(7, "0"))
        return sample.replace(".000001", "." + fraction)

    return apply


def written(cls: type, options: Options) -> Callable[[Any], Any]:
    """How the family of dates writes a class."""
    rule = temporal.rule_for(cls, options)
    assert rule is not None and rule.apply is not None
    return rule.apply


def places(per: int) -> int:
    """Digits of a second's fraction: 9 where a microsecond has 1000 parts."""
    return 5 + len(str(per))
