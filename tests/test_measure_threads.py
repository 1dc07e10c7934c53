"""Do threads count what they do to the byte, hold together what they hold apart, and keep a writer each?"""

from __future__ import annotations

import dataclasses
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import synthetic
from absence import needed

import encoder
import lab
from lab import calls, cli, meters, saved
from lab.counts import Threads
from lab.errors import LabError
from lab.measure import runner
from lab.measure.executors import Live
from lab.measure.meters import threads
from lab.meters import Scaling
from lab.model import Run
from lab.show import report, scaling

BUILD: Any = encoder.build
DESIGNS: dict[str, Any] = {"baseline": "writer=fresh", "candidate": "writer=cached"}


@pytest.fixture(scope="module")
def measured() -> Run:
    """Both writers in one and three threads, in the build that is loaded."""
    needed("memray")
    return lab.threads("login", build=BUILD, counts=(1, 3), quick=True, **DESIGNS).run


def test_each_thread_asks_for_what_a_single_one_does(measured: Run) -> None:
    """Bytes of a call are the same in every thread; compiled, they are those that `lab.compare` counts, to the byte."""
    plan = calls.plan_comparison("login", build=BUILD, quick=True, **DESIGNS)
    untimed = tuple(dataclasses.replace(case, timed=True, pictured=False) for case in plan.cases)
    (row,) = runner.run(dataclasses.replace(plan, cases=untimed), Live()).rows
    for one in measured.threads:
        single = row.bytes.baseline if one.design == "fresh" else row.bytes.candidate
        assert len(set(one.allocated)) == 1
        # Interpreted, free lists of CPython serve some blocks, and how many depends on what went before.
        assert BUILD == "interpreted" or one.allocated == (single,) * one.threads


def test_the_kept_writer_goes_to_every_call(measured: Run) -> None:
    """The cached writer is there for each call of each thread, the fresh one never; both keep a buffer a thread."""
    assert {(one.design, one.kept) for one in measured.threads} == {("fresh", 0.0), ("cached", 1.0)}
    for one in measured.threads:
        assert len(one.retained) == len(one.peaks) == one.threads and len(set(one.retained)) == 1
        assert len(one.rates) > 1 and min(one.rates) > 0


def test_the_peak_lies_between_one_thread_and_all(measured: Run) -> None:
    """Together they hold at least what one holds by itself, and no more than all at their peaks."""
    for one in measured.threads:
        assert max(one.peaks) <= one.peak <= sum(one.peaks)


def test_known_blocks_of_threads_are_added_up(tmp_path: Path) -> None:
    """Threads that hold a block each at the same moment hold their sum, as their own peaks say."""
    needed("memray")
    size, count = 100_000, 3
    all_hold = threading.Barrier(count)

    def hold() -> None:
        block = bytes(size)
        all_hold.wait()
        del block

    # The barrier itself asks for little, so a part of a block is far more than it needs.
    found = threads.memory([hold] * count, folder=tmp_path)
    assert count * size <= found["peak"] < count * size + size / 2
    assert all(size <= own < 1.1 * size for own in found["peaks"])
    assert all(size <= asked < 1.1 * size for asked in found["allocated"])


def test_a_failure_in_a_thread_is_raised() -> None:
    """Not swallowed, and the others are waited for."""
    done = []
    with pytest.raises(ZeroDivisionError):
        threads.together([lambda: 1 / 0, lambda: done.append(1)])
    assert done == [1]


def test_throughput_is_calls_by_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that goes on by a second a call of one thread, two threads are told at the rate of that clock."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def call() -> None:
        now[0] += 1

    assert threads.throughput([call], seconds=10) == pytest.approx(1)


def line(design: str, count: int, *, peak: int, own: int, rate: float) -> Threads:
    return Threads(
        workload="blob_1m",
        method="to_bytes",
        build="compiled",
        design=design,
        threads=count,
        locked=True,
        rates=(rate, rate, 9 * rate),
        allocated=(2800.0,) * count,
        peak=peak,
        peaks=(own,) * count,
        retained=(16384,) * count,
        kept=1.0,
    )


@pytest.fixture
def run() -> Run:
    """Invented figures of two designs in one and eight threads."""
    lines = (
        line("copying", 1, peak=2800, own=2800, rate=100),
        line("copying", 8, peak=14_000, own=2800, rate=90),
        line("direct", 1, peak=1400, own=1400, rate=200),
        line("direct", 8, peak=1400, own=1400, rate=220),
    )
    whole = synthetic.a_run()
    return dataclasses.replace(whole, rows=(), curves=(), traces=(), profiles=(), threads=lines, remarks=())


def test_sentence_table_and_picture_have_the_figures(run: Run) -> None:
    """The peak as it was, the sum of own peaks, and the median rate over that of one thread."""
    found = Scaling(run)
    assert "in 8 threads at once copying holds 14 kB (22.4 kB where each is at its own peak)" in found.finding
    assert "0.90 with copying and 1.10 with direct of one thread's" in found.finding
    (grid,) = found.table().grids
    assert grid.rows[1][:7] == ("copying", "8", "90", "0.90", "2,800 B", "14,000 B", "22,400 B")
    assert any("global lock" in note for note in grid.notes)
    picture = found.chart()
    assert picture.title in picture.alt and picture.figure and "<svg" in picture.svg()
    assert [trace["y"] for trace in picture.spec["data"][:3]] == [[2800, 14_000], [2800, 22_400], [100, 90]]
    page = report.page(run)
    assert 'id="threads"' in page and "Own peaks" in page and "Encoder lab: threads" in page


def test_threads_survive_the_file(run: Run, tmp_path: Path) -> None:
    """What is saved is what is loaded."""
    assert saved.load(saved.save(run, tmp_path / "run.json")).threads == run.threads


def test_the_command(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    """The plan, the table, the finding, the page and the JSON; no threads at all are refused."""
    asked: list[Any] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(meters, "threads", lambda name, **options: asked.append((name, options)) or Scaling(run))
    words = ["lab", "threads", "--quick", "--threads", "2", "--build", "interpreted", "--json", "a.json"]
    monkeypatch.setattr(sys, "argv", words)
    assert cli.main() == 0
    ((name, options),) = asked
    assert (name, options["counts"], options["quick"], options["method"]) == ("blob_1m", (2,), True, "to_bytes")
    assert scaling.finding(run) in capsys.readouterr().out
    assert {place.name for place in tmp_path.iterdir()} == {"a.json", "report-meters.html"}
    with pytest.raises(LabError, match="counted from 1 on"):
        meters.plan_threads(counts=())
