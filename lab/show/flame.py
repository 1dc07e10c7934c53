"""How does a call tree of allocations become a flame graph in a notebook, a page, a widget or a file?"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from lab.judge import frames
from lab.model import Profile
from lab.show import numbers, sentences
from lab.show.drawing import image
from lab.show.theme import PAGES, PHASES, theme

if TYPE_CHECKING:
    from anywidget import AnyWidget
    from plotly.graph_objects import Figure


LEVELS = 100
"""How deep a still picture goes: nobody scrolls through a picture of thousands of rows."""


@dataclass(frozen=True, kw_only=True)
class Flame:
    """A flame graph of one design, or of two and their difference; shows itself in a notebook."""

    title: str
    alt: str
    data: dict[str, Any]
    """What ``flame.js`` draws: columns, labels, sentences and colours, as plain JSON values."""

    def __repr__(self) -> str:
        return f"<Flame of {len(self.data['name'])} frames: {self.title}>"

    @property
    def key(self) -> str:
        """The same for the same graph, so that a page finds the place to draw it in."""
        return hashlib.sha1(self._json().encode()).hexdigest()[:12]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw but the sentence that says so."""
        return not any(any(self.data[side]["bytes"]) for side in ("a", "b") if self.data[side])

    def static(self, *, dark: bool = False) -> str:
        """The graph as an ``<img alt>``: what an untrusted notebook can still show."""
        from lab.show.stills import draw

        return image(draw(self.data, label=self.alt, dark=dark), self.alt)

    def html(self, *, shared: bool = False) -> str:
        """The graph as HTML with its own script; ``shared=True`` for a page that has `script` already."""
        if self.empty:
            return self.static(dark=theme().dark)
        place = f'<div data-flame="{self.key}">{self.static(dark=theme().dark)}</div>'
        mount = f"labFlame.draw({json.dumps(self.key)}, {self._json()})"
        own = "" if shared else script()
        return f"{place}<script>{own}{mount}</script>"

    def widget(self) -> AnyWidget:
        """The graph as a widget, whose ``selected`` is the frame last chosen: name, place and phase."""
        return _widget_class()(data=self.data)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {"text/html": self.html(), "text/plain": f"{self.title}\n{self.alt}"}

    def _json(self) -> str:
        # A name that holds "</script>" would end the script it stands in.
        return json.dumps(self.data, separators=(",", ":")).replace("<", "\\u003c")


def graph(profile: Profile) -> Flame:
    """The flame graph of one design's allocations."""
    said = sentences.flame(profile)
    side = {"label": profile.design, "bytes": list(profile.bytes), "blocks": list(profile.blocks)}
    return Flame(
        title=said,
        alt=f"Flame graph. {said}.",
        data={**_tree(profile), "a": side, "b": None, **_look({"a": said}), "units": columns(profile.metric)},
    )


def difference(a: Profile, b: Profile, union: frames.Difference | None = None) -> Flame:
    """Two designs and their difference, aligned on the phases that the encoder's functions declare.

    ``union`` is the tree of both, if it is computed already.
    """
    if union is None:
        union = frames.difference(a, b)
    said = {
        "a": sentences.flame(a),
        "b": sentences.flame(b),
        "difference": sentences.difference(union, a.design, b.design),
    }
    sides = {
        "a": {"label": a.design, "bytes": list(union.a_bytes), "blocks": list(union.a_blocks)},
        "b": {"label": b.design, "bytes": list(union.b_bytes), "blocks": list(union.b_blocks)},
    }
    return Flame(
        title=said["difference"],
        alt=f"Difference of two flame graphs. {said['difference']}.",
        data={**_tree(union), **sides, **_look(said), "units": columns(union.metric)},
    )


