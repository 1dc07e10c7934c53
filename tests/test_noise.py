"""Does the lab count its own mistakes rightly?"""

from __future__ import annotations

import dataclasses
import json

import pytest
import synthetic
from absence import needed
from click.testing import CliRunner

from lab import calls, noise
from lab.errors import DesignError, UnknownWorkloadError, WorkerError
from lab.judge import remarks
from lab.judge.noise import Floor, Outcome, above, outcome
from lab.measure import contestants, floors, rows
from lab.measure.load import busy
from lab.measure.settings import QUICK
from lab.model import Remark, Row, Run, Verdict

A_ROW = synthetic.a_row()


def row(verdict: Verdict, *, ratio: float = 1.0) -> Row:
    """A row of such a comparison."""
    time = dataclasses.replace(A_ROW.time, ratio=ratio, low=ratio - 0.01, high=ratio + 0.01)
    return synthetic.a_row(verdict=verdict, time=time)


def told(counts: dict[Verdict, int], *, inject: float = 0.0) -> Outcome:
    """The outcome of so many comparisons."""
    many = [row(verdict) for verdict, count in counts.items() for _ in range(count)]
    return outcome(many, build="compiled", margin=0.03, inject=inject)


class Invented:
    """An executor that measures nothing: every case is decided by ``decide``."""

    def __init__(self, decide) -> None:
        self.decide = decide

    def execute(self, plan, job) -> Run:
        return dataclasses.replace(synthetic.a_run(), rows=tuple(map(self.decide, plan.cases)))


@pytest.mark.parametrize(
    ("counts", "false", "passed"),
    [
        ({"Equivalent": 200}, 0, True),
        ({"Equivalent": 160, "Inconclusive": 38, "Faster": 1, "Slower": 1}, 2, True),
        ({"Equivalent": 197, "Faster": 1, "Slower": 2}, 3, False),
        ({"Equivalent": 99, "Slower": 1}, 1, True),
        ({"Equivalent": 98, "Slower": 1}, 1, False),
    ],
)
def test_a_design_with_itself_is_neither_faster_nor_slower(counts: dict, false: int, passed: bool) -> None:
    """Either is false, and more than one in a hundred of them fails."""
    found = told(counts)
    assert (found.false, found.passed) == (false, passed)
    assert (found.repeats, found.count("Equivalent")) == (sum(counts.values()), counts["Equivalent"])


@pytest.mark.parametrize(
    ("counts", "passed"),
    [
        ({"Slower": 80, "Inconclusive": 20}, True),
        ({"Slower": 79, "Inconclusive": 21}, False),
        ({"Slower": 99, "Equivalent": 1}, False),
        ({"Slower": 99, "Faster": 1}, False),
    ],
)
def test_a_slowdown_must_be_found_and_never_denied(counts: dict, passed: bool) -> None:
    """Four of five must say Slower; a single Equivalent or Faster fails."""
    assert told(counts, inject=0.05).passed is passed


def test_the_floor_is_a_percentile_of_what_was_off() -> None:
    """Of ratios 0.1 % to 10 % off, the 95th of a hundred; a slowdown that was put in is not counted as off."""
    many = [row("Equivalent", ratio=1 + step / 1000) for step in range(101)]
    assert outcome(many, build="compiled", margin=0.03).floor == pytest.approx(0.095)
    slower = [row("Slower", ratio=1.05)] * 3
    assert outcome(slower, build="compiled", margin=0.03, inject=0.05).floor == pytest.approx(0)


def test_what_cannot_be_ruled_out_is_exact() -> None:
    """The upper end equals scipy's one-sided Clopper-Pearson interval."""
    binomtest = needed("scipy.stats").binomtest
    for false, repeats in ((0, 200), (3, 200), (20, 20)):
        found = told({"Slower": false, "Equivalent": repeats - false}).false_at_most
        # The upper end of a two-sided 90 % interval leaves 5 % above it.
        assert found == pytest.approx(binomtest(false, repeats).proportion_ci(0.9, method="exact").high)


def test_comparisons_go_round_the_payloads_each_by_itself() -> None:
    """Every payload in turn, a case and a table of its own for each comparison, timed and not counted."""
    cases = noise.plan_aa(20, quick=True).cases
    assert [case.workload for case in cases[:9]] == [*noise.WORKLOADS, noise.WORKLOADS[0]]
    assert len({case.experiment for case in cases}) == 20
    assert all(case.timed and not case.counted for case in cases)
    assert {design.calls for case in cases for design in case.designs} == {1}


