"""Do the lab's calls answer what they are asked, end to end in the interpreted build?"""

from __future__ import annotations

import dataclasses

import pytest
from absence import needed

import lab
from lab import calls
from lab.errors import DataError
from lab.experiments import rival
from lab.model import Design, Experiment

needed("memray")

OWN = Experiment(
    name="own",
    question="What does a tree cost for one number?",
    source="a test",
    baseline=rival("tree", "reference"),
    candidates=(rival("tree", "value"), rival("tree", "direct")),
    workloads=("int",),
    curve=("growth_1", "growth_4", "growth_16", "growth_64", "growth_256"),
)


@pytest.fixture(scope="module")
def found():
    """One run of an experiment that only this test knows."""
    return lab.run([OWN], builds=["interpreted"], quick=True)


def test_every_candidate_has_a_row(found) -> None:
    """Both against the same baseline samples, judged as one table."""
    assert [(row.baseline, row.candidate) for row in found] == [
        ("reference", "value"),
        ("reference", "direct"),
    ]
    assert found.rows[0].samples["baseline"] == found.rows[1].samples["baseline"]
    assert found.quick and not found.replayed


def test_a_growth_curve_has_a_line_for_each_design(found) -> None:
    """Sizes rise, bytes per call rise with them, and what is retained is told."""
    assert [curve.design for curve in found.curves] == ["reference", "value", "direct"]
    for curve in found.curves:
        assert list(curve.result_bytes) == sorted(curve.result_bytes)
        assert list(curve.bytes) == sorted(curve.bytes)
        assert curve.retained >= 0


def test_a_run_says_where_and_how_it_was_made(found) -> None:
    """Build, versions, margin and seeds are in it, and no folder of this machine."""
    assert found.environment["builds"]["interpreted"]["build"] == "interpreted"
    assert {"python", "processor", "versions", "margin"} <= found.environment.keys()
    assert found.seeds.keys() == {"order", "bootstrap"}
    assert "/home/" not in repr(found.environment) and "/root/" not in repr(found.environment)


def test_a_profile_is_one_designs_tree() -> None:
    """The default recipe's call tree, of the metric that was asked for; nothing is timed."""
    tree = lab.profile("int", build="interpreted", metric="peak")
    assert (tree.metric, tree.design, tree.build) == ("peak", "FAST", "interpreted")
    assert sum(tree.blocks) > 0


def test_a_design_may_be_given_whole() -> None:
    """A Design with a label of its own takes part under that label."""
    mine = Design(label="mine", axes={"tree": "direct"}, preset="PLAIN")
    plan = calls.plan_comparison("int", candidate=mine, build="interpreted", quick=True)
    case = dataclasses.replace(plan.cases[0], counted=False)
    job = calls.start(dataclasses.replace(plan, cases=(case,)))
    assert lab.Result(job.wait(60)).verdicts.keys() == {"mine"}


def test_any_value_is_a_payload_and_a_text_a_design() -> None:
    """What is no name is the payload itself, under a name that a worker can resolve."""
    plan = calls.plan_comparison({"a": 1}, baseline="tree=reference", candidate="tree=direct", build="interpreted")
    case = plan.cases[0]
    assert calls.workloads.get(case.workload).build() == {"a": 1}
    assert [design.label for design in case.designs] == ["reference", "direct"]
    with pytest.raises(DataError, match="cannot be encoded"):
        calls.plan_comparison(object())
