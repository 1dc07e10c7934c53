"""Do instructions and copies reach the sentence, the table, the pictures, the page, the file and the command line?"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import synthetic

from lab import cli, errors, meters, saved
from lab.counts import Copies
from lab.measure import instrumented
from lab.meters import Work
from lab.model import Profile, Run
from lab.show import report, work
from lab.show.speedscope import speedscope

ABOUT: dict[str, Any] = {"workload": "blob_1m", "method": "to_writer", "build": "compiled"}


def profile(design: str, metric: str, *, codec: int, copy: int) -> Profile:
    """A call that encodes, and copies if there is anything to copy."""
    names = ("call", "base64_encode", "memcpy")
    kept = 3 if copy else 2
    return Profile(
        **ABOUT,
        design=design,
        metric=metric,  # type: ignore[arg-type]
        names=names[:kept],
        places=("", "base64.h:7", "")[:kept],
        phases=("call", "base64"),
        name=(0, 1, 2)[:kept],
        parent=(-1, 0, 0)[:kept],
        phase=(0, 1, 1)[:kept],
        bytes=(20, codec, copy)[:kept],
        blocks=(0, 1, 1)[:kept],
    )


def ledger(design: str, *, copied: int) -> Copies:
    return Copies(
        **ABOUT, design=design, output_bytes=400, copied=copied, copies=1, reallocated=100, reallocations=1
    )


@pytest.fixture
def run() -> Run:
    """One that has no rows: both meters of both designs."""
    return dataclasses.replace(
        synthetic.a_run(),
        rows=(),
        curves=(),
        traces=(),
        profiles=(
            profile("copying", "instructions", codec=300, copy=480),
            profile("direct", "instructions", codec=300, copy=0),
            profile("copying", "copied", codec=0, copy=400),
            profile("direct", "copied", codec=0, copy=0),
        ),
        copies=(ledger("copying", copied=400), ledger("direct", copied=0)),
        remarks=(),
    )


def test_the_finding_and_the_tables_have_the_figures(run: Run) -> None:
    """Totals, the share of memcpy, and bytes moved per byte of output."""
    found = Work(run)
    assert "copying takes 800 instructions, 60 % of them in memcpy" in found.finding
    assert "direct takes 320 instructions, none of them in memcpy" in found.finding
    assert "copying moves 400 B (1.00 per byte of output); direct moves 0 B (0.00" in found.finding
    spent, moved = found.table().grids
    assert [row[4:] for row in spent.rows] == [("800", "480", "60 %", "2"), ("320", "0", "0 %", "1")]
    assert [row[5:8] for row in moved.rows] == [("400 B", "1.00", "1"), ("0 B", "0.00", "1")]
    for shown in (str(found.table()), found.table().html(), found.table().markdown(), found.table().csv()):
        assert "Copied" in shown and "480" in shown


def test_the_picture_has_a_twin_and_is_drawn_without_plotly(run: Run) -> None:
    """Both points of both designs, the finding as title, the exact figures as rows."""
    (picture,) = work.charts(run)
    copied, resized = picture.spec["data"]
    assert (copied["x"], resized["x"]) == ([1.0, 0.0], [0.25, 0.25])
    assert picture.title in picture.alt and picture.rows[0] == ("copying", "400", "400", "1", "100")
    assert "<svg" in picture.svg() and picture.figure


def test_flame_graphs_name_their_units(run: Run) -> None:
    """Instructions and calls, bytes and copies; the export says what its weights are."""
    found = Work(run)
    difference = found.diff()
    assert difference.data["units"] == ("instructions", "calls")
    assert "takes 480 instructions less than copying" in difference.title and "base64 −480" in difference.title
    assert found.flame("copying").data["units"] == ("bytes", "copies")
    assert "moves 400 B in 1 copy" not in difference.title
    kinds = [[side["unit"] for side in speedscope(one)["profiles"]] for one in run.profiles]
    assert kinds == [["none", "none"], ["none", "none"], ["bytes", "none"], ["bytes", "none"]]
    with pytest.raises(errors.LabError, match=r"nobody was counted here. There are: copying, direct"):
        found.flame("nobody")


def test_the_page_has_a_section_a_meter(run: Run) -> None:
    """Also where the run has nothing else: a heading, the table, the chart, and the difference of the pair."""
    page = report.page(run)
    for part in ('id="instructions"', 'id="copied"', "Instructions", "Copy ledger", "labFlame.draw"):
        assert part in page
    assert "instructions and copy ledger" in page and "no experiment" not in page


def test_a_ledger_survives_the_file(run: Run, tmp_path: Path) -> None:
    """What is saved is what is loaded."""
    again = saved.load(saved.save(run, tmp_path / "run.json"))
    assert (again.copies, again.profiles) == (run.copies, run.profiles)


@pytest.mark.parametrize("command", ["cpu", "copies"])
def test_the_command_shows_saves_and_draws(
    command: str, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    """The plan before, the table and the finding after, the page and the JSON beside."""
    asked: list[Any] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(instrumented.Instrumented, "require", staticmethod(lambda: None))
    monkeypatch.setattr(meters, command, lambda name, **options: asked.append((name, options)) or Work(run))
    words = ["lab", command, "login", "--baseline", "writer=fresh", "--candidate", "writer=cached", "--json", "a.json"]
    monkeypatch.setattr(sys, "argv", [*words, "--build", "interpreted"])
    assert cli.main() == 0
    ((name, options),) = asked
    assert (name, options["build"], options["candidate"]) == ("login", "interpreted", {"writer": "cached"})
    told = capsys.readouterr()
    assert "Copy ledger" in told.out and "about 16 s" in told.err
    assert json.loads((tmp_path / "a.json").read_text())["copies"][0]["copied"] == 400
    assert (tmp_path / "report-meters.html").exists()


def test_a_wrong_name_and_a_missing_tool_end_it_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    """One message and a status that is not 0; nothing is written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(instrumented.valgrind.shutil, "which", lambda name: None)
    for words, message in ((["cpu", "bolb"], "bolb"), (["copies", "login"], "valgrind is not installed")):
        monkeypatch.setattr(sys, "argv", ["lab", *words, "--build", "interpreted"])
        assert cli.main() != 0
        assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
