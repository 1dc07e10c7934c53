"""How do several plain tables show themselves, each where it is asked for?"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from lab.show.grid import Grid
from lab.show.theme import theme

_WIDTH = 160


class Grids:
    """Tables one below the other: in a terminal, in a notebook, in a page, as Markdown and as CSV."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        self.grids = tuple(grids)

    def __str__(self) -> str:
        from rich.console import Console

        out = io.StringIO()
        Console(file=out, width=_WIDTH, color_system=None).print(self)
        return out.getvalue()

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        for grid in self.grids:
            yield Text(grid.caption, style="bold")
            yield grid.rich(options.max_width)
            for note in grid.notes:
                yield Text(note, style="dim")
            yield Text()

    def _repr_html_(self) -> str:
        from lab.show.tables import style

        return f'<div class="lab"><style>{theme().css()}{style()}</style>{self.html()}</div>'

    def html(self) -> str:
        """Each as one accessible table."""
        return "".join(grid.html() for grid in self.grids)

    def markdown(self) -> str:
        """Each as a pipe table."""
        return "\n".join(grid.markdown() for grid in self.grids)

    def csv(self) -> str:
        """Each under its headings."""
        return "\n".join(grid.csv() for grid in self.grids)
