"""How is a figure drawn where no script runs? The small part of Plotly that the lab's charts use, as SVG.

A reader who must not run scripts (a notebook nobody has trusted yet) gets this drawing as an image. It
knows scatter lines, steps, markers, filled outlines, error bars and horizontal bars, on linear and
logarithmic axes, with rules, bands and labels; what else a figure may hold is left out.
"""

from __future__ import annotations

import html
import math
import re
from dataclasses import dataclass
from typing import Any

WIDTH = 860
_DASHES = {"dash": "9 5", "dot": "2 4", "dashdot": "9 4 2 4", "longdash": "14 6"}


@dataclass(frozen=True)
class _Axis:
    """Where one axis puts a value: `start` and `stop` are pixels, `low` and `high` what lies there."""

    start: float
    stop: float
    low: float
    high: float
    log: bool
    spec: dict[str, Any]

    def at(self, value: float) -> float:
        """The pixel of a value in the units of the data."""
        return self.on(math.log10(value) if self.log else value)

    def on(self, value: float) -> float:
        """The pixel of a value in the units of the axis, which are powers of ten on a logarithmic one."""
        share = (value - self.low) / ((self.high - self.low) or 1)
        return self.start + share * (self.stop - self.start)

    @property
    def ticks(self) -> list[tuple[float, str]]:
        if "tickvals" in self.spec:
            return list(zip(self.spec["tickvals"], map(str, self.spec["ticktext"]), strict=True))
        low, high = sorted((self.low, self.high))
        step = _nice((high - low) / self.spec.get("nticks", 6))
        first, last = math.ceil(low / step), math.floor(high / step)
        suffix = self.spec.get("ticksuffix", "")
        return [(n * step, f"{n * step:,.10g}{suffix}") for n in range(first, last + 1)]


def draw(figure: dict[str, Any], *, label: str) -> str:
    """`figure` (as Plotly JSON with explicit ranges, margins and template) as an SVG document."""
    return _Drawing(figure).document(label)


