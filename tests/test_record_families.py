"""Are the fields of every kind of record found, named and left out as its class and the options say?"""

from __future__ import annotations

import ast
import sys
from collections import namedtuple
from dataclasses import dataclass, field, make_dataclass
from functools import cached_property
from typing import Any, NamedTuple
from unittest.mock import MagicMock
from uuid import UUID

import pytest
from ruling import made, rule_of

from encoder.errors import DuplicateKeyError
from encoder.options import Options
from encoder.types import records
from encoder.types import rule as kinds


@dataclass
class Point:
    x: int
    some_name: Any = 0
    tags: list[int] = field(default_factory=list)
    made: Any = field(default_factory=lambda: 1)


class Named(NamedTuple):
    a: int
    some_name: int = 2


def rule(cls: type, **options: Any) -> kinds.Rule:
    return rule_of(records.rule_for, cls, **options)


def pairs(value: Any, **options: Any) -> Any:
    return made(records.rule_for, value, **options)


def test_fields_that_are_always_written_are_a_plan() -> None:
    """By default a record is its names and their spellings, in order, and no function is called for an object."""
    assert rule(Point).kind == kinds.FIELDS and rule(Point).apply is None
    assert rule(Point).names == rule(Point).spelled == ("x", "some_name", "tags", "made")
    assert rule(make_dataclass("Empty", [])).names == ()


def test_a_subclass_has_the_fields_of_the_nearest_record() -> None:
    """Also where it is no record itself; its properties and cached properties are not fields."""

    class More(Point):
        extra = 7

        @cached_property
        def big(self) -> int:
            raise RuntimeError("a cached property is no field")

    assert rule(More).names == ("x", "some_name", "tags", "made")


def test_names_go_through_the_option() -> None:
    """A case, or a function that is given an empty path once a class."""
    asked = []

    def shout(path: tuple[object, ...], name: str) -> str:
        asked.append(path)
        return name.upper()

    assert rule(Point, keys="camel").spelled == ("x", "someName", "tags", "made")
    assert rule(Point, keys="camel").names == ("x", "some_name", "tags", "made")
    assert rule(Point, keys=shout).spelled == ("X", "SOME_NAME", "TAGS", "MADE")
    assert asked == [()] * 4
    with pytest.raises(TypeError, match="must return a str"):
        rule(Point, keys=lambda path, name: None)


def test_two_fields_with_one_name_are_an_error_in_every_call() -> None:
    """Both are named, whether or not the second would be left out."""

    @dataclass
    class Both:
        userID: int = 1
        userId: Any = None

    for options in ({"keys": "snake"}, {"keys": "snake", "omit": "none"}, {"keys": lambda path, name: "n"}):
        for value in (Both(), Both(2, 3)):
            with pytest.raises(DuplicateKeyError, match="'userID' and 'userId' of .*Both are both written"):
                pairs(value, **options)


def test_none_is_left_out_by_option() -> None:
    """None alone: not False, zero or an empty text."""
    assert pairs(Point(0, None, []), omit="none") == [("x", 0), ("tags", []), ("made", 1)]
    assert pairs(Point(False, ""), omit="none")[:2] == [("x", False), ("some_name", "")]


def test_defaults_are_left_out_by_option() -> None:
    """Where type and value are the default's; a factory counts where it is a built-in type."""
    assert pairs(Point(1), omit="defaults") == [("x", 1), ("made", 1)]
    assert pairs(Point(1, False, [2]), omit="defaults") == [("x", 1), ("some_name", False), ("tags", [2]), ("made", 1)]
    assert pairs(Point(1, 0.0), omit="defaults")[1] == ("some_name", 0.0)
    assert pairs(Named(1), omit="defaults", named_tuples="object") == [("a", 1)]


def test_a_value_whose_equality_is_no_bool_is_written() -> None:
    """As of numpy arrays; nothing asks whether such an answer is true."""

    class Vague:
        def __eq__(self, other: object) -> Any:
            return [False, True]

        __hash__ = object.__hash__  # or a dataclass would take it for mutable

    @dataclass
    class Holder:
        a: Any = Vague()

    value = Vague()
    assert pairs(Holder(value), omit="defaults") == [("a", value)]
    assert pairs(Holder(), omit="defaults") == []


def test_an_error_of_a_field_is_let_through_and_names_it() -> None:
    """A deleted slot raises AttributeError, a property what it raises; a note says which field."""

    @dataclass(slots=True)
    class Slotted:
        x: int
        y: int = 2

    value = Slotted(1)
    del value.y
    with pytest.raises(AttributeError) as caught:
        pairs(value, omit="none")
    assert caught.value.__notes__ == [f"in the field 'y' of {Slotted.__qualname__}"]


def test_named_tuples_are_objects_by_option_only() -> None:
    """Typed ones and untyped ones, by what their classes hold."""
    Old = namedtuple("Old", "a b")
    assert records.rule_for(Named, Options()) is None
    assert pairs(Named(1), named_tuples="object") == [("a", 1), ("some_name", 2)]
    assert pairs(Named(1), named_tuples="object", keys="camel") == [("a", 1), ("someName", 2)]
    assert pairs(Old(1, 2), named_tuples="object") == [("a", 1), ("b", 2)]


def test_what_only_looks_like_a_named_tuple_is_none() -> None:
    """The class must be a tuple, its names texts, each of them an attribute; _asdict is never called."""

    class Fake:
        _fields = ("a",)
        a = 1

    class Evil(tuple):
        def _asdict(self) -> dict[str, int]:
            raise OSError("disk")

    class Empty(tuple):
        _fields = ("absent",)

    for cls in (Fake, Evil, Empty, tuple, ast.Name, type(sys.version_info)):
        assert records.rule_for(cls, Options(named_tuples="object")) is None


def test_other_classes_are_no_records() -> None:
    """Nothing is asked of an instance, or of a class's metaclass."""

    class Meta(type):
        def __getattr__(cls, name: str) -> Any:
            return {}

    class Odd(metaclass=Meta):
        __attrs_attrs__ = "no tuple"
        __dataclass_fields__ = "no dict"
        model_fields = {"a": 1}

    for cls in (Odd, MagicMock, object, int, dict, type, UUID):
        assert records.rule_for(cls, Options()) is None
