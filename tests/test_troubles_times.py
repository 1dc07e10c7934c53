"""Does a moment keep its year, offset and digits wherever it stands, and is a broken zone an error with its place?"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from absence import needed
from covering import by_recipe
from places import PLACES, encoder_for, wrong_texts

import encoder


class Zone(tzinfo):
    """Answers what it is told to, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def utcoffset(self, moment: datetime | None) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def dst(self, moment: datetime | None) -> None:
        return None


LOCAL_MEAN = timezone(-timedelta(hours=1, minutes=8, seconds=49))
TEXTS = [
    (datetime(999, 1, 1), "0999-01-01T00:00:00"),
    (date(1, 2, 3), "0001-02-03"),
    (datetime.min, "0001-01-01T00:00:00"),
    (datetime(1911, 3, 1, tzinfo=LOCAL_MEAN), "1911-03-01T00:00:00-01:08:49"),
    (datetime(2020, 1, 1, tzinfo=timezone(timedelta(minutes=330, seconds=29))), "2020-01-01T00:00:00+05:30:29"),
    (datetime(2020, 1, 1, 0, 0, 0, 120), "2020-01-01T00:00:00.000120"),
    (datetime(2020, 1, 1, 0, 0, 0, 500000), "2020-01-01T00:00:00.500000"),
    (datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))), "9999-12-31T23:59:59.999999-12:00"),
    (datetime.min.replace(tzinfo=timezone(timedelta(hours=14))), "0001-01-01T00:00:00+14:00"),
    (datetime(2020, 1, 1, tzinfo=Zone(None)), "2020-01-01T00:00:00"),
    (datetime(2020, 7, 1, tzinfo=ZoneInfo("Europe/Paris")), "2020-07-01T00:00:00+02:00"),
    (time(1, 2, 3, 4, tzinfo=UTC), "01:02:03.000004+00:00"),
]


@by_recipe
def test_a_moment_is_the_same_text_everywhere(recipe: encoder.Recipe) -> None:
    """In every place: four digits of the year, the zone's own offset to the second, no digit lost, no zone invented,
    nothing out of range at either end of time. The width of the fraction is six digits, or none where it is zero."""
    assert wrong_texts(recipe, [(value, f'"{text}"'.encode()) for value, text in TEXTS]) == []


@by_recipe
def test_a_moment_is_the_same_text_as_a_key(recipe: encoder.Recipe) -> None:
    """Key and value are one rule, sorted and indented too; the instant is kept."""
    for value, text in TEXTS:
        for options in ({}, {"indent": 2, "sort_keys": True}, {"escape": "system_text_json"}):
            written = json.loads(encoder.encode([{value: value, "x": 0}], recipe=recipe, **options))
            assert written == [{text: text, "x": 0}]
        if type(value) is datetime:
            back = datetime.fromisoformat(text)
            assert back.replace(tzinfo=None) == value.replace(tzinfo=None)
            assert back.utcoffset() == value.utcoffset()


@by_recipe
def test_an_offset_of_zero_may_be_a_letter(recipe: encoder.Recipe) -> None:
    """dates="iso_z": Z for zero alone, and only for the offset itself, not for what merely ends like one."""
    cases = [
        (datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC), b'"2020-01-02T03:04:05Z"'),
        (datetime(2020, 1, 2, tzinfo=Zone(timedelta(0))), b'"2020-01-02T00:00:00Z"'),
        (datetime(2020, 1, 2, tzinfo=timezone(timedelta(seconds=1))), b'"2020-01-02T00:00:00+00:00:01"'),
        (datetime(2020, 1, 2), b'"2020-01-02T00:00:00"'),
        (time(1, tzinfo=UTC), b'"01:00:00Z"'),
    ]
    assert wrong_texts(recipe, cases, dates="iso_z") == []


