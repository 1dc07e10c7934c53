"""Which values does the standard library's `json` write by what they hold, refuse, or leave to `default`?"""

from __future__ import annotations

import collections
import datetime
import decimal
import enum
import io
import pathlib
from collections.abc import Callable
from types import ModuleType
from typing import Any


class Plain:
    """No JSON form."""

    def __repr__(self) -> str:
        return "Plain()"


class Colour(enum.Enum):
    RED = "red"


class Number(enum.IntEnum):
    ONE = 1


class Word(str, enum.Enum):  # noqa: UP042 (a StrEnum is shown otherwise)
    HI = "hi"


class Loud(int):
    def __repr__(self) -> str:
        return "loud"

    __str__ = __repr__


class Whole(float):
    def __repr__(self) -> str:
        return "whole"


class Shown(dict):
    """Shows other members than it has."""

    def items(self):
        return [("shown", 1)]


class OwnForm(dict):
    def __encode__(self, to) -> None:
        to.single().set("own form")


Point = collections.namedtuple("Point", "x y")
REFUSED = [
    b"bytes",
    bytearray(b"bytes"),
    {1},
    frozenset(),
    range(2),
    1j,
    object,
    Plain(),
    Colour.RED,
    datetime.date(2026, 1, 2),
    datetime.datetime(2026, 1, 2),
    decimal.Decimal(1),
    pathlib.PurePosixPath("a"),
    collections.deque([1]),
    collections.UserDict(),
    iter([1]),
]
"""Of these many have a form for `encoder.encode`."""


def outcome(call: Callable[..., str], *args: Any, **kw: Any) -> str | type[Exception]:
    """What a call gives: its text, or the standard library's class of its error."""
    try:
        return call(*args, **kw)
    except Exception as error:
        return type(error)


def dumped(module: ModuleType, value: Any, **kw: Any) -> str:
    """What `dump` of a module writes to a file."""
    file = io.StringIO()
    module.dump(value, file, **kw)
    return file.getvalue()
