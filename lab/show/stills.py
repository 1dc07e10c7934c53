"""What does a flame graph look like where no script runs? The same frames as a still SVG."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from lab.judge.frames import inclusive
from lab.show.drawing import wrapped
from lab.show.flame import LEVELS, too_deep
from lab.show.theme import FONT, PAGES, theme

WIDTH = 860
_LEAST = 0.003
"""The share of the whole below which a frame is left out: under three pixels nobody sees it."""


def draw(data: dict[str, Any], *, label: str, dark: bool = False) -> str:
    """The bytes of `data` (as ``flame.js`` takes it) as an SVG document; with two sides, their difference."""
    page, font = PAGES["dark" if dark else "light"], data["font"]
    row, parent = font + 8, data["parent"]
    before = data["a"]["bytes"]
    after = data["b"]["bytes"] if data["b"] else before
    a, b = inclusive(parent, before), inclusive(parent, after)
    widths = inclusive(parent, [max(pair) for pair in zip(before, after, strict=True)])
    start, depth = _places(parent, widths)
    wide = [node for node, width in enumerate(widths) if width and width >= _LEAST * widths[0]]
    shown = [node for node in wide if depth[node] < LEVELS]
    said = [data["sentences"]["difference" if data["b"] else "a"], *too_deep([depth[node] for node in wide])]
    lines = wrapped(". ".join(said), theme(), width=110)
    top = 12 + row * len(lines)
    title = f'font-weight="600" fill="{page["ink"]}"'
    parts = [f'<text x="8" y="{8 + font + n * row}" {title}>{line}</text>' for n, line in enumerate(lines)]
    for node in shown:
        color = _color(data, node, a[node], b[node], page)
        x, y = 8 + start[node] / widths[0] * (WIDTH - 16), top + depth[node] * row
        wide = widths[node] / widths[0] * (WIDTH - 16)
        text = ".".join(data["names"][data["name"][node]].split(".")[-2:])
        if data["b"] and not (a[node] and b[node]):
            text = f"+ New: {text}" if b[node] else f"− Gone: {text}"
        size = f'width="{max(0.5, wide - 1):.1f}" height="{row - 1}"'
        parts.append(f'<rect x="{x:.1f}" y="{y}" {size} fill="{color}"/>')
        # Half an em is the mean width of a letter, so this cuts before it overflows.
        fits = int((wide - 8) / (font * 0.56))
        if fits >= 2:
            cut = text if len(text) <= fits else text[: fits - 1] + "…"
            at = f'x="{x + 4:.1f}" y="{y + font + 2}" fill="{_ink(color)}"'
            parts.append(f"<text {at}>{html.escape(cut, quote=False)}</text>")
    height = top + (max((depth[node] for node in shown), default=0) + 1) * row + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-label="{html.escape(label)}" '
        f'font-family="{html.escape(FONT)}" font-size="{font}">'
        f'<rect width="100%" height="100%" fill="{page["paper"]}"/>{"".join(parts)}</svg>'
    )


def _places(parent: Sequence[int], widths: Sequence[int]) -> tuple[list[int], list[int]]:
    """Each node's left edge, in bytes, and its depth; wider siblings stand to the left, as in flame.js."""
    children: list[list[int]] = [[] for _ in parent]
    for node in range(1, len(parent)):
        children[parent[node]].append(node)
    start, depth = [0] * len(parent), [0] * len(parent)
    for node in range(len(parent)):
        at = start[node]
        for child in sorted(children[node], key=lambda child: (-widths[child], child)):
            start[child], depth[child] = at, depth[node] + 1
            at += widths[child]
    return start, depth


def _color(data: dict[str, Any], node: int, a: int, b: int, page: dict[str, str]) -> str:
    if not data["b"]:
        phase = data["phases"][data["phase"][node]]
        return data["colors"].get(phase, data["colors"][""])
    share = (b - a) / (a + b) if a + b else 0
    return _blend(page["same"], page["more" if share > 0 else "less"], abs(share))


def _channels(color: str) -> tuple[int, ...]:
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))


def _blend(start: str, end: str, share: float) -> str:
    mixed = (round(x + (y - x) * share) for x, y in zip(_channels(start), _channels(end), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _ink(color: str) -> str:
    """Black or white, whichever reads better on `color` (relative luminance as in WCAG 2)."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _channels(color)]
    return "#000000" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.2 else "#ffffff"
