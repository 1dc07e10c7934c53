"""How does a chart, a table or a flame graph become an output that a widget can hold?"""

from __future__ import annotations

import html
import json
from functools import cache
from importlib import resources
from typing import Any

from lab.show.drawing import Picture
from lab.show.theme import theme

PLOTLY = "application/vnd.plotly.v1+json"


def style() -> str:
    """The ``<style>`` of the panel and its banners, in the present theme."""
    return f"<style>{theme().css()}{_rules()}</style>"


@cache
def _rules() -> str:
    return resources.files("lab.show").joinpath("panel.css").read_text("utf-8")


def output(thing: Any, *, height: int | None = None, titled: bool = True) -> dict[str, Any]:
    """One ``display_data`` output, as ``Output.outputs`` takes it.

    ``height`` in pixels is the most that a chart may take; ``titled`` False is for a picture whose title
    stands above it already.

    Assigning outputs works from any thread, and a chart costs kilobytes this way where a ``FigureWidget``
    ships 5 MB of its own JavaScript.
    """
    return {"output_type": "display_data", "metadata": {}, "data": _bundle(thing, height, titled)}


def _bundle(thing: Any, height: int | None, titled: bool) -> dict[str, Any]:
    """The MIME types under which ``thing`` shows itself: a Plotly figure, HTML, or plain text."""
    if hasattr(thing, "to_plotly_json"):
        chart = thing.to_plotly_json(titled=titled) if isinstance(thing, Picture) else _plain(thing)
        chart["config"] = {"responsive": True, "displaylogo": False, "displayModeBar": False}
        layout = chart["layout"]
        if height is not None:
            layout["height"] = min(height, layout.get("height", height))
        # Without a width the chart takes that of its place, which a narrow panel needs.
        layout.pop("width", None)
        return {PLOTLY: chart}
    if hasattr(thing, "_repr_mimebundle_"):
        shown = thing._repr_mimebundle_()
        shown = shown[0] if isinstance(shown, tuple) else shown
        if shown:
            return dict(shown)
    if hasattr(thing, "_repr_html_"):
        return {"text/html": thing._repr_html_()}
    return {"text/html": f"<pre>{html.escape(str(thing))}</pre>"}


def _plain(figure: Any) -> dict[str, Any]:
    """A Plotly figure without its arrays of numpy."""
    return json.loads(figure.to_json())
