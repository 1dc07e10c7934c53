"""Does a recorded run answer like a measured one?"""

from __future__ import annotations

import dataclasses

import pytest
import synthetic

from lab import calls
from lab.errors import LabError, MissingToolError
from lab.measure import executors
from lab.measure.executors import Live, Replay
from lab.measure.runner import run

RECORDED = synthetic.a_run()


def test_a_comparison_is_found_in_its_experiment() -> None:
    """The recorded row, with the run's pictures and the mark of a replay."""
    result = calls.compare("canada", executor=Replay(RECORDED))
    assert (result.row.experiment, result.row.candidate) == ("tree", "value")
    assert result.run.replayed and result.run.profiles == RECORDED.profiles


def test_what_was_not_recorded_is_named() -> None:
    """The message says which row is missing, of which run, and what to do."""
    with pytest.raises(LabError, match=rf"{RECORDED.run_id}.*value against reference on mesh.*Measure it"):
        calls.compare("mesh", executor=Replay(RECORDED))


def test_without_memray_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """One clear message before any worker runs."""
    import sys

    monkeypatch.setitem(sys.modules, "memray", None)
    monkeypatch.setattr(executors, "_Counter", lambda *arguments: pytest.fail("a worker was started"))
    with pytest.raises(MissingToolError, match="pip install memray"):
        run(calls.plan_comparison("login", build="interpreted", quick=True), Live())


def test_large_outputs_have_a_process_for_each_contestant() -> None:
    """Two megabytes are timed by residents in turn, and give as many pairs as small ones."""
    designs = {"baseline": {"base64": "copying"}, "candidate": {"base64": "direct"}}
    plan = calls.plan_comparison("blob_1m", **designs, build="interpreted", quick=True)
    case = dataclasses.replace(plan.cases[0], counted=False, pictured=False)
    found = run(dataclasses.replace(plan, cases=(case,)), Live())
    (row,) = found.rows
    assert row.output_bytes > 1_000_000 and row.bytes is None
    assert row.time.pairs >= 11
