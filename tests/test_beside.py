"""Do published and measured figures stand side by side, whole, in every form of the table?"""

from __future__ import annotations

import dataclasses
import re

import pytest
from rich.console import Console
from synthetic import a_row, a_run

from lab.judge import published
from lab.model import Pair
from lab.show.beside import Table

TABLE = Table(published.beside(a_run().rows), build="compiled")
FORMS = {"markdown": TABLE.markdown(), "html": TABLE.html()}


def terminal(width: int) -> str:
    console = Console(width=width, record=True, file=open("/dev/null", "w"))
    console.print(TABLE)
    return console.export_text()


def test_every_published_pair_has_a_line() -> None:
    """20 pairs in time, 16 of them also in bytes: Swift published none of those."""
    times = [block for block in TABLE.blocks if "time," in block.caption]
    counts = [block for block in TABLE.blocks if "bytes" in block.caption]
    assert sum(len(block.lines) for block in times) == 20
    assert sum(len(block.lines) for block in counts) == 16


def test_lines_fit_their_headings() -> None:
    """No line has a cell too many or too few."""
    assert all(len(line) == len(block.headings) for block in TABLE.blocks for line in block.lines)


def test_every_form_holds_every_line() -> None:
    """Markdown and the page have as many rows as there are lines, plus their headings."""
    lines = sum(len(block.lines) for block in TABLE.blocks)
    assert FORMS["html"].count("<tr>") == lines + len(TABLE.blocks)
    assert len(re.findall(r"^\| ", FORMS["markdown"], re.M)) == lines + 2 * len(TABLE.blocks)


def test_every_form_says_what_agreement_means() -> None:
    """No form lets a reader think that nanoseconds were compared."""
    for text in (*FORMS.values(), terminal(200)):
        assert "nanoseconds are not reproduced" in text


def test_a_page_escapes_names() -> None:
    """An angle bracket in a name is text in HTML, not a tag."""
    pair = published.beside([])[0]
    odd = dataclasses.replace(pair.published, payload="List<int>")
    assert "List&lt;int&gt;" in Table([dataclasses.replace(pair, published=odd)]).html()


def test_what_was_not_measured_has_a_dash() -> None:
    """Without rows every agreement is "not measured", and no figure of ours appears."""
    for block in Table(published.beside([])).blocks:
        assert all(line[-1] == "not measured" and "–" in line for line in block.lines)


def test_bytes_stand_beside_bytes() -> None:
    """Our exact bytes per call appear as they were counted, baseline then candidate."""
    row = a_row(workload="int", bytes=Pair(baseline=1234, candidate=56, ratio=56 / 1234))
    table = Table(published.beside([row]))
    assert "1,234 → 56" in table.markdown()


def test_a_narrow_terminal_loses_no_figure() -> None:
    """At 80 columns cells fold and none is cut off."""
    text = "".join(terminal(80).split())
    assert "12,008→11,856" in text and "…" not in text


@pytest.mark.parametrize("width", [80, 100, 120])
def test_a_terminal_breaks_no_name_and_no_figure(width: int) -> None:
    """Narrow terminals lose intervals and sample counts, and say so; payloads and ratios stay whole."""
    text = terminal(width)
    assert max(map(len, text.splitlines())) <= width and "…" not in text
    assert "Dictionary[100]" in text and "LoginViewModel" in text and "6,096 → 5,944" in text
    assert ("Intervals and sample counts need" in " ".join(text.split())) == (width < 110)
