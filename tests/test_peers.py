"""Is it known which classes the other libraries leave to the caller's hook? They are asked themselves."""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import enum
import fractions
import ipaddress
import json
import pathlib
import types
import uuid
import zoneinfo
from collections.abc import Callable
from typing import Any

import elsewhere
import pytest
from absence import needed

from encoder.types.peers import PEERS


def subclass(base: type, *args: Any) -> Any:
    return type(f"My{base.__name__}", (base,), {})(*args)


VALUES: list[Any] = [
    *elsewhere.VALUES, subclass(float, 1), subclass(str, "x"), subclass(int, 1), subclass(list), subclass(dict),
    subclass(tuple), subclass(set), subclass(frozenset), subclass(datetime.datetime, 2020, 1, 1),
    subclass(datetime.date, 2020, 1, 1), subclass(datetime.time, 1), subclass(datetime.timedelta, 1),
    subclass(decimal.Decimal, 1), subclass(uuid.UUID, "0" * 32), subclass(bytearray),
    subclass(bytes), collections.deque(), range(2), types.MappingProxyType({}), collections.UserDict(),
    pathlib.PurePosixPath("a"), ipaddress.ip_address("1.1.1.1"), zoneinfo.ZoneInfo("UTC"), fractions.Fraction(1),
    array.array("i", [1]), object(), 1j, iter([]), (number for number in ()), {}.keys(), int, len,
    enum.Flag("Mine", "A B").A, enum.Enum("Held", {"A": object()}),
]  # fmt: skip


def asks(dumps: Callable[..., Any], word: str, value: Any) -> bool | None:
    """Does a library call its hook with this value? None where it refuses it by itself."""
    called: list[Any] = []

    def hook(held: Any) -> None:
        called.append(held)

    try:
        dumps(value, **{word: hook})
    except Exception:
        return None
    return any(held is value for held in called)


def compare(name: str, dumps: Callable[..., Any], word: str) -> None:
    answers = {id(value): asks(dumps, word, value) for value in VALUES}
    assert {True, False} <= set(answers.values())
    for value in VALUES:
        answer = answers[id(value)]
        assert answer is None or PEERS[name](type(value)) is not answer, type(value)


def test_the_standard_library() -> None:
    """json.dumps calls `default` with exactly the values whose class is not listed."""
    compare("stdlib", json.dumps, "default")


def test_orjson() -> None:
    """So does orjson.dumps, with its options for keys and numpy."""
    library = needed("orjson")
    option = library.OPT_NON_STR_KEYS | library.OPT_SERIALIZE_NUMPY
    compare("orjson", lambda value, default: library.dumps(value, default, option), "default")


def test_msgspec() -> None:
    """And msgspec.json.encode, with its `enc_hook`."""
    library = needed("msgspec")
    compare("msgspec", library.json.encode, "enc_hook")


@pytest.mark.parametrize(("name", "theirs"), [("orjson", True), ("msgspec", False), ("stdlib", False)])
def test_numpy(name: str, theirs: bool) -> None:
    """Arrays and scalars are orjson's only."""
    numpy = needed("numpy")
    for value in (numpy.array([1]), numpy.int64(1), numpy.float32(1), numpy.datetime64("2020-01-01")):
        assert PEERS[name](type(value)) is theirs


def test_classes_of_libraries() -> None:
    """Structs and attrs classes are msgspec's only."""
    attrs, library = needed("attrs"), needed("msgspec")
    for cls in (attrs.make_class("A", ["x"]), library.defstruct("S", ["x"])):
        assert [name for name in PEERS if PEERS[name](cls)] == ["msgspec"]
