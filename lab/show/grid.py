"""How does a plain table of texts look in a terminal, in a page, in Markdown and as CSV?"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lab.show.theme import OKABE_ITO, theme

if TYPE_CHECKING:
    from rich.table import Table

_WIDTH = 200
"""Columns of tables as plain text: no terminal is asked, since the text may go anywhere."""

_STYLES = {
    "◀": f"bold {OKABE_ITO['sky']}",
    "▶": f"bold {OKABE_ITO['orange']}",
    **dict.fromkeys("✗∞☠", f"bold {OKABE_ITO['orange']}"),
    "✓": OKABE_ITO["sky"],
}
"""Colour of a cell in a terminal, by the sign that it begins with; the sign and its word say the same."""
_CLASSES = {**dict.fromkeys("✗∞☠", "lab-bad"), "✓": "lab-good"}


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Rows of texts under headings. ``words`` are the columns that stand to the left; the rest are figures."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: frozenset[str] = frozenset()
    dear: tuple[str, ...] = ()
    """Which columns stay to the last where a screen is too narrow, the dearest first."""
    groups: tuple[str, ...] = ()
    """A word over each row, printed where it changes; as many as rows, or none."""
    notes: tuple[str, ...] = ()

    def columns(self, width: int) -> list[int]:
        """Places of the columns that fit ``width``: what is not dear goes first, from the right."""
        places = list(range(len(self.headings)))
        spare = [place for place in places if self.headings[place] not in self.dear]
        spare += [self.headings.index(name) for name in reversed(self.dear)][:-1]
        leaving = [*reversed(spare[: len(places) - len(self.dear)]), *spare[len(places) - len(self.dear) :]]
        while sum(self._wide(place) for place in places) > width and leaving:
            places.remove(leaving.pop(0))
        return places

    def _wide(self, place: int) -> int:
        return 2 + max(map(len, [self.headings[place], *(row[place] for row in self.rows)]))

    def rich(self, width: int) -> Table:
        """For a terminal ``width`` columns wide."""
        from rich.table import Table
        from rich.text import Text

        places = self.columns(width)
        grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold underline")
        for place in places:
            name = self.headings[place]
            # As a Text: a string would be read for markup.
            grid.add_column(Text(name), justify="left" if name in self.words else "right", no_wrap=True)
        last = None
        for number, row in enumerate(self.rows):
            if self.groups and self.groups[number] != last:
                last = self.groups[number]
                grid.add_row(Text(last, style="italic"))
            grid.add_row(*(Text(row[place], style=_STYLES.get(row[place][:1], "")) for place in places))
        return grid

    def html(self) -> str:
        """One accessible ``<table>``: caption, column and row scopes, a row group a word."""
        head = "".join(f'<th scope="col"{self._class(name)}>{html.escape(name)}</th>' for name in self.headings)
        body = "".join(self._body())
        notes = "".join(f"<p>{html.escape(text)}</p>" for text in self.notes)
        caption = html.escape(self.caption)
        return (
            f'<div class="lab-scroll" tabindex="0" role="group" aria-label="{caption}"><table class="lab-table">'
            f"<caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
            f'<div class="lab-notes">{notes}</div>'
        )

    def _body(self) -> Iterator[str]:
        last = None
        for number, (first, *cells) in enumerate(self.rows):
            if self.groups and self.groups[number] != last:
                last = self.groups[number]
                head = f'<th colspan="{len(self.headings)}">{html.escape(last)}</th>'
                yield f'</tbody><tbody><tr class="base">{head}</tr>'
            texts = (
                f"<td{self._class(name, cell)}>{html.escape(cell)}</td>"
                for name, cell in zip(self.headings[1:], cells, strict=True)
            )
            yield f'<tr class="rival"><th scope="row">{html.escape(first)}</th>{"".join(texts)}</tr>'

    def _class(self, name: str, cell: str = "") -> str:
        found = ("" if name in self.words else "n", _CLASSES.get(cell[:1], ""))
        return f' class="{" ".join(filter(None, found))}"' if any(found) else ""

    def markdown(self) -> str:
        """A pipe table under its heading, its notes below."""
        lines = [f"### {self.caption}", "", _piped(self.headings)]
        lines.append("|" + "|".join(":---" if name in self.words else "---:" for name in self.headings) + "|")
        lines += map(_piped, self.rows)
        return "\n".join([*lines, "", *(f"{note}  " for note in self.notes), ""])

    def csv(self) -> str:
        """The rows under their headings."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.headings, *self.rows])
        return out.getvalue()


def _piped(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


class Grids:
    """Several tables one below the other, and notes on all of them; they show themselves, also in a notebook."""

    def __init__(self, grids: Iterable[Grid], *, notes: Iterable[str] = ()) -> None:
        self.grids, self.notes = tuple(grids), tuple(notes)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {sum(len(grid.rows) for grid in self.grids)} lines>"

    def __str__(self) -> str:
        from rich.console import Console

        out = io.StringIO()
        Console(file=out, width=_WIDTH, color_system=None).print(self)
        return out.getvalue()

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        width, left_out = options.max_width, dict[str, None]()
        for grid in self.grids:
            yield Text(grid.caption, style="bold")
            yield grid.rich(width)
            yield from (Text(note, style="dim") for note in grid.notes)
            yield Text()
            kept = set(grid.columns(width))
            left_out.update((name, None) for place, name in enumerate(grid.headings) if place not in kept)
        yield from (Text(note, style="dim") for note in self.notes)
        if left_out:
            yield Text(f"Left out at {width} columns wide: {', '.join(left_out)}.", style="dim")

    def _repr_html_(self) -> str:
        from lab.show.tables import style

        return f'<div class="lab"><style>{theme().css()}{style()}</style>{self.html()}</div>'

    def html(self) -> str:
        """One accessible ``<table>`` each."""
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return "".join([*(grid.html() for grid in self.grids), f'<div class="lab-notes">{notes}</div>'])

    def markdown(self) -> str:
        """One pipe table each, under its heading."""
        return "\n".join([*(grid.markdown() for grid in self.grids), *(f"{note}  " for note in self.notes)])

    def csv(self) -> str:
        """One block of lines each, with an empty line between."""
        return "\n".join(grid.csv() for grid in self.grids)
