"""How does the table of a run look in a terminal, in a page, in Markdown and as CSV?"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Any

from lab.model import Row, Run
from lab.show import blocks, payloads, sentences, terminal
from lab.show.blocks import Block
from lab.show.columns import COLUMNS, Column, Line, told
from lab.show.theme import theme

_WIDTH = 160
"""Columns of a table as plain text."""


class Table:
    """The table of a run or of some of its rows; shows itself in a terminal and in a notebook."""

    def __init__(self, rows: Run | Iterable[Row]) -> None:
        self.blocks = tuple(blocks.of_rows(tuple(rows)))
        self.sources = sentences.sources(rows) if isinstance(rows, Run) else ()

    def __repr__(self) -> str:
        return f"<Table of {sum(len(block.lines) for block in self.blocks)} lines>"

    def __str__(self) -> str:
        from rich.console import Console

        out = io.StringIO()
        # No terminal is asked for its width: the text may go anywhere, and no figure may be cut off.
        Console(file=out, width=_WIDTH, color_system=None).print(self)
        return out.getvalue()

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        yield from terminal.draw(self.blocks, width=options.max_width)
        yield from (Text(source, style="dim") for source in self.sources)

    def _repr_html_(self) -> str:
        return f'<div class="lab"><style>{theme().css()}{style()}</style>{self.html()}</div>'

    def html(self) -> str:
        """One accessible ``<table>`` a block: caption, column and row scopes, what each column means."""
        told = "".join(f'<p class="lab-notes">{html.escape(source)}</p>' for source in self.sources)
        return ("".join(_html(block) for block in self.blocks) or "<p>No row was measured.</p>") + told

    def markdown(self) -> str:
        """GitHub's pipe tables, one a block, each under its heading and with its remarks."""
        return "\n".join([*(_markdown(block) for block in self.blocks), *(f"{source}  " for source in self.sources)])

    def csv(self) -> str:
        """Every line of every block under one header; numbers unrounded, times in nanoseconds."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        columns = [column for column in COLUMNS if column.title != "Notes"]
        writer.writerow(["Experiment", *(_csv_title(column) for column in columns), "Low", "High", "Remarks"])
        for line in (line for block in self.blocks for line in block.lines):
            bounds = ("", "")
            if line.row.time and not line.baseline:
                bounds = (line.row.time.low, line.row.time.high)
            cells = ["" if (cell := _csv_cell(column, line)) is None else cell for column in columns]
            remarks = "" if line.baseline else "; ".join(remark.text for remark in line.row.remarks)
            writer.writerow([line.row.experiment, *cells, *bounds, remarks])
        return out.getvalue()


def render(run: Run | Iterable[Row]) -> Table:
    """The table of `run`: print it with rich, show it in a notebook, or ask it for Markdown or CSV."""
    return Table(run)


def _csv_title(column: Column) -> str:
    timed = column.title in ("Mean", "Error", "StdDev", "Median")
    return "Ratio" if column.title.startswith("Ratio") else f"{column.title} [ns]" if timed else column.title


def _csv_cell(column: Column, line: Line) -> object:
    return column.raw(line) if column.raw else column.text(line)


def _markdown(block: Block) -> str:
    def cells(texts: Iterable[str]) -> str:
        return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"

    columns = told(block.lines)
    lines = [f"### {block.caption}", "", cells(column.title for column in columns)]
    lines.append("|" + "|".join("---:" if column.number else ":---" for column in columns) + "|")
    lines += [cells(column.text(line) for column in columns) for line in block.lines]
    # Two spaces before the break keep one remark a line in GitHub's rendering.
    lines += ["", *(f"[{n}] {text}  " for n, text in enumerate(block.notes, 1)), ""]
    return "\n".join(lines)


def _html(block: Block) -> str:
    head = "".join(
        f'<th scope="col" title="{html.escape(column.about)}"{_class(column)}>'
        f"{html.escape(column.title)}</th>"
        for column in block.columns
    )
    body = "".join(_group(block.columns, cell) for cell in block.cells)
    notes = "".join(f"<p>[{n}] {html.escape(text)}</p>" for n, text in enumerate(block.notes, 1))
    return (
        f'<div class="lab-scroll" tabindex="0" role="group" aria-label="{html.escape(block.caption)}">'
        f'<table class="lab-table"><caption>{html.escape(block.caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        f'<div class="lab-notes">{notes}</div>'
    )


def _group(columns: list[Column], lines: tuple[Line, ...]) -> str:
    """The lines of one payload and call under one row heading, which has room for the payload's title."""
    row = lines[0].row
    about = payloads.title(row.workload)
    title = f'<span class="lab-title">{html.escape(about)}</span>' if about else ""
    head = f'<th scope="rowgroup" rowspan="{len(lines)}">{html.escape(payloads.key(row.workload))}{title}</th>'
    texts = []
    for number, line in enumerate(lines):
        cells = "".join(_cell(column, line) for column in columns if column.title != "Workload")
        kind = "base" if line.baseline else "rival"
        texts.append(f'<tr class="{kind}">{head if number == 0 else ""}{cells}</tr>')
    return f"<tbody>{''.join(texts)}</tbody>"


def _class(column: Column) -> str:
    return ' class="n"' if column.number else ""


def _cell(column: Column, line: Line) -> str:
    text = html.escape(column.text(line))
    if column.title == "Design":
        return f'<th scope="row">{text}</th>'
    if column.title == "Verdict" and not line.baseline:
        return f'<td class="lab-verdict {line.row.verdict or "none"}">{text}</td>'
    if column.title == "Notes" and text:
        hint = html.escape(" ".join(remark.text for remark in line.row.remarks))
        return f'<td class="lab-marks" title="{hint}">{text}</td>'
    return f"<td{_class(column)}>{text}</td>"


@cache
def style() -> str:
    """The style sheet that `Table.html` is drawn with, under the theme's variables."""
    return resources.files("lab.show").joinpath("tables.css").read_text("utf-8")
