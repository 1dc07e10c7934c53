"""Do merged runs stay what they were, each with its own machine, and are their tables told apart?"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
import synthetic

import lab
from lab import saved
from lab.errors import LabError, MergeError
from lab.measure.executors import Replay
from lab.merging import split
from lab.model import Remark, Run
from lab.result import Result
from lab.show import printed, report, tables, views

HERE = dataclasses.replace(synthetic.a_run(), summary={"cases": 2, "guess": {"tree": 1}})
THERE = dataclasses.replace(
    HERE,
    run_id="elsewhere",
    recorded="2026-02-03T04:05:06+01:00",
    quick=False,
    environment={**HERE.environment, "processor": "Other", "margin": 0.05},
    rows=tuple(dataclasses.replace(row, verdict="Equivalent") for row in HERE.rows),
    remarks=(Remark(code="x", text="Something there."),),
    summary={},
)


def test_nothing_is_lost_and_nothing_averaged() -> None:
    """Split again, merged runs are what they were: measurements, summary, seeds, environment and remarks."""
    merged = lab.merge([HERE, THERE])
    assert split(merged) == (HERE, THERE) and split(HERE) == (HERE,)
    assert lab.merge([Result(HERE), THERE]) == merged
    for part in ("rows", "profiles", "traces", "curves"):
        assert len(getattr(merged, part)) == len(getattr(HERE, part)) + len(getattr(THERE, part))
    assert {row.run for row in merged} == {HERE.run_id, "elsewhere"}


def test_what_all_share_is_shared() -> None:
    """Of the environment and the seeds only what is the same everywhere stands for the whole."""
    merged = lab.merge([HERE, THERE])
    assert merged.environment == {name: value for name, value in HERE.environment.items() if name != "processor"}
    assert merged.seeds == HERE.seeds and merged.quick
    texts = [remark.text for remark in merged.remarks]
    assert "Run elsewhere: Something there." in texts and f"Run {HERE.run_id}: {HERE.remarks[0].text}" in texts


def test_different_margins_are_a_warning() -> None:
    """Verdicts judged by different margins stand in one table; the reader is told."""
    loose = dataclasses.replace(HERE, run_id="loose", environment={**HERE.environment, "margin": 0.03})
    (remark, *_) = lab.merge([loose, THERE]).remarks
    assert remark.severity == "warning" and "3 %, 5 %" in remark.text
    assert lab.merge([HERE, THERE]).remarks[0].code != "margins_differ"


def test_merging_goes_on(tmp_path: Path) -> None:
    """A merged run is saved, loaded and merged with a third like any other; the order does not change its name."""
    third = dataclasses.replace(HERE, run_id="third")
    pair = saved.load(saved.save(lab.merge([HERE, THERE]), tmp_path / "pair.json"))
    whole = lab.merge([pair, third])
    assert [source.run_id for source in whole.sources] == [HERE.run_id, "elsewhere", "third"]
    assert [one.rows for one in split(whole)] == [HERE.rows, THERE.rows, third.rows]
    assert whole.run_id == lab.merge([third, THERE, HERE]).run_id != pair.run_id


@pytest.mark.parametrize(("runs", "why"), [([], "not 0"), ([HERE], "not 1"), ([HERE, THERE, HERE], "twice")])
def test_what_is_no_merger(runs: list[Run], why: str) -> None:
    """Fewer than two runs, and a run that comes twice, are refused."""
    with pytest.raises(MergeError, match=why):
        lab.merge(runs)


def test_tables_have_a_column_run() -> None:
    """In terminal, page, Markdown and CSV each line says its run, and below stands which machine that was."""
    table = tables.render(lab.merge([HERE, THERE]))
    for text in (str(table), table.html(), table.markdown()):
        assert "Run" in text and text.count("elsewhere") > len(THERE.rows) and "Other" in text
    assert "elsewhere" in table.csv() and "elsewhere" not in tables.render(HERE).csv()
    assert "Run" not in [column.title for block in tables.render(HERE).blocks for column in block.columns]


def test_the_same_cell_of_two_runs_stands_together() -> None:
    """One below the other, each under a baseline of its own run."""
    block = tables.render(lab.merge([HERE, THERE])).blocks[0]
    first, second, *_ = block.cells
    assert first[0].row.workload == second[0].row.workload and first[0].row.method == second[0].row.method
    assert [{line.row.run for line in cell} for cell in (first, second)] == [{HERE.run_id}, {"elsewhere"}]


def test_pictures_are_of_one_run_each() -> None:
    """The page has a section for each run and experiment; flame graphs and printed tables come from their own run."""
    merged = lab.merge([HERE, THERE])
    page = report.page(merged)
    for run in (HERE.run_id, "elsewhere"):
        for name in ("writer", "base64", "tree"):
            assert f'id="{run}-{name}"' in page and f'href="#{run}-{name}">{name}</a>, run {run}: ' in page
    assert any("elsewhere" in grid.caption for grid in printed.table(merged).grids)
    row = next(row for row in merged.rows if row.run == "elsewhere" and row.workload == "canada")
    assert views.profile_of(merged, row, row.candidate).run == "elsewhere"


def test_charts_tell_the_runs_apart() -> None:
    """A ratio chart over both labels every mark with its run."""
    labels = Result(lab.merge([HERE, THERE])).ratios().spec["layout"]["yaxis"]["ticktext"]
    assert len(labels) == len(set(labels)) == 2 * len(HERE.rows)


def test_the_file_says_all_of_it(tmp_path: Path) -> None:
    """A reader of another language finds the sources with their environments, and in every row its run."""
    plain = json.loads(saved.save(lab.merge([HERE, THERE]), tmp_path / "c.json").read_text())
    assert [source["environment"]["processor"] for source in plain["sources"]] == ["Example(R) Processor", "Other"]
    assert {row["run"] for row in plain["rows"]} == {HERE.run_id, "elsewhere"}


def test_a_merged_run_is_replayed_by_its_parts() -> None:
    """Whatever asks a recording for one cell would else get whichever machine came first."""
    with pytest.raises(LabError, match="split"):
        Replay(lab.merge([HERE, THERE]))
    assert all(Replay(part) for part in split(lab.merge([HERE, THERE])))
