"""What would BenchmarkDotNet print for these samples: which does it keep, what is its ratio, what its verdict?

Two eras, since they differ: 0.13 (up to 0.13.12, with Perfolizer 0.2.1, the era of the published tables) and 0.14
(with Perfolizer 0.3.17). Both call their test MannWhitney, and neither tests equivalence: their Same says only
that no difference beyond the threshold was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from lab.judge.statistics import fences
from lab.judge.welch import Moments
from lab.model import MARGIN

if TYPE_CHECKING:
    from numpy import ndarray

Era = Literal["0.13", "0.14"]
ERAS: tuple[Era, ...] = ("0.13", "0.14")
Printed = Literal["Base", "Baseline", "Same", "Faster", "Slower", "?"]

_EXACT = 65
"""Up to so many samples in all, both eras take the exact distribution of U."""
_ALPHA_13, _ALPHA_14 = 0.05, 1e-5
_INSTANT = 10
"""0.14 tests nothing where the shift is this many thresholds wide."""


def kept(samples: Sequence[float]) -> tuple[float, ...]:
    """``samples`` in their order without Tukey's upper outliers, which BenchmarkDotNet drops by default."""
    if not samples:
        return ()
    _, high = fences(samples)
    return tuple(sample for sample in samples if sample <= high)


def moments(samples: Sequence[float]) -> Moments | None:
    """Mean, deviation and number of ``samples``, or None for fewer than two."""
    import numpy as np

    if len(samples) < 2:
        return None
    return Moments(mean=float(np.mean(samples)), stddev=float(np.std(samples, ddof=1)), samples=len(samples))


def quotients(baseline: Sequence[float], candidate: Sequence[float], *, era: Era) -> ndarray:
    """The set whose mean is printed as Ratio and whose deviation as RatioSD; never a ratio of two means.

    0.13 divides the i-th by the i-th, up to the shorter one's end, although they were not taken as pairs; 0.14 every
    one by every one, so that even the baseline has a RatioSD.
    """
    import numpy as np

    below, above = np.asarray(baseline, dtype=float), np.asarray(candidate, dtype=float)
    if era == "0.14":
        return np.divide.outer(above, below).ravel()
    shorter = min(len(below), len(above))
    return above[:shorter] / below[:shorter]


def mann_whitney(
    baseline: Sequence[float], candidate: Sequence[float], *, era: Era, threshold: float = MARGIN
) -> Printed:
    """The word in the column MannWhitney(``threshold``) of ``candidate``; both without their outliers."""
    if tuple(baseline) == tuple(candidate):
        return "Base" if era == "0.13" else "Baseline"
    if era == "0.13":
        return _verdict_13(baseline, candidate, threshold)
    return _verdict_14(baseline, candidate, threshold)


def shows_median(samples: Sequence[float]) -> bool:
    """Whether this line alone makes BenchmarkDotNet add a column for the median.

    It does where the median lies outside the mean's 99 % interval, or more than a fifth from the mean.
    """
    import numpy as np

    found = moments(samples)
    if found is None or found.samples < 3:
        return False
    away = abs(float(np.median(samples)) - found.mean)
    return away > found.reach(0.99) or away > 0.2 * found.mean


def _verdict_13(baseline: Sequence[float], candidate: Sequence[float], threshold: float) -> Printed:
    """Faster is asked first, and each test's threshold is a share of the sample that it supposes the slower one."""
    if min(len(baseline), len(candidate)) < 3 or max(len(baseline), len(candidate)) < 5:
        return "?"
    if _greater_13(baseline, candidate, threshold) < _ALPHA_13:
        return "Faster"
    return "Slower" if _greater_13(candidate, baseline, threshold) < _ALPHA_13 else "Same"


def _greater_13(above: Sequence[float], below: Sequence[float], threshold: float) -> float:
    """The chance of such samples unless ``above`` is more than ``below`` plus ``threshold`` times its own mean."""
    import numpy as np

    raised = np.asarray(below, dtype=float) + threshold * np.mean(above)
    return greater(above, raised, era="0.13")


def _verdict_14(baseline: Sequence[float], candidate: Sequence[float], threshold: float) -> Printed:
    """Slower is asked first; a wide shift decides without a test."""
    import numpy as np

    if len(baseline) == len(candidate) == 1:
        return "?"
    before, after = np.asarray(baseline, dtype=float), np.asarray(candidate, dtype=float)
    shift = _shift(after, before)
    if abs(shift) > _INSTANT * max(_shift(x * (1 + threshold), x) for x in (after, before)):
        return "Slower" if shift > 0 else "Faster"
    if greater(after, before * (1 + threshold), era="0.14") < _ALPHA_14:
        return "Slower"
    return "Faster" if greater(before, after * (1 + threshold), era="0.14") < _ALPHA_14 else "Same"


def _shift(above: ndarray, below: ndarray) -> float:
    """Hodges and Lehmann's shift (1963): the median of all differences."""
    import numpy as np

    return float(np.median(np.subtract.outer(above, below)))


def greater(above: Sequence[float], below: Sequence[float], *, era: Era) -> float:
    """p of the one-sided Mann-Whitney test that ``above`` is greater, without a correction for ties."""
    from scipy.stats import mannwhitneyu, norm

    n, m = len(above), len(below)
    if n + m <= _EXACT:
        return float(mannwhitneyu(above, below, alternative="greater", method="exact").pvalue)
    u = mannwhitneyu(above, below, alternative="greater", method="asymptotic").statistic
    if era == "0.14":
        return _edgeworth(round(u), n, m)
    # Neither a correction for continuity nor one for ties, unlike scipy's own p.
    return float(norm.sf((u - n * m / 2) / (n * m * (n + m + 1) / 12) ** 0.5))


def _edgeworth(u: int, n: int, m: int) -> float:
    """P(U >= u) by the Edgeworth series with the cumulants of U up to the sixth, as Perfolizer 0.3 has it.

    The generating function of U is a product of quotients (1 - q^(m+i)) / (1 - q^i), i from 1 to n, so its
    cumulants are Bernoulli numbers times differences of sums of powers.
    """
    import numpy as np
    from scipy.special import bernoulli, eval_hermitenorm, factorial
    from scipy.stats import norm

    steps = np.arange(1, n + 1, dtype=float)
    second, fourth, sixth = (
        bernoulli(order)[order] / order * np.sum((steps + m) ** order - steps**order) for order in (2, 4, 6)
    )
    z = (u - n * m / 2 - 0.5) / second**0.5
    excess = fourth / second**2
    weights = {3: excess / factorial(4), 5: sixth / second**3 / factorial(6), 7: 35 * excess**2 / factorial(8)}
    correction = sum(weight * eval_hermitenorm(order, z) for order, weight in weights.items())
    return float(np.clip(norm.sf(z) + norm.pdf(z) * correction, 0, 1))
