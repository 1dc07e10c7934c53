"""What changed between two call trees?

Two designs share almost no function, so a difference by stack is empty of meaning. They share the phases that
the encoder declares: the union tree therefore has the phase first, and the functions of that phase below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lab.judge.columns import columns
from lab.model import Build, Method, Metric, Profile

Mark = Literal["New", "Gone", ""]
Path = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Two profiles as one tree, as columns; node 0 is the root, its children are phases, parents come first.

    ``a_*`` and ``b_*`` are *self* values per operation; each adds up to its profile's total to the byte.
    """

    workload: str
    method: Method
    build: Build
    metric: Metric
    a: str
    b: str
    """The two designs; `a` is the baseline."""
    names: tuple[str, ...]
    places: tuple[str, ...]
    phases: tuple[str, ...]
    name: tuple[int, ...]
    parent: tuple[int, ...]
    phase: tuple[int, ...]
    a_bytes: tuple[int, ...]
    b_bytes: tuple[int, ...]
    a_blocks: tuple[int, ...]
    b_blocks: tuple[int, ...]

    def marks(self) -> tuple[Mark, ...]:
        """For each node whether it is New in b (with all below it), Gone from it, or in both."""
        before = inclusive(self.parent, self.a_blocks)
        after = inclusive(self.parent, self.b_blocks)
        return tuple(
            "New" if new and not old else "Gone" if old and not new else ""
            for old, new in zip(before, after, strict=True)
        )


def inclusive(parent: Sequence[int], values: Sequence[int]) -> list[int]:
    """Each node's value with all below it; parents come before their children."""
    totals = list(values)
    for node in range(len(totals) - 1, 0, -1):
        totals[parent[node]] += totals[node]
    return totals


def difference(a: Profile, b: Profile) -> Difference:
    """``b`` against ``a``, aligned on phases. Raises ``ValueError`` where they are not of one question."""
    for what in ("workload", "method", "build", "metric"):
        if getattr(a, what) != getattr(b, what):
            raise ValueError(f"the {what} differs: {getattr(a, what)} and {getattr(b, what)}")
    figures: dict[Path, list[int]] = {(): [0, 0, 0, 0]}
    places: dict[str, str] = {}
    for offset, profile in enumerate((a, b)):
        places.update(zip(profile.names, profile.places, strict=True))
        for path, size, blocks in _phased(profile):
            for length in range(len(path) + 1):
                figures.setdefault(path[:length], [0, 0, 0, 0])
            figures[path][offset] += size
            figures[path][offset + 2] += blocks
    return _difference(a, b, figures, places)


def _phased(profile: Profile) -> list[tuple[Path, int, int]]:
    """For each node: its phase, then the functions of that phase that lead to it without leaving it."""
    paths: list[Path] = []
    for node, parent in enumerate(profile.parent):
        phase = profile.phases[profile.phase[node]]
        name = profile.names[profile.name[node]]
        if parent < 0:
            paths.append((phase,))
        elif paths[parent][0] == phase:
            above = paths[parent]
            # A function met again on the way is the same place: recursion through other phases folds too.
            known = above.index(name, 1) if name in above[1:] else len(above)
            paths.append((*above[:known], name))
        else:
            paths.append((phase, name))
    return list(zip(paths, profile.bytes, profile.blocks, strict=True))


def _difference(a: Profile, b: Profile, figures: dict[Path, list[int]], places: dict[str, str]) -> Difference:
    tree = columns(
        figures,
        root=(a.names[0], a.phases[a.phase[0]]),
        name_of=lambda path: path[-1],
        phase_of=lambda path, _: path[0],
    )
    a_bytes, b_bytes, a_blocks, b_blocks = tree.figures
    return Difference(
        workload=a.workload,
        method=a.method,
        build=a.build,
        metric=a.metric,
        a=a.design,
        b=b.design,
        names=tree.names,
        places=tuple(places.get(name, "") for name in tree.names),
        phases=tree.phases,
        name=tree.name,
        parent=tree.parent,
        phase=tree.phase,
        a_bytes=a_bytes,
        b_bytes=b_bytes,
        a_blocks=a_blocks,
        b_blocks=b_blocks,
    )
