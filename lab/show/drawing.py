"""What is a picture, and how does it reach a notebook, a page, and a reader who runs no script?"""

from __future__ import annotations

import base64
import html
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lab.show.finite import plain
from lab.show.theme import Theme, theme

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

PLOTLY = "application/vnd.plotly.v1+json"
CONFIG = {"responsive": False, "displaylogo": False, "displayModeBar": False}
"""Not responsive: JupyterLab redraws a chart itself when its place changes, and Plotly's own way of doing so
forgets the height and shrinks the chart to one line."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A chart with everything it owes its reader: a title that says the finding, an alt, a table twin.

    ``spec`` is a Plotly figure as a plain dict without a template, a title or page colours: those are put
    in when it is shown, so that one picture serves light and dark, a notebook and the report.
    """

    name: str
    title: str
    alt: str
    header: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    """The table twin: the numbers behind every mark, in reading order."""
    spec: dict[str, Any]

    def __repr__(self) -> str:
        return f"<Picture {self.name}: {self.title}>"

    @property
    def figure(self) -> Figure:
        """The picture as an ordinary ``plotly.graph_objects.Figure``, to change at will."""
        import plotly.graph_objects as go

        return go.Figure(self.to_plotly_json())

    def to_plotly_json(self, *, dark: bool | None = None, titled: bool = True) -> dict[str, Any]:
        """The figure as plain JSON values in the present theme; untitled where a caption has the title."""
        look, spec = theme(), self.safe
        layout = {**spec["layout"], "template": look.template(dark=dark), "autosize": True}
        margin = dict(layout["margin"])
        if titled:
            lines = wrapped(self.title, look)
            # The pad is for the title alone: axis titles and legends already have their room in `margin`.
            pad = round(len(lines) * look.px(16) * 1.3) + 8
            margin["t"] += pad
            layout["height"] += pad
            layout["title"] = {"text": "<br>".join(lines), "y": 1, "yref": "container", "yanchor": "top"}
            layout["title"]["pad"] = {"t": look.px(16) + 4, "l": 8}
        layout["margin"] = margin
        return {"data": spec["data"], "layout": layout}

    @property
    def safe(self) -> dict[str, Any]:
        """``spec`` as plain JSON values that any Plotly draws alike, see `lab.show.finite.plain`."""
        return plain(self.spec)

    def to_json(self) -> str:
        """The figure as JSON text."""
        return json.dumps(self.to_plotly_json(), allow_nan=False)

    def svg(self, *, dark: bool | None = None) -> str:
        """The picture drawn without Plotly, as an SVG document."""
        from lab.show.svg import draw

        return draw(self.to_plotly_json(dark=dark), label=self.alt)

    def static(self, *, dark: bool = False) -> str:
        """An ``<img alt>`` with the drawing inside: what an untrusted notebook can still show."""
        return image(self.svg(dark=dark), self.alt)

    def table(self) -> str:
        """The table twin as HTML, folded behind its caption."""
        head = "".join(f'<th scope="col">{html.escape(title)}</th>' for title in self.header)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>"
            for row in self.rows
        )
        return (
            '<details class="lab-twin"><summary>The same as a table</summary>'
            '<div class="lab-scroll" tabindex="0" role="group" aria-label="The picture as a table">'
            f'<table class="lab-table"><caption>{html.escape(self.title)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></details>"
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {
            PLOTLY: {**self.to_plotly_json(), "config": CONFIG},
            "text/html": f'<div class="lab">{self.static(dark=theme().dark)}{self.table()}</div>',
            "text/plain": f"{self.title}\n{self.alt}",
        }


def image(svg: str, alt: str) -> str:
    """An ``<img>`` of `svg` as a data URI; `alt` is the sentence for who cannot see it."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{html.escape(alt)}" src="data:image/svg+xml;base64,{data}" style="max-width:100%">'


def wrapped(text: str, look: Theme, *, width: int = 76) -> list[str]:
    """`text` broken for a picture 640 pixels wide: Plotly breaks no line by itself."""
    import textwrap

    # A figure and its unit stay together: textwrap does not break at this kind of space.
    kept = re.sub(r"(?<=\d) (?=(?:[kMG]?B|[nµm]?s)\b|%)", "\N{NO-BREAK SPACE}", html.escape(text, quote=False))
    lines = textwrap.wrap(kept, max(24, round(width / look.scale)), break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
