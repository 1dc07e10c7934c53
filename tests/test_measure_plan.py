"""Does a plan hold the cells that were asked for, and no others?"""

from __future__ import annotations

import dataclasses

import pytest

from lab import calls, workloads
from lab.errors import UnknownExperimentError, UnknownNameError, UnknownWorkloadError
from lab.experiments import EXPERIMENTS
from lab.measure.plan import expand
from lab.measure.settings import FULL, QUICK
from lab.model import METHODS


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS.keys())
def test_experiments_name_what_exists(experiment) -> None:
    """Payloads, calls, axes and rivals are those of the workloads and of the encoder."""
    import encoder

    for name in (*experiment.workloads, *experiment.showcase, *experiment.curve):
        workloads.get(name)
    assert set(experiment.methods) <= set(METHODS)
    for design in (experiment.baseline, *experiment.candidates, *experiment.curve_designs):
        for axis, rival in design.axes.items():
            assert rival in encoder.strategies()[axis]
    assert {cell[0] for cell in experiment.quick} <= set(experiment.workloads)
    assert set(experiment.showcase) <= set(experiment.workloads)


def test_a_full_plan_has_every_payload_and_call() -> None:
    """Each experiment crosses its payloads with its calls, in each build."""
    for experiment in EXPERIMENTS.values():
        cases = [case for case in expand([experiment], ["compiled", "interpreted"], FULL) if case.timed]
        assert len(cases) == 2 * len(experiment.workloads) * len(experiment.methods)


def test_a_quick_plan_is_smaller_and_keeps_the_real_files_compiled() -> None:
    """Quick cells are a part of the full ones; canada and twitter are timed in full when compiled."""
    quick = expand(list(EXPERIMENTS.values()), ["compiled"], QUICK)
    full = expand(list(EXPERIMENTS.values()), ["compiled"], FULL)
    assert {case.label for case in quick} < {case.label for case in full}
    assert {"canada", "twitter"} <= {case.workload for case in quick if case.timed}


def test_interpreted_runs_take_the_scaled_twin_and_say_so() -> None:
    """The case bears the twin's name, so that no table can pass it off as the whole file."""
    cases = expand([EXPERIMENTS["tree"]], ["interpreted"], FULL)
    names = {case.workload for case in cases}
    assert "canada" not in names and workloads.get("canada").small in names


def test_memory_is_counted_on_the_twin_where_there_is_one() -> None:
    """Time is of the full payload, blocks of the scaled one; the growth curve counts in full."""
    cases = expand([EXPERIMENTS["writer"], EXPERIMENTS["tree"]], ["compiled"], FULL)
    for case in cases:
        expected = workloads.get(case.workload).small if case.timed else None
        assert case.memory_workload == (expected or case.workload)


def test_showcases_get_pictures() -> None:
    """Call trees are kept for the experiment's own payloads, through its first call."""
    cases = expand([EXPERIMENTS["base64"]], ["compiled"], QUICK)
    assert [case.label for case in cases if case.pictured] == ["base64: blob_1m, to_writer, compiled"]


@pytest.mark.parametrize(
    ("call", "error", "hint"),
    [
        ({"workload": "canda"}, UnknownWorkloadError, "canada"),
        ({"workload": "login", "baseline": {"tee": "value"}}, UnknownNameError, "tree"),
        ({"workload": "login", "candidate": {"tree": "valu"}}, UnknownNameError, "value"),
        ({"workload": "login", "method": "to_byte"}, UnknownNameError, "to_bytes"),
        ({"workload": "login", "build": "compile"}, UnknownNameError, "compiled"),
    ],
)
def test_wrong_names_get_the_right_ones(call: dict, error: type, hint: str) -> None:
    """Whatever is misspelt, the message offers what exists, before anything is started."""
    with pytest.raises(error, match=hint):
        calls.plan_comparison(**call)


def test_wrong_experiments_and_builds() -> None:
    """The same for a run."""
    with pytest.raises(UnknownExperimentError, match="writer"):
        calls.plan_run(["writr"])
    with pytest.raises(UnknownNameError, match="compiled"):
        calls.plan_run(["writer"], builds=["jit"])


def test_a_design_may_meet_itself() -> None:
    """To show the noise floor, both sides may be equal; their labels still differ."""
    plan = calls.plan_comparison("login", baseline={"tree": "value"}, candidate=[{"tree": "value"}] * 2)
    assert [design.label for design in plan.cases[0].designs] == ["value", "value again", "value again again"]


def test_a_plan_says_how_long_it_takes() -> None:
    """The guess grows with the cells and is on the plan's face."""
    few, many = calls.plan_run(["base64"], quick=True), calls.plan_run(quick=True)
    assert 0 < few.seconds < many.seconds
    assert f"{many.seconds:.0f} s" in repr(many)


def test_cases_travel_as_plain_data() -> None:
    """A case becomes JSON for the worker and comes back equal."""
    import json

    from lab.measure import server

    plan = calls.plan_comparison("login", quick=True)
    request = {"case": dataclasses.asdict(plan.cases[0]), "settings": dataclasses.asdict(plan.settings)}
    assert server._read(json.loads(json.dumps(request))) == (plan.cases[0], plan.settings)
