"""Does a run end well however it ends: done, cancelled, or with a worker killed?"""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest
from absence import needed

from lab import calls
from lab.errors import BuildError, CancelledError, PayloadError, WorkerError
from lab.measure import executors
from lab.measure.environment import Load
from lab.measure.executors import Live
from lab.measure.plan import Plan
from lab.measure.process import Worker
from lab.measure.runner import Job, run
from lab.model import METRICS
from lab.workloads import yours

needed("memray")


def plan(workload: str = "login", *, quick: bool = True, **options: Any) -> Plan:
    return calls.plan_comparison(workload, build="interpreted", quick=quick, **options)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(scope="module")
def measured():
    """One real comparison in the interpreted build."""
    events: list[dict[str, Any]] = []
    result = run(plan(), Live(), progress=events.append)
    return result, events


def test_a_comparison_gives_a_whole_row(measured) -> None:
    """Time with samples and verdict, bytes, blocks and peak, steady and cold."""
    (row,) = measured[0].rows
    assert row.time.pairs == len(row.samples["baseline"]) == len(row.samples["candidate"]) >= 11
    assert row.time.low <= row.time.ratio <= row.time.high
    assert row.verdict in ("Faster", "Slower", "Equivalent", "Inconclusive")
    assert row.bytes == row.steady["bytes"] and row.cold["bytes"].baseline >= row.bytes.baseline
    assert row.peak.baseline <= row.bytes.baseline
    assert (row.build, row.output_bytes) == ("interpreted", 83)


def test_trees_and_traces_are_those_of_the_row(measured) -> None:
    """Both designs' call trees add up to the row's figures, of every metric, and the traces end at its peak."""
    run_ = measured[0]
    (row,) = run_.rows
    figures = {"allocated": row.bytes, "peak": row.peak} | {name: row.steady[name] for name in METRICS[2:]}
    assert figures.keys() == set(METRICS)
    for role in ("baseline", "candidate"):
        label = getattr(row, role)
        trees = {one.metric: one for one in run_.profiles if one.design == label}
        assert {name: sum(tree.bytes) for name, tree in trees.items()} == {
            name: getattr(pair, role) for name, pair in figures.items()
        }
        assert sum(trees["allocated"].blocks) == getattr(row.blocks, role)
        (trace,) = (one for one in run_.traces if one.design == label)
        assert max(trace.live) == getattr(row.peak, role)


def test_progress_counts_up_to_the_end(measured) -> None:
    """Cells done never fall and end at all of them; time left is a number."""
    done = [event["done"] for event in measured[1]]
    assert done == sorted(done) and done[-1] == measured[1][-1]["total"] == 2
    assert all(event["seconds_left"] >= 0 for event in measured[1])


def test_memory_is_identical_in_another_run(measured) -> None:
    """Bytes and blocks, steady and cold, and the peak repeat to the byte."""
    again = run(plan(), Live()).rows[0]
    first = measured[0].rows[0]
    assert (again.steady, again.cold, again.peak) == (first.steady, first.cold, first.peak)


def test_cancel_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancelled run kills its worker within 0.25 s, and waiting for it says why."""
    timing = threading.Event()
    monkeypatch.setattr(executors, "Load", lambda: timing.set() or Load())
    job = Job(plan(quick=False), Live())
    assert timing.wait(60)
    pids = job.pids
    start = time.monotonic()
    job.cancel()
    assert time.monotonic() - start < 0.25
    assert pids and not any(map(is_alive, pids))
    with pytest.raises(CancelledError, match="Nothing was saved"):
        job.wait(60)
    assert job.cancelled and job.result is None and job.pids == ()


def test_a_worker_and_its_forks_die_together() -> None:
    """Killing a worker ends its whole process group, at once and more than once."""
    with Worker("interpreted", purpose="count") as worker:
        pid = worker.begin()["pid"]
        assert os.getpgid(pid) == pid == worker.pid
        worker.kill()
        worker.kill()
        assert not is_alive(pid)
        with pytest.raises(WorkerError, match="SIGKILL"):
            worker.hear()


def test_a_killed_worker_costs_its_cell_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory was counted before the kill, so the row stays and says that its time is missing."""
    jobs: list[Job] = []

    def killed() -> Load:
        for pid in jobs[0].pids:
            os.killpg(pid, signal.SIGKILL)
        return Load()

    # The load is read when the timing worker is up, right before it is asked.
    monkeypatch.setattr(executors, "Load", killed)
    jobs.append(Job(plan(), Live()))
    found = jobs[0].wait(60)
    (row,) = found.rows
    assert row.time is None and row.verdict is None and row.bytes is not None
    (remark,) = (one for one in row.remarks if one.code == "failed")
    assert "Time is missing" in remark.text and "SIGKILL" in remark.text
    (whole,) = (one for one in found.remarks if one.code == "incomplete")
    assert jobs[0].plan.cases[0].label in whole.text


def test_a_payload_that_cannot_be_encoded(tmp_path) -> None:
    """The run ends with the encoder's reason, its path, and what to do."""
    place = tmp_path / "lone.json"
    place.write_text('["\\ud800"]')
    with pytest.raises(PayloadError, match=r"cannot encode .*lone.*\$\[0\].*nothing was measured"):
        run(plan(yours.from_file(place).name), Live())


def test_no_build_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that does not exist is refused with the encoder's own reason."""
    with pytest.raises(BuildError, match="ENCODER_BUILD"), Worker("imaginary") as worker:
        worker.begin()


def test_waiting_may_time_out() -> None:
    """A wait that is too short says so and leaves the run going."""
    job = Job(plan(), Live())
    with pytest.raises(TimeoutError):
        job.wait(0)
    assert not job.done
    job.cancel()
    with pytest.raises(CancelledError):
        job.wait(60)
