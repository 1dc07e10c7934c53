"""Does the lab give BenchmarkDotNet's own verdicts, ratios and outliers, in both its eras?"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from lab.judge import printed, welch
from lab.judge.verdicts import verdict

# Perfolizer's own public test data (MannWhitneyTests, v0.2.1): samples, a shift, and p as R's wilcox.test has it.
X10 = [101.560680277179, 84.5009342862592, 87.2294917081476, 129.63805718437, 105.404085588131]
X10 += [107.725754537927, 80.1006409348006, 113.864283866225, 102.430864178515, 104.403374809552]
Y10 = [82.352823982586, 126.135642815364, 109.069571619921, 91.5330798762612, 94.2532257217699]
Y10 += [70.568270818608, 92.5436886596998, 117.210691979832, 119.721076854462, 113.813867732564]
X19 = [117.428150690794, 114.372210364342, 113.014660415649, 112.944919220209, 112.383144277334, 112.360203094482]
X19 += [111.301456588507, 110.338494982719, 116.107656214237, 115.510661094189, 114.018304386139, 118.674752711058]
X19 += [110.82060939908, 110.29270001173, 111.751715534925, 112.928226778507, 109.582877969742, 112.403332518339]
X19 += [115.566637580395]
Y14 = [87.7416295671463, 88.7655491733551, 88.2931792974472, 88.481253298521, 90.3308806920052, 90.3109546351433]
Y14 += [89.6487628591061, 88.9729374647141, 89.3410451281071, 88.1987927174568, 88.7037609219551, 89.2515526676178]
Y14 += [87.8502615296841, 87.7515925955772]
NEAR_TEN = [10.0, 10.01, 10.02, 10.0, 10.03, 10.02, 9.99, 9.98, 10.0, 10.02]


@pytest.mark.parametrize(
    ("shift", "p"), [(-30, 0.0005250168), (-15, 0.02621295), (0, 0.6020319), (15, 0.973787), (30, 0.9989554)]
)
@pytest.mark.parametrize("era", printed.ERAS)
def test_p_is_perfolizers(era: printed.Era, shift: float, p: float) -> None:
    """On its own test data both eras' exact p agrees with what its tests expect, to all the digits given there."""
    assert printed.greater(X10, [y + shift for y in Y10], era=era) == pytest.approx(p, rel=1e-6)


def test_p_of_a_relative_threshold() -> None:
    """Perfolizer's test of issue 948: 19 against 14, shifted by a tenth of the first one's mean."""
    p = printed.greater(X19, [y + 0.1 * np.mean(X19) for y in Y14], era="0.13")
    assert p == pytest.approx(1.22128573920577e-9, rel=1e-6)
    assert printed.mann_whitney(X19, Y14, era="0.13", threshold=0.1) == "Faster"


@pytest.mark.parametrize(
    ("baseline", "candidate", "word"),
    [
        ([100.0] * 20, [100.0] * 20, "Baseline"),
        (NEAR_TEN, [1.03 * x for x in NEAR_TEN], "Slower"),
        (NEAR_TEN, [0.97 * x for x in NEAR_TEN], "Faster"),
        ([195.0, 196.0] * 10, [200.3279, 200.3178, 200.4046] * 4, "Slower"),
        ([9.7031, 9.2344, 10.1719, 8.6094, 9.5469] * 3, [10070400.0, 10073300.0, 10073500.0], "Slower"),
        ([1.0], [2.0], "?"),
    ],
)
def test_the_new_eras_own_examples(baseline: list[float], candidate: list[float], word: str) -> None:
    """The examples in the tests of BenchmarkDotNet 0.14 and Perfolizer 0.3, at their threshold of 2 %."""
    assert printed.mann_whitney(baseline, candidate, era="0.14", threshold=0.02) == word


def test_a_wide_shift_decides_without_a_test() -> None:
    """Three against sixteen cannot reach 0.001 % by ranks; ten thresholds of shift decide all the same."""
    few, many = [100.0, 101.0, 102.0], [50.0 + n / 10 for n in range(16)]
    assert printed.greater(few, many, era="0.14") > 1e-5
    assert printed.mann_whitney(many, few, era="0.14") == "Slower"
    assert printed.mann_whitney(few, many, era="0.14") == "Faster"
    assert printed.mann_whitney(many, [x * 1.2 for x in many[:3]], era="0.14") == "Same"


def test_the_old_era_asks_for_enough_samples() -> None:
    """Fewer than three, or fewer than five in the larger sample, give a question mark; equal samples are the base."""
    assert printed.mann_whitney([1.0, 2.0], [1.5] * 9, era="0.13") == "?"
    assert printed.mann_whitney([1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0], era="0.13") == "?"
    assert printed.mann_whitney([1.0, 2.0, 3.0], [9.0, 8.0, 7.0, 6.5, 6.0], era="0.13") == "Slower"
    assert printed.mann_whitney([1.0, 2.0], [1.0, 2.0], era="0.13") == "Base"


def test_the_threshold_is_a_share_of_the_slower_side() -> None:
    """Between 100 and 103.05: 3 % of 103.05 is more than the distance, 3 % of 100 is less; so 0.13 says Same."""
    low, high = [100 + n / 1000 for n in range(15)], [103.05 + n / 1000 for n in range(15)]
    assert printed.mann_whitney(low, high, era="0.13") == "Same"
    assert printed.mann_whitney(low, [x + 0.05 for x in high], era="0.13") == "Slower"


