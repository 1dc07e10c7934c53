"""What does every figure of the lab promise, that figures of other harnesses have broken?"""

from __future__ import annotations

import dataclasses
import itertools
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from absence import needed
from synthetic import a_row

import lab
from lab import saved
from lab.judge import remarks
from lab.judge.statistics import interval, paired
from lab.judge.verdicts import verdict
from lab.measure.meters import time as timing
from lab.measure.settings import QUICK
from lab.model import Pair, Row, Run, TimeRatio
from lab.show import charts, columns, numbers, sentences, tables
from lab.show.columns import COLUMNS, Line

BY_TITLE = {column.title: column for column in COLUMNS}


def sampled(*, baseline: tuple[float, ...], candidate: tuple[float, ...]) -> Row:
    """A row of these samples, judged by our own rules."""
    found = interval(paired(baseline, candidate), seed=1)
    ratio = TimeRatio(
        ratio=found.ratio, low=found.low, high=found.high, min_ratio=min(candidate) / min(baseline),
        baseline_ns=sorted(baseline)[len(baseline) // 2], candidate_ns=sorted(candidate)[len(candidate) // 2],
        pairs=len(baseline),
    )  # fmt: skip
    return a_row(time=ratio, samples={"baseline": baseline, "candidate": candidate})


@pytest.mark.parametrize("title", ["StdDev", "Error"])
def test_one_sample_has_no_spread(title: str) -> None:
    """It is not 0 and no error: in the table it is missing, in CSV empty; its mean is there, and a remark warns."""
    row = sampled(baseline=(0.5,), candidate=(0.5,))
    line = Line(row=row, baseline=False)
    assert BY_TITLE[title].text(line) == numbers.MISSING and BY_TITLE[title].raw(line) is None
    assert BY_TITLE["Mean"].raw(line) == BY_TITLE["Median"].raw(line) == 0.5
    assert [one.code for one in remarks.on_samples((0.5,), (0.5,), row.time, margin=0.03)] == ["few_samples"]
    same = Line(row=sampled(baseline=(0.5, 0.5), candidate=(0.5, 0.5)), baseline=False)
    assert BY_TITLE["StdDev"].raw(same) == 0


def test_no_samples_are_a_clear_error() -> None:
    """Not a division by zero at the end of a long run."""
    with pytest.raises(ValueError, match="paired samples are needed, not 0 and 0"):
        paired((), ())


def test_the_baseline_over_itself_is_one() -> None:
    """Exactly, however its samples scatter; the ratio's column says of which statistic it is, and has an interval."""
    row = sampled(baseline=(0.74, 0.52, 0.9, 5.1, 0.8), candidate=(0.5, 0.47, 0.44, 0.6, 0.5))
    ratio = BY_TITLE["Ratio [low, high]"]
    assert (ratio.text(Line(row=row, baseline=True)), ratio.raw(Line(row=row, baseline=True))) == ("1.00", 1.0)
    assert "Median of the paired ratios" in ratio.about
    expected = sorted(after / before for before, after in zip(*row.samples.values(), strict=True))[2]
    assert ratio.raw(Line(row=row, baseline=False)) == expected
    assert ratio.text(Line(row=row, baseline=False)).endswith("]")


def first(value: Any) -> bytes:
    """A text that is there already: the call asks for nothing."""
    return b"[1]"


class Ten:
    """Encodes ten times, and keeps one at a time."""

    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self, value: Any) -> bytes:
        # No iterator, which would be a block more.
        left = self.times
        while left:
            text = json.dumps(value).encode()
            left -= 1
        return text


@pytest.fixture(scope="module")
def counted() -> dict[str, Row]:
    """What functions ask for that do nothing, one encoding, and ten."""
    needed("memray")
    functions = [lab.contestant("nothing", first), lab.contestant("one", Ten(1)), lab.contestant("ten", Ten(10))]
    found = lab.compare([1], baseline="tree=direct", candidate=functions, quick=True, build="interpreted")
    return {row.candidate: row for row in found.run}


def test_what_is_counted_is_of_the_call_alone(counted: dict[str, Row]) -> None:
    """Nothing of the payload's making, the warming up or the lab's own loops: a call that asks for nothing has 0 B."""
    row = counted["nothing"]
    assert [pair.candidate for pair in (row.bytes, row.blocks, row.peak)] == [0, 0, 0]
    assert all(pair.candidate == 0 for pair in row.cold.values())


def test_ten_times_the_work_is_ten_times_the_memory(counted: dict[str, Row]) -> None:
    """To the byte: no block is lost in an allocator, and none is divided by another number of calls than the time."""
    one, ten = counted["one"], counted["ten"]
    assert (ten.bytes.candidate, ten.blocks.candidate) == (10 * one.bytes.candidate, 10 * one.blocks.candidate)
    assert one.bytes.candidate > 0


