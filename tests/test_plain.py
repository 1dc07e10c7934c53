"""Which attributes has an object whose class declares none?"""

from __future__ import annotations

import types
from functools import partial
from random import Random
from typing import Any

import pytest
from ruling import made

from encoder.errors import DuplicateKeyError, UnsupportedTypeError
from encoder.options import Options
from encoder.types import plain


class Base:
    __slots__ = ("a", "__weakref__")


class Slotted(Base):
    __slots__ = ("b", "__private", "unset")

    def __init__(self) -> None:
        self.a = 1
        self.b = 2
        self.__private = 3


class Open:
    kind = "a class attribute"

    def __init__(self) -> None:
        self.x = 1
        self._y = 2

    @property
    def bad(self) -> int:
        raise RuntimeError("a property is no attribute of the object")

    def __getattr__(self, name: str) -> Any:
        raise KeyError(name)


class Mixed(Slotted):
    def __init__(self) -> None:
        super().__init__()
        self.some_name = None


def test_plain_objects_are_written_by_option_only() -> None:
    """Public slots of all bases, then the public attributes; nothing of the class's code runs."""
    for cls in (Slotted, Open, types.SimpleNamespace):
        assert plain.rule_for(cls, Options()) is None
        assert (plain.hint_for(cls) or "").startswith("pass classes='fields'")
    assert made(plain.rule_for, Slotted(), classes="fields") == [("a", 1), ("b", 2)]
    assert made(plain.rule_for, Open(), classes="fields") == [("x", 1)]
    assert made(plain.rule_for, Mixed(), classes="fields") == [("a", 1), ("b", 2), ("some_name", None)]
    assert made(plain.rule_for, Mixed(), classes="fields", omit="none", keys="pascal") == [("A", 1), ("B", 2)]
    assert made(plain.rule_for, types.SimpleNamespace(p=1, q=[2]), classes="fields") == [("p", 1), ("q", [2])]


def test_a_property_in_place_of_the_dict_is_not_asked() -> None:
    """What the object holds is found all the same."""

    class Guarded:
        def __init__(self) -> None:
            self.x = 1

        @property
        def __dict__(self) -> Any:  # type: ignore[override]
            raise RuntimeError("a property")

    assert plain.rule_for(Guarded, Options(classes="fields")) is None
    under = type("Under", (type("Plain", (), {}),), {"__dict__": Guarded.__dict__["__dict__"]})()
    object.__setattr__(under, "x", 1)
    assert made(plain.rule_for, under, classes="fields") == [("x", 1)]


def test_types_that_hide_state_are_no_plain_objects() -> None:
    """What C code holds would be lost silently; nor is a class an object of fields."""

    class Problem(Exception):
        pass

    class Dice(Random):
        pass

    hidden = (Problem, Dice, partial, types.ModuleType, type, type(Open), types.FunctionType, types.GeneratorType)
    for cls in (*hidden, object, list, dict, type("Under", (list,), {})):
        assert plain.rule_for(cls, Options(classes="fields")) is None
        assert plain.hint_for(cls) is None


def test_plain_attributes_that_clash_or_have_no_name_are_errors() -> None:
    """Two of one spelling, and a name that is no text."""
    with pytest.raises(DuplicateKeyError, match="'a_b' and 'aB'"):
        made(plain.rule_for, types.SimpleNamespace(a_b=1, aB=2), classes="fields", keys="camel")
    value = types.SimpleNamespace()
    vars(value)[1] = 2
    with pytest.raises(UnsupportedTypeError, match="named 1"):
        made(plain.rule_for, value, classes="fields")