def critical() -> int:
    """The smallest U of 15 against 15 whose upper tail is below 5 %, by counting every choice of 15 ranks of 30."""
    ways = np.zeros((16, 436), dtype=object)
    ways[0, 0] = 1
    for rank in range(30):
        for chosen in range(14, -1, -1):
            ways[chosen + 1, rank:] += ways[chosen, : 436 - rank]
    tails = np.cumsum(ways[15][::-1])[::-1] / ways[15].sum()
    # U is the sum of the ranks less the least sum that there can be.
    return int(np.argmax(tails < 0.05)) - 105


def oracle(baseline: np.ndarray, candidate: np.ndarray) -> list[str]:
    """The old era's words by counting the pairs that are more than the threshold apart; a row a trial."""

    def u(above: np.ndarray, below: np.ndarray) -> np.ndarray:
        raised = below + 0.03 * above.mean(axis=1, keepdims=True)
        return (above[:, :, None] > raised[:, None, :]).sum(axis=(1, 2))

    faster, slower = u(baseline, candidate) >= critical(), u(candidate, baseline) >= critical()
    return [("Faster" if f else "Slower" if s else "Same") for f, s in zip(faster, slower, strict=True)]


def test_same_is_said_of_a_true_difference() -> None:
    """Of 500 trials (N 15, SD 6 %, truly 5.6 % slower) 0.13 calls 74 % Same, 0.14 nearly all; 71 % are undecided."""
    numbers = np.random.default_rng(2022)
    before, after = numbers.normal(100, 6, (500, 15)), numbers.normal(105.6, 6, (500, 15))
    old = [printed.mann_whitney(b, a, era="0.13") for b, a in zip(before, after, strict=True)]
    assert old == oracle(before, after)
    assert Counter(old)["Same"] / 500 == pytest.approx(0.74, abs=0.04)
    new = Counter(printed.mann_whitney(b, a, era="0.14") for b, a in zip(before[:100], after[:100], strict=True))
    assert new["Same"] >= 99

    def ours(b: np.ndarray, a: np.ndarray) -> str:
        moments = [welch.Moments(mean=x.mean(), stddev=x.std(ddof=1), samples=len(x)) for x in (b, a)]
        return verdict(*welch.ratio_interval(*moments), margin=0.03)

    four = Counter(ours(b, a) for b, a in zip(before, after, strict=True))
    assert four["Inconclusive"] / 500 == pytest.approx(0.71, abs=0.04)
    assert four["Slower"] / 500 == pytest.approx(0.29, abs=0.04)


def test_many_samples_are_approximated() -> None:
    """Past 65 in all, 0.13 takes the plain normal law and 0.14 a series that is nearer to the exact chance."""
    numbers = np.random.default_rng(3)
    for shift in (0.0, 0.5, 1.0, 1.4):
        x, y = numbers.normal(shift, 1, 30), numbers.normal(0, 1, 40)
        exact = stats.mannwhitneyu(x, y, alternative="greater", method="exact").pvalue
        plain = stats.mannwhitneyu(x, y, alternative="greater", method="asymptotic", use_continuity=False).pvalue
        assert printed.greater(x, y, era="0.13") == pytest.approx(plain)
        assert printed.greater(x, y, era="0.14") == pytest.approx(exact, rel=2e-3)


def test_ties_are_not_corrected() -> None:
    """In large samples full of ties 0.13 keeps the untied variance, unlike scipy."""
    x, y = [1.0, 2.0, 3.0] * 14, [1.0, 2.0, 2.0] * 14
    u = stats.mannwhitneyu(x, y, alternative="greater").statistic
    z = (u - 42 * 42 / 2) / (42 * 42 * 85 / 12) ** 0.5
    assert printed.greater(x, y, era="0.13") == pytest.approx(stats.norm.sf(z))


def test_upper_outliers_only_are_dropped() -> None:
    """Tukey's upper fence by quartiles as a spreadsheet has them: beside 1 to 9 that is 14.5."""
    assert printed.kept([*range(1, 10), 14.6]) == tuple(range(1, 10))
    assert printed.kept([*range(1, 10), 14.5]) == (*range(1, 10), 14.5)
    assert printed.kept([-90.0, *range(2, 10), 8.5]) == (-90.0, *range(2, 10), 8.5)
    assert printed.kept([]) == ()


def test_the_two_ratios() -> None:
    """By hand: 2/1 and 2/4 in pairs, and all four quotients of (2, 2) over (1, 4): one mean, two deviations."""
    paired, every = (printed.quotients([1, 4], [2, 2, 9], era="0.13"), printed.quotients([1, 4], [2, 2], era="0.14"))
    assert sorted(paired) == [0.5, 2.0] and sorted(every) == [0.5, 0.5, 2.0, 2.0]
    assert printed.moments(paired).stddev == pytest.approx(1.0607, abs=1e-4)
    assert printed.moments(every).stddev == pytest.approx(0.8660, abs=1e-4)


def test_when_a_median_is_printed() -> None:
    """Where it lies outside the mean's 99 % interval or a fifth away; not for symmetric samples."""
    assert not printed.shows_median([99.0, 100.0, 101.0, 100.0])
    assert printed.shows_median([100.0] * 30 + [160.0] * 10)
    assert printed.shows_median([1.0, 1.0, 1.0, 3.0])
