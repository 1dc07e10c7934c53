"""Do runs write moments, durations, UUIDs and Decimals themselves, and as Python's own text of them says?"""

from __future__ import annotations

import random
import threading
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal, localcontext
from enum import Enum
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from levels import LEVELS, forced

import encoder

COMPILED = encoder.build == "compiled"
IN_PLACE = encoder.build_report()["layouts"] == "in place"
LEAST = timedelta(microseconds=1)
DAY = timedelta(days=1)
ZONES: list[tzinfo | None] = [
    None, UTC, timezone(timedelta(0), "Zero"), timezone(timedelta(hours=14)), timezone(-timedelta(hours=5, minutes=30)),
    timezone(timedelta(hours=1, minutes=2, seconds=3)), timezone(-timedelta(seconds=1)), timezone(LEAST),
    timezone(-LEAST), timezone(DAY - LEAST), timezone(LEAST - DAY),
    ZoneInfo("Europe/Paris"), ZoneInfo("America/St_Johns"), ZoneInfo("UTC"),
]  # fmt: skip


@pytest.fixture(params=LEVELS)
def one(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> encoder.Encoder:
    """An Encoder of each instruction-set level."""
    return forced(request.param, monkeypatch)


@dataclass(slots=True)
class Slot:
    name: Any


class Choice(Enum):
    YES = "yes"


def check(one: encoder.Encoder, cases: list[tuple[Any, str]], is_left: bool = not COMPILED) -> None:
    """Each value is written as its text, in a list and in an object, and a steady run leaves none to the walk."""
    values = [value for value, _ in cases]
    wanted = "[" + ",".join(text for _, text in cases) + "]"
    assert one.encode(values) == wanted.encode()
    assert one.encode({"a": values, "b": values[0]}) == f'{{"a":{wanted},"b":{cases[0][1]}}}'.encode()
    assert one.count([values, {"a": values[0]}])["met"] == (len(values) + 1 if is_left else 0)


def quoted(texts: Callable[[Any], str], values: list[Any]) -> list[tuple[Any, str]]:
    return [(value, f'"{texts(value)}"') for value in values]


def moments() -> Iterator[datetime]:
    chance = random.Random(71)
    for zone in ZONES:
        for fold in (0, 1):
            yield datetime(1, 1, 1, tzinfo=zone, fold=fold)
            yield datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=zone, fold=fold)
            yield datetime(2021, 10, 31, 2, 30, tzinfo=zone, fold=fold)  # twice in Paris
            for _ in range(60):
                day = date.fromordinal(chance.randint(1, date.max.toordinal()))
                clock = [chance.randrange(part) for part in (24, 60, 60)]
                micros = chance.choice([0, 1, 10, 120000, 999999, chance.randrange(10**6)])
                yield datetime(day.year, day.month, day.day, *clock, micros, tzinfo=zone, fold=fold)


def test_moments(one: encoder.Encoder) -> None:
    """As isoformat: years, fractions and offsets of all sizes, down to microseconds, and zones that change theirs."""
    check(one, quoted(datetime.isoformat, list(moments())))


def test_every_part_of_a_moment(one: encoder.Encoder) -> None:
    """Each year, day, minute and second, and microseconds of every length."""
    start = datetime(2000, 1, 1)
    values = [start.replace(year=year) for year in range(1, 10000)]
    values += [start + timedelta(days=day, seconds=day * 61) for day in range(366)]
    values += [start.replace(microsecond=number) for number in range(0, 10**6, 997)]
    check(one, quoted(datetime.isoformat, values))


def test_dates_and_times_of_day(one: encoder.Encoder) -> None:
    """As isoformat; a zone that depends on the day has no offset without one."""
    check(one, quoted(date.isoformat, [moment.date() for moment in moments()]))
    check(one, quoted(time.isoformat, [moment.timetz() for moment in moments()]))
    check(one, quoted(time.isoformat, [time.min, time.max, time(0, 0, 0, 1, UTC)]))


