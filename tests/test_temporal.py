"""Are dates, times, durations and zones written exactly, whatever their zone, year or class?"""

from __future__ import annotations

import datetime as dt
import io
import struct
import subprocess
import sys
import zoneinfo
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from typing import Any

import pytest
from absence import needed
from hypothesis import given
from hypothesis import strategies as st

from encoder.errors import InvalidValueError
from encoder.options import Options
from encoder.types import temporal
from encoder.types.rule import Literal

EAST = timezone(timedelta(hours=5, minutes=30))


def written(value: Any, **options: Any) -> Any:
    """The text of a number that is spelled, or else the value that stands for it."""
    result = temporal.rule_for(type(value), Options(**options)).apply(value)
    return result.text.decode() if isinstance(result, Literal) else result


class Fixed(tzinfo):
    """A zone whose offset is what it was made with."""

    def __init__(self, offset: timedelta | None) -> None:
        self.offset = offset

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        return self.offset

    def dst(self, moment: datetime | None) -> None:
        return None


class Broken(tzinfo):
    def utcoffset(self, moment: datetime | None) -> timedelta:
        raise ZeroDivisionError("tz broken")

    dst = utcoffset


# A value, its text under "iso", and under "iso_z".
ISO = [
    (datetime(999, 1, 1), "0999-01-01T00:00:00", "0999-01-01T00:00:00"),
    (datetime.min, "0001-01-01T00:00:00", "0001-01-01T00:00:00"),
    (datetime.max, "9999-12-31T23:59:59.999999", "9999-12-31T23:59:59.999999"),
    (datetime(2020, 1, 1, 0, 0, 0, 120), "2020-01-01T00:00:00.000120", "2020-01-01T00:00:00.000120"),
    (datetime(2020, 1, 1, 0, 0, 0, 500000), "2020-01-01T00:00:00.500000", "2020-01-01T00:00:00.500000"),
    (datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC), "2020-01-02T03:04:05+00:00", "2020-01-02T03:04:05Z"),
    (datetime(1970, 1, 1, 0, 16, 40, tzinfo=UTC), "1970-01-01T00:16:40+00:00", "1970-01-01T00:16:40Z"),
    (datetime(2020, 1, 2, tzinfo=Fixed(timedelta(0))), "2020-01-02T00:00:00+00:00", "2020-01-02T00:00:00Z"),
    (datetime(2020, 1, 2, tzinfo=EAST), "2020-01-02T00:00:00+05:30", "2020-01-02T00:00:00+05:30"),
    (datetime(2020, 1, 2, tzinfo=timezone(timedelta(hours=-9))), "2020-01-02T00:00:00-09:00",
     "2020-01-02T00:00:00-09:00"),
    (datetime(1911, 3, 1, tzinfo=timezone(-timedelta(hours=1, minutes=8, seconds=49))),
     "1911-03-01T00:00:00-01:08:49", "1911-03-01T00:00:00-01:08:49"),
    (datetime(2020, 1, 1, tzinfo=Fixed(None)), "2020-01-01T00:00:00", "2020-01-01T00:00:00"),
    (datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))), "9999-12-31T23:59:59.999999-12:00",
     "9999-12-31T23:59:59.999999-12:00"),
    (date(1, 2, 3), "0001-02-03", "0001-02-03"),
    (date(2024, 12, 31), "2024-12-31", "2024-12-31"),
    (time(1, 2, 3), "01:02:03", "01:02:03"),
    (time(1, 2, 3, 40, tzinfo=UTC), "01:02:03.000040+00:00", "01:02:03.000040Z"),
    (time(1, 2, tzinfo=EAST), "01:02:00+05:30", "01:02:00+05:30"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "iso", "zulu"), ISO, ids=[iso for _, iso, _ in ISO])
def test_iso_text(value: Any, iso: str, zulu: str) -> None:
    """Four digits of the year, all microseconds, the offset to its second; Z for an offset of zero where asked for."""
    assert (written(value), written(value, dates="iso_z")) == (iso, zulu)


@given(st.datetimes(timezones=st.none() | st.timezones() | st.just(UTC)), st.sampled_from(["iso", "iso_z"]))
def test_python_reads_the_same_moment_back(value: datetime, form: str) -> None:
    """datetime.fromisoformat gives the moment and the offset that were written."""
    read = datetime.fromisoformat(written(value, dates=form))
    assert read.replace(tzinfo=None) == value.replace(tzinfo=None, fold=0)
    assert read.utcoffset() == value.utcoffset()