class _Drawing:
    def __init__(self, figure: dict[str, Any]) -> None:
        self.data, self.layout = figure["data"], figure["layout"]
        look = self.layout["template"]["layout"]
        self.ink, self.paper = look["font"]["color"], look["paper_bgcolor"]
        self.grid, self.size, self.font = (
            look["xaxis"]["gridcolor"],
            look["font"]["size"],
            look["font"]["family"],
        )
        self.soft = look["xaxis"]["linecolor"]
        self.height = self.layout["height"]
        self.parts: list[str] = []
        margin = self.layout["margin"]
        left = margin["l"] + self._label_width("yaxis") + (26 if self._titled("yaxis") else 6)
        self.box = (left, margin["t"], WIDTH - margin["r"], self.height - margin["b"])
        self.axes = {key: self._axis(key) for key in self.layout if re.fullmatch(r"[xy]axis\d*", key)}

    def document(self, label: str) -> str:
        for key in self.axes:
            self._draw_axis(key)
        for shape in self.layout.get("shapes", ()):
            self._draw_shape(shape)
        for trace in self.data:
            (self._draw_bars if trace["type"] == "bar" else self._draw_scatter)(trace)
        for note in self.layout.get("annotations", ()):
            self._draw_note(note)
        self._draw_legend()
        self._draw_title()
        family = html.escape(self.font, quote=True)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" role="img" aria-label="{html.escape(label)}" font-family="{family}" '
            f'font-size="{self.size}"><rect width="100%" height="100%" fill="{self.paper}"/>'
            f"{''.join(self.parts)}</svg>"
        )

    def _titled(self, key: str) -> bool:
        return bool(self.layout.get(key, {}).get("title"))

    def _label_width(self, key: str) -> float:
        labels = self.layout.get(key, {}).get("ticktext", ["00.00"])
        return max(map(len, map(str, labels)), default=0) * self.size * 0.56

    def _axis(self, key: str) -> _Axis:
        spec = self.layout[key]
        left, top, right, bottom = self.box
        low, high = spec["range"]
        a, b = spec.get("domain", (0, 1))
        if key[0] == "x":
            start, stop = left + a * (right - left), left + b * (right - left)
        else:
            start, stop = bottom - a * (bottom - top), bottom - b * (bottom - top)
        return _Axis(start, stop, low, high, spec.get("type") == "log", spec)

    def _partner(self, key: str) -> _Axis:
        """The axis that crosses this one: its anchor, or the first of the other direction."""
        anchor = self.layout[key].get("anchor", "y" if key[0] == "x" else "x")
        return self.axes[f"{anchor[0]}axis{anchor[1:]}"]

    def _draw_axis(self, key: str) -> None:
        axis, cross = self.axes[key], self._partner(key)
        grid = axis.spec.get("showgrid", True)
        for value, text in axis.ticks:
            at = axis.at(value)
            if key[0] == "x":
                if grid:
                    self._line((at, cross.start, at, cross.stop), self.grid)
                self._text(text, at, cross.start + self.size + 6, anchor="middle")
            else:
                if grid:
                    self._line((cross.start, at, cross.stop, at), self.grid)
                self._text(text, cross.start - 7, at + self.size * 0.35, anchor="end")
        title = (axis.spec.get("title") or {}).get("text")
        if title and key[0] == "x":
            middle = (axis.start + axis.stop) / 2
            self._text(title, middle, cross.start + 2.6 * self.size + 6, anchor="middle")
        elif title:
            x, y = self.size + 2, (axis.start + axis.stop) / 2
            self._text(title, x, y, anchor="middle", extra=f' transform="rotate(-90 {x:.1f} {y:.1f})"')

    def _draw_shape(self, shape: dict[str, Any]) -> None:
        x0, x1 = (self._place(shape[end], shape.get("xref", "x"), "x") for end in ("x0", "x1"))
        y0, y1 = (self._place(shape[end], shape.get("yref", "y"), "y") for end in ("y0", "y1"))
        stroke = shape.get("line", {})
        if shape["type"] == "rect":
            self.parts.append(
                f'<rect x="{min(x0, x1):.1f}" y="{min(y0, y1):.1f}" width="{abs(x1 - x0):.1f}" '
                f'height="{abs(y1 - y0):.1f}" {_fill(shape["fillcolor"])}/>'
            )
        else:
            self._line((x0, y0, x1, y1), self.soft, width=1.5, dash=stroke.get("dash", ""))

    def _place(self, value: float, ref: str, direction: str) -> float:
        """The pixel of a shape's end; shapes count in data units, annotations in powers of ten."""
        if ref == "paper":
            return self._on_paper(value, direction)
        name, _, domain = ref.partition(" ")
        axis = self.axes[_axis_key(name)]
        return axis.start + value * (axis.stop - axis.start) if domain else axis.at(value)

    def _on_paper(self, share: float, direction: str) -> float:
        left, top, right, bottom = self.box
        return left + share * (right - left) if direction == "x" else bottom - share * (bottom - top)

    def _draw_scatter(self, trace: dict[str, Any]) -> None:
        x, y = (self.axes[_axis_key(trace.get(f"{d}axis", d))] for d in "xy")
        points = [(x.at(a), y.at(b)) for a, b in zip(trace["x"], trace["y"], strict=True)]
        line, mode = trace.get("line", {}), trace.get("mode", "lines")
        if not points:
            return
        if trace.get("fill") == "toself":
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            self.parts.append(f'<polygon points="{path}" {_fill(trace["fillcolor"])}/>')
            return
        if "lines" in mode:
            path = f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(
                f"H{a:.1f}V{b:.1f}" if line.get("shape") == "hv" else f"L{a:.1f} {b:.1f}"
                for a, b in points[1:]
            )
            dash = _DASHES.get(line.get("dash", ""), "")
            self.parts.append(
                f'<path d="{path}" fill="none" stroke="{line["color"]}" stroke-width="{line.get("width", 2)}"'
                + (f' stroke-dasharray="{dash}"' if dash else "")
                + "/>"
            )
        if "markers" in mode:
            self._draw_marks(trace, points, x)
        for (a, b), word in zip(points, trace.get("text", ()) if "text" in mode else (), strict=False):
            self._text(word, a + 7, b - 5)

    def _draw_marks(self, trace: dict[str, Any], points: list[tuple[float, float]], axis: _Axis) -> None:
        marker, error = trace["marker"], trace.get("error_x")
        color = marker.get("color") or trace["line"]["color"]
        for n, (a, b) in enumerate(points):
            if error:
                low, high = (axis.at(trace["x"][n] + d) for d in (-error["arrayminus"][n], error["array"][n]))
                self._line((low, b, high, b), error["color"], width=2)
            self.parts.append(_mark(marker["symbol"], a, b, marker["size"] / 2, color))

    def _draw_bars(self, trace: dict[str, Any]) -> None:
        x, y = (self.axes[_axis_key(trace.get(f"{d}axis", d))] for d in "xy")
        half = trace["width"] / 2
        for value, place, color in zip(trace["x"], trace["y"], trace["marker"]["color"], strict=True):
            top, bottom = sorted((y.at(place - half), y.at(place + half)))
            size = f'width="{max(0, x.at(value) - x.start):.1f}" height="{bottom - top:.1f}"'
            self.parts.append(f'<rect x="{x.start:.1f}" y="{top:.1f}" {size} fill="{color}"/>')

    def _draw_note(self, note: dict[str, Any]) -> None:
        x, y = (self._note_place(note, d) for d in "xy")
        x += note.get("xshift", 0)
        if note["showarrow"]:
            tip, (x, y) = (x, y), (self.axes[_axis_key(note[f"a{d}ref"])].on(note[f"a{d}"]) for d in "xy")
            self._line((*tip, x, y), self.soft)
        # Plotly centres a label on its point unless told otherwise; a paper label may name its own side.
        down = {"bottom": -0.3, "top": 1.0}.get(note.get("yanchor", ""), 0.35)
        anchor = {"left": "start", "right": "end"}.get(note.get("xanchor", ""), "middle")
        # A halo of the page's colour keeps a label legible on whatever line runs behind it.
        halo = f' stroke="{self.paper}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
        self._text(note["text"], x, y + down * self.size, anchor=anchor, extra=halo)

    def _note_place(self, note: dict[str, Any], direction: str) -> float:
        ref, value = note.get(f"{direction}ref", direction), note[direction]
        return self._on_paper(value, direction) if ref == "paper" else self.axes[_axis_key(ref)].on(value)

    def _draw_legend(self) -> None:
        named = [
            t for t in self.data if t.get("name") and t.get("showlegend", True) and t["type"] == "scatter"
        ]
        x, y = self.box[0], self.box[1] - 12
        if self.layout.get("legend", {}).get("xanchor") == "right":
            x = self.box[2] - sum(40 + len(trace["name"]) * self.size * 0.58 for trace in named)
        for trace in named if len(named) > 1 else ():
            line, marker = trace.get("line", {}), trace.get("marker")
            if trace.get("fill"):
                place = f'x="{x:.1f}" y="{y - 10:.1f}" width="22" height="10"'
                self.parts.append(f"<rect {place} {_fill(trace['fillcolor'])}/>")
            elif "lines" in trace["mode"]:
                self._line((x, y - 4, x + 24, y - 4), line["color"], width=2.5, dash=line["dash"])
            if marker and "markers" in trace["mode"]:
                color = marker.get("color") or line["color"]
                self.parts.append(_mark(marker["symbol"], x + 12, y - 4, marker["size"] / 2, color))
            self._text(trace["name"], x + 30, y)
            x += 40 + len(trace["name"]) * self.size * 0.58

    def _draw_title(self) -> None:
        size = self.layout["template"]["layout"]["title"]["font"]["size"]
        for n, text in enumerate((self.layout.get("title") or {}).get("text", "").split("<br>")):
            if text:
                self._text(text, 8, 10 + size * (1 + 1.3 * n), extra=f' font-size="{size}"')

    def _text(self, text: str, x: float, y: float, *, anchor: str = "start", extra: str = "") -> None:
        # Plotly reads a few tags and entities in its texts; all else, such as list<int>, is meant literally.
        shown = html.escape(html.unescape(re.sub(r"</?(b|i|sup|sub|br)>", "", text)), quote=False)
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{self.ink}" text-anchor="{anchor}"{extra}>{shown}</text>'
        )

    def _line(self, ends: tuple[float, ...], color: str, *, width: float = 1, dash: str = "") -> None:
        x0, y0, x1, y1 = ends
        pattern = f' stroke-dasharray="{_DASHES[dash]}"' if dash in _DASHES else ""
        self.parts.append(
            f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{color}" '
            f'stroke-width="{width}"{pattern}/>'
        )