def iso(duration: timedelta) -> str:
    days, rest = divmod(abs(duration) // LEAST, 86_400 * 10**6)
    text = f"{days}D" if days else ""
    if rest or not days:
        text += f"T{Decimal(rest).scaleb(-6).normalize():f}S"
    return f"{'-' if duration < timedelta(0) else ''}P{text}"


def test_durations(one: encoder.Encoder) -> None:
    """Days and seconds without zeros at the end, one sign for all, from the smallest to the largest."""
    chance = random.Random(72)
    values = [timedelta(0), LEAST, -LEAST, timedelta(-1), timedelta(1), timedelta(-1, 1), timedelta.max,
              timedelta.max - timedelta(999999999), timedelta.min + LEAST, timedelta(0, 7203, 400000)]  # fmt: skip
    for _ in range(2000):
        days = chance.choice([0, 0, -1, 1, chance.randint(-999999998, 999999998)])
        values.append(timedelta(days, chance.randrange(86400), chance.choice([0, 500000, chance.randrange(10**6)])))
    assert encoder.encode(timedelta.min) == b'"-P999999999D"'
    check(one, quoted(iso, values))


def test_uuids(one: encoder.Encoder) -> None:
    """Small hexadecimal digits in groups, of any bits, with all zeros in front."""
    chance = random.Random(73)
    values = [uuid.UUID(int=0), uuid.UUID(int=2**128 - 1), uuid.NAMESPACE_DNS]
    values += [uuid.UUID(int=1 << bit) for bit in range(128)]
    values += [uuid.UUID(int=chance.getrandbits(bits)) for bits in range(1, 129) for _ in range(5)]
    check(one, quoted(str, values), is_left=not IN_PLACE)


def test_decimals(one: encoder.Encoder) -> None:
    """As str: digits, signs and exponents of all sizes, zeros at either end, and zero itself, also a negative one."""
    chance = random.Random(74)
    values = [Decimal((sign, digits, exponent)) for sign in (0, 1) for digits in ((0,), (7,), (1, 0), (1, 2, 3, 4))
              for exponent in range(-12, 5)]  # fmt: skip
    values += [Decimal(10) ** power - down for power in range(1, 28) for down in (0, 1)]
    for _ in range(5000):
        length = chance.choice([1, 2, 5, 15, 16, 17, 18, 19, 20, 37, 38, 39, 57, chance.randint(1, 450)])
        digits = tuple(chance.randrange(10) for _ in range(length))
        near = -length - chance.randrange(9)
        exponent = chance.choice([0, -1, -2, -length, 1 - length, near, chance.randint(-40, 40)])
        values.append(Decimal((chance.randrange(2), digits, exponent)))
    values += map(Decimal, ("1E+999999", "-1.5E-999999", "1E+999999999999999999", "1E-1999999999999999997"))
    check(one, [(value, str(value)) for value in values])


def test_a_context_has_no_say() -> None:
    """Capitals, precision and traps of a thread's decimal context change nothing, nor does a thread without one yet."""
    values = [Decimal("1E+3"), Decimal(10**400), Decimal("1.10")]
    wanted = f"[1E+3,{10**400},1.10]".encode()
    written: list[bytes] = []
    with localcontext(capitals=0, prec=1):
        assert [encoder.encode(values) for _ in range(2)] == [wanted] * 2
    thread = threading.Thread(target=lambda: written.append(encoder.encode(values)))
    thread.start()
    thread.join()
    assert written == [wanted]


@pytest.mark.parametrize("text", ["NaN", "-NaN", "sNaN", "NaN123", "Infinity", "-Infinity"])
def test_a_decimal_that_is_no_number_is_still_an_error(text: str) -> None:
    """With its place; or what `non_finite` says, within a run of others."""
    value = {"a": [Decimal(1), Decimal(text), Decimal(2)]}
    for _ in range(2):
        with pytest.raises(encoder.InvalidValueError) as caught:
            encoder.encode(value)
        assert caught.value.path == ("a", 1)
        assert encoder.encode(value, non_finite="null") == b'{"a":[1,null,2]}'


def test_unpickled_fields_out_of_range() -> None:
    """What a constructor takes unseen from bytes is written as isoformat has it, also once the class is known."""
    moment: Any = datetime
    values = [moment(bytes((7, 228, *part, *(10 - 2 - len(part)) * (0,)))) for part in (
        (1, 200), (1, 1, 255), (1, 1, 0, 99), (1, 1, 0, 0, 60), (1, 1, 0, 0, 0, 255, 255, 255))]  # fmt: skip
    values += [moment(bytes((255, 255, 12, 31, 23, 59, 59, 0, 0, 0)))]
    day: Any = date
    values += [day(bytes((255, 255, 1, 1))), day(bytes((7, 228, 1, 99)))]
    clock: Any = time
    values += [clock(bytes(part)) for part in ((1, 60, 0, 0, 0, 0), (1, 0, 99, 0, 0, 0), (1, 0, 0, 255, 0, 0))]
    wanted = ["[" + ",".join(f'"{value.isoformat()}"' for value in values) + "]"] * 2
    assert [encoder.encode_str(values) for _ in range(2)] == wanted


def test_long_rows_in_every_container_and_output() -> None:
    """Rows of one class and of many, in lists, tuples and dicts, grow a buffer or are handed on in pieces of it."""
    rows: list[tuple[Any, str]] = [(date(2020, 1, 1), '"2020-01-01"'), (Decimal("1.50"), "1.50"),
                                   (uuid.UUID(int=1), '"00000000-0000-0000-0000-000000000001"'), (1, "1")]  # fmt: skip
    pairs = [pair for pair in rows for _ in range(5000)] + rows * 2000
    values, texts = [value for value, _ in pairs], [text for _, text in pairs]
    listed = "[" + ",".join(texts) + "]"
    keyed = "{" + ",".join(f'"{number}":{text}' for number, text in enumerate(texts)) + "}"
    value = [values, tuple(values), {str(number): value for number, value in enumerate(values)}]
    wanted = f"[{listed},{listed},{keyed}]".encode()
    room = bytearray(len(wanted))
    assert encoder.encode(value) == wanted
    assert b"".join(encoder.Encoder().pieces(value)) == wanted
    assert encoder.encode_into(value, room) == len(wanted) and room == wanted
    with pytest.raises(encoder.BufferTooSmallError):
        encoder.encode_into(value, room[:-1])


ROWS = [datetime(2020, 1, 1), date(2020, 1, 1), time(1), timedelta(1), uuid.UUID(int=10), Decimal("1.5"), Choice.YES,
        Slot("a")]  # fmt: skip


@pytest.mark.parametrize("sample", ROWS, ids=lambda one: type(one).__name__)
def test_a_row_stands_at_a_place_of_its_own(sample: Any) -> None:
    """Each value of a row once, wherever the row stands in an object, a list or a record, and whatever beside it."""
    text = encoder.encode_str(sample)
    for size, before, after in product(range(5), range(4), range(6)):
        row, written = [sample] * size, f"[{','.join([text] * size)}]"
        mixed, spelled = [None, *row, 1, row], f"[{','.join(['null', *[text] * size, '1', written])}]"
        for part, wanted in ((row, written), (tuple(row), written), (mixed, spelled)):
            listed: list[Any] = [*range(before), part, *range(after)]
            texts = [*map(str, range(before)), wanted, *map(str, range(after))]
            members = {str(place): value for place, value in enumerate(listed)}
            keyed = ",".join(f'"{place}":{text}' for place, text in enumerate(texts))
            assert encoder.encode_str(listed) == f"[{','.join(texts)}]"
            assert encoder.encode_str(members) == f"{{{keyed}}}"
            for options in ({}, {"sort_keys": True}):
                found = encoder.encode_str([members, Slot(part)], **options)
                assert found == f'[{{{keyed}}},{{"name":{wanted}}}]'
