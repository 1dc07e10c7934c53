"""Is the report one whole page, whatever parts of a run there are?"""

from __future__ import annotations

import dataclasses
import html.parser
import os
import re
from pathlib import Path

import pytest
import synthetic

from lab.errors import DiskError
from lab.model import Remark
from lab.show import report

RUN = synthetic.a_run()
VOID = {"meta", "img", "input", "br"}


class Page(html.parser.HTMLParser):
    """Collects ids, addresses and texts, and checks that tags close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.unnamed: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [given["id"]] if given.get("id") else []
        self.addresses += [str(given[name]) for name in ("src", "href") if name in given]
        if tag == "img" and not given.get("alt"):
            self.unnamed.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def parsed(text: str) -> Page:
    """The page without the inside of its scripts, which are not ours to check as HTML."""
    page = Page(re.sub(r"(<script>).*?(</script>)", r"\1\2", text, flags=re.DOTALL))
    assert not page.open
    return page


def test_is_one_file_under_six_megabytes(tmp_path: Path) -> None:
    """The report is written whole, is under 6 MB, and leaves no part file behind."""
    path = report.write(RUN, tmp_path / "report.html")
    assert 4_000_000 < path.stat().st_size < 6_000_000
    assert list(tmp_path.iterdir()) == [path]


def test_asks_for_nothing_outside() -> None:
    """Every address in the page is data or a place in the page itself."""
    assert all(address.startswith(("data:", "#")) for address in parsed(report.page(RUN)).addresses)


def test_is_well_formed_with_an_alt_for_each_image() -> None:
    """Tags close in order, ids are unique and every image has its sentence."""
    page = parsed(report.page(RUN))
    assert len(page.ids) == len(set(page.ids)) and not page.unnamed


def test_headings_are_findings() -> None:
    """Each experiment's heading is the sentence that sums it up."""
    text = report.page(RUN)
    for name in ("writer", "base64", "tree"):
        assert f"<h2>{html.escape(report.finding(RUN, name))}</h2>" in text


def test_a_replayed_run_has_its_banner() -> None:
    """A run read from a file says when and where it was recorded; a fresh one does not."""
    assert "nothing was measured here" in report.page(synthetic.a_run(replayed=True))
    assert "nothing was measured here" not in report.page(RUN)


def test_a_page_of_one_build_says_why_at_its_head() -> None:
    """Without a compiled build the reason stands at the top; asked for alone, that it is the interpreted one."""
    alone = synthetic.a_run(builds=("interpreted",))
    why = Remark(code="uncompiled", text="Only the interpreted build: no C compiler.", severity="warning")
    told = dataclasses.replace(alone, remarks=(why,))
    header = {name: report.page(run).partition("</header>")[0] for name, run in (("told", told), ("alone", alone))}
    assert 'class="banner" role="note">Only the interpreted build: no C compiler.' in header["told"]
    assert "measured the interpreted build only" in header["alone"] and "only." not in header["told"]
    assert "interpreted build only" not in report.page(RUN)


@pytest.mark.parametrize(
    "run",
    [
        dataclasses.replace(RUN, profiles=(), traces=(), curves=()),
        dataclasses.replace(RUN, rows=RUN.rows[:1], profiles=(), traces=(), curves=(), remarks=()),
        dataclasses.replace(RUN, rows=()),
        dataclasses.replace(RUN, rows=(), profiles=(), traces=(), curves=()),
        dataclasses.replace(RUN, profiles=RUN.profiles[:1]),
        synthetic.a_run(builds=("interpreted",)),
    ],
    ids=["rows only", "one row", "no rows", "nothing", "one profile", "one build"],
)
def test_missing_parts_leave_no_hole(run: object) -> None:
    """A run with parts missing makes a smaller page that is whole."""
    parsed(report.page(run))  # type: ignore[arg-type]


def test_text_from_a_run_is_escaped() -> None:
    """Names and remarks of a foreign file cannot bring markup into the page."""
    evil = "<img src=x onerror=alert(1)>"
    row = synthetic.a_row(workload=evil, experiment=evil, remarks=(Remark(code="x", text=evil),))
    run = dataclasses.replace(RUN, run_id=evil, rows=(row,), environment={evil: evil}, profiles=(), traces=())
    text = re.sub(r"<script>.*?</script>", "", report.page(run), flags=re.DOTALL)
    assert "<img src=x" not in text


def test_another_runs_page_is_kept(tmp_path: Path) -> None:
    """A page replaces its own run's page only; another run's is renamed by its run, any other file as the older one."""
    path, other = tmp_path / "report.html", dataclasses.replace(RUN, run_id="another/run <b>")
    path.write_text("older")
    for run in (RUN, RUN, other, RUN, other):
        assert report.write(run, path) == path
    names = {place.name: place.read_text()[:200] for place in tmp_path.iterdir()}
    assert names["report-older.html"] == "older" and "another/run &lt;b&gt;</title>" in names["report.html"]
    kept = ("report-20260102-030405-synthetic.html", "report-another-run-b.html")
    assert {*kept, "report-20260102-030405-synthetic.2.html"} == set(names) - {"report.html", "report-older.html"}


def test_a_failed_write_keeps_the_older_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing fails, the former report stands as it was and no half is left."""
    path = tmp_path / "report.html"
    path.write_text("older")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(DiskError, match="disk is full"):
        report.write(RUN, path)
    assert path.read_text() == "older" and list(tmp_path.iterdir()) == [path]