def icicle(profile: Profile, *, nodes: int = 1000) -> Figure:
    """The largest `nodes` frames as a pure Plotly figure; click zooms, but nothing searches or compares.

    What lies deeper than `LEVELS` is in the figures of the frames above it, and the title counts those frames.
    """
    import plotly.graph_objects as go

    total = frames.inclusive(profile.parent, profile.bytes)
    kept = set(sorted(range(len(total)), key=lambda node: (-total[node], node))[:nodes])
    depth = [0] * len(total)
    for node in range(1, len(total)):
        depth[node] = depth[profile.parent[node]] + 1
    # Plotly draws a root of no width as a full one.
    shown = [node for node in range(len(total)) if node in kept and total[0] and depth[node] < LEVELS]
    title = [sentences.flame(profile), *too_deep(depth)]
    look = theme()
    return go.Figure(
        go.Icicle(
            # Labels repeat, and Plotly drops the second of two nodes without ids.
            ids=[str(node) for node in shown],
            parents=[str(profile.parent[node]) if node else "" for node in shown],
            # Plotly would take a name such as <b> for markup.
            labels=[html.escape(profile.names[profile.name[node]], quote=False) for node in shown],
            values=[total[node] for node in shown],
            branchvalues="total",
            marker={
                "colors": [PHASES.get(profile.phases[profile.phase[node]], PHASES[""]) for node in shown]
            },
            hovertemplate=f"%{{label}}<br>%{{value:,}} {sentences.UNITS.get(profile.metric, ('B',))[0]}<extra></extra>",
            tiling={"orientation": "v"},
        ),
        layout={
            "template": look.template(),
            "height": 60 + 18 * (max((depth[node] for node in shown), default=0) + 1),
            "margin": {"l": 0, "r": 0, "t": 40, "b": 0},
            "title": {"text": html.escape(". ".join(title), quote=False), "font": {"size": look.px(14)}},
        },
    )


def too_deep(depth: Sequence[int]) -> list[str]:
    """The sentence that a still picture of frames at ``depth`` owes its reader, or none."""
    count = sum(level >= LEVELS for level in depth)
    return [f"{numbers.plural(count, 'frame')} below {LEVELS} levels not drawn"] if count else []


@cache
def source() -> str:
    """``flame.js``, its parts and its style: one ES module without imports, as an anywidget needs it."""
    here = resources.files("lab.show")
    parts = [
        here.joinpath(f"flame{part}.js").read_text("utf-8")
        for part in ("_tree", "_colors", "_table", "_frame", "_paint", "")
    ]
    joined = re.sub(r"^import .*\n", "", "\n".join(parts), flags=re.MULTILINE)
    joined = re.sub(r"^export (?!default)", "", joined, flags=re.MULTILINE)
    return joined.replace('"flame.css"', json.dumps(here.joinpath("flame.css").read_text("utf-8")))


@cache
def script() -> str:
    """``flame.js`` as a plain script that a page needs once: it defines ``labFlame.draw(key, data)``."""
    body = source().replace("export default", "return")
    return (
        f"var labFlame=(()=>{{const face=(()=>{{{body}}})();"
        'return{draw:(key,data)=>document.querySelectorAll(`[data-flame="${key}"]:not([data-ready])`)'
        ".forEach((host)=>face.mount(host,data))};})();"
    ).replace("</", "<\\/")


def _tree(tree: Profile | frames.Difference) -> dict[str, Any]:
    columns = ("places", "phases", "name", "parent", "phase")
    # What belongs to no phase stands under a nameless one, and a frame without a name cannot be read out.
    names = [name or "no phase" for name in tree.names]
    return {"names": names, **{column: list(getattr(tree, column)) for column in columns}}


def columns(metric: str) -> tuple[str, str]:
    """What the two columns of figures are called."""
    unit, counted = sentences.UNITS.get(metric, ("B", "block"))
    return "bytes" if unit == "B" else unit, numbers.plural(2, counted).partition(" ")[2]


def _look(said: dict[str, str]) -> dict[str, Any]:
    look = theme()
    return {"sentences": said, "colors": PHASES, "page": PAGES, "mode": look.mode, "font": look.px(12)}


@cache
def _widget_class() -> type[AnyWidget]:
    import anywidget
    import traitlets

    class FlameWidget(anywidget.AnyWidget):
        _esm = source()
        data = traitlets.Dict().tag(sync=True)
        selected = traitlets.Dict().tag(sync=True)

    return FlameWidget
