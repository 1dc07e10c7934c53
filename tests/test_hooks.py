"""What may a `default` hook do: return, raise and encode?"""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from typing import Any

import corpus
import pytest

import encoder

RECIPES = corpus.recipes()
TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)


class X:
    """What the hook is asked about."""


def test_the_hook_is_asked_only_about_what_no_rule_covers() -> None:
    """It sees each unknown object once, in order, and nothing else."""
    for recipe in RECIPES:
        seen: list[Any] = []
        things = [X() for _ in range(4)]
        value = [things[0], {"a": things[1], "b": [1, None, "x", b"x"]}, (things[2],), corpus.Slotted(things[3])]
        encoder.encode(value, default=seen.append, recipe=recipe)
        assert seen == things


@by_tree
def test_what_the_hook_returns_takes_the_place(recipe: encoder.Recipe) -> None:
    """Any value, of any kind, at any place; layout as if it had been there from the start."""
    for returned in (None, 1, "x", b"x", [], {}, [1, [2]], {"k": {"l": 1}}, (1,), corpus.Slotted(), corpus.Name("n")):
        expected = encoder.encode(returned)
        for wrap in (
            lambda inner: inner,
            lambda inner: [inner],
            lambda inner: [0, inner, 1, inner],
            lambda inner: {"a": inner, "b": [inner], "c": 1},
            lambda inner: {1: inner, "b": inner},
            lambda inner: corpus.Worker(inner, boss=inner),
        ):
            marked = encoder.encode(wrap("MARK"))
            text = encoder.encode(wrap(X()), default=lambda thing, result=returned: result, recipe=recipe)
            assert text == marked.replace(b'"MARK"', expected)


@by_tree
def test_an_honest_chain_of_hooks_ends(recipe: encoder.Recipe) -> None:
    """What a hook returns may need the hook again, many times over."""

    class Left:
        def __init__(self, count: int) -> None:
            self.count = count

    def hook(left: Left) -> Any:
        return Left(left.count - 1) if left.count else "end"

    assert encoder.encode({"k": [Left(900)]}, default=hook, recipe=recipe) == b'{"k":["end"]}'


@by_tree
@pytest.mark.parametrize(
    "hook", [lambda x: x, lambda x: [x], lambda x: {"o": X()}, lambda x: (1, {"a": x})], ids=range(4)
)
def test_an_endless_chain_of_hooks_is_an_error(hook: Callable[[Any], Any], recipe: encoder.Recipe) -> None:
    """A hook that never comes to an end is stopped by the depth, or found to go in a circle."""
    with pytest.raises((encoder.TooDeepError, encoder.CircularReferenceError)):
        encoder.encode(X(), default=hook, recipe=recipe)
    assert encoder.encode([1], recipe=recipe) == b"[1]"


@pytest.mark.parametrize("kind", [ValueError, KeyError, encoder.EncodeError, RecursionError, StopIteration])
def test_what_a_hook_raises_comes_out_with_its_place(kind: type[Exception]) -> None:
    """The very exception, with one note that names the place, and no other change."""
    for recipe in RECIPES:
        raised = kind("missing")

        def hook(thing: Any, error: Exception = raised) -> Any:
            raise error

        with pytest.raises(kind) as caught:
            encoder.encode({"orders": [{"x": X()}]}, default=hook, recipe=recipe)
        assert caught.value is raised
        assert raised.__notes__ == ["while encoding $.orders[0].x"]
        assert encoder.encode([1], recipe=recipe) == b"[1]"


@by_tree
@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError])
def test_some_exceptions_pass_untouched(kind: type[BaseException], recipe: encoder.Recipe) -> None:
    """An interrupt or the end of memory is nobody's encoding error: no note, no change."""

    def hook(thing: Any) -> Any:
        raise kind

    with pytest.raises(kind) as caught:
        encoder.encode([{"x": X()}], default=hook, recipe=recipe)
    assert not hasattr(caught.value, "__notes__")
    assert encoder.encode([1], recipe=recipe) == b"[1]"


@by_tree
def test_an_error_of_a_nested_call_keeps_its_own_path(recipe: encoder.Recipe) -> None:
    """The path belongs to the inner value; the note says where the outer one was."""
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        encoder.encode({"out": X()}, default=lambda x: encoder.encode({"in": [X()]}), recipe=recipe)
    assert caught.value.path == ("in", 0)
    assert caught.value.__notes__ == ["while encoding $.out"]


@by_tree
def test_a_hook_error_keeps_its_cause(recipe: encoder.Recipe) -> None:
    """`raise ... from` in a hook arrives as it was."""

    def hook(thing: Any) -> Any:
        try:
            raise LookupError("row 3")
        except LookupError as error:
            raise RuntimeError("no rows") from error

    with pytest.raises(RuntimeError) as caught:
        encoder.encode([X()], default=hook, recipe=recipe)
    assert isinstance(caught.value.__cause__, LookupError)


def test_a_hook_may_encode() -> None:
    """Calls within calls, three deep, with other recipes and ways out: each text is its own."""
    for recipe in RECIPES:
        inner = encoder.Recipe(tree="value")

        def hook(depth: Any, recipe: encoder.Recipe = recipe, inner: encoder.Recipe = inner) -> Any:
            if depth.imag > 2:
                return "end"
            memory = bytearray(3000)
            end = encoder.encode_into([depth + 1j, {"x": depth + 1j}], memory, 1, default=hook, recipe=recipe)
            text = encoder.encode_str({"y": depth + 1j}, default=hook, recipe=inner)
            return [bytes(memory[1:end]).decode(), text, {"n": [3]}]

        text = encoder.encode([1j, {"y": 1j}], default=hook, recipe=recipe)
        assert text == encoder.encode([1j, {"y": 1j}], default=hook)
        first, second = json.loads(text)
        assert first == second["y"] and json.loads(first[0])[0] == json.loads(first[0])[1]["x"]


def test_a_hook_must_be_callable() -> None:
    """A hook that is none is refused before anything is written."""
    with pytest.raises(TypeError, match="callable"):
        encoder.encode(1, default=5)


class Told:
    """Writes what it is told."""

    def __encode__(self, to: encoder.To) -> None:
        to.single().set(repr(to.user_info))


def test_equal_user_infos_are_not_the_same() -> None:
    """Each call has its own, and none is kept alive by the call."""

    class Info:
        pass

    assert [encoder.encode(Told(), user_info=info) for info in ((1,), (True,), (1.0,))] == [
        b'"(1,)"', b'"(True,)"', b'"(1.0,)"',
    ]  # fmt: skip
    info = Info()
    left = weakref.ref(info)
    encoder.encode(Told(), user_info=info)
    del info
    gc.collect()
    assert left() is None
