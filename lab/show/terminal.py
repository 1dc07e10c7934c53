"""How does a wide table fit a narrow terminal and still say what it left out?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from lab.show import tables
from lab.show.columns import Column
from lab.show.theme import OKABE_ITO

if TYPE_CHECKING:
    from rich.table import Table

_STYLES = {"Faster": f"bold {OKABE_ITO['sky']}", "Slower": f"bold {OKABE_ITO['orange']}"}


def blocks(parts: Iterable[tables.Block], *, width: int) -> Iterator[Any]:
    """Rich renderables for `parts`, at most `width` columns wide; what was left out is named below."""
    from rich.text import Text

    left_out: list[str] = []
    for block in parts:
        columns, dropped = _fitting(block, width)
        left_out += [title for title in dropped if title not in left_out]
        yield Text(block.caption, style="bold")
        yield _table(block, columns)
        for number, text in enumerate(block.notes, 1):
            yield Text(f"[{number}] {text}", style="dim")
        yield Text()
    if left_out:
        yield Text(
            f"Left out at {width} columns wide: {', '.join(left_out)}. The report has every column.",
            style="dim",
        )


def _table(block: tables.Block, columns: list[Column]) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold underline")
    for column in columns:
        grid.add_column(_heading(column), justify="right" if column.number else "left", no_wrap=True)
    before = ("", "")
    for line in block.lines:
        cell = (line.row.workload, line.row.method)
        texts = []
        for column in columns:
            text = column.text(line)
            # A name that repeats down the page hides where the next payload begins.
            if column.title in ("Workload", "Method") and cell == before:
                text = ""
            style = "dim" if line.baseline else ""
            if column.title == "Verdict" and not line.baseline:
                style = _STYLES.get(line.row.verdict or "", "")
            texts.append(Text(text, style=style))
        before = cell
        grid.add_row(*texts)
    return grid


def _heading(column: Column) -> str:
    """The title, on two lines where its figures are narrower than its words."""
    return column.title.replace("Alloc ", "Alloc\n")


def _fitting(block: tables.Block, width: int) -> tuple[list[Column], list[str]]:
    """The columns that fit, and the titles of those that had to go."""
    columns = list(block.columns)

    def wide(column: Column) -> int:
        return 1 + max(
            [*map(len, _heading(column).splitlines()), *(len(column.text(line)) for line in block.lines)]
        )

    dropped: list[str] = []
    while sum(map(wide, columns)) > width:
        least = min(columns, key=lambda column: column.keep)
        if least.keep == 9:
            break
        columns.remove(least)
        dropped.append(least.title)
    return columns, dropped