@pytest.mark.parametrize("form", ["iso", "iso_z", "seconds", "milliseconds", "reference", "%z"])
def test_what_a_zone_raises_goes_through(form: str) -> None:
    """The error of a utcoffset is the caller's and comes out as it is, in every form that needs the offset."""
    with pytest.raises(ZeroDivisionError, match="tz broken"):
        written(datetime(2020, 1, 1, tzinfo=Broken()), dates=form)


# A value, seconds, milliseconds, and Swift's seconds. Computed with `date -u -d ... +%s`.
NUMBERS = [
    (datetime(1970, 1, 1, tzinfo=UTC), 0, 0, -978307200.0),
    (datetime(1970, 1, 1, 0, 16, 40), 1000, 1000000, -978306200.0),
    (datetime(2001, 1, 1), 978307200, 978307200000, 0.0),
    (date(2001, 1, 1), 978307200, 978307200000, 0.0),
    (datetime(2020, 1, 1, tzinfo=EAST), 1577817000, 1577817000000, 599509800.0),
    (datetime(2020, 1, 1, 0, 0, 0, 500000), "1577836800.5", 1577836800500, 599529600.5),
    (datetime(2020, 1, 1, 0, 0, 0, 1), "1577836800.000001", "1577836800000.001", 599529600.000001),
    (datetime(1969, 12, 31, 23, 59, 59, 999999), "-0.000001", "-0.001", -978307200.000001),
    (datetime(1969, 12, 31, 23, 59, 58, 500000), "-1.5", -1500, -978307201.5),
    (datetime.min.replace(tzinfo=timezone(timedelta(hours=14))), -62135647200, -62135647200000, -63113954400.0),
    (datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))), "253402343999.999999", "253402343999999.999",
     252424036799.999999),
]  # fmt: skip


@pytest.mark.parametrize(("value", "seconds", "milliseconds", "reference"), NUMBERS, ids=lambda value: str(value))
def test_numbers(value: Any, seconds: Any, milliseconds: Any, reference: float) -> None:
    """Exact counts, whole ones as ints, at both ends of time too; no zone counts as UTC, a date begins at midnight."""
    assert written(value, dates="seconds") == seconds
    assert written(value, dates="milliseconds") == milliseconds
    result = written(value, dates="reference")
    assert type(result) is float and result == reference


@given(st.datetimes(timezones=st.timezones()))
def test_seconds_are_the_moment(value: datetime) -> None:
    """The seconds say exactly how far the moment is from 1970."""
    since = value.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC) if 1 < value.year < 9999 else None
    if since is not None:
        exact = Decimal(since.days * 86400 + since.seconds) + Decimal(since.microseconds) / 10**6
        assert Decimal(written(value, dates="seconds")) == exact


def test_numbers_in_another_form_of_floats() -> None:
    """Where floats have a form of their own, a count that is not whole is a float, so that it has that form."""
    value = datetime(1970, 1, 1, 0, 0, 0, 10)
    assert written(value, dates="seconds") == "0.00001"
    assert written(value, dates="seconds", floats="swift") == 1e-05
    assert written(value.replace(microsecond=0), dates="seconds", floats="swift") == 0


@pytest.mark.parametrize("form", ["iso", "seconds", "milliseconds", "reference", "%Y-%m-%d"])
def test_a_time_of_day_is_no_moment(form: str) -> None:
    """A time has no date to count from or to show, so it stays ISO text."""
    assert written(time(1, 2, 3, tzinfo=UTC), dates=form) == "01:02:03+00:00"


# A date, a format, and its text.
FORMATS = [
    (date(999, 2, 3), "%Y/%m/%d", "0999/02/03"),
    (datetime(7, 2, 3, 4, 5, tzinfo=UTC), "%Y-%m-%dT%H:%M%z", "0007-02-03T04:05+0000"),
    (date(999, 2, 3), "%F", "0999-02-03"),
    (date(999, 2, 3), "%%Y %Y%%Y %%%Y", "%Y 0999%Y %0999"),
    (date(1, 1, 1), "%G-W%V-%u", "0001-W01-1"),
    (date(1000, 1, 1), "%Y %G", "1000 1000"),
    (date(2024, 12, 31), "%d.%m.%Y", "31.12.2024"),
    (datetime(2024, 12, 31, 1, 2, 3, 4), "%H:%M:%S.%f", "01:02:03.000004"),
]


