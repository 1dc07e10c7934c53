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


class Zone(tzinfo):
    """Does what it is told to when it is asked for its offset."""

    def __init__(self, act: Callable[[], Any]) -> None:
        self.act = act

    def utcoffset(self, moment: datetime | None) -> Any:
        return self.act()

    def dst(self, moment: datetime | None) -> None:
        return None


class Odd(timedelta):
    """A subclass that shows itself otherwise."""

    days = seconds = microseconds = 7  # type: ignore[assignment]


def test_any_zone_is_asked_within_the_run() -> None:
    """None is no offset; one of a subclass is read as the module does. Nobody is met for it."""
    answers = [(None, ""), (timedelta(hours=-1), "-01:00"), (Odd(hours=2, microseconds=1), "+02:00:00.000001")]
    for answer, text in answers:
        zone = Zone(lambda answer=answer: answer)
        values = [datetime(2020, 1, 1, tzinfo=zone), time(1, 2, 3, tzinfo=zone)]
        wanted = f'["2020-01-01T00:00:00{text}","01:02:03{text}"]'
        assert [encoder.encode_str(values) for _ in range(2)] == [wanted] * 2
        assert encoder.Encoder().count(values)["met"] == (0 if COMPILED else 2)


def test_a_zone_that_changes_its_containers_is_noticed() -> None:
    """Lists and dicts that a zone empties, fills or sorts anew while it is asked: an error, and never a lost field."""
    for change in (list.clear, lambda items: items.append(1), lambda items: items.pop()):
        items: list[Any] = [1, 2]
        items[1:1] = [datetime(2020, 1, 1, tzinfo=Zone(lambda: change(items) and None))] * 3  # noqa: B023
        with pytest.raises(encoder.ChangedDuringEncodingError):
            encoder.encode({"a": items})
    for change in (dict.clear, lambda members: members.update(z=1), lambda members: members.update(a=members.pop("a"))):
        members: dict[str, Any] = {"a": 1}
        members["b"] = datetime(2020, 1, 1, tzinfo=Zone(lambda: change(members) and None))  # noqa: B023
        members["c"] = 3
        with pytest.raises(encoder.ChangedDuringEncodingError):
            encoder.encode([members])


def test_a_zone_that_drops_its_own_moment() -> None:
    """The last reference goes while it is asked: the moment is written all the same, and an error knows its place."""

    def drop(items: list[Any], answer: Any) -> Any:
        items[0] = None
        if isinstance(answer, Exception):
            raise answer
        return answer

    for answer, error in ((ZeroDivisionError("zone"), ZeroDivisionError), ("east", TypeError), (DAY, ValueError)):
        for _ in range(2):
            items: list[Any] = [None]
            items[0] = datetime(2020, 1, 1, tzinfo=Zone(lambda: drop(items, answer)))  # noqa: B023
            with pytest.raises(error) as caught:
                encoder.encode(items)
            assert caught.value.__notes__[-1] == "while encoding $[0]"
            assert encoder.encode([1]) == b"[1]"
    items = [datetime(2020, 1, 1, tzinfo=Zone(lambda: drop(items, timedelta(hours=3))))]
    assert encoder.encode(items) == b'["2020-01-01T00:00:00+03:00"]'


def test_a_zone_that_raises_an_encode_error_learns_the_place() -> None:
    """As if the rule had raised it, which is so for all that go wrong within it."""

    def fail() -> None:
        raise encoder.InvalidValueError("no such zone")

    value = {"a": [0, datetime(2020, 1, 1, tzinfo=Zone(fail))]}
    for _ in range(2):
        with pytest.raises(encoder.InvalidValueError, match="no such zone") as caught:
            encoder.encode(value)
        assert caught.value.path == ("a", 1)


def test_to_stop_is_to_stop() -> None:
    """A KeyboardInterrupt while a zone is asked goes through, and the zone is not asked once more."""
    asked: list[int] = []

    def stop() -> None:
        asked.append(1)
        raise KeyboardInterrupt

    encoder.encode(datetime(2020, 1, 1))
    with pytest.raises(KeyboardInterrupt):
        encoder.encode([datetime(2020, 1, 1, tzinfo=Zone(stop))])
    assert asked == [1]


def test_a_zone_may_encode() -> None:
    """A call within the call has a writer of its own."""
    zone = Zone(lambda: timedelta(hours=len(encoder.encode([datetime(2020, 1, 1), "x" * 10]))))
    with pytest.raises(ValueError, match="strictly between"):
        encoder.encode([datetime(2020, 1, 1, tzinfo=zone)])
    zone = Zone(lambda: timedelta(hours=len(encoder.encode("x" * 10))))
    wanted = b'["2020-01-01T00:00:00+12:00","2020-01-01T00:00:00+12:00"]'
    assert encoder.encode([datetime(2020, 1, 1, tzinfo=zone)] * 2) == wanted


