"""Does `python -m lab peers` show a run among peers as tables, a page and JSON, and answer what is wrong?"""

from __future__ import annotations

import dataclasses
import json
import math
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from synthetic import a_run
from test_judge_peers import CACHED, a_peer

from lab import among_peers, cli, saved
from lab.judge import peers as judge
from lab.model import Pair, Remark, Row, Run
from lab.show import peers as show
from lab.show import peers_chart, report
from lab.show.grid import Grid

Says = Callable[..., SimpleNamespace]


def weighed(row: Row) -> Row:
    pair = Pair(baseline=4089, candidate=35, ratio=35 / 4089)
    return dataclasses.replace(
        row, bytes=pair, blocks=pair, peak=pair, steady=dict.fromkeys(("bytes", "blocks", "kept", "left"), pair)
    )


def run_among(*builds: str) -> Run:
    """An invented run: ahead on one case, behind on another, and a peer that crashed."""
    why = Remark(code="no_part", text="ujson: Failed: <SIGSEGV>.")
    crashed = dataclasses.replace(a_peer("ujson", 1.0, case="login", remarks=(why,)), time=None)
    rows = [
        weighed(a_peer("orjson", 0.5, case="int_42")),
        a_peer("msgspec", 0.25, case="int_42"),
        a_peer("orjson", 0.4, case="int_42", experiment=judge.FIRST),
        a_peer("orjson", 1.25, case="login"),
        a_peer("msgspec", 2.0, case="login", remarks=(CACHED,)),
        crashed,
        a_peer("orjson", 0.9, case="a_case_of_tomorrow"),
    ]
    wanted = builds or ("compiled",)
    told = [dataclasses.replace(row, build=build) for build in wanted for row in judge.decided(rows, margin=0.03)]
    found = judge.summary(rows, noise_floor=0.03, base64=["int_42"])
    growth = {
        "documents": {
            "twitter": {"sizes": [2_000_000, 64_000_000], "ns_per_byte": [0.5, 1.0], "faults_per_mb": [0.0, 244.0]}
        },
        "new_memory": [0.0, 0.45],
        "dump": {"bytes": 1_073_000_000, "ns_per_byte": 0.5, "resident": 1_000_000},
    }
    summary: dict[str, Any] = {**found, "growth": growth, "builds": dict.fromkeys(wanted, found)}
    environment = {**a_run().environment, "peers": {"orjson": "3.13.0"}, "margin": 0.03}
    nothing = dict.fromkeys(("profiles", "traces", "curves", "remarks"), ())
    return dataclasses.replace(a_run(), rows=tuple(told), summary=summary, environment=environment, **nothing)


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path) -> Says:
    """Run the command line in an empty folder; the lab measures nothing and notes in `asked` what was wanted."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("LAB_QUICK", raising=False)
    monkeypatch.setattr("encoder.build", "compiled")
    asked: list[dict[str, Any]] = []

    def peers(names: Any, *, progress: Callable[[dict], None], **settings: Any) -> among_peers.PeerResult:
        asked.append({"names": names, **settings})
        progress({"done": 1, "total": 2, "label": "peers: int_42", "seconds_left": 3})
        return among_peers.PeerResult(run_among(*settings["build"]))

    monkeypatch.setattr(among_peers, "peers", peers)

    def run(*arguments: str) -> SimpleNamespace:
        monkeypatch.setattr(sys, "argv", ["lab", *arguments])
        status = cli.main()
        written = capsys.readouterr()
        return SimpleNamespace(status=status, out=written.out, err=written.err, asked=asked)

    return run


def test_tables_page_and_json(says: Says, tmp_path: Path) -> None:
    """The plan and the progress on stderr, the tables on stdout, a page and the JSON with its summary beside."""
    told = says("peers", "--quick", "--json", "out.json", "--case", "int*", "--case", "login", "--peer", "orjson")
    assert told.status == 0, told.err
    assert told.asked == [
        {"names": ("int*", "login"), "peer": ("orjson",), "build": ("compiled",), "quick": True}
    ]
    assert "quick settings: about" in told.err and "3 s left" in told.err
    said = " ".join(told.out.split())  # wherever the lines were broken
    assert "Slower than the fastest peer in 1 of 3 cases (login 1.25)" in said
    assert "0.50 at 2 MB (0), 1.00 at 64 MB (244)" in said
    assert "dump of 1.07 GB from a generator: 2.00 of encode's rate at 64 MB, 1 MB more resident" in said
    plain = json.loads((tmp_path / "out.json").read_text())
    assert plain["summary"]["above"] == 1 and plain["summary"]["cases"] == 3
    page = (tmp_path / "report-peers.html").read_text()
    assert "int_42" in page and "orjson 3.13.0" in page and "chart-0" in page


def test_a_saved_run_is_drawn_again(says: Says, tmp_path: Path) -> None:
    """``replay`` gives the same tables, also of cases that this lab does not know."""
    saved.save(run_among(), tmp_path / "run.json")
    told = says("replay", "run.json")
    assert told.status == 0 and "a_case_of_tomorrow" in told.out and "Geometric mean over 3 cases" in told.out
    for form in ("md", "csv"):
        assert says("export", "run.json", "--format", form).status == 0
    (markdown,), (table,) = tmp_path.glob("*.md"), tmp_path.glob("*.csv")
    assert "encoder against each peer" in markdown.read_text() and "msgspec" in table.read_text()
    told = says("export", "run.json", "--format", "speedscope")
    assert told.status == 1 and "no call trees" in told.err


def test_odd_figures_in_a_file_are_left_out(says: Says, tmp_path: Path) -> None:
    """A ratio that is no finite number, as a damaged or old file may have it, costs its own cell only."""
    run = run_among()
    first, second, *rest = run.rows
    odd = dataclasses.replace(first, time=dataclasses.replace(first.time, ratio=math.nan, high=math.inf))
    saved.save(dataclasses.replace(run, rows=(odd, second, *rest)), tmp_path / "run.json")
    told = says("replay", "run.json", "--out", "page.html")
    assert told.status == 0 and "a_case_of_tomorrow" in told.out and not re.search(r"\b(nan|inf)\b", told.out)
    specs = re.search(r"labCharts=(\{.*?\});", (tmp_path / "page.html").read_text()).group(1)
    json.loads(specs, parse_constant=lambda name: pytest.fail(name))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--case", "logn"), "no case named 'logn'. Did you mean login?"),
        (("--case", "x*"), "no case named 'x*'"),
        (("--peer", "orjso"), "no peer named 'orjso'. Did you mean orjson or"),
        (("--build", "fast"), "'fast' is not one of"),
    ],
)
def test_a_wrong_name_is_told_with_status_2(says: Says, arguments: tuple[str, ...], message: str) -> None:
    """One message with the nearest names; nothing measured, nothing written."""
    told = says("peers", *arguments)
    assert (told.status, told.out, told.asked) == (2, "", []) and message in told.err
    assert not Path("report-peers.html").exists()


def test_a_place_that_takes_no_file_is_told_before_measuring(says: Says) -> None:
    """Nobody waits for a run that cannot be kept."""
    told = says("peers", "--json", "nowhere/out.json")
    assert told.status == 1 and "nowhere/out.json could not be written" in told.err and not told.asked


def test_without_a_compiler_the_file_says_so(
    says: Says, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever opens the JSON later learns that only the interpreted build was there."""
    monkeypatch.setattr("encoder.build", "interpreted")
    monkeypatch.setattr("encoder.build_report", lambda: {"reason": "there is no compiler"})
    told = says("peers", "--json", "out.json")
    assert told.asked[0]["build"] == ("interpreted",) and "there is no compiler" in told.err
    assert [remark.code for remark in saved.load(tmp_path / "out.json").remarks] == ["uncompiled"]


