"""Is an iterator of pieces freed with all that it holds, whenever it is left?"""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from covering import by_recipe

import encoder
from encoder import Encoder, Recipe
from encoder.pieces import Pieces

LONG = "x" * 70_000
"""A text that fills a piece, so that the iterator waits behind it."""


class Held(list[Any]):
    """A list that a weak reference may be to."""


class Point:
    """Holds whatever it is given."""

    def __init__(self, held: Any) -> None:
        self.held = held


def in_list(end: Any) -> Any:
    return [LONG, end, LONG]


def in_dict(end: Any) -> Any:
    return {"a": LONG, "b": end, "c": LONG}


def in_ordered_dict(end: Any) -> Any:
    return {"c": LONG, "a": LONG, "b": end}


def in_tuple(end: Any) -> Any:
    return ([LONG, (end,), LONG],)


def in_generator(end: Any) -> Any:
    return (one for one in [LONG, end, LONG])


def in_items(end: Any) -> Any:
    return {1: LONG, 2: end, 3: LONG}


SHAPES: list[Callable[[Any], Any]] = [in_list, in_dict, in_ordered_dict, in_tuple, in_generator, in_items]
by_shape = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)


def left_alone(one: Encoder, shape: Callable[[Any], Any], steps: int) -> weakref.ref[Held]:
    """Ask for some pieces of a value in which their iterator can be reached, drop all of it, and see what is left."""
    end = Held()
    pieces = one.pieces(shape([end, Point(end)]))
    end.append(pieces)
    for _ in range(steps):
        assert next(pieces)
    return weakref.ref(end)


@by_shape
@pytest.mark.parametrize("steps", [0, 1])
@pytest.mark.parametrize("sort_keys", [False, True])
def test_a_value_that_holds_its_own_iterator_is_freed(shape: Callable[[Any], Any], steps: int, sort_keys: bool) -> None:
    """Left before its end, the iterator and the value that refers to it go when garbage is collected."""
    one = Encoder(iterables="array", sort_keys=sort_keys)
    left = [left_alone(one, shape, steps) for _ in range(20)]
    gc.collect()
    assert [ref() for ref in left] == [None] * 20
    assert not [one for one in gc.get_objects() if type(one) is Pieces]


@by_recipe
def test_no_recipe_keeps_it(recipe: Recipe) -> None:
    """The same under each design."""
    left = left_alone(Encoder(recipe), in_list, 1 if recipe.axes["tree"] == "direct" else 0)
    gc.collect()
    assert left() is None


@by_shape
def test_what_waits_outlives_a_collection(shape: Callable[[Any], Any]) -> None:
    """Garbage collected between two pieces takes nothing that is still to be written."""
    pieces = Encoder(iterables="array").pieces(shape(["end"]))
    text = b""
    for piece in pieces:
        text += piece
        gc.collect()
    assert json.loads(text) == json.loads(encoder.encode(shape(["end"]), iterables="array"))


def test_a_finalizer_that_asks_for_more_gets_an_answer() -> None:
    """An object that dies with its iterator and asks it for the rest gets the rest or an error, and no crash."""
    answers: list[object] = []

    class Last:
        def __del__(self) -> None:
            try:
                answers.append(sum(map(len, self.pieces)))
            except Exception as error:
                answers.append(error)

    def leave() -> None:
        last = Last()
        last.pieces = Encoder().pieces([LONG, [], LONG, last])  # type: ignore[attr-defined]
        next(last.pieces)  # type: ignore[attr-defined]

    leave()
    gc.collect()
    assert len(answers) == 1 and isinstance(answers[0], encoder.UnsupportedTypeError)


def test_collected_while_a_piece_is_made() -> None:
    """A hook that collects garbage in the middle of a piece finds all frames whole."""

    def collect(value: object) -> object:
        gc.collect()
        return [LONG, {"held": [1, (2, {"a": None})]}]

    value = [LONG, {"a": [Point(1), Point(2)]}, Point(3), iter(())]
    pieces = Encoder(default=collect, iterables="array").pieces(value)
    made = [LONG, {"held": [1, [2, {"a": None}]]}]
    assert json.loads(b"".join(pieces)) == [LONG, {"a": [made, made]}, made, []]