class Clock:
    """Time that passes with the work only, told in ticks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, tick: int = 1) -> None:
        self.now, self._tick = 0, tick
        monkeypatch.setattr(timing, "time", SimpleNamespace(thread_time_ns=self._told, monotonic=time.monotonic))

    def _told(self) -> int:
        return self.now // self._tick * self._tick

    def work(self, ns: int) -> Callable[[], None]:
        def operation() -> None:
            self.now += ns

        return operation


@pytest.mark.parametrize("loops", [1, 10, 1000])
def test_the_time_of_one_call_does_not_depend_on_their_number(monkeypatch: pytest.MonkeyPatch, loops: int) -> None:
    """A sample of many calls is divided by as many."""
    clock = Clock(monkeypatch)
    assert timing.sample(clock.work(700), loops) == 700


@pytest.mark.parametrize("ns", [1, 50, 10**6])
def test_a_sample_is_far_above_what_the_clock_resolves(monkeypatch: pytest.MonkeyPatch, ns: int) -> None:
    """With a clock of 1 ms steps and a call of a nanosecond: no sample is 0, and none is wrong by a third."""
    clock = Clock(monkeypatch, tick=10**6)
    loops = timing.calibrate(clock.work(ns), 0.005)
    found = timing.sample(clock.work(ns), loops)
    assert found > 0 and abs(found / ns - 1) < 1 / 3


def test_samples_of_zero_are_refused() -> None:
    """With the advice to make them longer; a ratio over nothing is missing and not infinite."""
    with pytest.raises(ValueError, match="make the samples longer"):
        paired((0.0, 1.0), (1.0, 1.0))
    nothing = dataclasses.replace(a_row(), bytes=Pair(baseline=0, candidate=0, ratio=None))
    assert BY_TITLE["Alloc Ratio"].text(Line(row=nothing, baseline=False)) == numbers.MISSING
    assert "inf" not in sentences.verdicts([nothing, nothing])


@pytest.mark.parametrize("seed", range(10))
def test_a_machine_that_slows_down_hits_both_alike(seed: int) -> None:
    """The same work against itself, on a machine that gets 1 % slower with every sample: no difference.

    One block after the other would have called it slower.
    """
    speed = itertools.count(100)
    turns = [lambda: float(next(speed))] * 2
    settings = dataclasses.replace(QUICK, rounds=(40, 40))
    before, after = timing.compete(turns, settings, order=random.Random(seed))
    found = interval(paired(before, after), seed=1)
    assert verdict(found.low, found.high, margin=0.03) in ("Equivalent", "Inconclusive")
    blocks = [[float(next(speed)) for _ in range(40)] for _ in range(2)]
    naive = interval(paired(*blocks), seed=1)
    assert verdict(naive.low, naive.high, margin=0.03) == "Slower"


def test_a_row_that_failed_stands_beside_whole_ones(tmp_path: Path) -> None:
    """It says failed and why, in the table, the sentence, the chart and the file; the others keep their figures."""
    why = remarks.fallen("bad", "bad raised NotImplementedError: no")
    failed = a_row(
        candidate="bad", time=None, bytes=None, blocks=None, peak=None, steady={}, cold={}, samples={}, verdict=None,
        remarks=(why,), failure=why.text,
    )  # fmt: skip
    rows = (a_row(), failed)
    told = str(tables.render(rows))
    assert "✗ failed" in told and why.text in told and columns.verdict(rows[0]) in told
    assert why.text in sentences.finding(failed) and "1 failed" in sentences.verdicts(rows)
    chart = charts.ratios(rows, margin=0.03)
    assert "bad" in chart.title
    run = Run(run_id="x", recorded="2026-01-01T00:00:00+00:00", quick=True, environment={}, seeds={}, rows=rows)
    again = saved.load(saved.save(run, tmp_path / "run.json"))
    assert [row.status for row in again] == ["whole", "failed"] and again.rows[1].failure == why.text


class Warming:
    """Slow for its first three calls, as what plans, caches and compiles then."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, value: Any) -> bytes:
        self.calls += 1
        if self.calls <= 3:
            sum(range(10**6))
        return b"[1]"


def test_a_first_call_is_told_apart() -> None:
    """What is paid once is in the first call's figure, and in none of the samples."""
    needed("memray")
    slow = lab.contestant("warming", Warming())
    (row,) = lab.compare([1], baseline="tree=direct", candidate=slow, quick=True, build="interpreted").run
    assert set(row.first) == {"baseline", "candidate"} and min(row.first.values()) > 0
    assert row.first["candidate"] > 100 * statistics.median(row.samples["candidate"])
    line = Line(row=row, baseline=False)
    assert BY_TITLE["First"].raw(line) == row.first["candidate"] and BY_TITLE["First"].text(line) != numbers.MISSING