@pytest.mark.parametrize(("value", "form", "text"), FORMATS, ids=lambda value: str(value))
def test_formats(value: Any, form: str, text: str) -> None:
    """A strftime format, with four digits of the year on Linux too."""
    assert written(value, dates=form) == text


# A duration, its ISO text, and its seconds.
DURATIONS = [
    (timedelta(0), "PT0S", 0),
    (timedelta(microseconds=-1), "-PT0.000001S", "-0.000001"),
    (timedelta(microseconds=99), "PT0.000099S", "0.000099"),
    (timedelta(days=-1, seconds=1), "-PT86399S", -86399),
    (timedelta(days=1, hours=2, seconds=3.4), "P1DT7203.4S", "93603.4"),
    (timedelta(days=2), "P2D", 172800),
    (timedelta(days=-2), "-P2D", -172800),
    (timedelta(seconds=123), "PT123S", 123),
    (timedelta(days=999999999), "P999999999D", 86399999913600),
    (timedelta.max, "P999999999DT86399.999999S", "86399999999999.999999"),
    (timedelta.min, "-P999999999D", -86399999913600),
]


@pytest.mark.parametrize(("value", "iso", "seconds"), DURATIONS, ids=[iso for _, iso, _ in DURATIONS])
def test_durations(value: timedelta, iso: str, seconds: Any) -> None:
    """Exact to the microsecond, the sign in front, never an exponent; as a number an int where it is whole."""
    assert (written(value), written(value, durations="seconds")) == (iso, seconds)


@given(st.timedeltas())
def test_pydantic_reads_the_same_duration_back(value: timedelta) -> None:
    """A reader of ISO 8601 durations that is not ours gets the duration that was written."""
    adapter = needed("pydantic").TypeAdapter(timedelta)
    assert adapter.validate_python(written(value)) == value


# RFC 8536: a header with the counts of what follows; one offset, of zero and without a summer; its abbreviation.
ZONE = b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + struct.pack(">lBB", 0, 0, 0) + b"GMT\0"


def test_zones() -> None:
    """A ZoneInfo is its key; one without a key has no name to write."""
    assert written(zoneinfo.ZoneInfo.from_file(io.BytesIO(ZONE), key="Europe/Paris")) == "Europe/Paris"
    nameless = zoneinfo.ZoneInfo.from_file(io.BytesIO(ZONE))
    with pytest.raises(InvalidValueError, match="no key"):
        written(nameless)


def test_subclasses_are_written_as_what_they_are() -> None:
    """Methods and fields that a subclass has of its own do not change the text."""

    class Moment(datetime):
        def isoformat(self, *args: Any) -> str:
            return "?"

        __str__ = __repr__ = isoformat

    class Period(timedelta):
        days = seconds = microseconds = 7

    class Day(date):
        def isoformat(self) -> str:
            return "?"

    assert written(Moment(2020, 1, 2, tzinfo=UTC), dates="iso_z") == "2020-01-02T00:00:00Z"
    assert written(Day(2020, 1, 2)) == "2020-01-02"
    assert written(Day(2020, 1, 2), dates="seconds") == 1577923200
    assert written(Period(days=1, seconds=2)) == "P1DT2S"


def test_a_clock_that_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moments are known where a library has put a class of its own in the place of datetime.datetime."""
    real = datetime(2020, 1, 2)

    class Frozen(datetime):
        pass

    monkeypatch.setattr(dt, "datetime", Frozen)
    assert written(real) == written(Frozen(2020, 1, 2)) == "2020-01-02T00:00:00"


def test_classes_of_pandas_are_left_alone() -> None:
    """A Timestamp, a Timedelta and NaT are datetimes and timedeltas by birth, but have nanoseconds and more."""
    pandas = needed("pandas")
    own = type("Own", (pandas.Timestamp,), {})
    for cls in (pandas.Timestamp, pandas.Timedelta, type(pandas.NaT), own):
        assert temporal.rule_for(cls, Options()) is None


@pytest.mark.parametrize("cls", [str, int, object, timezone, tzinfo])
def test_other_types_are_not_of_this_family(cls: type) -> None:
    """There is no rule for what is no moment, day, time, duration or named zone."""
    assert temporal.rule_for(cls, Options()) is None


def test_nothing_is_imported_for_others() -> None:
    """Asking for a rule imports neither datetime nor zoneinfo."""
    code = (
        "import sys; from encoder.options import Options; from encoder.types import temporal;"
        "print(temporal.rule_for(object, Options()), {'datetime', 'zoneinfo'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "None set()\n"