@pytest.mark.parametrize(("inject", "calls"), [(0.05, (20, 21)), (0.03, (100, 103)), (0.1, (10, 11)), (1, (1, 2))])
def test_a_slowdown_is_more_of_the_same_work(inject: float, calls: tuple[int, int]) -> None:
    """The candidate's operation encodes just so many more times than the baseline's."""
    (case,) = noise.plan_aa(1, inject=inject, quick=True).cases
    assert tuple(design.calls for design in case.designs) == calls


def test_an_operation_of_several_calls_makes_them() -> None:
    """Twenty-one calls are one operation; what it gives to compare is one output."""
    design = dataclasses.replace(noise.plan_aa(1).cases[0].baseline, calls=21)
    one = contestants.contestant(design, lambda: [1], "to_bytes")
    assert one.output() == b"[1]"
    seen: list[int] = []
    contestants._repeated(lambda: seen.append(1), one.operation.args[1])
    assert len(seen) == 21


def test_wrong_wishes_are_refused() -> None:
    """A payload that there is not, a slowdown that is none."""
    with pytest.raises(UnknownWorkloadError):
        noise.plan_aa(1, workload="nothing")
    with pytest.raises(DesignError, match="0 % to 100 %"):
        noise.plan_aa(1, inject=-0.5)


def test_missing_comparisons_are_an_error() -> None:
    """Four of eight that failed are not passed off as a whole outcome."""
    failed = synthetic.a_row(
        time=None, verdict=None, remarks=(Remark(code="failed", text="Time is missing: it died."),)
    )
    executor = Invented(lambda case: failed if case.workload == "int" else row("Equivalent"))
    with pytest.raises(WorkerError, match="1 of 8 comparisons could not be made. Time is missing: it died"):
        noise.aa(8, executor=executor, quick=True)


def test_busy_processes_end_with_the_measurement() -> None:
    """They run meanwhile and are gone afterwards, also when it failed."""
    with pytest.raises(RuntimeError, match="stop"), busy(2) as started:
        assert len(started) == 2 and all(one.poll() is None for one in started)
        raise RuntimeError("stop")
    assert all(one.poll() is not None for one in started)


