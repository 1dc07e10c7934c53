"""Does the table of a run say the same in every format, exactly, and fit where it is shown?"""

from __future__ import annotations

import csv
import html.parser
import io
import re

import pytest
import synthetic
from rich.console import Console

from lab.judge import remarks
from lab.model import Pair, Remark
from lab.show import sentences, tables
from lab.show.columns import told

RUN = synthetic.a_run()


def printed(rows: object, *, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=False).print(tables.render(rows))  # type: ignore[arg-type]
    return out.getvalue()


class Tags(html.parser.HTMLParser):
    """Checks that every opened tag is closed in order, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("width", [40, 60, 80, 100, 110, 120, 200])
def test_the_terminal_table_fits_its_terminal_and_cuts_nothing(width: int) -> None:
    """No line is wider than the terminal, and no name or figure is cut to fit."""
    text = printed(RUN, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text and "..." not in text
    for row in RUN.rows:
        assert f"{row.time.ratio:.2f} [{row.time.low:.2f}, {row.time.high:.2f}]" in text
        assert row.workload in text and row.candidate in text


@pytest.mark.parametrize("width", [40, 80, 100])
def test_what_is_left_out_is_named(width: int) -> None:
    """A narrow terminal loses whole columns, and the lines below the table say which."""
    narrow, wide = printed(RUN, width=width), printed(RUN, width=200)
    said = " ".join(narrow.partition("Left out at ")[2].split())
    assert said.startswith(f"{width} columns wide: Mean, Error, StdDev")
    assert "Left out" not in wide and "StdDev" in wide
    for column in (column for column in told(())[4:] if column.title not in ("Verdict", "Ratio [low, high]")):
        assert column.title in said or column.title.split()[-1] in narrow.partition("Left out")[0]


def test_a_file_of_ones_own_is_called_by_its_name() -> None:
    """No table and no sentence is made wide by the folders; a value that was kept under a hash is called so."""
    row = synthetic.a_row(workload="file:/home/ada/data/mine.json", memory_workload="file:/home/ada/data/mine.json")
    kept = synthetic.a_row(workload=f"file:/tmp/encoder-lab-x/{'0f' * 8}.pickle")
    table = tables.render([row, kept])
    for text in (str(table), table.html(), table.markdown(), table.csv(), sentences.finding(row)):
        assert "mine.json" in text and "/home/ada" not in text
    assert "your value" in str(table) and "0f0f" not in str(table)


def test_a_printed_table_is_text() -> None:
    """``print(result.table())`` in a script shows the designs and their figures, not an object's name."""
    text = str(tables.render(synthetic.a_run()))
    assert "cached" in text and "268 B" in text and "\x1b" not in text


def test_notes_without_their_column_have_no_numbers() -> None:
    """Where the marks had to go, the notes below do not refer to them."""
    row = synthetic.a_row(workload="w" * 27, remarks=(Remark(code="few", text="Only 9 pairs."),))
    text = printed([row], width=72)
    assert "[1]" not in text and "Only 9 pairs." in text


def test_a_payloads_title_stands_beside_its_key() -> None:
    """Page and terminal have the human name where there is room for it."""
    row = synthetic.a_row(workload="dictionary_100")
    assert "Dictionary of 100 strings" in printed([row], width=160)
    assert "Dictionary of 100 strings" not in printed([row], width=100)
    assert "Dictionary of 100 strings" in tables.render([row]).html()


def test_bytes_are_never_rounded() -> None:
    """Allocated bytes are printed to the byte in every format, never as 1K."""
    row = synthetic.a_row(bytes=Pair(baseline=1_398_151, candidate=1024, ratio=1024 / 1_398_151))
    table = tables.render([row])
    assert "1,398,151 B" in printed([row], width=120)
    assert "1,398,151 B" in table.html() and "1,024 B" in table.markdown()
    assert "1398151" in table.csv()


def test_a_verdict_is_a_sign_and_a_word() -> None:
    """Every format has the verdict's word and its sign, so that colour never carries it alone."""
    for text in (printed([synthetic.a_row()], width=120), tables.render([synthetic.a_row()]).html()):
        assert "◀ Faster" in text


def test_a_row_without_time_or_memory_has_dashes() -> None:
    """A row that was only counted, or only timed, shows a dash where there is no figure."""
    row = synthetic.a_row(time=None, verdict=None, samples={}, bytes=None, blocks=None, peak=None)
    assert "· not timed" in printed([row], width=200)
    assert "–" in tables.render([row]).markdown()


