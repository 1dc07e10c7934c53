"""How does the table of a run look in a terminal, in a page, in Markdown and as CSV?"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from lab.model import Remark, Row, Run
from lab.show.columns import COLUMNS, Column, Line
from lab.show.theme import theme


@dataclass(frozen=True, kw_only=True)
class Block:
    """The rows of one experiment in one build: what stands under one heading."""

    experiment: str
    build: str
    lines: tuple[Line, ...]
    notes: tuple[str, ...]
    """Footnotes in order; ``[1]`` in a line is the first of them."""

    @property
    def caption(self) -> str:
        """What all lines share: the experiment, the build, and the method where there is one only."""
        methods = {line.row.method for line in self.lines}
        return " · ".join([self.experiment, f"{self.build} build", *(methods if len(methods) == 1 else ())])

    @property
    def columns(self) -> list[Column]:
        """The columns that tell this block's lines apart; the rest is in the caption."""
        told = {"Build"} | ({"Method"} if len({line.row.method for line in self.lines}) == 1 else set())
        told |= set() if self.notes else {"Notes"}
        return [column for column in COLUMNS if column.title not in told]


class Table:
    """The table of a run or of some of its rows; shows itself in a terminal and in a notebook.

    Where several candidates share a baseline, its line is printed once, with the figures of the first
    pairing; every ratio still comes from its own pairs.
    """

    def __init__(self, rows: Run | Iterable[Row]) -> None:
        self.blocks = tuple(_blocks(tuple(rows)))

    def __repr__(self) -> str:
        return f"<Table of {sum(len(block.lines) for block in self.blocks)} lines>"

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from lab.show.terminal import blocks

        yield from blocks(self.blocks, width=options.max_width)

    def _repr_html_(self) -> str:
        return f'<div class="lab"><style>{theme().css()}{style()}</style>{self.html()}</div>'

    def html(self) -> str:
        """One accessible ``<table>`` a block: caption, column and row scopes, what each column means."""
        return "".join(_html(block) for block in self.blocks) or "<p>No row was measured.</p>"

    def markdown(self) -> str:
        """GitHub's pipe tables, one a block, each under its heading and with its remarks."""
        return "\n".join(_markdown(block) for block in self.blocks)

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


def _blocks(rows: tuple[Row, ...]) -> Iterator[Block]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.experiment, row.build), []).append(row)
    for (experiment, build), group in groups.items():
        marks, notes = _notes(group)
        lines: list[Line] = []
        cells: dict[tuple, list[Row]] = {}
        for row in group:
            cells.setdefault((row.workload, row.method, row.mode, row.baseline), []).append(row)
        for cell in cells.values():
            lines.append(Line(row=cell[0], baseline=True))
            for row in cell:
                numbered = tuple(dict.fromkeys(marks[remark] for remark in row.remarks))
                lines.append(Line(row=row, baseline=False, notes=numbered))
        yield Block(experiment=experiment, build=build, lines=tuple(lines), notes=notes)


def _notes(rows: Iterable[Row]) -> tuple[dict[Remark, int], tuple[str, ...]]:
    """The footnote number of each remark, and the footnotes.

    Remarks of one kind whose figures differ from row to row share a footnote once they are more than
    three: twenty lines below a table would be read by nobody. CSV and the page's hints have them all.
    """
    kinds: dict[str, list[Remark]] = {}
    for remark in (remark for row in rows for remark in row.remarks):
        kinds.setdefault(remark.code, []).append(remark)
    marks: dict[Remark, int] = {}
    notes: list[str] = []
    for remarks in kinds.values():
        different = list(dict.fromkeys(remarks))
        shared = len(different) > 3
        for remark in different:
            if remark is different[0] or not shared:
                more = f" {len(remarks) - 1} more rows have a like remark." if shared else ""
                notes.append(("⚠ " if remark.severity == "warning" else "") + remark.text + more)
            marks[remark] = len(notes)
    return marks, tuple(notes)


def _csv_title(column: Column) -> str:
    timed = column.title in ("Mean", "Error", "StdDev", "Median")
    return "Ratio" if column.title.startswith("Ratio") else f"{column.title} [ns]" if timed else column.title


def _csv_cell(column: Column, line: Line) -> object:
    return column.raw(line) if column.raw else column.text(line)


def _markdown(block: Block) -> str:
    def cells(texts: Iterable[str]) -> str:
        return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"

    lines = [f"### {block.caption}", "", cells(column.title for column in COLUMNS)]
    lines.append("|" + "|".join("---:" if column.number else ":---" for column in COLUMNS) + "|")
    lines += [cells(column.text(line) for column in COLUMNS) for line in block.lines]
    # Two spaces before the break keep one remark a line in GitHub's rendering.
    lines += ["", *(f"[{n}] {text}  " for n, text in enumerate(block.notes, 1)), ""]
    return "\n".join(lines)


def _html(block: Block) -> str:
    head = "".join(
        f'<th scope="col" title="{html.escape(column.about)}"{_class(column)}>'
        f"{html.escape(column.title)}</th>"
        for column in block.columns
    )
    body = "".join(
        f'<tr class="{"base" if line.baseline else "rival"}">'
        + "".join(_cell(column, line) for column in block.columns)
        + "</tr>"
        for line in block.lines
    )
    notes = "".join(f"<p>[{n}] {html.escape(text)}</p>" for n, text in enumerate(block.notes, 1))
    return (
        f'<div class="lab-scroll" tabindex="0" role="group" aria-label="{html.escape(block.caption)}">'
        f'<table class="lab-table"><caption>{html.escape(block.caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        f'<div class="lab-notes">{notes}</div>'
    )


def _class(column: Column) -> str:
    return ' class="n"' if column.number else ""


def _cell(column: Column, line: Line) -> str:
    text = html.escape(column.text(line))
    if column.title == "Workload":
        return f'<th scope="row">{text}</th>'
    if column.title == "Verdict" and not line.baseline:
        return f'<td class="lab-verdict {line.row.verdict or "none"}">{text}</td>'
    if column.title == "Notes" and text:
        hint = html.escape(" ".join(remark.text for remark in line.row.remarks))
        return f'<td title="{hint}">{text}</td>'
    return f"<td{_class(column)}>{text}</td>"


@cache
def style() -> str:
    """The style sheet that `Table.html` is drawn with, under the theme's variables."""
    return resources.files("lab.show").joinpath("tables.css").read_text("utf-8")
