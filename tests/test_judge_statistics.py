"""Do the statistics agree with a library that others check?"""

from __future__ import annotations

import random

import pytest
from absence import needed

from lab.judge import statistics

scipy_stats = needed("scipy.stats")


def ratios(count: int = 40, *, center: float = 0.9, spread: float = 0.05, seed: int = 3) -> list[float]:
    numbers = random.Random(seed)
    return [numbers.gauss(center, spread) for _ in range(count)]


def test_the_interval_is_the_bootstrap_of_the_median() -> None:
    """Ends within a thousandth of scipy's percentile bootstrap of the same ratios."""
    import numpy as np

    values = ratios()
    found = statistics.interval(values, seed=1)
    told = scipy_stats.bootstrap(
        (values,), np.median, n_resamples=20_000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    assert found.ratio == pytest.approx(np.median(values))
    assert found.low == pytest.approx(told.low, abs=0.004)
    assert found.high == pytest.approx(told.high, abs=0.004)


def test_equal_seeds_give_equal_intervals() -> None:
    """A result can be computed again from its samples and its seed."""
    assert statistics.interval(ratios(), seed=1) == statistics.interval(ratios(), seed=1)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Of 200 intervals at 95 %, 180 or more hold the true median."""
    hits = 0
    for seed in range(200):
        found = statistics.interval(ratios(25, center=1.0, seed=seed), seed=seed, resamples=500)
        hits += found.low <= 1.0 <= found.high
    assert hits >= 180


@pytest.mark.parametrize("bound", [0.85, 0.9, 0.97])
def test_the_sign_test_is_binomial(bound: float) -> None:
    """Both tails equal scipy's exact binomial test."""
    values = ratios(23)
    below = sum(value < bound for value in values)
    told = scipy_stats.binomtest(below, len(values), 0.5, alternative="greater").pvalue
    assert statistics.chance_below(values, bound) == pytest.approx(told)
    told = scipy_stats.binomtest(len(values) - below, len(values), 0.5, alternative="greater").pvalue
    assert statistics.chance_above(values, bound) == pytest.approx(told)


def test_the_interval_over_groups_is_students() -> None:
    """Ends and both tails equal scipy's t test of the logarithms of the groups' medians, by numpy."""
    import numpy as np

    values, groups = ratios(60), (20, 25, 15)
    centers = np.log([np.median(values[:20]), np.median(values[20:45]), np.median(values[45:])])
    found = statistics.interval(values, groups=groups, seed=1)
    told = np.exp(scipy_stats.ttest_1samp(centers, 0).confidence_interval(0.95))
    assert (found.low, found.high) == pytest.approx(tuple(told))
    assert found.ratio == pytest.approx(scipy_stats.gmean(np.exp(centers)))
    less = scipy_stats.ttest_1samp(centers, np.log(0.9), alternative="less").pvalue
    assert statistics.chance_below(values, 0.9, groups=groups) == pytest.approx(less)
    more = scipy_stats.ttest_1samp(centers, np.log(0.9), alternative="greater").pvalue
    assert statistics.chance_above(values, 0.9, groups=groups) == pytest.approx(more)


def test_groups_without_any_scatter_leave_no_doubt() -> None:
    """Equal medians are below or above a bound for certain."""
    assert statistics.chance_below([0.9] * 4, 0.97, groups=(2, 2)) == 0.0
    assert statistics.chance_above([0.9] * 4, 0.97, groups=(2, 2)) == 1.0


def test_holm_by_hand() -> None:
    """The textbook case: the smallest times 3, the next times 2, never below the one before, at most 1."""
    assert statistics.holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert statistics.holm([0.9, 0.8]) == [1.0, 1.0]
    assert statistics.holm([]) == []


@pytest.mark.parametrize(("before", "after"), [([], []), ([1.0], []), ([1.0], [0.0]), ([0.0], [1.0])])
def test_samples_that_cannot_be_paired_are_refused(before: list[float], after: list[float]) -> None:
    """None, unequally many, or below the clock's resolution."""
    with pytest.raises(ValueError, match="sample"):
        statistics.paired(before, after)


def test_one_peak_and_two() -> None:
    """Samples around one value have a modal value near 2, around two values one near 4."""
    numbers = random.Random(5)
    one = [numbers.gauss(100, 2) for _ in range(60)]
    two = one + [numbers.gauss(140, 2) for _ in range(60)]
    assert statistics.modality(one) < 2.8
    assert statistics.modality(two) > 3.2
    assert statistics.modality([5.0] * 20) == 2.0


def test_outliers_are_counted_by_tukeys_fences() -> None:
    """Two far values among fifty are two outliers."""
    assert statistics.outliers([*ratios(50, spread=0.01), 3.0, 4.0]) == 2


def test_processes_that_differ_widen_the_interval() -> None:
    """Two processes of different luck, each quiet in itself, give an interval that holds both."""
    one, other = ratios(30, center=0.95, spread=0.002), ratios(30, center=1.05, spread=0.002, seed=4)
    blind = statistics.interval([*one, *other], seed=1)
    seeing = statistics.interval([*one, *other], groups=(30, 30), seed=1)
    assert seeing.low < 0.955 and seeing.high > 1.045
    assert blind.high - blind.low <= seeing.high - seeing.low + 0.01


def test_processes_that_agree_do_not() -> None:
    """Where ten sets do not differ, the interval is on average about as wide as of one."""
    plain = grouped = 0.0
    for seed in range(20):
        values = ratios(120, center=1.0, seed=seed)
        one = statistics.interval(values, seed=1)
        ten = statistics.interval(values, groups=(10, 14) * 5, seed=1)
        plain, grouped = plain + one.high - one.low, grouped + ten.high - ten.low
    assert grouped < 1.4 * plain
