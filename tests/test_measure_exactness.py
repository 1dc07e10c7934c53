"""Are counted bytes and blocks the same in every process, whatever its hash seed and its allocator?"""

from __future__ import annotations

import random

import pytest
from absence import needed
from counting import MODES, counted

import encoder
from lab import workloads

needed("memray")

SOME = ("int", "login", "dictionary_100", "binary_1k", "canada_20")


@pytest.mark.parametrize("tree", ["direct", "reference"])
def test_figures_do_not_depend_on_the_process(tree: str) -> None:
    """On some payloads all three allocators, each with a hash seed of its own, give the same; so do all calls."""
    first, *others = (
        counted(SOME, tree=tree, build=encoder.build, seed=seed, mode=mode) for seed, mode in enumerate(MODES)
    )
    assert first.keys() == set(SOME)
    assert all(figures[0] > 0 and figures[-1] == 0 for figures in first.values())
    assert all(other == first for other in others)


def test_the_interpreted_build_repeats_itself_too() -> None:
    """Python code asks for the same in every process."""
    names = ("int", "login")
    first, *others = (counted(names, build="interpreted", seed=seed, mode=mode) for seed, mode in enumerate(MODES))
    assert all(other == first for other in others)


@pytest.mark.long
@pytest.mark.parametrize(("tree", "processes"), [("direct", 100), ("reference", 20)])
def test_a_hundred_processes_agree_on_every_payload(tree: str, processes: int) -> None:
    """Every built-in payload in the size that is counted, from fresh processes with hash seeds at random.

    The default design asks for little; the one that builds a tree of objects first for most, so fewer do for it.
    """
    chance = random.Random(20)
    first = counted(tree=tree, build=encoder.build)
    assert len(first) == len({one.small or one.name for one in workloads.listed()})
    for number in range(1, processes):
        mode, seed = MODES[number % len(MODES)], chance.randrange(2**32)
        found = counted(tree=tree, build=encoder.build, seed=seed, mode=mode)
        differing = {name: (first[name], figures) for name, figures in found.items() if figures != first[name]}
        assert not differing, f"process {number}, {mode}, seed {seed}"
