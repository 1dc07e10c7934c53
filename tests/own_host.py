"""Which call do own types run in, where only their containers are under test?"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from encoder.axes.layers import Layers, New, Reused, Shared
from encoder.containers import open_layers
from encoder.errors import InvalidValueError, TooDeepError, UnsupportedTypeError
from encoder.own import encode_own, is_own

RIVALS: dict[str, type[Layers]] = {"shared": Shared, "new": New, "reused": Reused}


class Host:
    """The simplest call there can be: exact types, own types, and a limit of depth."""

    def __init__(self, rival: type[Layers] = Reused, **settings: Any) -> None:
        self.nothing: str = settings.pop("nothing", "raise")
        self.rename: Callable[[tuple[Any, ...], str], str] | None = settings.pop("rename", None)
        self.duplicate_keys: str = settings.pop("duplicate_keys", "raise")
        self.keeps_scalars: bool = settings.pop("keeps_scalars", True)
        self.user_info: Any = settings.pop("user_info", None)
        self.max_depth: int = settings.pop("max_depth", 1000)
        assert not settings
        self.seen: list[tuple[Any, tuple[Any, ...], int]] = []
        self.layers = open_layers(rival, self)

    def plain(self, value: Any, path: tuple[Any, ...], depth: int) -> Any:
        self.seen.append((value, path, depth))
        if is_own(type(value)) or type(value) in (list, dict):
            if depth >= self.max_depth:
                raise TooDeepError("too deep", path)
        if is_own(type(value)):
            return encode_own(value, self, path, depth)
        if type(value) is list:
            return [self.plain(item, (*path, index), depth + 1) for index, item in enumerate(value)]
        if type(value) is dict:
            return {key: self.plain(item, (*path, key), depth + 1) for key, item in value.items()}
        if type(value) is float and value - value != 0.0:
            raise InvalidValueError("not finite", path)
        if type(value) in (str, int, float, bool, type(None), bytes):
            return value
        raise UnsupportedTypeError("unknown", path)


def encode(value: Any, rival: type[Layers] = Reused, **settings: Any) -> str:
    """`value` as compact JSON, spelled by the standard library."""
    return json.dumps(Host(rival, **settings).plain(value, (), 0), separators=(",", ":"))


class Own:
    """An own type that does what a function of its encoder does."""

    def __init__(self, act: Callable[[Any], Any]) -> None:
        self.act = act

    def __encode__(self, to: Any) -> None:
        self.act(to)


class Spelled:
    """A plain value that spells itself through every kind of container, chosen by chance."""

    def __init__(self, value: Any, chance: random.Random) -> None:
        self.value = value
        self.chance = chance

    def __encode__(self, to: Any) -> None:
        if type(self.value) is dict and self.chance.random() < 0.8:
            self.fill_keyed(to.keyed, self.value)
        elif type(self.value) is list and self.chance.random() < 0.8:
            self.fill_unkeyed(to.unkeyed(), self.value)
        elif self.chance.random() < 0.3:
            to.single().set(Spelled(self.value, self.chance))
        else:
            to.single().set(self.value)

    def fill_keyed(self, ask: Callable[[], Any], members: dict[str, Any]) -> None:
        keyed = ask()
        late = []
        for key, value in members.items():
            way = self.chance.randrange(5)
            if way == 0:
                keyed[key] = value
            elif way == 1:
                late.append((keyed.super_encoder(key), value))
            elif way == 2 and type(value) is dict:
                self.fill_keyed(lambda key=key, keyed=keyed: keyed.nested_keyed(key), value)
            elif way == 2 and type(value) is list:
                self.fill_unkeyed(keyed.nested_unkeyed(key), value)
            else:
                ask()[key] = Spelled(value, self.chance)
        self.fill_late(late)

    def fill_unkeyed(self, unkeyed: Any, items: list[Any]) -> None:
        late = []
        for value in items:
            way = self.chance.randrange(5)
            if way == 0:
                unkeyed.append(value)
            elif way == 1:
                late.append((unkeyed.super_encoder(), value))
            elif way == 2 and type(value) is dict:
                nested = unkeyed.nested_keyed()
                self.fill_keyed(lambda nested=nested: nested, value)
            elif way == 2 and type(value) is list:
                self.fill_unkeyed(unkeyed.nested_unkeyed(), value)
            else:
                unkeyed.append(Spelled(value, self.chance))
        self.fill_late(late)

    def fill_late(self, late: list[tuple[Any, Any]]) -> None:
        self.chance.shuffle(late)
        for one, value in late:
            Spelled(value, self.chance).__encode__(one)


def a_value(chance: random.Random, depth: int = 4) -> Any:
    """A random value of lists, dicts and scalars."""
    kind = chance.randrange(6 if depth else 4)
    if kind == 4:
        return [a_value(chance, depth - 1) for _ in range(chance.randrange(5))]
    if kind == 5:
        return {f"k{index}": a_value(chance, depth - 1) for index in range(chance.randrange(5))}
    return (None, chance.random() < 0.5, chance.randrange(-99, 99), "text")[kind]
