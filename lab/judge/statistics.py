"""What do paired samples say about the ratio of two designs?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

CONFIDENCE = 0.95
RESAMPLES = 4000
"""Enough for the ends of a 95 % interval: each end still rests on a hundred resampled medians."""


@dataclass(frozen=True, kw_only=True)
class Interval:
    """The median of paired ratios and its bootstrap interval."""

    ratio: float
    low: float
    high: float


def paired(baseline: Sequence[float], candidate: Sequence[float]) -> list[float]:
    """Candidate over baseline, sample by sample. Raises ``ValueError`` for unequal lengths, zeros or none."""
    if len(baseline) != len(candidate) or not baseline:
        raise ValueError(f"paired samples are needed, not {len(baseline)} and {len(candidate)}")
    if min(baseline) <= 0 or min(candidate) <= 0:
        raise ValueError("a sample of 0 ns is below what the clock resolves: make the samples longer")
    return [after / before for before, after in zip(baseline, candidate, strict=True)]


def interval(
    ratios: Sequence[float],
    *,
    groups: Sequence[int] = (),
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Median of ``ratios`` with its percentile bootstrap interval (Efron 1979); equal for equal seeds.

    Where the ratios come from several processes, ``groups`` says how many in a row from each. Then processes
    are drawn first and ratios within them (Davison and Hinkley 1997, 3.8), so that what differs from process
    to process is in the interval.
    """
    import numpy as np

    numbers = np.random.default_rng(seed)
    values = np.asarray(ratios, dtype=float)
    if len(groups) < 2:
        draws = values[numbers.integers(0, len(values), (resamples, len(values)))]
    else:
        ends = np.cumsum(groups)
        drawn = numbers.integers(0, len(groups), (resamples, len(groups)))
        width = max(groups)
        within = (
            numbers.random((resamples, len(groups), width)) * np.asarray(groups)[drawn][..., None]
        ).astype(int)
        draws = values[(ends - groups)[drawn][..., None] + within].reshape(resamples, -1)
    medians = np.median(draws, axis=1)
    tail = (1 - confidence) / 2 * 100
    low, high = np.percentile(medians, (tail, 100 - tail))
    return Interval(ratio=float(np.median(values)), low=float(low), high=float(high))


def chance_below(ratios: Sequence[float], bound: float) -> float:
    """One-sided sign test: how likely so many ratios below ``bound`` are if the true median is not."""
    return _tail(sum(ratio < bound for ratio in ratios), len(ratios))


def chance_above(ratios: Sequence[float], bound: float) -> float:
    """The same for ratios above ``bound``."""
    return _tail(sum(ratio > bound for ratio in ratios), len(ratios))


def _tail(hits: int, trials: int) -> float:
    """P(X >= hits) for X ~ Binomial(trials, 1/2), exactly."""
    return sum(math.comb(trials, k) for k in range(hits, trials + 1)) / 2**trials


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment (1979), in the given order: the chance of any false alarm in the family."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    adjusted = [0.0] * len(chances)
    worst = 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[place]))
        adjusted[place] = worst
    return adjusted


def modality(samples: Sequence[float]) -> float:
    """How many-peaked the samples are: 2 for one peak; more for several (the modal test of B. Gregg, 2014).

    It sums the ups and downs of a histogram over its highest bin. Outliers are left out, and the bins are few
    (cube root of the number, plus 1): at most 4 % of normal samples of 20 or more pass 2.8, and nine of ten
    that come from two places do.
    """
    import numpy as np

    values = np.asarray(samples, dtype=float)
    low, high = _fences(values)
    inner = values[(values >= low) & (values <= high)]
    if inner.max() <= inner.min():
        return 2.0
    heights, _ = np.histogram(inner, bins=math.ceil(len(inner) ** (1 / 3)) + 1)
    return float(np.abs(np.diff(np.concatenate(([0], heights, [0])))).sum() / heights.max())


def outliers(samples: Sequence[float]) -> int:
    """How many lie beyond Tukey's fences, 1.5 times the middle half's width outside of it."""
    import numpy as np

    values = np.asarray(samples, dtype=float)
    low, high = _fences(values)
    return int(((values < low) | (values > high)).sum())


def _fences(values: Any) -> tuple[float, float]:
    import numpy as np

    low, high = np.percentile(values, (25, 75))
    reach = 1.5 * (high - low)
    return low - reach, high + reach
