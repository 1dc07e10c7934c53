"""What does a design against itself say of a machine: how often is a verdict wrong, how small a difference is seen?"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lab.judge.remarks import below_floor
from lab.model import Build, Row, Verdict

MOST_FALSE = 0.01
"""The share of wrong verdicts beyond which a machine is not fit to give any."""
ENOUGH_DECIDED = 0.8
"""The share that an idle machine should decide: one that says Inconclusive every time is never wrong either."""
ENOUGH = 40
"""Fewer comparisons say too little of a machine to be kept as its floor."""
_FLOOR_SHARE = 95


@dataclass(frozen=True, kw_only=True)
class Floor:
    """How far from its truth a ratio may lie on a machine, as ``python -m lab aa`` found it at one time."""

    build: Build
    quick: bool
    share: float
    repeats: int
    recorded: str
    """When, as ISO 8601 with an offset."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One comparison of which the right answer is known."""

    workload: str
    ratio: float
    low: float
    high: float
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """All comparisons in one build. The candidate does ``inject`` more of the same work: 0 is a design with itself."""

    build: Build
    margin: float
    inject: float
    comparisons: tuple[Comparison, ...]
    work_ratio: float | None = None
    """By how much the candidate works more, as the work counter has it; None where work was not counted."""

    @property
    def repeats(self) -> int:
        return len(self.comparisons)

    def count(self, *verdicts: Verdict) -> int:
        """How many comparisons ended in one of ``verdicts``."""
        return sum(one.verdict in verdicts for one in self.comparisons)

    @property
    def false(self) -> int:
        """How many verdicts are wrong. Inconclusive never is."""
        return self.count("Faster", "Equivalent") if self.inject else self.count("Faster", "Slower")

    @property
    def right(self) -> int:
        """How many verdicts are right."""
        return self.count("Slower") if self.inject else self.count("Equivalent")

    @property
    def passed(self) -> bool:
        """Whether the verdicts can be trusted here: few are wrong, and a slowdown that was put in is found."""
        if self.inject:
            return not self.false and self.right >= ENOUGH_DECIDED * self.repeats
        return self.false <= MOST_FALSE * self.repeats

    @property
    def floor(self) -> float:
        """How far from its truth a ratio may lie: the 95th percentile over all comparisons."""
        import numpy as np

        truth = 1 + self.inject
        return float(np.percentile([abs(one.ratio / truth - 1) for one in self.comparisons], _FLOOR_SHARE))

    @property
    def false_at_most(self) -> float:
        """The share of wrong verdicts that this many comparisons cannot rule out: 95 %, one-sided (Clopper-Pearson)."""
        from scipy.special import betaincinv

        return 1.0 if self.false == self.repeats else float(betaincinv(self.false + 1, self.repeats - self.false, 0.95))

    def told(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "repeats": self.repeats,
            "false": self.false,
            "equivalent": self.count("Equivalent"),
            "inconclusive": self.count("Inconclusive"),
            "faster": self.count("Faster"),
            "slower": self.count("Slower"),
            "false_at_most": self.false_at_most,
            "passed": self.passed,
            "floor": self.floor,
            "margin": self.margin,
            "inject": self.inject,
            "work_ratio": self.work_ratio,
            "comparisons": [dataclasses.asdict(one) for one in self.comparisons],
        }


def above(rows: Iterable[Row], floors: Mapping[Build, Floor | None], *, margin: float) -> tuple[Row, ...]:
    """``rows``, none of which has a verdict on a difference below its build's floor.

    The margin leaves room for a floor up to as much. Above it, neither a difference nor its absence can be seen.
    """
    return tuple(_above(row, floors.get(row.build), margin) for row in rows)


def _above(row: Row, floor: Floor | None, margin: float) -> Row:
    if floor is None or floor.share <= margin or row.time is None or row.verdict in (None, "Inconclusive"):
        return row
    if abs(row.time.ratio - 1) >= floor.share:
        return row
    remark = below_floor(row.verdict, floor.share, floor.recorded, quick=floor.quick)
    return dataclasses.replace(row, verdict="Inconclusive", remarks=(*row.remarks, remark))


def outcome(rows: Iterable[Row], *, build: Build, margin: float, inject: float = 0.0) -> Outcome:
    """What ``rows``, each a comparison by itself, came to. Rows that were not timed are left out."""
    own = [row for row in rows if row.build == build]
    comparisons = tuple(
        Comparison(
            workload=row.workload, ratio=row.time.ratio, low=row.time.low, high=row.time.high, verdict=row.verdict
        )
        for row in own
        if row.time and row.verdict
    )
    work = next((row.work.ratio for row in own if row.work), None)
    return Outcome(build=build, margin=margin, inject=inject, comparisons=comparisons, work_ratio=work)
