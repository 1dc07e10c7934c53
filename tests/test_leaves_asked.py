"""When does a leaf ask code of the user's, and which values of its classes are left to the walk?"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from typing import Any

import pytest

import encoder

COMPILED = encoder.build == "compiled"


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

    answers = [(ZeroDivisionError("zone"), ZeroDivisionError), ("east", TypeError), (timedelta(days=1), ValueError)]
    for answer, error in answers:
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
