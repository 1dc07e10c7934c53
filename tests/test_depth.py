"""How deep may a value be? As deep as `max_depth` says, and no depth ends the process."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import corpus
import pytest

import encoder

RECIPES = corpus.recipes()
TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)
DEEP = 300_000 if encoder.build == "compiled" else 60_000

STACK = 256 * 1024 if sys.version_info < (3, 13) else 4 * 2**20
"""Bytes of C stack. Python 3.13 itself needs more than it did to free what a tree keeps of such a value."""


@dataclass
class Link:
    next: Any


class Hooked:
    def __init__(self, inner: Any) -> None:
        self.inner = inner


KINDS: dict[str, tuple[Callable[[Any], Any], bytes, bytes]] = {
    "list": (lambda inner: [inner], b"[", b"]"),
    "dict": (lambda inner: {"k": inner}, b'{"k":', b"}"),
    "tuple": (lambda inner: (inner,), b"[", b"]"),
    "record": (Link, b'{"next":', b"}"),
    "hook": (Hooked, b"", b""),
    "list subclass": (lambda inner: corpus.Row([inner]), b"[", b"]"),
    "dict subclass": (lambda inner: corpus.Table(k=inner), b'{"k":', b"}"),
    "odd key": (lambda inner: {1: inner}, b'{"1":', b"}"),
    "beside": (lambda inner: [1, inner, {"a": 2}], b"[1,", b',{"a":2}]'),
}
by_kind = pytest.mark.parametrize("kind", KINDS)


def nest(kind: str, levels: int) -> Any:
    wrap, value = KINDS[kind][0], 1
    for _ in range(levels):
        value = wrap(value)
    return value


def hook(thing: Any) -> Any:
    return thing.inner


@by_tree
@by_kind
def test_max_depth_counts_levels(kind: str, recipe: encoder.Recipe) -> None:
    """As many levels as max_depth pass, one more is an error that names the limit; for all kinds alike."""
    wrap, opening, closing = KINDS[kind]
    extra = 1 if kind == "beside" else 0
    for levels in (1, 2, 31, 32, 33, 64, 200):
        text = opening * levels + b"1" + closing * levels
        one = encoder.Encoder(recipe, default=hook)
        assert encoder.Encoder(recipe, default=hook, max_depth=levels + extra).encode(nest(kind, levels)) == text
        for shallow in {1, levels // 2, levels - 1} - {0}:
            if shallow < levels:
                with pytest.raises(encoder.TooDeepError, match=f"max_depth={shallow}"):
                    encoder.Encoder(recipe, default=hook, max_depth=shallow).encode(nest(kind, levels))
        assert one.encode([1]) == b"[1]"


def test_a_scalar_costs_no_level() -> None:
    """Texts, numbers, bytes and their subclasses are no containers."""
    for recipe in RECIPES:
        scalars = [1, "x", None, b"x", 2.5, corpus.Name("n"), corpus.Count(7), corpus.Weight(1.5), corpus.Blob(b"x")]
        for scalar in scalars:
            assert encoder.encode([scalar], max_depth=1, recipe=recipe) == b"[" + encoder.encode(scalar) + b"]"
        with pytest.raises(encoder.TooDeepError) as caught:
            encoder.encode({"a": [1]}, max_depth=1, recipe=recipe)
        assert caught.value.path == ("a",)


@by_tree
def test_an_empty_container_is_a_level(recipe: encoder.Recipe) -> None:
    """[] within [] is two levels deep; in a flat list too."""
    for value in ([[]], [{}], [()], [[1, 2]], [1, [2]], {"a": []}, [corpus.Empty()]):
        with pytest.raises(encoder.TooDeepError):
            encoder.encode(value, max_depth=1, recipe=recipe)
        assert encoder.encode(value, max_depth=2, recipe=recipe)


@by_kind
def test_any_depth_ends_in_an_error(kind: str) -> None:
    """300,000 levels under the default limit: a TooDeepError with its path, in every recipe, at once."""
    value = nest(kind, DEEP)
    for recipe in RECIPES:
        with pytest.raises(encoder.TooDeepError) as caught:
            encoder.encode(value, recipe=recipe, default=hook)
        assert len(caught.value.path) == (0 if kind == "hook" else 1000)
        assert len(str(caught.value)) < 1000
        assert encoder.encode([1], recipe=recipe) == b"[1]"


@by_tree
@by_kind
def test_any_depth_can_be_written(kind: str, recipe: encoder.Recipe) -> None:
    """With a limit to match, all 300,000 levels are written, on a thread with a small stack."""
    _, opening, closing = KINDS[kind]
    expected = opening * DEEP + b"1" + closing * DEEP
    value = nest(kind, DEEP)
    answers: list[Any] = []

    def work() -> None:
        try:
            answers.append(encoder.encode(value, recipe=recipe, default=hook, max_depth=DEEP + 1) == expected)
        except BaseException as error:
            answers.append(repr(error)[:500])

    before = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join(120)
    finally:
        threading.stack_size(before)
    assert answers == [True]


@by_tree
def test_the_deepest_failure_is_cleaned_up(recipe: encoder.Recipe) -> None:
    """An error below 100,000 levels has the whole path, and the next call starts at the top."""
    value: Any = float("nan")
    for _ in range(100_000):
        value = [value]
    with pytest.raises(encoder.InvalidValueError) as caught:
        encoder.encode(value, recipe=recipe, max_depth=10**6)
    assert caught.value.path == (0,) * 100_000
    assert encoder.encode([[1]], recipe=recipe) == b"[[1]]"
