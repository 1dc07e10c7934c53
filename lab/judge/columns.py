"""How does a call tree, given by its paths, become columns that are short to store and quick to draw?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Path = tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class Columns:
    """A tree with node 0 as its root and parents before children; ``name`` and ``phase`` are indices."""

    names: tuple[str, ...]
    phases: tuple[str, ...]
    name: tuple[int, ...]
    parent: tuple[int, ...]
    phase: tuple[int, ...]
    figures: tuple[tuple[int, ...], ...]
    """As many columns as a path had figures."""


def columns(
    figures: Mapping[Path, Sequence[int]],
    *,
    root: tuple[str, str],
    name_of: Callable[[Path], str],
    phase_of: Callable[[Path, str], str],
) -> Columns:
    """The columns of a tree whose every path, from ``()`` on, has ``figures``.

    ``root`` is the root's name and phase; ``phase_of`` is also told the phase of the node above.
    """
    names, phases = {root[0]: 0}, {root[1]: 0}
    spoken = [root[1]]
    rows: dict[Path, int] = {(): 0}
    nodes = [(0, -1, 0, *figures[()])]
    # Sorted paths put every parent right before its children and make equal trees equal columns.
    for path in sorted(figures)[1:]:
        parent = rows[path[:-1]]
        phase = phase_of(path, spoken[parent])
        rows[path] = len(nodes)
        spoken.append(phase)
        name = names.setdefault(name_of(path), len(names))
        nodes.append((name, parent, phases.setdefault(phase, len(phases)), *figures[path]))
    name_column, parents, phase_column, *rest = zip(*nodes, strict=True)
    return Columns(
        names=tuple(names),
        phases=tuple(phases),
        name=name_column,
        parent=parents,
        phase=phase_column,
        figures=tuple(rest),
    )
