"""Does a contestant that crashes, hangs or lies cost its own row and nothing else?"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import strange_functions as strange
from absence import needed

import lab
from lab import cli
from lab.errors import WorkerError
from lab.model import Row

needed("memray")

VALUE = [1, {"a": "b"}]
LIMIT = 2.0


def compared(*candidates: Any, value: Any = VALUE, baseline: Any = "tree=direct") -> lab.Result:
    return lab.compare(
        value, baseline=baseline, candidate=list(candidates), quick=True, build="interpreted", limit=LIMIT
    )


def whole(row: Row) -> bool:
    return row.status == "whole" and None not in (row.time, row.bytes, row.blocks, row.peak, row.verdict)


def bare(row: Row) -> bool:
    return (row.time, row.bytes, row.blocks, row.peak, row.verdict) == (None,) * 5 and "candidate" not in row.samples


ENDS: list[tuple[Callable[[Any], Any], str]] = [
    (strange.segfault, "segfault: it was killed by SIGSEGV."),
    (strange.killed, "killed: it was killed by SIGKILL."),
    (strange.greedy, "greedy raised MemoryError on your value."),
    (strange.gone, "gone: its process ended with status 0."),
    (strange.quits, "quits: SystemExit: 1."),
    (strange.refuses, "refuses raised NotImplementedError on your value: no such type."),
    (strange.endless, f"endless: it gave no answer within {LIMIT:g} s and was ended."),
    (strange.nothing, "nothing returned nothing."),
    (strange.number, "number returned a int."),
    (strange.lies, "lies give different bytes from byte 1 on"),
    (strange.counts, "counts writes something else each time."),
]


@pytest.fixture(scope="module")
def fallen() -> dict[str, Row]:
    """One run in which everybody falls but two."""
    functions = [strange.spaced, *(function for function, _ in ENDS), "tree=value"]
    return {row.candidate: row for row in compared(*functions).run}


@pytest.mark.parametrize(("function", "why"), ENDS, ids=lambda each: getattr(each, "__name__", ""))
def test_who_falls_costs_one_row(fallen: dict[str, Row], function: Callable, why: str) -> None:
    """Its row has no figure at all, and says in words what happened; a remark says the same."""
    row = fallen[function.__name__]
    assert row.status == "failed" and bare(row)
    assert why.removesuffix(".") in row.failure
    assert [one.text for one in row.remarks if one.code == "failed"] == [row.failure]


def test_the_others_are_whole(fallen: dict[str, Row]) -> None:
    """A function before those that fall, and a design after them."""
    assert whole(fallen["spaced"]) and whole(fallen["tree=value"])


LARGE = ["x" * 70_000]
LATE: list[tuple[str, str, Any]] = [
    ("segfault", "late: it was killed by SIGSEGV.", VALUE),
    ("refuses", "late raised NotImplementedError on your value: no such type.", VALUE),
    ("counts", "late writes something else each time.", VALUE),
    ("gone", "late: its process ended with status 0.", LARGE),
    ("endless", "was ended.", LARGE),
]


@pytest.mark.parametrize(("end", "why", "value"), LATE, ids=[f"{end}-{len(str(value))}" for end, _, value in LATE])
def test_who_falls_late_falls_alone(end: str, why: str, value: Any) -> None:
    """One that goes wrong only after hundreds of calls takes its process along; then the others are measured anew.

    Small results share a process, large ones have one each: either way the row is named, and the others are whole.
    """
    late = lab.contestant("late", strange.late(getattr(strange, end)))
    first, second = compared(late, "tree=value", value=value).run
    assert first.status == "failed" and first.time is None and why.removesuffix(".") in first.failure
    assert whole(second)


def test_a_baseline_that_falls_leaves_nothing_to_compare_with() -> None:
    """No row, but one error with the reason."""
    with pytest.raises(WorkerError, match="segfault: it was killed by SIGSEGV"):
        compared("tree=value", baseline=strange.segfault)


def test_the_command_ends_with_a_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    """The whole rows are shown and saved, the row that failed says why, and the status is 1."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    arguments = ["--baseline", "tree=direct", "--candidate", "strange_functions:segfault", "--build", "interpreted"]
    monkeypatch.setattr(sys, "argv", ["lab", "compare", "int", *arguments, "--quick", "--json", "out.json"])
    assert cli.main() == 1
    assert "strange_functions:segfault: it was killed by SIGSEGV." in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    functions = ["--baseline", "strange_functions:plain", "--candidate", "strange_functions:spaced"]
    monkeypatch.setattr(
        sys, "argv", ["lab", "compare", "int", *functions, "--build", "interpreted", "--quick", "--json", "out.json"]
    )
    assert cli.main() == 0
    assert [row["failure"] for row in json.loads((tmp_path / "out.json").read_text())["rows"]] == [""]