def test_both_builds_stand_one_below_the_other(says: Says) -> None:
    """Each build has its tables and its totals."""
    told = says("peers", "--build", "both")
    assert told.asked[0]["build"] == ("compiled", "interpreted")
    for build in ("compiled", "interpreted"):
        assert f"against the fastest peer of each case · {build} build" in told.out
    assert told.out.count("Geometric mean over 3 cases") == 2


def test_the_tables_say_who_is_out_and_why() -> None:
    """A dot for who took no part, a star for copies in strings, a heading for a group, kept and left bytes."""
    fastest, each, memory = show.Table(run_among()).parts["compiled"]
    assert [row[:3] for row in fastest.rows] == [
        ("int_42", "50.00 ns", "orjson"),
        ("login", "125.0 ns", "orjson"),
        ("a_case_of_tomorrow", "90.00 ns", "orjson"),
    ]
    assert fastest.rows[0][7] == "0.40 orjson" and fastest.groups == ("Small", "Small", "Others")
    login = dict(zip(each.headings, each.rows[1], strict=True))
    assert login == {"Case": "login", "orjson": "1.25", "msgspec": "*2.00", "ujson": "·"}
    assert len(memory.rows) == 1 and memory.rows[0][0] == "int_42" and "4,089" in memory.rows[0]


def test_the_chart_has_a_row_a_case_under_its_group() -> None:
    """A log axis, headings between, a table twin with every figure, and a sentence for who cannot see it."""
    picture = peers_chart.forest(run_among())
    labels = picture.spec["layout"]["yaxis"]["ticktext"]
    assert labels == ["<b>Small</b>", "int_42", "login", "<b>Others</b>", "a_case_of_tomorrow"]
    assert picture.spec["layout"]["xaxis"]["type"] == "log"
    assert [row[1:3] for row in picture.rows] == [("orjson", "0.500"), ("orjson", "1.250"), ("orjson", "0.900")]
    assert "login 1.25 of orjson" in picture.alt and "<svg" in picture.svg() and "1.25" in picture.title
    empty = dataclasses.replace(run_among(), rows=(), summary=judge.summary([], noise_floor=0.03, base64=[]))
    assert peers_chart.forest(empty).rows == () and peers_chart.forest(empty).svg()


def test_the_page_escapes_what_a_peer_said() -> None:
    """A remark of a library ends up as text."""
    page = report.page(run_among())
    assert "<SIGSEGV>" not in page.split("labCharts=")[0].split("</script>")[-1]


def test_a_grid_fits_its_screen() -> None:
    """What is least dear goes first, the first column never."""
    grid = Grid(caption="x", headings=("Case", "a", "b"), rows=(("name", "1" * 10, "2" * 10),), dear=("Case", "b"))
    assert [[grid.headings[place] for place in grid.columns(width)] for width in (80, 20, 1)] == [
        ["Case", "a", "b"],
        ["Case", "b"],
        ["Case"],
    ]
    assert grid.csv() == f"Case,a,b\nname,{'1' * 10},{'2' * 10}\n"
    assert "| ---: |" not in grid.markdown() and "|---:|---:|---:|" in grid.markdown()
