"""What if a value changes while it is written?"""

from __future__ import annotations

import itertools
import json
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Any

import pytest
from covering import RECIPES, by_recipe
from places import Box, Keyed, Listed, Named

import encoder


class Acting:
    """A value during whose encoding `act` runs: the base of one of every kind that runs code of the user's."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.act = act


class Hooked(Acting):
    pass


class ByRule(Acting):
    pass


class Own(Acting):
    def __encode__(self, to: Any) -> None:
        container = to.keyed()
        container["a"] = [1]
        self.act()
        container["b"] = 2


class Iterated(Acting):
    def __iter__(self) -> Iterator[int]:
        yield 1
        self.act()
        yield 2


class Mapped(Acting, Mapping[str, int]):
    def __iter__(self) -> Iterator[str]:
        yield "a"
        self.act()
        yield "b"

    def __len__(self) -> int:
        return 7

    def __getitem__(self, key: str) -> int:
        self.act()
        return 1


class Itemised(dict[str, int]):
    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__(k=1)
        self.act = act

    def items(self) -> Any:
        self.act()
        return super().items()


class Zone(Acting, tzinfo):
    def utcoffset(self, moment: datetime | None) -> timedelta:
        self.act()
        return timedelta(0)


def moment(act: Callable[[], None]) -> datetime:
    return datetime(2020, 1, 1, tzinfo=Zone(act))


def record(act: Callable[[], None]) -> Any:
    @dataclass
    class Asked:
        a: int = 1

        def __getattribute__(self, name: str) -> Any:
            if name == "a":
                act()
            return object.__getattribute__(self, name)

    return Asked()


ACTORS = [Hooked, ByRule, Own, Iterated, Mapped, Itemised, moment, record]
HOSTS: dict[str, Callable[[Any], Any]] = {
    "list": lambda x: [0, x, 2.5, [1], {"z": 1}, x],
    "list subclass": lambda x: Listed([x, 1, x]),
    "dict": lambda x: {"a": 0, "b": x, "c": [1], "d": x},
    "dict subclass": lambda x: Named(a=x, b=1, c=x),
    "ordered": lambda x: OrderedDict(a=x, b=1, c=x),
    "odd keys": lambda x: {"a": x, 1: 1, None: x},
    "deque": lambda x: deque([0, x, 1, x]),
    "record": lambda x: Box(1, x),
}


def clear(host: Any) -> None:
    vars(host).clear() if isinstance(host, Box) else host.clear()


def grow(host: Any) -> None:
    if isinstance(host, dict):
        host.update({f"n{len(host) + step}": step for step in range(10)} if len(host) < 500 else {})
    elif not isinstance(host, Box) and len(host) < 500:
        host.extend(range(10))


def shrink(host: Any) -> None:
    if isinstance(host, Box):
        vars(host).pop("value", None)
    elif host:
        host.popitem() if isinstance(host, dict) else host.pop()


def turn(host: Any) -> None:
    if isinstance(host, dict):
        turned = list(host.items())[::-1]
        host.clear()
        host.update(turned)
    elif isinstance(host, Box):
        host.first, host.value = host.value, host.first
    else:
        host.reverse()


def close(host: Any) -> None:
    """The last member becomes the container itself."""
    if isinstance(host, Box):
        host.value = host
    elif host:
        host[next(reversed(host)) if isinstance(host, dict) else -1] = host


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len(dict(pairs)) == len(pairs), "a key is there twice"
    return dict(pairs)


def outcome(one: encoder.Encoder, make: Callable[[Any], Any], host: Callable[[Any], Any], change: Any) -> str:
    """The text, which must be JSON without a key twice, or the name of one of our own errors; then a clean call."""
    told: list[Any] = []
    value = host(make(lambda: change(told[0]) if told else None))
    told.append(value)
    try:
        text = one.encode([{"top": value}])
    except encoder.EncodeError as error:
        text = type(error).__name__.encode()
    else:
        json.loads(text, object_pairs_hook=unique)
    assert json.loads(one.encode({"ok": [1]})) == {"ok": [1]}
    return text.decode()


def answer(value: Any) -> Any:
    if isinstance(value, Hooked):
        value.act()
        return {"h": 1}
    raise TypeError


def ruled(value: ByRule) -> Any:
    value.act()
    return [1]


OPTIONS: list[dict[str, Any]] = [{}, {"indent": 2, "duplicate_keys": "last"}, {"sort_keys": True, "ascii": True}]


@pytest.mark.parametrize("change", [clear, grow, shrink, turn, close], ids=lambda change: change.__name__)
@pytest.mark.parametrize("host", HOSTS)
def test_a_change_is_an_error_or_valid_json(host: str, change: Any) -> None:
    """Whatever runs the user's code, compact, indented or sorted: the text is JSON without a key twice, or the error
    is one of ours; every recipe gives the same answer, and the next call is clean. A list or dict whose size changed
    is "changed"; what is copied first (a deque, a dict that is sorted) is written as it was when it was met."""
    for number, (actor, options) in enumerate(itertools.product(ACTORS, OPTIONS)):
        settings = {"default": answer, "rules": {ByRule: ruled}, "iterables": "array", "max_depth": 99, **options}
        chosen = [RECIPES[(number + step) % len(RECIPES)] for step in (0, 4, 9)]  # all of them in turn
        answers = {outcome(encoder.Encoder(recipe, **settings), actor, HOSTS[host], change) for recipe in chosen}
        assert len(answers) == 1, (actor, options, answers)


@by_recipe
def test_a_list_that_shrinks_or_grows_is_changed(recipe: encoder.Recipe) -> None:
    """By default an error, with the path of the list, for 400 members that go and for one that never stops coming."""
    for make in (lambda: [Hooked(int) for _ in range(400)], lambda: [Hooked(int)]):
        items = make()

        def hook(value: Any, items: list[Any] = items) -> int:
            if len(items) > 300:
                del items[3:]
            else:
                items.append(Hooked(int))
            return 0

        with pytest.raises(encoder.ChangedDuringEncodingError) as caught:
            encoder.encode({"a": [items]}, default=hook, recipe=recipe)
        assert caught.value.path == ("a", 0)
        assert encoder.encode([1], recipe=recipe) == b"[1]"


@by_recipe
@pytest.mark.parametrize("option", ["keys", "dict_keys"])
def test_a_function_for_names_may_change_things_too(option: str, recipe: encoder.Recipe) -> None:
    """It is the user's code as well: a list that it empties is changed, a call within the call is no trouble."""
    for indent in (None, 2):
        value: list[Any] = []

        def rename(path: tuple[object, ...], name: str, value: list[Any] = value) -> str:
            assert encoder.encode({"a": [name]}, recipe=recipe) == b'{"a":["' + name.encode() + b'"]}'
            if name == "end":
                value.clear()
            return name.upper()

        value += [Box(1, {"aB": 2}), 3]
        fields, keys = ({"FIRST": 1, "VALUE": {"aB": 2}}, {"first": 1, "value": {"AB": 2}})
        written = encoder.encode(value, indent=indent, recipe=recipe, **{option: rename})
        assert json.loads(written) == [fields if option == "keys" else keys, 3]
        value.append(Keyed({"end": 1}) if option == "dict_keys" else Ending(1))
        with pytest.raises(encoder.ChangedDuringEncodingError):
            encoder.encode(value, indent=indent, recipe=recipe, **{option: rename})


@dataclass
class Ending:
    end: int


@by_recipe
def test_another_thread_changes_a_dict(recipe: encoder.Recipe) -> None:
    """Compact or indented: a text that is JSON, or the one error for it; never a torn key."""
    shared = {"n": {str(number): number for number in range(200)}}
    stop = threading.Event()

    def change() -> None:
        for turn in itertools.count():
            if stop.is_set():
                return
            shared["n"][f"t{turn % 90}"] = turn
            if turn % 3 == 0:
                shared["n"].pop(f"t{turn * 7 % 90}", None)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    thread = threading.Thread(target=change)
    thread.start()
    try:
        for options in ({}, {"indent": 2}, {"sort_keys": True}):
            one = encoder.Encoder(recipe, **options)
            for _ in range(15):
                try:
                    read = json.loads(one.encode(shared), object_pairs_hook=unique)
                except encoder.ChangedDuringEncodingError:
                    continue
                except RuntimeError as error:  # what items() of a sorted dict says itself
                    assert "changed size" in str(error)
                    continue
                assert all(key.lstrip("t").isdecimal() for key in read["n"])
    finally:
        stop.set()
        thread.join()
        sys.setswitchinterval(before)