@pytest.mark.parametrize("number", [-1, 2**128, 2**200, "x", None, True, 5.0])
def test_a_uuid_whose_int_was_replaced(number: Any) -> None:
    """What `str` says of it, text or error, before and after its class is known."""
    value = uuid.UUID(int=5)
    object.__setattr__(value, "int", number)
    for _ in range(2):
        try:
            wanted = f'["{value}"]'
        except TypeError as error:
            with pytest.raises(TypeError, match=str(error)[:20]):
                encoder.encode([value])
        else:
            assert encoder.encode_str([value]) == wanted
        encoder.encode(uuid.UUID(int=1))


def test_a_uuid_without_its_int() -> None:
    """The same AttributeError as from `str`."""
    value = uuid.UUID(int=5)
    object.__delattr__(value, "int")
    encoder.encode(uuid.UUID(int=1))
    with pytest.raises(AttributeError):
        encoder.encode([value])


def test_a_patched_uuid_class_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """`UUID.__str__` and a property in the place of `int` have their say as soon as they are there."""
    value = uuid.UUID(int=5)
    plain = b'["00000000-0000-0000-0000-000000000005"]'
    for name, patch, text in (
        ("__str__", lambda value: "shown", b'["shown"]'),
        ("int", property(lambda value: 6), b'["00000000-0000-0000-0000-000000000006"]'),
    ):
        assert [encoder.encode([value]) for _ in range(2)] == [plain] * 2
        with monkeypatch.context() as patched:
            patched.setattr(uuid.UUID, name, patch)
            assert [encoder.encode([value]) for _ in range(3)] == [text] * 3
        assert [encoder.encode([value]) for _ in range(3)] == [plain] * 3


class Moment(datetime):
    def isoformat(self, *args: Any) -> str:
        return "mine"


class Identity(uuid.UUID):
    def __str__(self) -> str:
        return "mine"


class Price(Decimal):
    def __str__(self) -> str:
        return "mine"


def test_subclasses_are_met() -> None:
    """They are written as their base says; no run takes them for it."""
    values = [Moment(2020, 1, 1), Identity(int=5), Price("1.10")]
    wanted = b'["2020-01-01T00:00:00","00000000-0000-0000-0000-000000000005",1.10]'
    assert [encoder.encode(values) for _ in range(2)] == [wanted] * 2
    assert encoder.Encoder().count(values)["met"] == 3


SAMPLES = [datetime(2020, 1, 1, tzinfo=UTC), date(2020, 1, 1), time(1, tzinfo=UTC), timedelta(1), uuid.UUID(int=10),
           Decimal("1E+3")]  # fmt: skip
FORMS: list[tuple[dict[str, Any], str]] = [
    ({"dates": "iso_z"}, '["2020-01-01T00:00:00Z","2020-01-01","01:00:00Z",{3},{4},{5}]'),
    ({"dates": "seconds"}, "[1577836800,1577836800,{2},{3},{4},{5}]"),
    ({"dates": "%Y"}, '["2020","2020",{2},{3},{4},{5}]'),
    ({"durations": "seconds"}, "[{0},{1},{2},86400,{4},{5}]"),
    ({"uuids": "upper"}, '[{0},{1},{2},{3},"00000000-0000-0000-0000-00000000000A",{5}]'),
    ({"uuids": "hex"}, '[{0},{1},{2},{3},"0000000000000000000000000000000a",{5}]'),
    ({"decimals": "string"}, '[{0},{1},{2},{3},{4},"1E+3"]'),
    ({"floats": "swift"}, "[{0},{1},{2},{3},{4},1000]"),
    ({"escape": "html"}, "[{0},{1},{2},{3},{4},{5}]"),
    ({"escape": "system_text_json"}, '["2020-01-01T00:00:00\\u002B00:00",{1},"01:00:00\\u002B00:00",{3},{4},{5}]'),
    ({"rules": {date: lambda value: 1}}, "[1,1,{2},{3},{4},{5}]"),
    ({"rules": {uuid.UUID: lambda value: value.int, Decimal: lambda value: "d"}}, '[{0},{1},{2},{3},10,"d"]'),
    ({"default": lambda value: "hook", "default_for": "stdlib"}, '["hook","hook","hook","hook","hook","hook"]'),
]


@pytest.mark.parametrize(("options", "wanted"), FORMS, ids=lambda one: str(one)[:30])
def test_what_one_encoder_taught_binds_no_other(options: dict[str, Any], wanted: str) -> None:
    """Every form of every option is as asked for, though runs of default Encoders know the class by now."""
    plain = ['"2020-01-01T00:00:00+00:00"', '"2020-01-01"', '"01:00:00+00:00"', '"P1D"',
             '"00000000-0000-0000-0000-00000000000a"', "1E+3"]  # fmt: skip
    for index, text in enumerate(plain):
        wanted = wanted.replace(f"{{{index}}}", text)
    for _ in range(2):
        assert encoder.encode_str(SAMPLES) == f"[{','.join(plain)}]"
        assert encoder.encode_str(SAMPLES, **options) == wanted


def test_texts_by_a_rival_are_left_to_it() -> None:
    """The escaping rival writes all texts, so that recipes are compared on equal terms; numbers are not its affair."""
    found = encoder.Encoder(escaping="allocating").count(SAMPLES)
    assert found["escaped"] == 5
    assert found["met"] == (5 if COMPILED else 6)
