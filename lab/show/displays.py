"""How does a chart, a table or a flame graph become an output that a widget can hold?"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from lab.show.drawing import CONFIG, PLOTLY, Picture
from lab.show.theme import theme


def style() -> str:
    """The ``<style>`` of the panel and its banners, in the present theme."""
    return f"<style>{theme().css()}{_rules()}</style>"


@cache
def _rules() -> str:
    return resources.files("lab.show").joinpath("panel.css").read_text("utf-8")


def outputs(things: Iterable[Any], *, height: int, said: str = "") -> tuple[dict[str, Any], ...]:
    """Every thing as an output, pictures under their titles; a first picture's is left out, being `said`.

    Assigning outputs to an ``Output`` works from any thread, and a chart costs kilobytes this way where a
    ``FigureWidget`` ships 5 MB of its own JavaScript. ``height`` in pixels is the most a chart may take.
    """
    shown = []
    for number, thing in enumerate(things):
        if isinstance(thing, Picture) and not (said and number == 0):
            # As text above the chart, since Plotly breaks no line of a title that is wider than its place.
            title = f'<div class="lab"><div class="lab-picture-title">{html.escape(thing.title)}</div></div>'
            shown.append({"text/html": title})
        shown.append(_bundle(thing, height))
    return tuple({"output_type": "display_data", "metadata": {}, "data": data} for data in shown)


def _bundle(thing: Any, height: int) -> dict[str, Any]:
    """The MIME types under which ``thing`` shows itself: a Plotly figure, HTML, or plain text."""
    if hasattr(thing, "to_plotly_json"):
        chart = thing.to_plotly_json(titled=False) if isinstance(thing, Picture) else _plain(thing)
        chart["config"] = CONFIG
        layout = chart["layout"]
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
