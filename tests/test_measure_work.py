"""Is work counted to the digit, whatever else the machine does?"""

from __future__ import annotations

import dataclasses
import dis
import shutil
from collections.abc import Callable
from typing import Any

import pytest
import synthetic
from absence import absent

from lab import calls, noise
from lab.judge import remarks
from lab.judge.noise import outcome
from lab.measure import working
from lab.measure.executors import Live
from lab.measure.meters import valgrind, work
from lab.measure.runner import run
from lab.show import tables


def straight() -> int:
    """Code without a jump: each of its bytecodes is executed once."""
    first = 1
    second = first
    return second


def looped(times: int) -> Callable[[], Any]:
    """A call that does ``times`` rounds of the same work."""

    def loop() -> None:
        for _ in range(times):
            pass

    return loop


def test_a_call_without_jumps_executes_what_dis_lists() -> None:
    """As many bytecodes as the disassembly has; one more is made by the call itself from 3.11 on (RESUME)."""
    listed = [one for one in dis.get_instructions(straight) if one.opname not in ("CACHE", "EXTENDED_ARG")]
    assert work.bytecodes(straight) in (len(listed), len(listed) - 1)


def test_bytecodes_are_those_of_every_frame_below() -> None:
    """Each round of a loop costs the same, and so does each call of a function in it."""

    def calling() -> None:
        straight()
        straight()

    rounds = [work.bytecodes(looped(times)) for times in (10, 20, 30)]
    assert rounds[2] - rounds[1] == rounds[1] - rounds[0] > 0
    assert work.bytecodes(calling) > 2 * work.bytecodes(straight)


def test_code_in_c_executes_no_bytecodes() -> None:
    """What is written in C is not seen, and nothing of the meter itself is counted."""
    assert work.bytecodes(dict) == 0


def test_a_tracer_that_was_there_is_there_again() -> None:
    """Counting leaves a debugger or a coverage tool as it was, also where the call fails."""
    import sys

    def failing() -> None:
        raise KeyError

    before = sys.gettrace()
    with pytest.raises(KeyError):
        work.bytecodes(failing)
    assert sys.gettrace() is before
    assert work.bytecodes(straight) == work.bytecodes(straight)


def measured(build: str) -> Any:
    """The row of one comparison of which only work is counted."""
    designs = {"baseline": {"tree": "reference"}, "candidate": {"tree": "direct"}}
    plan = calls.plan_comparison("login", **designs, build=build, work=True, quick=True)
    settings = dataclasses.replace(plan.settings, warm=0.0, budget=0.0, rebuilds=1, rounds=(2, 2))
    case = dataclasses.replace(plan.cases[0], counted=False, pictured=False)
    (row,) = run(dataclasses.replace(plan, cases=(case,), settings=settings), Live()).rows
    return row


def test_the_slowdown_that_aa_puts_in_is_there() -> None:
    """A candidate that does 5 % more is counted to do 5 % more, and aa counts it once."""
    plan = noise.plan_aa(3, inject=0.05, workload="login", build="interpreted", quick=True)
    assert [case.worked for case in plan.cases] == [True, False, False]
    settings = dataclasses.replace(plan.settings, warm=0.0, budget=0.0, rebuilds=1, rounds=(2, 2))
    found = run(dataclasses.replace(plan, cases=plan.cases[:1], settings=settings), Live()).rows
    told = outcome(found, build="interpreted", margin=0.03, inject=0.05)
    assert told.work_ratio == pytest.approx(1.05, abs=0.001)


def test_two_runs_count_the_same() -> None:
    """The work of an interpreted comparison is equal in two runs, and less without a tree."""
    first, second = measured("interpreted"), measured("interpreted")
    assert first.work == second.work
    assert 0 < first.work.candidate < first.work.baseline
    assert first.work.ratio == first.work.candidate / first.work.baseline


@pytest.mark.long
def test_instructions_of_two_runs_are_the_same() -> None:
    """To one in a thousand; the tree costs instructions too."""
    import encoder

    if encoder.build != "compiled" or shutil.which("valgrind") is None:
        absent("the compiled build, or valgrind,")
    first, second = measured("compiled"), measured("compiled")
    assert second.work.baseline == pytest.approx(first.work.baseline, rel=0.001)
    assert second.work.candidate == pytest.approx(first.work.candidate, rel=0.001)
    assert first.work.candidate < first.work.baseline


def test_instructions_without_valgrind_are_a_remark(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is started, and every row says why and what to install."""
    from lab.measure.rows import Measured

    monkeypatch.setattr(valgrind.shutil, "which", lambda name: None)
    case = calls.plan_comparison("login", work=True, quick=True).cases[0]
    assert case.worked
    cell = Measured(case=case)
    job: Any = None
    working.count_all(job, [cell], dict)
    assert "valgrind is not installed" in cell.not_worked
    remark = remarks.not_worked(cell.not_worked)
    assert (remark.code, remark.severity) == ("not_worked", "info")


def test_work_is_in_the_tables_where_it_was_counted() -> None:
    """Both columns with their unit, in text, Markdown and page; without work there is neither."""
    pair = dataclasses.replace(synthetic.a_row().bytes, baseline=12435, candidate=9148, ratio=9148 / 12435)
    counted, bare = tables.render([synthetic.a_row(work=pair)]), tables.render([synthetic.a_row()])
    for text in (str(counted), counted.markdown(), counted.html()):
        assert "12,435 instr." in text and "9,148 instr." in text and "Work Ratio" in text and "0.74" in text
    for text in (str(bare), bare.markdown(), bare.html()):
        assert "Work" not in text.replace("Workload", "")
    assert "Work,Work Ratio" in bare.csv().splitlines()[0]
