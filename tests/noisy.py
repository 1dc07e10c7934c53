"""What might the samples of two designs look like on a real machine? Invented noise of several kinds, by a seed.

Each kind has the same parts, in shares of the time: luck of each set of objects or processes, which stays for all its
samples; what the machine does to both designs alike; and what hits a single sample.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from lab.judge.statistics import interval, paired
from lab.judge.verdicts import judged
from lab.measure.settings import FULL, QUICK, Settings
from lab.model import Row, TimeRatio


@dataclass(frozen=True, kw_only=True)
class Noise:
    """One kind of machine."""

    luck: float = 0.007
    """Standard deviation of what a set of objects adds for as long as it lives."""
    bad_luck: float = 0.0
    """What it adds more to one set in five: two modes."""
    single: float = 0.012
    """Scale of what hits one sample."""
    tails: float = 30.0
    """Degrees of freedom of Student's t by which it is drawn: 2 has tails so heavy that there is no variance."""
    swing: float = 0.02
    """Standard deviation of an AR(1) process that both designs share but for one step in time."""
    memory: float = 0.8
    """How much of it is left after one sample."""
    trend: float = 0.0
    """By how much the machine gets slower from the first sample to the last."""


QUIET = Noise()
KINDS = {
    "quiet": QUIET,
    "heavy tails": Noise(tails=2.0, single=0.02),
    "drifting": Noise(trend=0.3, swing=0.04),
    "autocorrelated": Noise(swing=0.05, memory=0.97),
    "two modes": Noise(bad_luck=0.04),
    "unlucky": Noise(luck=0.025),
}


def groups(settings: Settings, *, large: bool) -> tuple[int, ...]:
    """How many pairs come from each set of objects, where a pair takes two samples and nothing else takes time."""
    sets = settings.generations * settings.resident_rebuilds if large else settings.rebuilds
    pairs = min(settings.rounds[1], round(settings.budget / settings.sample / 2))
    return (pairs // sets,) * sets


SETTINGS = {
    "quick": groups(QUICK, large=False),
    "full": groups(FULL, large=False),
    "large, quick": groups(QUICK, large=True),
    "large, full": groups(FULL, large=True),
}


def samples(noise: Noise, groups: tuple[int, ...], *, ratio: float, seed: int) -> tuple[list[float], list[float]]:
    """Nanoseconds of both designs, paired by position; ``ratio`` is the truth."""
    import numpy as np
    from scipy.signal import lfilter

    numbers = np.random.default_rng(seed)
    pairs = sum(groups)
    # Each pair is two samples in a row, in random order.
    steps = numbers.normal(0, noise.swing * (1 - noise.memory**2) ** 0.5, 2 * pairs + 50)
    shared = lfilter([1], [1, -noise.memory], steps)[50:] + noise.trend * np.linspace(0, 1, 2 * pairs)
    places = shared.reshape(pairs, 2)
    swapped = numbers.random(pairs) < 0.5
    places[swapped] = places[swapped][:, ::-1]
    sides = []
    for side in range(2):
        luck = numbers.normal(0, noise.luck / 2**0.5, len(groups))
        luck += noise.bad_luck * (numbers.random(len(groups)) < 0.2)
        single = noise.single * np.abs(numbers.standard_t(noise.tails, pairs))
        sides.append(1000.0 * np.exp(places[:, side] + np.repeat(luck, groups) + single))
    return sides[0].tolist(), (ratio * sides[1]).tolist()


def row(before: list[float], after: list[float], *, groups: tuple[int, ...], like: Row) -> Row:
    """The row ``like`` with these samples, not yet judged."""
    found = interval(paired(before, after), groups=groups, seed=20)
    time = TimeRatio(
        ratio=found.ratio,
        low=found.low,
        high=found.high,
        min_ratio=min(after) / min(before),
        baseline_ns=1.0,
        candidate_ns=1.0,
        pairs=len(before),
        groups=groups,
    )
    return dataclasses.replace(
        like, time=time, samples={"baseline": tuple(before), "candidate": tuple(after)}, verdict=None, remarks=()
    )


def verdicts(noise: Noise, groups: tuple[int, ...], *, ratio: float, times: int, like: Row) -> list[str]:
    """The verdict of each of ``times`` comparisons at a margin of 3 %, each judged by itself."""
    found = []
    for seed in range(times):
        one = row(*samples(noise, groups, ratio=ratio, seed=seed), groups=groups, like=like)
        found.append(judged([one], margin=0.03)[0].verdict)
    return found