BROKEN = [
    (Zone(ZeroDivisionError("tz broken")), ZeroDivisionError),
    (Zone(timedelta(hours=25)), ValueError),
    (Zone("east"), TypeError),
]


@by_recipe
@pytest.mark.parametrize(("zone", "error"), BROKEN, ids=["raises", "out of range", "no offset"])
@pytest.mark.parametrize("dates", ["iso", "seconds", "%Y %z"])
def test_a_broken_zone_says_where(dates: str, zone: tzinfo, error: type[Exception], recipe: encoder.Recipe) -> None:
    """What utcoffset raises comes out as it is, with a note naming the place in every place, and the next is clean."""
    one = encoder_for(recipe, dates=dates)
    moment = datetime(2020, 1, 1, tzinfo=zone)
    for name, place in PLACES.items():
        with pytest.raises(error) as caught:
            one.encode({"when": place.wrap(moment)})
        assert not isinstance(caught.value, encoder.EncodeError)
        notes = caught.value.__notes__
        assert notes == [f"while encoding {spelled('when', *place.path)}"], name
        caught.value.__notes__.clear()
        assert one.encode([1]) == b"[1]"


def spelled(*path: object) -> str:
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" if str(part).isidentifier() else f'["{part}"]'
             for part in path)  # fmt: skip
    return "$" + "".join(parts)


@by_recipe
def test_a_zone_that_breaks_later_is_an_error_as_a_key(recipe: encoder.Recipe) -> None:
    """A key was hashed while its zone still answered; now it does not, and the dict is named."""
    zone = Zone(timedelta(0))
    value = {"a": {datetime(2020, 1, 1, tzinfo=zone): 1}}
    zone.answer = ZeroDivisionError("tz broken")
    with pytest.raises(ZeroDivisionError) as caught:
        encoder.encode(value, recipe=recipe)
    assert [note for note in caught.value.__notes__ if note.startswith("while encoding $.a")]
    assert encoder.encode([1], recipe=recipe) == b"[1]"


DURATIONS = [
    (timedelta(0), b'"PT0S"', b"0"),
    (timedelta(microseconds=-1), b'"-PT0.000001S"', b"-0.000001"),
    (timedelta(days=-1, seconds=1), b'"-PT86399S"', b"-86399"),
    (timedelta(microseconds=99), b'"PT0.000099S"', b"0.000099"),
    (timedelta(days=999999999), b'"P999999999D"', b"86399999913600"),
    (timedelta(days=1, hours=2, seconds=3.4), b'"P1DT7203.4S"', b"93603.4"),
    (timedelta.min, b'"-P999999999D"', b"-86399999913600"),
    (timedelta.max, b'"P999999999DT86399.999999S"', b"86399999999999.999999"),
]


@by_recipe
def test_a_duration_is_exact(recipe: encoder.Recipe) -> None:
    """The sign in front, no exponent, to the microsecond, in every place; as a number too, and as a key."""
    assert wrong_texts(recipe, [(value, iso) for value, iso, _ in DURATIONS]) == []
    assert wrong_texts(recipe, [(value, number) for value, _, number in DURATIONS], durations="seconds") == []
    for value, iso, number in DURATIONS:
        assert encoder.encode({value: 1}, recipe=recipe) == b"{" + iso + b":1}"
        assert encoder.encode({value: 1}, durations="seconds", recipe=recipe) == b'{"' + number + b'":1}'


@by_recipe
def test_numpy_has_the_same_text(recipe: encoder.Recipe) -> None:
    """A datetime64 of any unit that Python has a moment for, alone and in an array."""
    np = needed("numpy")
    cases = [
        (np.datetime64("0999-01-01"), b'"0999-01-01"'),
        (np.datetime64("2020-01-01T00:00:00.000120"), b'"2020-01-01T00:00:00.000120"'),
        (np.array(["2020-01-02"], dtype="datetime64[D]"), b'["2020-01-02"]'),
    ]
    assert wrong_texts(recipe, cases) == []
