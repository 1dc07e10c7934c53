"""What will a run among peers measure, and how long may it take?"""

from __future__ import annotations

from dataclasses import dataclass

from lab.encoders import MODULES, OURS
from lab.measure.peers.contestant import Entry
from lab.measure.settings import Settings
from lab.model import Build

TWIN = f"{OURS} again"
"""Ours once more: what it differs by from itself is noise."""
QUICK = Settings(quick=True, sample=0.001, warm=0.015, rounds=(14, 40), budget=0.2, generations=1, repeats=2)
FULL = Settings(quick=False, sample=0.003, warm=0.08, rounds=(15, 90), budget=1.2, generations=3, repeats=3)
_SHARE = 0.7
"""What starting, building and comparing cost beside sampling, in seconds a case and generation."""
_WEIGHING = 0.15
COUNTERS = 2
"""How many cases are weighed at once."""


@dataclass(frozen=True, kw_only=True)
class PeerCell:
    """One case in one build."""

    name: str
    build: Build
    timed = True
    counted = True
    worked = False

    @property
    def label(self) -> str:
        """One line for a progress bar."""
        return f"peers: {self.name}, {self.build}"


@dataclass(frozen=True, kw_only=True)
class PeerPlan:
    """What a run will measure; `lab.measure.runner.Job` takes it like any plan."""

    cases: tuple[PeerCell, ...]
    peers: tuple[Entry, ...]
    settings: Settings
    margin: float
    growing: bool = False
    """Whether the encoder's time per byte is followed to large documents too."""

    @property
    def entries(self) -> list[Entry]:
        """Everyone on the list: we, our twin, the peers."""
        ours = MODULES[OURS]
        return [Entry(label=OURS, module=ours), Entry(label=TWIN, module=ours), *self.peers]

    @property
    def seconds(self) -> float:
        """A rough guess before anything is measured."""
        return sum(map(self.seconds_to_time, self.cases)) + sum(map(self.seconds_to_count, self.cases))

    def seconds_to_time(self, cell: PeerCell) -> float:
        """All generations of one cell."""
        settings = self.settings
        starting = settings.generations * (_SHARE + settings.warm * (len(self.peers) + 2))
        return starting + 2 * settings.budget

    def seconds_to_count(self, cell: PeerCell) -> float:
        """The memory of one cell, two of which are counted at once."""
        return _WEIGHING * (2 if self.settings.quick else len(self.peers) + 1) / COUNTERS
