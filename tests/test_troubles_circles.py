"""What if a value holds itself, is there twice, has no end, or lies about its length?"""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

import pytest
from covering import RECIPES, by_recipe
from places import PLACES, Holder, Ruled, encoder_for

import encoder

CLOSED = ["list", "tuple", "dict", "odd key", "dict subclass", "list subclass", "record", "named tuple", "deque",
          "user list", "user dict", "proxy", "slots", "keyed", "unkeyed", "alone", "rule", "flat"]  # fmt: skip


@by_recipe
@pytest.mark.parametrize("name", CLOSED)
def test_whatever_holds_itself_is_circular(name: str, recipe: encoder.Recipe) -> None:
    """Through every kind of container: our error, which says where the circle closed and is no deeper than the circle;
    with a limit on depth that would never be reached. The next call is clean."""
    place = PLACES[name]
    circle: list[Any] = []
    value = place.wrap(circle)
    circle.append(value)
    one = encoder_for(recipe, max_depth=10**6)
    with pytest.raises(encoder.CircularReferenceError, match="holds itself") as caught:
        one.encode({"self": value})
    assert caught.value.path[:1] == ("self",)
    assert len(caught.value.path) <= 2 * len(place.path) + 3
    assert one.encode([1]) == b"[1]"


@by_recipe
def test_the_same_thing_twice_is_no_circle(recipe: encoder.Recipe) -> None:
    """Side by side, again and again, in every place, full or empty: only an ancestor is one."""
    inner, empty = {"r": [1]}, []
    one = encoder_for(recipe)
    for name, (wrap, _, before, after) in PLACES.items():
        if name != "generator":
            expected = before + b'{"r":[1]}' + after
            shared = wrap(inner)
            assert one.encode([shared, {"k": shared}, (shared, shared)]) == (
                b"[" + expected + b',{"k":' + expected + b"},[" + expected + b"," + expected + b"]]"
            ), name
    assert one.encode([empty, empty, {"e": empty}]) == b'[[],[],{"e":[]}]'


@by_recipe
def test_a_hook_may_go_far_but_not_for_ever(recipe: encoder.Recipe) -> None:
    """Fifty honest answers that need the hook again are fine; its own argument, that in a list, a new one each time,
    and an object that refers to itself end in our error, at once."""
    value: Any = "end"
    for _ in range(50):
        value = Holder([value])
    assert encoder_for(recipe).encode(value) == b"[" * 50 + b'"end"' + b"]" * 50
    peer = Holder(0)
    peer.value = peer
    for hook in (lambda x: x, lambda x: [x], lambda x: {"o": Holder(0)}, lambda x: vars(x), lambda x: Ruled(x)):
        with pytest.raises((encoder.CircularReferenceError, encoder.TooDeepError)):
            encoder.encode([peer], default=hook, recipe=recipe)
        assert encoder.encode([1], recipe=recipe) == b"[1]"


@pytest.mark.parametrize("name", [name for name in PLACES if name not in ("root", "hook", "generator")])
def test_no_depth_ends_the_process(name: str) -> None:
    """Five thousand levels of any kind, on a thread with a small stack, Python's own limit out of the way: an error
    that names `max_depth`. Own types call each other, so they may end earlier, in an error all the same."""
    levels = 5_000
    value: Any = 1
    for _ in range(levels):
        value = PLACES[name].wrap(value)
    said: list[BaseException] = []

    def work() -> None:
        for recipe in RECIPES[:2]:
            try:
                said.append(ValueError(encoder_for(recipe).encode(value)[:9]))
            except BaseException as error:
                said.append(error.with_traceback(None))  # or the value would be freed later, on some small stack

    size, limit = threading.stack_size(512 * 1024), sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    kinds = (encoder.TooDeepError, RecursionError) if name in ("keyed", "unkeyed", "alone") else encoder.TooDeepError
    assert all(isinstance(error, kinds) for error in said) and len(said) == 2
    assert encoder.encode([1]) == b"[1]"


class Lying(list[Any]):
    def __len__(self) -> int:
        return 1


class LyingTable(dict[str, Any]):
    def __len__(self) -> int:
        return 1


class View(dict[str, Any]):
    """Keeps its members elsewhere."""

    def __init__(self, members: dict[str, Any]) -> None:
        self.members = members

    def items(self) -> Any:
        return self.members.items()

    def __len__(self) -> int:
        return 5


@by_recipe
def test_a_length_that_is_a_lie(recipe: encoder.Recipe) -> None:
    """Brackets are balanced compact and indented; a dict subclass is its own items(), a list subclass what it holds."""
    for indent in (None, 0, 4, "\t"):
        one = encoder.Encoder(recipe, indent=indent)
        value = [LyingTable(), Lying(), View({"a": View({})}), Lying([Lying()]), View({}), LyingTable(a=Lying([1, 2]))]
        assert json.loads(one.encode(value)) == [{}, [], {"a": {}}, [[]], {}, {"a": [1, 2]}]
        assert json.loads(one.encode(View({"a": 1}))) == {"a": 1}
    assert encoder.encode([LyingTable(), Lying()], indent=4, recipe=recipe) == b"[\n    {},\n    []\n]"
