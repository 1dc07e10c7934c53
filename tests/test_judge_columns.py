"""Do paths become columns with every parent before its children, and every word once?"""

from __future__ import annotations

from collections.abc import Iterable

from lab.judge.columns import Columns, columns

TREE = {
    (): [0, 1],
    ("walk",): [5, 2],
    ("walk", "text"): [7, 3],
    ("end",): [9, 4],
    ("end", "text"): [11, 5],
}


def made(order: Iterable[tuple[str, ...]] = tuple(TREE)) -> Columns:
    return columns(
        {path: TREE[path] for path in order},
        root=("call", "call"),
        name_of=lambda path: path[-1],
        phase_of=lambda path, above: "text" if path[-1] == "text" else f"{above}/{path[-1]}",
    )


def test_parents_come_first_and_words_once() -> None:
    """A name at two places is one word; figures stay with their node."""
    found = made()
    assert found.names == ("call", "end", "text", "walk") and found.name == (0, 1, 2, 3, 2)
    assert found.parent == (-1, 0, 1, 0, 3)
    assert found.figures == ((0, 9, 11, 5, 7), (1, 4, 5, 2, 3))


def test_a_phase_may_follow_from_the_one_above() -> None:
    """A node is asked for its phase after its parent."""
    found = made()
    assert [found.phases[phase] for phase in found.phase] == ["call", "call/end", "text", "call/walk", "text"]


def test_the_order_of_the_paths_does_not_matter() -> None:
    """Equal trees are equal columns."""
    assert made(list(reversed(TREE))) == made()
