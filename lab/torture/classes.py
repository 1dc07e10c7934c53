"""What if an object is not what its class promises?"""

from __future__ import annotations

import datetime as dt
import enum
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lab.torture.case import Again, Family, Given
from lab.torture.changes import overwrite
from lab.torture.checks import part_of, says, valid

CASES = Family("classes")


class Items(dict):
    """A dict that is cleared by being asked for its items."""

    def items(self) -> Any:
        found = super().items()
        self.clear()
        overwrite()
        return found


class Odds(dict):
    """A dict whose items are no pairs."""

    def items(self) -> Any:
        return [1, "ab", None, (1, 2, 3)]


class Long(list):
    """A list that says it has a quintillion members, and counts them with another tongue."""

    def __len__(self) -> int:
        return 10**18

    def __iter__(self) -> Iterator[Any]:
        return iter((1, 2))


class Pretender:
    """An object that says its class is dict."""

    __class__ = property(lambda self: dict)  # type: ignore[assignment]


class Circle(enum.Enum):
    """A member that is its own value."""

    ROUND = 1


@dataclass
class Pair:
    """One of its fields may be missing, or fail."""

    first: Any
    second: Any


@dataclass(slots=True)
class Slots:
    """Slots that nobody has filled."""

    first: Any
    second: Any


@dataclass
class Failing:
    """A field that fails when it is read."""

    first: int = 1
    second: int = 2

    def __getattribute__(self, name: str) -> Any:
        if name == "second":
            raise RuntimeError("not today")
        return object.__getattribute__(self, name)


class Zone(dt.tzinfo):
    """A time zone that clears the list in which its moment stands."""

    target: list[Any] = []

    def utcoffset(self, moment: Any) -> dt.timedelta:
        self.target.clear()
        overwrite()
        return dt.timedelta(0)

    def tzname(self, moment: Any) -> str:
        return "X"

    def dst(self, moment: Any) -> None:
        return None


@CASES.case(valid, "right")
def items_that_clear(again: Again) -> Given:
    """A subclass of dict that is cleared by being asked for its items."""
    return Given([Items({f"key {number}": [number] for number in range(100)})])


@CASES.case(valid, "refused")
def items_that_are_no_pairs(again: Again) -> Given:
    """A subclass of dict whose items() are a number, a text, None and three values."""
    return Given([Odds(a=1)])


@CASES.case(says([[1, 2]], [[1, 2, 3]]), "right")
def a_length_that_lies(again: Again) -> Given:
    """A subclass of list that says it has a quintillion members."""
    return Given([Long([1, 2, 3])])


@CASES.case(valid, "refused")
def a_class_that_lies(again: Again) -> Given:
    """An object that says its class is dict."""
    return Given([Pretender()])


@CASES.case(valid, "refused")
def an_enum_that_is_its_own_value(again: Again) -> Given:
    """A member of an Enum whose value is the member itself."""
    Circle.ROUND._value_ = Circle.ROUND
    return Given([Circle.ROUND])


@CASES.case(part_of(), "refused")
def a_field_that_is_missing(again: Again) -> Given:
    """A dataclass one of whose fields was deleted: to leave it out would lose it without a word."""
    value = Pair(1, 2)
    del value.second
    vars(value)["other"] = 3
    return Given(value)


@CASES.case(part_of(), "refused")
def slots_that_are_empty(again: Again) -> Given:
    """A dataclass with slots that was never initialised."""
    return Given([object.__new__(Slots)])


@CASES.case(part_of({"first": 1, "second": 2}), "refused")
def a_field_that_fails(again: Again) -> Given:
    """A dataclass whose field raises an error when it is read."""
    return Given(Failing())


@CASES.case(valid, "refused")
def a_uuid_without_a_number(again: Again) -> Given:
    """A UUID that was never initialised."""
    return Given([object.__new__(uuid.UUID)])


@CASES.case(valid, "refused")
def a_time_zone_that_clears(again: Again) -> Given:
    """A moment whose time zone clears the list in which it stands."""
    value: list[Any] = [dt.datetime(2020, 1, 1, tzinfo=Zone()), *([number] for number in range(2000))]
    Zone.target = value
    return Given(value)
