"""Do the commands that measure nothing show, keep and refuse what was saved?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Says
from synthetic import a_run

from lab import saved


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"schema": "other/1"}', '{"schema": "encoder-lab/99"}'])
def test_a_foreign_result_is_refused_with_status_1(says: Says, tmp_path: Path, content: str | None) -> None:
    """replay, report and published name the file, and write no report."""
    if content is not None:
        (tmp_path / "old.json").write_text(content)
    for command in ("replay", "report", "published"):
        told = says(command, "old.json")
        assert (told.status, told.out) == (1, ""), told
        assert "old.json" in told.err and told.err.startswith("Error:")
    assert not (tmp_path / "report.html").exists()


def test_replay_draws_what_was_saved(says: Says, tmp_path: Path) -> None:
    """A saved run gives its tables and its report again, under a line that says when it was recorded."""
    saved.save(a_run(), tmp_path / "run.json")
    told = says("replay", "run.json")
    assert told.status == 0, told.err
    assert "2026" in told.err and "writer" in told.out and (tmp_path / "report.html").exists()


def test_exports_stand_beside_the_report(says: Says, tmp_path: Path) -> None:
    """``report --exports`` leaves the page, Markdown, CSV and a speedscope file a profile."""
    saved.save(a_run(), tmp_path / "run.json")
    told = says("report", "run.json", "--out", "page.html", "--exports")
    assert told.status == 0, told.err
    assert {"page.html", "page.md", "page.csv"} <= {path.name for path in tmp_path.iterdir()}
    assert any(path.name.endswith(".speedscope.json") for path in tmp_path.iterdir())


def test_published_stands_beside_a_saved_run(says: Says, tmp_path: Path) -> None:
    """The published cells appear with our rows, and the JSON holds the pairs of each build."""
    saved.save(a_run(), tmp_path / "run.json")
    told = says("published", "run.json", "--build", "both", "--json", "pairs.json")
    assert told.status == 0, told.err
    assert "dotnet/runtime#73338" in told.out and "agrees" in told.out
    pairs = json.loads((tmp_path / "pairs.json").read_text())
    assert [len(pairs[build]) for build in ("compiled", "interpreted")] == [20, 20]


def test_published_tables_are_judged_anew(says: Says, tmp_path: Path) -> None:
    """Before the rows of a run stand the verdicts on what was published; --quick leaves out the single cells only."""
    saved.save(a_run(), tmp_path / "run.json")
    whole, brief = says("published", "run.json", "--json", "a.json"), says("published", "run.json", "--quick")
    assert whole.status == brief.status == 0, whole.err + brief.err
    for told in (whole, brief):
        assert "judged anew" in told.out and "After Holm" in told.out and "measured in the compiled build" in told.out
    assert "its columns computed again" in whole.out and "its columns computed again" not in brief.out
    plain = json.loads((tmp_path / "a.json").read_text())
    assert len(plain["rejudged"]) == 20 and len(plain["recomputed"]) == 38


@pytest.mark.parametrize("era", ["0.13", "0.14"])
def test_tables_as_benchmarkdotnet_prints_them(says: Says, engine: list[dict], tmp_path: Path, era: str) -> None:
    """``--as`` before or behind run, compare and replay gives its columns in place of the lab's own."""
    saved.save(a_run(), tmp_path / "run.json")
    designs = ("--baseline", "tree=value", "--candidate", "tree=direct")
    wanted = ("--as", f"bdn-{era}")
    for arguments in (("replay", "run.json"), ("run", "tree"), ("compare", "login", *designs)):
        for told in (says(*arguments, *wanted), says(*wanted, *arguments)):
            assert told.status == 0, told.err
            assert f"as BenchmarkDotNet {era} would print it" in told.out and "MannWhitney(3%)" in told.out
    told = says("replay", "run.json", "--as", "bdn-0.12")
    assert told.status == 2 and "bdn-0.14" in told.err
