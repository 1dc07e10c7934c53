"""In which places can a value stand? One of every kind of container, hook and own type that leads to it."""

from __future__ import annotations

import json
from collections import OrderedDict, UserDict, UserList, deque, namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import encoder


@dataclass
class Box:
    first: int
    value: Any


@dataclass(slots=True)
class Slot:
    value: Any


Pair = namedtuple("Pair", "left right")


class Named(dict):
    pass


class Listed(list):
    pass


class Holder:
    """What only the hook below knows how to write."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Ruled(Holder):
    """What only the rule below knows how to write."""


class Keyed(Holder):
    def __encode__(self, to: Any) -> None:
        container = to.keyed()
        container["a"] = 0
        container["k"] = self.value


class Unkeyed(Holder):
    def __encode__(self, to: Any) -> None:
        container = to.unkeyed()
        container.append(0)
        container.append(self.value)


class Alone(Holder):
    def __encode__(self, to: Any) -> None:
        to.single().set(self.value)


def give(value: Any) -> Iterator[Any]:
    yield 0
    yield value


class Place(NamedTuple):
    """wrap: puts a value there; path: leads to it; before, after: the compact text around it."""

    wrap: Callable[[Any], Any]
    path: tuple[object, ...]
    before: bytes
    after: bytes


PLACES = {
    "root": Place(lambda value: value, (), b"", b""),
    "list": Place(lambda value: [0, value, "x"], (1,), b"[0,", b',"x"]'),
    "flat": Place(lambda value: [[0, value], 1], (0, 1), b"[[0,", b"],1]"),
    "tuple": Place(lambda value: (0, value), (1,), b"[0,", b"]"),
    "dict": Place(lambda value: {"a": 0, "k": value}, ("k",), b'{"a":0,"k":', b"}"),
    "inner dict": Place(lambda value: [{"k": value}], (0, "k"), b'[{"k":', b"}]"),
    "odd key": Place(lambda value: {1: value, "k": 0}, ("1",), b'{"1":', b',"k":0}'),
    "beside odd key": Place(lambda value: {"k": value, None: 0}, ("k",), b'{"k":', b',"null":0}'),
    "dict subclass": Place(lambda value: Named(k=value), ("k",), b'{"k":', b"}"),
    "ordered": Place(lambda value: OrderedDict(k=value), ("k",), b'{"k":', b"}"),
    "list subclass": Place(lambda value: Listed([value]), (0,), b"[", b"]"),
    "record": Place(lambda value: Box(0, value), ("value",), b'{"first":0,"value":', b"}"),
    "slots": Place(Slot, ("value",), b'{"value":', b"}"),
    "named tuple": Place(lambda value: Pair(value, 0), (0,), b"[", b",0]"),
    "deque": Place(lambda value: deque([0, value]), (1,), b"[0,", b"]"),
    "view": Place(lambda value: {"a": value}.values(), (0,), b"[", b"]"),
    "user list": Place(lambda value: UserList([value]), (0,), b"[", b"]"),
    "user dict": Place(lambda value: UserDict(k=value), ("k",), b'{"k":', b"}"),
    "proxy": Place(lambda value: MappingProxyType({"k": value}), ("k",), b'{"k":', b"}"),
    "generator": Place(give, (1,), b"[0,", b"]"),
    "hook": Place(Holder, (), b"", b""),
    "rule": Place(lambda value: [Ruled(value)], (0, 0), b"[[", b"]]"),
    "keyed": Place(Keyed, ("k",), b'{"a":0,"k":', b"}"),
    "unkeyed": Place(Unkeyed, (1,), b"[0,", b"]"),
    "alone": Place(lambda value: [Alone(value)], (0,), b"[", b"]"),
}


def unwrap(holder: Any) -> Any:
    """A hook that knows Holder."""
    if type(holder) is Holder:
        return holder.value
    raise TypeError(f"no {type(holder).__name__}")


def encoder_for(recipe: encoder.Recipe, **options: Any) -> encoder.Encoder:
    """One that can write every place."""
    rules = {Ruled: lambda ruled: [ruled.value], **options.pop("rules", {})}
    return encoder.Encoder(recipe, default=unwrap, iterables="array", rules=rules, **options)


def wrong_texts(recipe: encoder.Recipe, cases: list[tuple[Any, bytes]], **options: Any) -> list[object]:
    """The places where a value of `cases` is not written as the text beside it: none, if all is well."""
    one = encoder_for(recipe, **options)
    found: list[object] = []
    for name, (wrap, _, before, after) in PLACES.items():
        for value, text in cases:
            written = one.encode(wrap(value))
            if written != before + text + after:
                found.append((name, value, written))
    return found


def wrong_errors(
    recipe: encoder.Recipe, error: type[Exception], values: list[Any], below: tuple[object, ...] = (), **options: Any
) -> list[object]:
    """The places where a value does not end in `error` with its path (and `below`), or the next call is not clean."""
    one = encoder_for(recipe, **options)
    found: list[object] = []
    for name, place in PLACES.items():
        for value in values:
            try:
                found.append((name, value, one.encode(place.wrap(value))))
            except encoder.EncodeError as caught:
                if not isinstance(caught, error) or caught.path != place.path + below:
                    found.append((name, value, repr(caught)))
            if json.loads(one.encode([{"ok": 1}])) != [{"ok": 1}]:
                found.append((name, value, "the next call"))
    return found
