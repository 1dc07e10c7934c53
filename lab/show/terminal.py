"""How does a wide table fit a narrow terminal, cut no figure off, and still say what it left out?"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from lab.show import payloads
from lab.show.blocks import Block
from lab.show.columns import COLUMNS, Column, Line
from lab.show.theme import OKABE_ITO

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

_STYLES = {"Faster": f"bold {OKABE_ITO['sky']}", "Slower": f"bold {OKABE_ITO['orange']}"}
_STACKED = 4
"""How dear a column must be to stand in an entry: nobody reads five spreads of one time in a narrow one."""


def draw(parts: Iterable[Block], *, width: int) -> Iterator[Any]:
    """Rich renderables for `parts`, at most `width` columns wide; what was left out is named below.

    Whole columns go, the least telling first. Where not even the dearest fit beside one another, each line
    stands below its payload as figures with their names.
    """
    from rich.text import Text

    parts = tuple(parts)
    fitting = [_fitting(block, width) for block in parts]
    stacked = any(columns is None for columns in fitting)
    left_out: set[str] = set()
    for block, columns in zip(parts, fitting, strict=True):
        yield Text(block.caption, style="bold")
        if stacked or columns is None:
            columns = [column for column in block.columns if column.keep >= _STACKED]
            yield from _stack(block, columns, width)
        else:
            yield _table(block, columns, width)
        left_out |= {column.title for column in block.columns if column not in columns}
        marked = any(column.title == "Notes" for column in columns)
        for number, text in enumerate(block.notes, 1):
            yield Text(f"[{number}] {text}" if marked else text, style="dim")
        yield Text()
    if left_out:
        named = ", ".join(column.title for column in COLUMNS if column.title in left_out)
        yield Text(f"Left out at {width} columns wide: {named}. The report has every column.", style="dim")


def _fitting(block: Block, width: int) -> list[Column] | None:
    """The columns that fit, or None where there is no room for those that a finding needs."""
    columns = list(block.columns)
    while sum(_wide(column, block.lines) for column in columns) > width:
        least = min(columns, key=lambda column: column.keep)
        if least.keep == 9:
            return None
        columns.remove(least)
    return columns


def _wide(column: Column, lines: Iterable[Line]) -> int:
    """Terminal columns that a column takes, with the gap after it."""
    return 1 + max(map(len, [*_heading(column).splitlines(), *(column.text(line) for line in lines)]))


def _table(block: Block, columns: list[Column], width: int) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold underline")
    for column in columns:
        grid.add_column(_heading(column), justify="right" if column.number else "left", no_wrap=True)
    room = width - sum(_wide(column, block.lines) for column in columns[1:]) - 1
    for cell in block.cells:
        for number, line in enumerate(cell):
            texts = [_text(column, line) for column in columns]
            if number:
                # A name that repeats down the page hides where the next payload begins; its title does not.
                title = payloads.title(line.row.workload) if number == 1 else ""
                texts[0] = Text(title if len(title) <= room else "", style="dim")
                if columns[1].title == "Method":
                    texts[1] = Text()
            grid.add_row(*texts)
    return grid


def _stack(block: Block, columns: list[Column], width: int) -> Iterator[Any]:
    """Every line as an entry: payload and call once, below them each design with its figures by name."""
    from rich.text import Text

    named = [column for column in columns if column.title not in ("Workload", "Method", "Design")]
    for cell in block.cells:
        yield Text(f"{payloads.named(cell[0].row.workload)} {cell[0].row.method}")
        for line in cell:
            facts = [f"{_title(column)} {column.text(line)}".strip() for column in named if column.text(line)]
            # A figure and its name must not part at the end of a line.
            whole = "  ".join(fact.replace(" ", "\N{NO-BREAK SPACE}") for fact in [line.design, *facts])
            text = textwrap.fill(whole, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
            yield Text(text.replace("\N{NO-BREAK SPACE}", " "), style="dim" if line.baseline else "")


def _title(column: Column) -> str:
    return column.title.removesuffix(" [low, high]") if column.title != "Verdict" else ""


def _text(column: Column, line: Line) -> Text:
    from rich.text import Text

    style = "dim" if line.baseline else ""
    if column.title == "Verdict" and not line.baseline:
        style = _STYLES.get(line.row.verdict or "", "")
    if column.title == "Workload":
        style = ""
    return Text(column.text(line), style=style)


def _heading(column: Column) -> str:
    """The title, on two lines where its figures are narrower than its words."""
    return column.title.replace("Alloc ", "Alloc\n")
