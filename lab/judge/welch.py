"""What do a printed mean, its error and its deviation still say, once the samples themselves are gone?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from lab.model import Verdict


@dataclass(frozen=True, kw_only=True)
class Moments:
    """What is left of some samples: their mean, their standard deviation, how many they were."""

    mean: float
    stddev: float
    samples: int

    @property
    def stderr(self) -> float:
        """The standard error of the mean."""
        return self.stddev / math.sqrt(self.samples)

    def reach(self, level: float) -> float:
        """Half the two-sided Student interval of the mean at ``level``, such as 0.999 for BenchmarkDotNet's Error."""
        return student((1 + level) / 2, self.samples - 1) * self.stderr


@dataclass(frozen=True, kw_only=True)
class Chances:
    """How likely figures like these are if the candidate is *not* faster, slower, or equivalent: p of each claim."""

    faster: float
    slower: float
    equivalent: float

    def of(self, verdict: Verdict) -> float:
        """The chance that belongs to a verdict; to claim nothing is never wrong by more than 1."""
        claims = {"Faster": self.faster, "Slower": self.slower, "Equivalent": self.equivalent}
        return claims.get(verdict, 1.0)


def recover_samples(*, error: float, stddev: float) -> int | None:
    """How many iterations stand behind a printed Error and StdDev, or None where no count fits within 0.5 %.

    BenchmarkDotNet prints Error = t(0.9995, N-1) * StdDev / sqrt(N), which falls steadily with N.
    """
    if not error or not stddev:
        return None
    wanted = error / stddev
    best = min(range(3, 101), key=lambda n: abs(_error_per_stddev(n) / wanted - 1))
    return best if abs(_error_per_stddev(best) / wanted - 1) < 0.005 else None


def ratio_interval(before: Moments, after: Moments) -> tuple[float, float]:
    """The ratios r that Welch's test of after = r * before does not reject on either side at 5 %.

    That is Fieller's interval with unequal variances; degrees of freedom by Welch and Satterthwaite.
    """
    scaled = (before.stderr * after.mean / before.mean) ** 2
    own = after.stderr**2
    degrees = (scaled + own) ** 2 / (scaled**2 / (before.samples - 1) + own**2 / (after.samples - 1))
    t2 = student(0.95, degrees) ** 2
    # Solve (after - r * before)^2 = t^2 * (stderr_after^2 + r^2 * stderr_before^2) for r.
    a = before.mean**2 - t2 * before.stderr**2
    b = before.mean * after.mean
    c = after.mean**2 - t2 * own
    reach = math.sqrt(b * b - a * c)
    return (b - reach) / a, (b + reach) / a


def chances(before: Moments, after: Moments, *, margin: float) -> Chances:
    """Welch's one-sided tests of ``after`` against ``before`` times 1 - ``margin`` and 1 + ``margin``.

    Equivalence is claimed by two of them together (Schuirmann 1987), so the larger chance counts.
    """
    from scipy.stats import ttest_ind_from_stats

    def chance(scale: float, alternative: str) -> float:
        left = (after.mean, after.stddev, after.samples)
        right = (before.mean * scale, before.stddev * scale, before.samples)
        return float(ttest_ind_from_stats(*left, *right, equal_var=False, alternative=alternative).pvalue)

    return Chances(
        faster=chance(1 - margin, "less"),
        slower=chance(1 + margin, "greater"),
        equivalent=max(chance(1 - margin, "greater"), chance(1 + margin, "less")),
    )


@cache
def student(level: float, degrees: float) -> float:
    """The quantile of Student's t; `scipy.special` loads in a tenth of the time of `scipy.stats`."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, level))


@cache
def _error_per_stddev(samples: int) -> float:
    return student(0.9995, samples - 1) / math.sqrt(samples)