def test_a_shared_baseline_is_printed_once() -> None:
    """Two candidates on one payload stand under one line of their baseline."""
    rows = [synthetic.a_row(), synthetic.a_row(candidate="unpooled")]
    (block,) = tables.render(rows).blocks
    assert [line.design for line in block.lines] == ["fresh", "cached", "unpooled"]


def test_equal_remarks_share_a_footnote() -> None:
    """The same remark on two rows is one note with one number."""
    few = (Remark(code="few", text="Only 9 pairs."),)
    rows = [synthetic.a_row(remarks=few), synthetic.a_row(workload="int", remarks=few)]
    text = printed(rows, width=120)
    assert text.count("Only 9 pairs.") == 1 and text.count("[1]") == 3


def test_many_remarks_of_a_kind_share_a_footnote() -> None:
    """More than three remarks that differ in figures alone are one note; the CSV keeps each."""
    rows = [
        synthetic.a_row(
            workload=f"w{n}", remarks=(Remark(code="out", text=f"{n} outliers.", severity="warning"),)
        )
        for n in range(5)
    ]
    (block,) = tables.render(rows).blocks
    assert block.notes == ("⚠ 0 outliers. 4 more rows have a like remark.",)
    assert all(f"{n} outliers." in tables.render(rows).csv() for n in range(5))


def test_the_same_thing_in_many_figures_is_one_short_note() -> None:
    """Remarks of the judge that differ from row to row become one sentence, with a range where it helps."""
    said = [remarks.on_load(load)[0] for load in (1.5, 0.9, 12.0)]
    said += [remarks.not_steady("fresh", 100, [n], 9) for n in (108, 116)]
    rows = [synthetic.a_row(workload=f"w{n}", remarks=(remark,)) for n, remark in enumerate(said)]
    (block,) = tables.render(rows).blocks
    assert block.notes == (
        "⚠ Other programs kept 0.9–12.0 processors busy while this was timed.",
        "Some calls asked for other bytes than those shown: something kept between calls grew.",
    )
    assert [line.notes for line in block.lines if not line.baseline] == [(1,), (1,), (1,), (2,), (2,)]


def test_the_page_table_is_accessible() -> None:
    """The HTML is well formed, with a caption, column scopes, a row scope a line and one for its payload."""
    tags = Tags()
    tags.feed(tables.render(RUN).html())
    assert not tags.open
    found = [(tag, attributes.get("scope")) for tag, attributes in tags.seen]
    blocks = tables.render(RUN).blocks
    assert found.count(("th", "row")) == sum(len(block.lines) for block in blocks)
    assert found.count(("th", "rowgroup")) == sum(len(block.cells) for block in blocks)
    assert [tag for tag, _ in found].count("caption") == len(tables.render(RUN).blocks)


def test_text_from_outside_is_escaped() -> None:
    """A workload's name cannot bring markup into the page."""
    assert "<b>" not in tables.render([synthetic.a_row(workload="<b>x</b>")]).html()


def test_markdown_has_every_column_in_every_line() -> None:
    """Each pipe table is rectangular and has all columns that say something; a pipe in a name is escaped."""
    text = tables.render([synthetic.a_row(workload="a|b")]).markdown()
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {len(told(())) + 1}


def test_csv_has_numbers_unrounded() -> None:
    """CSV carries what was measured: nanoseconds and bytes as plain numbers, one line a design."""
    row = synthetic.a_row()
    base, rival = csv.DictReader(io.StringIO(tables.render([row]).csv()))
    assert float(base["Mean [ns]"]) == 1000.0 and float(rival["Median [ns]"]) == 900.0
    assert int(rival["Allocated"]) == 116 and float(rival["Low"]) == 0.88


def test_error_is_half_the_999_interval() -> None:
    """Error is BenchmarkDotNet's: t(0.9995, n-1) times the standard error; t(0.9995, 2) is 31.599."""
    base, _ = csv.DictReader(io.StringIO(tables.render([synthetic.a_row()]).csv()))
    assert float(base["Error [ns]"]) == pytest.approx(31.599 * 10 / 3**0.5, rel=1e-4)


def test_no_rows_is_said() -> None:
    """A run of nothing prints no empty table."""
    assert tables.render([]).html() == "<p>No row was measured.</p>"
    assert printed([], width=100).strip() == ""
