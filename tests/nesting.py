"""In which kinds of containers may a value stand, and where is it then?"""

from __future__ import annotations

from collections import ChainMap, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

import encoder


class Twice:
    """Iterated anew each time."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __iter__(self) -> Iterator[Any]:
        yield self.value


class Single(Mapping[str, Any]):
    def __init__(self, value: Any) -> None:
        self.value = value

    def __getitem__(self, key: str) -> Any:
        return {"m": self.value}[key]

    def __iter__(self) -> Iterator[str]:
        return iter("m")

    def __len__(self) -> int:
        return 1


class Ordered(dict[Any, Any]):
    def items(self) -> Any:
        return list(super().items())


class Row(list[Any]):
    pass


Point = namedtuple("Point", "x y")


@dataclass
class Record:
    a: Any
    b: int = 1


@dataclass(slots=True)
class Slotted:
    a: Any


@dataclass
class Converted:
    a: Annotated[Any, encoder.field(as_=lambda value: [value])]


class Attributes:
    def __init__(self, value: Any) -> None:
        self.held = value


class Ruled:
    def __init__(self, value: Any) -> None:
        self.value = value


class Own:
    """Encodes itself by a function of its encoder and its value."""

    def __init__(self, act: Callable[[Any, Any], None], value: Any) -> None:
        self.act = act
        self.value = value

    def __encode__(self, to: Any) -> None:
        self.act(to, self.value)


def fill_keyed(to: Any, value: Any) -> None:
    to.keyed()["o"] = value


def fill_unkeyed(to: Any, value: Any) -> None:
    unkeyed = to.unkeyed()
    unkeyed.append(0)
    unkeyed.append(value)


def fill_single(to: Any, value: Any) -> None:
    to.single().set(value)


def fill_nested(to: Any, value: Any) -> None:
    keyed = to.keyed()
    nested = keyed.nested_unkeyed("n")
    keyed["last"] = True
    nested.append(value)


def fill_super(to: Any, value: Any) -> None:
    to.keyed().super_encoder().unkeyed().append(value)


@dataclass(frozen=True)
class Kind:
    """make: a container with a value in it. shape: what json.loads gives, from what it gives for the value.

    way: the keys and indexes from the container to the value.
    """

    make: Callable[[Any], Any]
    shape: Callable[[Any], Any]
    way: tuple[Any, ...]


KINDS = {
    "list": Kind(lambda value: [1, "x", value, 2], lambda value: [1, "x", value, 2], (2,)),
    "tuple": Kind(lambda value: (value,), lambda value: [value], (0,)),
    "dict": Kind(lambda value: {"k": value, "z": 1}, lambda value: {"k": value, "z": 1}, ("k",)),
    "odd key": Kind(lambda value: {"z": 1, None: value}, lambda value: {"z": 1, "null": value}, ("null",)),
    "list subclass": Kind(lambda value: Row([value]), lambda value: [value], (0,)),
    "dict subclass": Kind(lambda value: Ordered(k=value), lambda value: {"k": value}, ("k",)),
    "OrderedDict": Kind(lambda value: OrderedDict(k=value), lambda value: {"k": value}, ("k",)),
    "defaultdict": Kind(lambda value: defaultdict(list, k=value), lambda value: {"k": value}, ("k",)),
    "UserDict": Kind(lambda value: UserDict(k=value), lambda value: {"k": value}, ("k",)),
    "Mapping": Kind(Single, lambda value: {"m": value}, ("m",)),
    "proxy": Kind(lambda value: MappingProxyType({"p": value}), lambda value: {"p": value}, ("p",)),
    "ChainMap": Kind(lambda value: ChainMap({"p": value}), lambda value: {"p": value}, ("p",)),
    "UserList": Kind(lambda value: UserList([value]), lambda value: [value], (0,)),
    "deque": Kind(lambda value: deque([value]), lambda value: [value], (0,)),
    "values": Kind(lambda value: {"a": value}.values(), lambda value: [value], (0,)),
    "items": Kind(lambda value: {"a": value}.items(), lambda value: [["a", value]], (0, 1)),
    "named tuple": Kind(lambda value: Point(1, value), lambda value: [1, value], (1,)),
    "iterator": Kind(lambda value: iter([0, value]), lambda value: [0, value], (1,)),
    "iterable": Kind(Twice, lambda value: [value], (0,)),
    "record": Kind(Record, lambda value: {"a": value, "b": 1}, ("a",)),
    "slots": Kind(Slotted, lambda value: {"a": value}, ("a",)),
    "as_": Kind(Converted, lambda value: {"a": [value]}, ("a", 0)),
    "attributes": Kind(Attributes, lambda value: {"held": value}, ("held",)),
    "rule": Kind(Ruled, lambda value: {"r": value}, ("r",)),
    "keyed": Kind(lambda value: Own(fill_keyed, value), lambda value: {"o": value}, ("o",)),
    "unkeyed": Kind(lambda value: Own(fill_unkeyed, value), lambda value: [0, value], (1,)),
    "single": Kind(lambda value: Own(fill_single, value), lambda value: value, ()),
    "nested": Kind(lambda value: Own(fill_nested, value), lambda value: {"n": [value], "last": True}, ("n", 0)),
    "super": Kind(lambda value: Own(fill_super, value), lambda value: {"super": [value]}, ("super", 0)),
}  # fmt: skip

OPTIONS: dict[str, Any] = {"iterables": "array", "classes": "fields", "rules": {Ruled: lambda one: {"r": one.value}}}
"""What some of them ask for."""


def within(names: tuple[str, ...], value: Any) -> Any:
    """`value` in a container of each of these kinds, the first the outermost."""
    for name in reversed(names):
        value = KINDS[name].make(value)
    return value


def shape_of(names: tuple[str, ...], value: Any) -> Any:
    """What json.loads gives for that."""
    for name in reversed(names):
        value = KINDS[name].shape(value)
    return value


def way_of(names: tuple[str, ...]) -> tuple[Any, ...]:
    """The path to the value."""
    return tuple(part for name in names for part in KINDS[name].way)


CHAINS = [(name,) for name in KINDS] + [
    (first, second)
    for shift in (1, 4, 9, 14)
    for first, second in zip(KINDS, [*KINDS][shift:] + [*KINDS][:shift], strict=True)
]
"""Every kind alone, and each above and below some others."""
