"""Do the few recipes that stand for all of them still do so?"""

from __future__ import annotations

import itertools

import covering

import encoder


def test_every_pair_of_rivals_is_there() -> None:
    """Any two rivals of any two axes are together in one of the rows at least."""
    wanted = {
        ((axis, name), (other, another))
        for (axis, names), (other, others) in itertools.combinations(encoder.strategies().items(), 2)
        for name, another in itertools.product(names, others)
    }
    there = {pair for recipe in covering.RECIPES for pair in itertools.combinations(recipe.axes.items(), 2)}
    assert wanted - there == set()


def test_the_first_two_are_the_default_and_the_plainest() -> None:
    """So that a test may take one or two of them."""
    assert covering.RECIPES[:2] == [encoder.FAST, encoder.PLAIN]
