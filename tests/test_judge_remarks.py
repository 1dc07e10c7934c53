"""Does a row say what its reader must know?"""

from __future__ import annotations

import random

import pytest

from lab.judge import remarks
from lab.model import TimeRatio


def codes(found: list) -> list[str]:
    return [remark.code for remark in found]


def ratio(value: float = 1.0, *, low: float = 0.99, high: float = 1.01, least: float = 1.0) -> TimeRatio:
    return TimeRatio(
        ratio=value, low=low, high=high, min_ratio=least, baseline_ns=1.0, candidate_ns=value, pairs=20
    )


def samples(count: int, *, seed: int = 1) -> list[float]:
    numbers = random.Random(seed)
    return [numbers.gauss(100, 1) for _ in range(count)]


def on(before: list[float], after: list[float], time: TimeRatio | None = None) -> list[str]:
    return codes(remarks.on_samples(before, after, time or ratio(), margin=0.03))


def test_clean_samples_give_no_remark() -> None:
    """Forty quiet pairs that agree need no comment."""
    assert on(samples(40), samples(40, seed=2)) == []


def test_few_samples() -> None:
    """Fewer pairs than can decide a table are told."""
    assert "few_samples" in on(samples(5), samples(5, seed=2))


def test_outliers_are_told_and_kept() -> None:
    """More than a tenth of the ratios far off is worth a word; a single one is not."""
    before = samples(40)
    assert "outliers" not in on(before, [200.0, *samples(39, seed=2)])
    assert "outliers" in on(before, [200.0] * 6 + samples(34, seed=2))


def test_several_peaks() -> None:
    """Samples around two values say that two things were measured."""
    assert "multimodal" in on(samples(40), samples(20) + [value + 60 for value in samples(20, seed=2)])


def test_fastest_samples_that_disagree() -> None:
    """A min ratio outside the interval and the margin asks for another run."""
    assert "min_disagrees" in on(samples(40), samples(40, seed=2), ratio(least=0.8))
    assert "min_disagrees" not in on(samples(40), samples(40, seed=2), ratio(least=0.98))


@pytest.mark.parametrize(("others", "told"), [(None, []), (0.2, []), (1.4, ["loaded"])])
def test_a_loaded_machine(others: float | None, told: list[str]) -> None:
    """Half a processor or more that others kept busy is told; where nothing is known, nothing is."""
    assert codes(remarks.on_load(others)) == told


def test_which_payload_it_was() -> None:
    """Scaled payloads and look-alikes are named."""
    assert codes(remarks.on_payload("canada", "canada_20", "look-alike")) == ["scaled", "look_alike"]
    assert remarks.on_payload("int", "int", "generated") == []


def test_two_builds_in_one_run() -> None:
    """A run of both builds warns against comparing across them."""
    assert codes(remarks.on_builds(("compiled", "interpreted"))) == ["mixed_builds"]
    assert remarks.on_builds(("compiled",)) == []


def test_a_rare_other_call_informs_a_common_one_warns() -> None:
    """One call of five that asked for more is growth; three of five is no steady figure."""
    assert remarks.not_steady("value", 10, (12,), 5).severity == "info"
    assert remarks.not_steady("value", 10, (12, 14, 16), 5).severity == "warning"


def test_designs_that_differ_in_no_or_several_axes_are_told() -> None:
    """One axis is the usual case; none means noise, and several cannot be told apart."""
    plain = {"tree": "value", "writer": "fresh"}
    assert remarks.on_designs(plain, plain | {"tree": "direct"}) == []
    (same,) = remarks.on_designs(plain, plain)
    (several,) = remarks.on_designs(plain, {"tree": "direct", "writer": "cached"})
    assert "same design" in same.text
    assert "tree (value to direct) and writer (fresh to cached)" in several.text
