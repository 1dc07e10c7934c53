"""Does a run say what is missing in it, also where no row could?"""

from __future__ import annotations

from lab import calls
from lab.experiments import rival
from lab.measure import rows
from lab.measure.rows import Measured
from lab.model import Experiment

OWN = Experiment(
    name="own",
    question="What does a tree cost for one number?",
    source="a test",
    baseline=rival("tree", "reference"),
    candidates=(rival("tree", "direct"),),
    workloads=("int",),
    curve=("growth_1",) * 3,
)
PLAN = calls.plan_run([OWN], builds=["compiled"], quick=True)


def found(**failures: str) -> rows.Run:
    """A run of one timed cell, and of one for the growth curve in which something failed."""
    timed, curve, *_ = (Measured(case=case) for case in PLAN.cases)
    samples = [[100.0 + n for n in range(12)], [50.0 + n for n in range(12)]]
    timed.timed(samples, {"output_bytes": 2, "origin": "generated"}, None)
    curve.failures.update(failures)
    return rows.run_of(PLAN, [timed, curve], {})


def test_a_hole_in_a_growth_curve_is_told() -> None:
    """The run names the cell, with the reason that no row can give, and counts as incomplete."""
    told = {remark.code: remark.text for remark in found(Memory="the worker died").remarks}
    assert told["failed"] == "Memory of own: growth_1, to_bytes, compiled is missing: the worker died"
    assert "own: growth_1, to_bytes, compiled" in told["incomplete"]


def test_a_whole_run_says_nothing() -> None:
    """Without a failure there is no remark of that kind."""
    assert not {"failed", "incomplete"} & {remark.code for remark in found().remarks}


def test_fields_are_found_by_a_plan() -> None:
    """The encoder writes records by a plan made once a class; rows say so, as published ones do."""
    assert [row.mode for row in found()] == ["generated"]
