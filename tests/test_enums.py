"""Is a member of every kind of Enum written as the value it was given, or by its name?"""

from __future__ import annotations

from datetime import date
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum
from typing import Any

import pytest
from ruling import made, rule_of

from encoder.errors import InvalidValueError
from encoder.options import Options
from encoder.types import enums
from encoder.types import rule as kinds


class Any_(Enum):
    D = date(2024, 1, 1)
    N = None
    T = (1, "a")
    F = 1.5


class Scalar(Enum):
    N = None
    F = 1.5
    B = b"b"


class Number(IntEnum):
    A = 1
    ONE = 1
    BIG = 2**70


class Text(StrEnum):
    A = "a"


class Shown(str, Enum):  # noqa: UP042  (what people wrote before 3.11)
    A = "a"

    def __str__(self) -> str:
        return "M!"

    def __format__(self, spec: str) -> str:
        return "F!"


class Odd(str, Enum):  # noqa: UP042
    A = "a"

    @property
    def value(self) -> Any:
        raise RuntimeError("no value")

    @property
    def name(self) -> Any:
        raise RuntimeError("no name")


class Color(Flag):
    RED = 1
    GREEN = 2
    BLUE = 4


class Mode(IntFlag):
    R = 4
    W = 2


def value(member: Enum) -> Any:
    return made(enums.rule_for, member)


def name(member: Enum) -> Any:
    return made(enums.rule_for, member, enums="name")


def test_any_value_is_written_by_its_own_rules() -> None:
    """Of a class with one member that is no scalar, every member is another value."""
    assert rule_of(enums.rule_for, Any_).kind == kinds.AGAIN
    assert [value(member) for member in Any_] == [date(2024, 1, 1), None, (1, "a"), 1.5]


@pytest.mark.parametrize("cls", [Scalar, Number, Text, Shown, Odd, Color, Mode])
def test_scalars_are_leaves(cls: type[Enum]) -> None:
    """So that they may also be keys."""
    assert rule_of(enums.rule_for, cls).kind == rule_of(enums.rule_for, cls, enums="name").kind == kinds.LEAF


def test_values_are_exact() -> None:
    """What is written is the stored text or number itself, never a member of a str or int enum."""
    members = [Number.A, Number.BIG, Text.A, Shown.A, Odd.A, Color.RED | Color.BLUE, Mode.R | Mode.W, Mode(8)]
    values = [1, 2**70, "a", "a", "a", 5, 6, 8]
    assert [value(member) for member in members] == values
    assert [type(value(member)) for member in members] == [type(one) for one in values]
    assert [value(member) for member in Scalar] == [None, 1.5, b"b"]


def test_names_by_option() -> None:
    """An alias has the name of what it stands for; properties that fail are not asked."""
    assert [name(member) for member in (Any_.D, Number.ONE, Text.A, Shown.A, Odd.A)] == ["D", "A", "A", "A", "A"]
    assert all(type(name(member)) is str for member in (Any_.D, Number.ONE, Text.A, Shown.A, Odd.A))


def test_names_of_flags() -> None:
    """Combined ones are joined; where there is no name there is the value."""
    assert [name(one) for one in (Color.RED, Color.RED | Color.BLUE, Color(0))] == ["RED", "RED|BLUE", 0]
    assert [name(one) for one in (Mode.W, Mode(0), Mode(8))] == ["W", 0, 8]


def test_a_value_set_by_the_class_counts() -> None:
    """As `_value_` in `__new__`, whatever the text of the member is."""

    class Labelled(str, Enum):  # noqa: UP042
        A = ("a", 1)

        def __new__(cls, text: str, number: int) -> Labelled:
            self = str.__new__(cls, text)
            self._value_ = number  # type: ignore[assignment]
            return self

    assert value(Labelled.A) == 1


def test_a_value_that_is_no_scalar_any_more_is_an_error() -> None:
    """A class is judged once, so a value that was changed later cannot be written."""

    class Turning(Enum):
        A = 1

    rule = rule_of(enums.rule_for, Turning)
    Turning.A._value_ = [1]
    assert rule.apply is not None
    with pytest.raises(InvalidValueError, match="Turning was given the value"):
        rule.apply(Turning.A)


def test_classes_and_other_values_are_no_members() -> None:
    """The class of an Enum is not one of its members."""
    assert [enums.rule_for(cls, Options()) for cls in (type(Color), type, int, str, object)] == [None] * 5