@pytest.mark.parametrize(
    ("verdict", "options", "status", "said"),
    [
        ("Equivalent", [], 0, "0 of 8 verdicts are false, within the 1 % allowed"),
        ("Slower", [], 1, "8 of 8 verdicts are false, which is more than the 1 % allowed"),
        ("Inconclusive", [], 0, "Only 0 % were decided"),
        ("Slower", ["--inject", "5"], 0, "100 % find a slowdown of 5 %, and none denies it"),
        ("Inconclusive", ["--inject", "5"], 1, "Only 0 % find a slowdown of 5 %"),
        ("Equivalent", ["--inject", "5"], 1, "8 verdicts deny a slowdown of 5 % that is there"),
    ],
)
def test_the_command_says_it_and_ends_with_it(
    verdict, options, status, said, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One clear sentence, the counts at the top of the JSON, and the exit status."""
    from lab.cli import commands

    monkeypatch.setattr(noise, "Live", lambda: Invented(lambda case: row(verdict)))
    place = tmp_path / "aa.json"
    arguments = ["aa", "--repeats", "8", "--quick", "--build", "compiled", *options, "--json", str(place)]
    done = CliRunner().invoke(commands, arguments, standalone_mode=False)
    assert done.exception is None
    assert done.return_value == status
    found = json.loads(place.read_text("utf-8"))
    assert found["repeats"] == 8 and found["passed"] is (status == 0)
    assert found[verdict.lower()] == 8
    assert found["false"] + found["equivalent"] + found["inconclusive"] >= 8 or options
    assert said in done.output or said in (done.stdout or "")


def test_a_comparison_is_one_of_compare() -> None:
    """But for memory, the plan is the one by which `lab.compare` times the same two designs."""
    (case,) = noise.plan_aa(1, workload="login", quick=True).cases
    design = {"baseline": case.baseline, "candidate": case.baseline}
    plan = calls.plan_comparison("login", **design, quick=True)
    unlike = {"experiment": case.experiment, "candidates": case.candidates, "counted": False, "pictured": False}
    assert dataclasses.replace(plan.cases[0], **unlike) == case
    assert (plan.settings, plan.margin) == (QUICK, noise.plan_aa(1, quick=True).margin)


def kept(share: float, *, quick: bool = False) -> Floor:
    """A floor of the compiled build."""
    return Floor(build="compiled", quick=quick, share=share, repeats=200, recorded="2026-11-30T23:00:00+00:00")


@pytest.mark.parametrize(
    ("ratio", "verdict", "share", "after"),
    [
        (0.95, "Faster", 0.06, "Inconclusive"),
        (0.95, "Faster", 0.04, "Faster"),
        (1.055, "Slower", 0.06, "Inconclusive"),
        (1.07, "Slower", 0.06, "Slower"),
        (1.0, "Equivalent", 0.06, "Inconclusive"),
        (1.0, "Equivalent", 0.029, "Equivalent"),
        (0.95, "Faster", 0.03, "Faster"),
    ],
)
def test_below_the_floor_there_is_no_verdict(ratio: float, verdict, share: float, after: str) -> None:
    """Neither on a difference nor on its absence; the row says what it was, and how to measure the floor anew."""
    (found,) = above([row(verdict, ratio=ratio)], {"compiled": kept(share)}, margin=0.03)
    assert found.verdict == after
    said = [remark.text for remark in found.remarks if remark.code == "below_floor"]
    assert len(said) == (after != verdict)
    assert all(f"{verdict} by itself" in text and "2026-11-30" in text and "lab aa" in text for text in said)


def test_a_floor_is_of_one_build() -> None:
    """A floor of another build, or none, changes nothing."""
    given = (row("Faster", ratio=0.95),)
    assert above(given, {"interpreted": kept(0.5)}, margin=0.03) == given
    assert above(given, {"compiled": None}, margin=0.03) == given


@pytest.fixture
def cache(tmp_path, monkeypatch: pytest.MonkeyPatch):
    """A cache folder of one's own, which is not there yet."""
    monkeypatch.setenv("LAB_DATA", str(tmp_path / "cache"))
    return tmp_path / "cache" / "noise.json"


def test_a_floor_is_kept_and_found_again(cache) -> None:
    """By build; the last one at the same settings before one at others; a damaged file is as good as none."""
    assert floors.known("compiled", quick=False) is None
    full = floors.keep(told({"Equivalent": 50}), quick=False, load=0)
    assert full is not None and full.repeats == 50
    assert floors.known("compiled", quick=False) == floors.known("compiled", quick=True) == full
    quick = floors.keep(told({"Equivalent": 60}), quick=True, load=0)
    assert (floors.known("compiled", quick=False), floors.known("compiled", quick=True)) == (full, quick)
    again = floors.keep(told({"Equivalent": 70}), quick=False, load=0)
    assert floors.known("compiled", quick=False) == again
    assert floors.known("interpreted", quick=False) is None
    assert len(json.loads(cache.read_text("utf-8"))) == 2
    for damaged in ("", "[1]", "{}", '[{"machine": {}, "floor": {}}]'):
        cache.write_text(damaged)
        assert floors.known("compiled", quick=False) is None
        assert floors.keep(told({"Equivalent": 50}), quick=False, load=0) is not None


def test_what_says_nothing_of_the_machine_is_not_kept(cache) -> None:
    """A run beside busy processes, with a slowdown put in, or of a few comparisons."""
    assert floors.keep(told({"Equivalent": 50}), quick=False, load=1) is None
    assert floors.keep(told({"Slower": 50}, inject=0.05), quick=False, load=0) is None
    assert floors.keep(told({"Equivalent": 39}), quick=False, load=0) is None
    assert not cache.exists()


def test_another_machine_has_a_floor_of_its_own(cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home folder that two machines share keeps both."""
    here = floors.keep(told({"Equivalent": 50}), quick=False, load=0)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(floors, "environment", lambda: dict.fromkeys(floors._MACHINE, "another"))
        assert floors.known("compiled", quick=False) is None
        floors.keep(told({"Equivalent": 60}), quick=False, load=0)
    assert floors.known("compiled", quick=False) == here


def test_a_run_is_held_against_the_floor_and_says_where_there_is_none(cache) -> None:
    """What `lab.compare` plans has the floor, the run's environment tells it; comparisons of aa have none."""
    assert noise.plan_aa(1).floors is None
    floors.keep(told({"Equivalent": 50}), quick=False, load=0)
    assert calls.plan_comparison("login").floors["compiled"].repeats == 50
    plan = calls.plan_run("tree", quick=True)
    assert plan.floors["interpreted"] is None
    found = rows.run_of(plan, [], {})
    (said,) = [remark for remark in found.remarks if remark.code == "unknown_floor"]
    assert said.severity == "info" and "python -m lab aa --build interpreted" in said.text
    assert found.environment["noise_floor"] == {"compiled": plan.floors["compiled"].share}


def test_a_run_without_a_floor_tells_it_where_its_tables_are_shown(capsys) -> None:
    """One line on stderr; a run that is held against a floor has no such line."""
    from lab import keeping

    run = synthetic.a_run(builds=("compiled",))
    keeping.show(run)
    assert "python -m lab aa" not in capsys.readouterr().err
    keeping.show(dataclasses.replace(run, remarks=tuple(remarks.unknown_floors(["compiled"]))))
    assert "run `python -m lab aa --build compiled` once" in capsys.readouterr().err
