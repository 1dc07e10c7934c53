"""Does each interval get the verdict of the rule, alone and in a table?"""

from __future__ import annotations

import random

import pytest

from lab.judge import remarks
from lab.judge.verdicts import judged, verdict
from lab.model import Row, TimeRatio


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (0.80, 0.96, "Faster"),
        (0.80, 0.97, "Inconclusive"),
        (0.80, 1.01, "Inconclusive"),
        (0.975, 1.025, "Equivalent"),
        (0.97, 1.00, "Inconclusive"),
        (1.00, 1.03, "Inconclusive"),
        (0.99, 1.10, "Inconclusive"),
        (0.50, 2.00, "Inconclusive"),
        (1.03, 1.10, "Inconclusive"),
        (1.04, 1.10, "Slower"),
    ],
)
def test_the_four_verdicts(low: float, high: float, word: str) -> None:
    """Faster below 1 - m, Slower above 1 + m, Equivalent inside both, else Inconclusive; ends excluded."""
    assert verdict(low, high, margin=0.03) == word


def test_the_margin_decides() -> None:
    """The same interval is Slower at 3 % and Equivalent at 10 %."""
    assert verdict(1.04, 1.08, margin=0.03) == "Slower"
    assert verdict(1.04, 1.08, margin=0.10) == "Equivalent"


def row(ratio: float, *, pairs: int = 40, spread: float = 0.01, seed: int = 1, workload: str = "int") -> Row:
    """A row whose samples scatter around ``ratio``, with the interval that such samples have."""
    numbers = random.Random(seed)
    before = tuple(numbers.gauss(100, 1) for _ in range(pairs))
    after = tuple(value * numbers.gauss(ratio, spread) for value in before)
    half = 2.5 * spread / pairs**0.5
    time = TimeRatio(
        ratio=ratio,
        low=ratio - half,
        high=ratio + half,
        min_ratio=ratio,
        baseline_ns=100.0,
        candidate_ns=100.0 * ratio,
        pairs=pairs,
    )
    return Row(
        experiment="tree",
        workload=workload,
        method="to_bytes",
        mode="reflection",
        build="compiled",
        baseline="reference",
        candidate="value",
        output_bytes=2,
        origin="generated",
        memory_workload=workload,
        time=time,
        bytes=None,
        blocks=None,
        peak=None,
        steady={},
        cold={},
        samples={"baseline": before, "candidate": after},
        verdict=None,
    )


def test_clear_rows_keep_their_verdicts_in_a_table() -> None:
    """Twenty rows that are each beyond doubt stay what they are after Holm."""
    rows = [row(0.8, seed=seed) for seed in range(10)] + [row(1.2, seed=seed) for seed in range(10)]
    assert [one.verdict for one in judged(rows, margin=0.03)] == ["Faster"] * 10 + ["Slower"] * 10


def test_equal_designs_are_equivalent() -> None:
    """Forty pairs within a percent of 1 decide that nothing changed."""
    assert judged([row(1.0)], margin=0.03)[0].verdict == "Equivalent"


def test_a_few_pairs_do_not_decide_a_long_table() -> None:
    """Six unanimous pairs suffice alone, but not as one row among twenty; the row then says why."""
    alone = judged([row(0.8, pairs=6, spread=0.001)], margin=0.03)
    assert alone[0].verdict == "Faster"
    table = judged([row(0.8, pairs=6, spread=0.001, seed=seed) for seed in range(20)], margin=0.03)
    assert {one.verdict for one in table} == {"Inconclusive"}
    assert {remark.code for one in table for remark in one.remarks} == {"holm"}


def test_enough_pairs_decide_a_table_of_forty() -> None:
    """As many pairs as the remark asks for decide forty unanimous rows."""
    pairs = remarks.ENOUGH_PAIRS
    table = judged([row(0.8, pairs=pairs, spread=0.001, seed=seed) for seed in range(40)], margin=0.03)
    assert {one.verdict for one in table} == {"Faster"}


def test_rows_without_time_have_no_verdict() -> None:
    """What was not timed is neither faster nor slower."""
    import dataclasses

    untimed = dataclasses.replace(row(0.8), time=None, samples={})
    assert judged([untimed], margin=0.03) == (untimed,)
