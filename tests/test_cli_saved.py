"""Do the commands that measure nothing show, keep and refuse what was saved?"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from command_line import Says
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
    """A saved run gives its tables and a page named by its run, under a line that says when it was recorded."""
    run = a_run()
    saved.save(run, tmp_path / "run.json")
    (tmp_path / "report.html").write_text("mine")
    told = says("replay", "run.json")
    assert told.status == 0, told.err
    assert "2026" in told.err and "writer" in told.out and f"report-{run.run_id}.html" in told.err
    assert (tmp_path / f"report-{run.run_id}.html").exists()
    assert says("replay", "run.json", "--out", "page.html").status == 0 and (tmp_path / "page.html").exists()
    assert (tmp_path / "report.html").read_text() == "mine"


def test_a_run_keeps_the_page_of_the_one_before(says: Says, engine: list[dict], tmp_path: Path) -> None:
    """``run`` writes report.html; what another run, or anyone, left there gets a name of its own, and that is told."""
    (tmp_path / "report.html").write_text("mine")
    told = says("run", "tree")
    assert told.status == 0 and "What was in report.html is now in report-older.html" in told.err
    assert (tmp_path / "report-older.html").read_text() == "mine"
    assert "is now in" not in says("run", "tree").err


@pytest.mark.parametrize(
    ("form", "endings"),
    [("md", {".md"}), ("csv", {".csv"}), ("json", {".json"}), ("speedscope", {"e.json"}), ("all", {".md", ".csv"})],
)
def test_export_writes_what_was_asked_for(says: Says, tmp_path: Path, form: str, endings: set[str]) -> None:
    """Files called by the run's id, in a folder that is made; nothing else is written."""
    saved.save(a_run(), tmp_path / "run.json")
    told = says("export", "run.json", "--format", form, "--out", "out/deep")
    assert told.status == 0, told.err
    names = {path.name for path in (tmp_path / "out" / "deep").iterdir()}
    assert all(any(name.endswith(ending) for name in names) for ending in endings)
    assert all(name.startswith(a_run().run_id) for name in names)
    trees = [name for name in names if name.endswith(".speedscope.json")]
    assert all(name in told.err for name in names - set(trees))
    assert len(trees) == (len(a_run().profiles) if form in ("speedscope", "all") else 0)
    assert (f"{len(trees)} speedscope files in out/deep" in told.err) == bool(trees)


def test_merged_runs_are_one_file_with_a_column_run(says: Says, tmp_path: Path) -> None:
    """``merge`` keeps both, prints them below one another; replay, published and export take the file."""
    here = a_run()
    there = dataclasses.replace(here, run_id="elsewhere", environment={**here.environment, "processor": "Other [1]"})
    for name, run in (("a.json", here), ("b.json", there)):
        saved.save(run, tmp_path / name)
    told = says("merge", "a.json", "b.json", "--out", "c.json")
    assert told.status == 0, told.err
    assert "Run elsewhere: 2026-01-02" in told.out and "Other [1]" in told.out and here.run_id in told.out
    assert saved.load("c.json").sources[1].environment["processor"] == "Other [1]"
    assert says("merge", "a.json", "b.json", "--json", "d.json", "--quick").out == ""
    assert (tmp_path / "d.json").read_bytes() == (tmp_path / "c.json").read_bytes()
    told = says("published", "c.json", "--quick")
    assert told.status == 0 and "compiled, run elsewhere" in told.out
    assert says("replay", "c.json", "--out", "page.html").status == says("export", "c.json").status == 0
    assert "Other [1]" in (tmp_path / "page.html").read_text()


def test_what_cannot_be_merged_is_refused(says: Says, tmp_path: Path) -> None:
    """The same run twice, one run alone, a foreign file: one message, status 1, no file."""
    saved.save(a_run(), tmp_path / "a.json")
    (tmp_path / "x.json").write_text("{}")
    for files, why in ((("a.json", "a.json"), "twice"), (("a.json",), "two runs"), (("a.json", "x.json"), "x.json")):
        told = says("merge", *files, "--out", "c.json")
        assert told.status == 1 and why in told.err and not (tmp_path / "c.json").exists()
    assert says("merge", "a.json", "a.json").status == 2


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
