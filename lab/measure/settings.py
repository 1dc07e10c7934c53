"""How long may measuring take, and how sure must it be?"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

LARGE = 64 * 1024
"""Bytes of output above which every contestant gets a process of its own: malloc takes such blocks from the
operating system by a threshold that moves, and that state leaks from one contestant to the next."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a timing and an allocation cell may spend. Times are in seconds."""

    quick: bool
    sample: float
    """Length of one sample; a call is repeated until it fills it."""
    warm: float
    """At most this long per contestant until its samples stop falling."""
    rounds: tuple[int, int]
    """Fewest and most rounds; in each round every contestant is sampled once, in random order."""
    budget: float
    """Sampling stops after this long, once it has the fewest rounds."""
    generations: int
    """How often residents are started anew: each process has its own luck with addresses and pages, which no
    number of samples from one process would show."""
    repeats: int
    """Steady operations that are counted; what most of them ask for is the figure."""
    rebuilds: int = 1
    """How often the contestants that share a process are built anew: see `lab.measure.together`."""
    resident_rebuilds: int = 1
    """How often those with a process each are, in every generation."""
    seed: int = 20
    limit: float = 60.0
    """Seconds after which a contestant that does not answer is ended."""

    def share(self, parts: int) -> Settings:
        """What each of ``parts`` may spend."""
        fewest, most = self.rounds
        return replace(self, rounds=(-(-fewest // parts), -(-most // parts)), budget=self.budget / parts)

    def __repr__(self) -> str:
        return f"Settings({'quick' if self.quick else 'full'}, seed={self.seed})"


# The interval is one over all rebuilds: of four, Student's factor is 3.2, of twelve 2.2. Many short spells say more
# than few long ones, since most of what differs is the luck of a rebuild.
QUICK = Settings(
    quick=True,
    sample=0.001,
    warm=0.05,
    rounds=(12, 96),
    budget=0.25,
    generations=2,
    rebuilds=12,
    resident_rebuilds=3,
    repeats=3,
)
FULL = Settings(
    quick=False,
    sample=0.0025,
    warm=0.2,
    rounds=(20, 160),
    budget=0.7,
    generations=4,
    rebuilds=20,
    resident_rebuilds=2,
    repeats=5,
)


def settings(quick: bool | None = None) -> Settings:
    """The quick or the full settings; None asks the environment's ``LAB_QUICK``."""
    if quick is None:
        quick = os.environ.get("LAB_QUICK", "") not in ("", "0")
    return QUICK if quick else FULL