def _axis_key(ref: str) -> str:
    return f"{ref[0]}axis{ref[1:]}"


def _fill(color: str) -> str:
    """A fill that renderers without CSS colours understand: ``rgba`` split into colour and opacity."""
    found = re.fullmatch(r"rgba\((\d+),\s*(\d+),\s*(\d+),\s*([\d.]+)\)", color)
    if found:
        return f'fill="rgb({found[1]},{found[2]},{found[3]})" fill-opacity="{found[4]}"'
    return f'fill="{color}"'


def _mark(symbol: str, x: float, y: float, r: float, color: str) -> str:
    look = f'fill="none" stroke="{color}" stroke-width="2"' if symbol.endswith("-open") else f'fill="{color}"'
    name = symbol.removesuffix("-open")
    if name == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {look}/>'
    corners = {
        "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        "triangle-left": ((-1.2, 0), (1, -1.2), (1, 1.2)),
        "triangle-right": ((1.2, 0), (-1, -1.2), (-1, 1.2)),
    }.get(name)
    if corners is None:
        arms = ((-1, -1, 1, 1), (-1, 1, 1, -1)) if name == "x" else ((0, -1.2, 0, 1.2), (-1.2, 0, 1.2, 0))
        lines = "".join(
            f"M{x + a * r:.1f} {y + b * r:.1f}L{x + c * r:.1f} {y + d * r:.1f}" for a, b, c, d in arms
        )
        return f'<path d="{lines}" stroke="{color}" stroke-width="3" fill="none"/>'
    path = " ".join(f"{x + a * r:.1f},{y + b * r:.1f}" for a, b in corners)
    return f'<polygon points="{path}" {look}/>'


def _nice(step: float) -> float:
    """The 1, 2 or 5 times a power of ten that is at least `step`."""
    power = 10 ** math.floor(math.log10(step)) if step > 0 else 1
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)
