"""Is a recipe one known rival for every axis, frozen, with the presets of its source systems?"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import corpus
import pytest

import encoder
from encoder import Recipe

AXES = {
    "tree": ["reference", "value", "direct"],
    "writer": ["unpooled", "fresh", "cached"],
    "base64": ["copying", "direct"],
    "escaping": ["allocating", "in_place"],
    "path": ["copied", "linked"],
    "layers": ["shared", "new", "reused"],
    "arrays": ["elementwise", "text", "direct"],
    "contracts": ["reflection", "generated"],
    "output": ["chunks", "flat"],
}
PRESETS = """
FAST            direct    cached   direct  in_place   linked reused direct      generated  flat
PLAIN           reference unpooled copying allocating copied new    elementwise reflection chunks
STJ_6           direct    fresh    copying in_place   linked new    elementwise reflection flat
STJ_7           direct    cached   copying in_place   linked new    elementwise reflection flat
STJ_9           direct    cached   direct  in_place   linked new    elementwise reflection flat
STJ_9_GENERATED direct    cached   direct  in_place   linked new    elementwise generated  flat
SWIFT_5_10      value     unpooled copying in_place   copied new    elementwise reflection flat
SWIFT_6_0       reference unpooled copying allocating linked shared text        reflection chunks
SWIFT_AFTER     value     unpooled copying in_place   linked reused direct      reflection flat
"""


def test_the_axes_and_their_rivals() -> None:
    """Nine axes, with their rivals in the order of their history; a copy, which nobody can spoil."""
    assert encoder.strategies() == AXES
    encoder.strategies()["tree"].clear()
    assert encoder.strategies() == AXES


@pytest.mark.parametrize("row", PRESETS.strip().splitlines(), ids=lambda row: row.split()[0])
def test_a_preset_is_what_its_system_does(row: str) -> None:
    """The table of presets, row by row."""
    name, *rivals = row.split()
    assert list(getattr(encoder, name).axes.values()) == rivals


def test_what_is_not_named_is_as_in_fast() -> None:
    """Recipe() is FAST; every axis is an attribute too."""
    assert Recipe() == encoder.FAST == encoder.Encoder().recipe
    recipe = Recipe(tree="value")
    assert recipe.axes == {**encoder.FAST.axes, "tree": "value"}
    assert (recipe.tree, recipe.writer, recipe.base64) == ("value", "cached", "direct")
    assert recipe.with_(writer="fresh").with_(tree="direct") == Recipe(writer="fresh")


@pytest.mark.parametrize(
    "make",
    [
        lambda **axes: Recipe(**axes),
        lambda **axes: Recipe().with_(**axes),
        lambda **axes: encoder.Encoder(**axes),
    ],
)
def test_unknown_rivals_are_refused_with_a_hint(make: Any) -> None:
    """The name that was meant, and the names there are."""
    with pytest.raises(ValueError, match=r"tree.*'refrence'.*did you mean 'reference'.*value"):
        make(tree="refrence")
    for wrong in ("", None, 5, ["direct"]):
        with pytest.raises((ValueError, TypeError)):
            make(tree=wrong)


def test_unknown_axes_are_refused_with_a_hint() -> None:
    """Nothing is silently ignored, as a keyword or as an attribute."""
    with pytest.raises(TypeError, match=r"'bas64'.*did you mean 'base64'"):
        Recipe(bas64="direct")  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Recipe().escapings  # noqa: B018


def test_recipes_are_frozen_values() -> None:
    """Equal by their axes, usable as keys, pickled, copied, never changed; the repr makes them again."""
    recipes = corpus.recipes()
    assert len(set(recipes)) == len(recipes)
    for recipe in recipes:
        assert eval(repr(recipe), {"Recipe": Recipe}) == recipe
        for again in (copy.copy(recipe), copy.deepcopy(recipe), pickle.loads(pickle.dumps(recipe))):
            assert again == recipe and hash(again) == hash(recipe)
        with pytest.raises(AttributeError, match="frozen"):
            recipe.tree = "value"
        with pytest.raises(AttributeError, match="frozen"):
            del recipe.axes
    assert (Recipe() == "Recipe()") is False


def test_nobody_changes_a_recipe_from_outside() -> None:
    """The axes that a recipe hands out are not the ones it is made of, or cannot be changed."""
    recipe = Recipe()
    try:
        recipe.axes["tree"] = "value"
    except TypeError:
        pass
    assert Recipe() == encoder.FAST and encoder.FAST.tree == "direct"


@pytest.mark.parametrize(("axis", "name"), [(axis, name) for axis, names in AXES.items() for name in names])
def test_a_rivals_source_is_its_class(axis: str, name: str) -> None:
    """What strategy_source shows is Python, defines the rival, and says what it trades away."""
    import ast

    (node,) = ast.parse(encoder.strategy_source(axis, name)).body
    assert isinstance(node, ast.ClassDef) and node.name.lower() == name.replace("_", "")
    assert "Trades:" in (ast.get_docstring(node) or "")


def test_an_unknown_source_is_refused() -> None:
    """As anywhere else."""
    with pytest.raises(ValueError, match="did you mean"):
        encoder.strategy_source("tree", "direkt")
    with pytest.raises(TypeError, match="no axis"):
        encoder.strategy_source("trees", "direct")


def test_an_encoder_must_be_initialised() -> None:
    """A subclass that forgets to, or an Encoder made by hand, is an exception and no crash."""

    class Forgetful(encoder.Encoder):
        def __init__(self) -> None:
            pass

    for one in (Forgetful(), encoder.Encoder.__new__(encoder.Encoder)):
        for call in (one.encode, one.encode_str, lambda value, one=one: one.encode_into(value, bytearray(9))):
            with pytest.raises((TypeError, AttributeError)):
                call([1])
        if encoder.build == "compiled":
            assert one.isa is None
