"""Does the difference of two call trees add up, aligned on phases?"""

from __future__ import annotations

import random

import pytest

from lab.judge.frames import difference, inclusive
from lab.model import Profile

PHASES = ("call", "walk", "build", "result")


def profile(design: str, nodes: list[tuple[str, int, str, int, int]], **changes: str) -> Profile:
    """A profile of nodes ``(name, parent, phase, bytes, blocks)``; the first is the root."""
    names = tuple(dict.fromkeys(node[0] for node in nodes))
    about = {"workload": "login", "method": "to_bytes", "build": "compiled", "metric": "allocated"} | changes
    return Profile(
        **about,
        design=design,
        names=names,
        places=tuple(f"lib.py:{len(name)}" for name in names),
        phases=PHASES,
        name=tuple(names.index(node[0]) for node in nodes),
        parent=tuple(node[1] for node in nodes),
        phase=tuple(PHASES.index(node[2]) for node in nodes),
        bytes=tuple(node[3] for node in nodes),
        blocks=tuple(node[4] for node in nodes),
    )


A = profile(
    "reference",
    [
        ("call", -1, "call", 1, 1),
        ("walk", 0, "walk", 2, 1),
        ("Reference.scalar", 1, "build", 40, 2),
        ("finish", 1, "result", 100, 1),
    ],
)
B = profile(
    "value",
    [
        ("call", -1, "call", 1, 1),
        ("walk", 0, "walk", 2, 1),
        ("Value.scalar", 1, "build", 10, 1),
        ("write", 1, "walk", 5, 1),
        ("finish", 3, "result", 100, 1),
    ],
)


def named(found) -> dict[tuple[str, ...], int]:
    """Node numbers by path of names."""
    paths: list[tuple[str, ...]] = []
    for name, parent in zip(found.name, found.parent, strict=True):
        paths.append((*(paths[parent] if parent >= 0 else ()), found.names[name]))
    return {path[1:]: node for node, path in enumerate(paths)}


def test_sums_are_both_profiles_sums() -> None:
    """Self values of either side add up to that side's bytes and blocks."""
    found = difference(A, B)
    assert (sum(found.a_bytes), sum(found.b_bytes)) == (143, 118)
    assert (sum(found.a_blocks), sum(found.b_blocks)) == (5, 5)


def test_phases_come_first_then_their_functions() -> None:
    """What calls what inside a phase stays; a phase reached from different places is one node."""
    found = difference(A, B)
    assert set(named(found)) == {
        (),
        ("call",),
        ("walk",),
        ("walk", "walk"),
        ("walk", "walk", "write"),
        ("build",),
        ("build", "Reference.scalar"),
        ("build", "Value.scalar"),
        ("result",),
        ("result", "finish"),
    }
    result = named(found)[("result", "finish")]
    assert (found.a_bytes[result], found.b_bytes[result]) == (100, 100)


def test_new_and_gone_are_marked() -> None:
    """A function of one side only is Gone or New; a phase that both have is neither."""
    found = difference(A, B)
    marks = found.marks()
    at = named(found)
    assert marks[at[("build", "Reference.scalar")]] == "Gone"
    assert marks[at[("build", "Value.scalar")]] == "New"
    assert marks[at[("build",)]] == marks[at[("result", "finish")]] == ""


def test_parents_come_first() -> None:
    """Columns are equally long and every parent stands before its children."""
    found = difference(A, B)
    assert all(parent < node for node, parent in enumerate(found.parent))
    assert len({len(column) for column in (found.name, found.parent, found.phase, found.a_bytes)}) == 1
    assert len(found.names) == len(found.places)


def test_a_tree_against_itself_has_no_difference() -> None:
    """Equal columns, no marks."""
    found = difference(A, A)
    assert found.a_bytes == found.b_bytes
    assert set(found.marks()) == {""}


def test_random_trees_reconcile() -> None:
    """Whatever the shapes, totals of either side survive the alignment to the byte."""
    numbers = random.Random(4)

    def grown(design: str) -> Profile:
        nodes = [("call", -1, "call", 3, 1)]
        for node in range(1, 80):
            nodes.append(
                (
                    numbers.choice("abcdefgh"),
                    numbers.randrange(node),
                    numbers.choice(PHASES),
                    numbers.randrange(99),
                    1,
                )
            )
        return profile(design, nodes)

    a, b = grown("a"), grown("b")
    found = difference(a, b)
    assert (sum(found.a_bytes), sum(found.b_bytes)) == (sum(a.bytes), sum(b.bytes))
    assert inclusive(found.parent, found.a_bytes)[0] == sum(a.bytes)


def test_profiles_of_different_questions_are_refused() -> None:
    """Two payloads, methods, builds or metrics cannot be subtracted."""
    with pytest.raises(ValueError, match="workload"):
        difference(A, profile("value", [("call", -1, "call", 1, 1)], workload="canada"))


def test_inclusive_adds_children_to_parents() -> None:
    """The root's inclusive value is the sum of all."""
    assert inclusive((-1, 0, 1, 0), (1, 2, 3, 4)) == [10, 5, 3, 4]
