"""Which rows of a run stand under one heading, in which order, and with which notes?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lab.model import Row
from lab.show import footnotes
from lab.show.columns import Column, Line, told
from lab.show.finite import drawable


@dataclass(frozen=True, kw_only=True)
class Block:
    """The rows of one experiment in one build: what stands under one heading."""

    experiment: str
    build: str
    cells: tuple[tuple[Line, ...], ...]
    """The lines of one payload and call together: their baseline, then its candidates."""
    notes: tuple[str, ...]
    """Footnotes in order; ``[1]`` in a line is the first of them."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of all cells."""
        return tuple(line for cell in self.cells for line in cell)

    @property
    def caption(self) -> str:
        """What all lines share: the experiment, the build, and the method where there is one only."""
        methods = {line.row.method for line in self.lines}
        return " · ".join([self.experiment, f"{self.build} build", *(methods if len(methods) == 1 else ())])

    @property
    def columns(self) -> list[Column]:
        """The columns that tell this block's lines apart; the rest is in the caption."""
        shared = {"Build"} | ({"Method"} if len({line.row.method for line in self.lines}) == 1 else set())
        shared |= set() if self.notes else {"Notes"}
        return [column for column in told(self.lines) if column.title not in shared]


def of_rows(rows: Iterable[Row]) -> Iterator[Block]:
    """A block for each experiment and build, in the order in which they came.

    Where several candidates share a baseline, its line comes once, with the figures of the first pairing;
    every ratio still comes from its own pairs.
    """
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in drawable(rows):
        groups.setdefault((row.experiment, row.build), []).append(row)
    for (experiment, build), group in groups.items():
        marks, notes = footnotes.of_rows(group)
        shared: dict[tuple, list[Row]] = {}
        for row in group:
            shared.setdefault((row.workload, row.method, row.mode, row.baseline), []).append(row)
        cells = []
        # The same cell in two merged runs is two cells, one below the other.
        for pairings in (own for same in shared.values() for own in _by_run(same)):
            lines = [Line(row=pairings[0], baseline=True)]
            for row in pairings:
                numbered = tuple(sorted({marks[remark] for remark in row.remarks}))
                lines.append(Line(row=row, baseline=False, notes=numbered))
            cells.append(tuple(lines))
        yield Block(experiment=experiment, build=build, cells=tuple(cells), notes=notes)


def _by_run(rows: Iterable[Row]) -> Iterable[list[Row]]:
    runs: dict[str, list[Row]] = {}
    for row in rows:
        runs.setdefault(row.run, []).append(row)
    return runs.values()
