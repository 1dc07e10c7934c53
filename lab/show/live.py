"""How many bytes are alive as one call goes on, and which of them were only temporary?"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

from lab.model import Trace
from lab.show import numbers, sentences
from lab.show.charts import line
from lab.show.drawing import Picture
from lab.show.theme import DESIGNS


def steps(traces: Sequence[Trace], *, shaded: tuple[str, str] | None = None, share: bool = False,
         title: str, built: Mapping[str, int] | None = None) -> Picture:  # fmt: skip
    """Live bytes of one call over its allocation events, a step line a design.

    ``shaded=(a, b)`` fills what `a` holds above `b`'s peak. ``share=True`` runs every line over the share of
    its own events, with a rule at the result's size, for designs whose events differ in number.
    """
    return Picture(
        name="live",
        title=title,
        alt=f"Step chart of the bytes alive during one call, {len(traces)} designs. {title}. "
        + " ".join(f"{t.design}: {t.events:,} events, peak {sentences.top(t):,} bytes." for t in traces),
        header=("Design", "Events", "Peak [B]", "Result [B]", "Peak / result"),
        rows=tuple(
            (
                trace.design,
                numbers.exact(trace.events),
                numbers.exact(sentences.top(trace)),
                numbers.exact(trace.result_bytes),
                numbers.ratio(sentences.top(trace) / trace.result_bytes if trace.result_bytes else None),
            )
            for trace in traces
        ),
        spec=_live_spec(traces, shaded, share, built or {}),
    )


def _live_spec(
    traces: Sequence[Trace], shaded: tuple[str, str] | None, share: bool, built: Mapping[str, int]
) -> dict:
    data, shapes, notes = [], [], []
    highest = max(map(sentences.top, traces))
    unit, top = _unit(highest)
    last = 100 if share else max((trace.event[-1] for trace in traces if trace.event), default=1)
    for number, trace in enumerate(traces):
        xs, ys = thinned(trace)
        if share:
            xs = [round(100 * x / max(1, trace.events - 1), 3) for x in xs]
        if xs and xs[-1] < last:
            # Whoever is done early holds what it holds: a line that stops would look like missing data.
            xs, ys = [*xs, last], [*ys, ys[-1]]
        data.append(
            {
                **line(trace.design, number, shape="hv"),
                "mode": "lines",
                "x": xs,
                "y": [round(y / top, 4) for y in ys],
                "hovertemplate": f"{html.escape(trace.design)}: %{{y}} {unit} alive<extra></extra>",
            }
        )
        if built and trace.design in built:
            peak = max(range(len(ys)), key=ys.__getitem__)
            notes.append(
                {
                    "text": numbers.plural(built[trace.design], "box"),
                    "x": xs[peak],
                    "y": round(ys[peak] / top, 4),
                    "xanchor": "right",
                    "yanchor": "bottom",
                    "showarrow": False,
                }
            )
    by_design = {trace.design: trace for trace in traces}
    if shaded:
        area = _temporary(by_design[shaded[0]], by_design[shaded[1]], top, last)
        if area:
            data.insert(0, area["trace"])
            notes.append(area["note"])
    result = traces[0].result_bytes / top
    shapes.append({"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": result, "y1": result})
    shapes[-1]["line"] = {"dash": "dot", "width": 2}
    notes.append(
        {
            "text": f"the result: {numbers.size(traces[0].result_bytes)}",
            "x": 1 if shaded else 0.01,
            "xref": "paper",
            "xanchor": "right" if shaded else "left",
            "y": result,
            "yanchor": "bottom",
            "showarrow": False,
        }
    )
    ceiling = (highest or 1) / top * 1.12
    return {
        "data": data,
        "layout": {
            "height": 400,
            "margin": {"l": 10, "r": 16, "t": 34, "b": 56},
            "xaxis": {
                "title": {"text": "share of the call's allocation events" if share else "allocation event"},
                "range": [0, last * 1.01],
                **({"ticksuffix": " %"} if share else _whole_ticks(last)),
            },
            "yaxis": {"title": {"text": f"bytes alive [{unit}]"}, "range": [0, ceiling]},
            "shapes": shapes,
            "annotations": notes,
            "hovermode": "closest",
        },
    }


def _whole_ticks(last: int) -> dict[str, Any]:
    """At most seven ticks, each at a whole event: Plotly's own would name 0.5 and 1 alike."""
    step = next(digit * 10**power for power in range(20) for digit in (1, 2, 5) if 6 * digit * 10**power >= last)
    places = list(range(0, last + 1, step))
    return {"tickvals": places, "ticktext": [f"{place:,}" for place in places]}


def _temporary(baseline: Trace, candidate: Trace, top: float, last: int) -> dict[str, Any] | None:
    """The area that `baseline` holds above `candidate`'s peak, as a filled outline and its label."""
    floor = sentences.top(candidate)
    xs, ys = thinned(baseline)
    outline: list[tuple[float, float]] = []
    for place, (x, y) in enumerate(zip(xs, ys, strict=True)):
        if y > floor:
            end = xs[place + 1] if place + 1 < len(xs) else last
            outline += [(x, y / top), (end, y / top)]
    if not outline:
        return None
    closed = [(outline[0][0], floor / top), *outline, (outline[-1][0], floor / top)]
    size = sentences.top(baseline) - floor
    middle = (outline[0][0] + outline[-1][0]) / 2
    return {
        "trace": {
            "type": "scatter",
            "mode": "lines",
            "name": "temporary",
            "x": [x for x, _ in closed],
            "y": [round(y, 4) for _, y in closed],
            "fill": "toself",
            "fillcolor": "rgba(213,94,0,0.28)",
            "line": {"width": 0, "color": DESIGNS[0]},
            "hoverinfo": "skip",
        },
        "note": {
            "text": f"temporary: {numbers.exact(size, 'B')}",
            "x": middle,
            "y": (floor + size / 2) / top,
            # A narrow temporary near an edge must not push its label over the axis.
            "xanchor": "left" if middle < 0.15 * last else "right" if middle > 0.85 * last else "center",
            "showarrow": False,
        },
    }


def thinned(trace: Trace, points: int = 400) -> tuple[list[int], list[int]]:
    """`trace` with at most about `points` points, of which every bucket keeps its lowest and highest."""
    count = len(trace.event)
    if count <= points:
        return list(trace.event), list(trace.live)
    keep = {0, count - 1}
    step = 2 * count / points
    for bucket in range(points // 2):
        span = range(int(bucket * step), min(count, int((bucket + 1) * step)) or 1)
        if span:
            keep |= {min(span, key=trace.live.__getitem__), max(span, key=trace.live.__getitem__)}
    kept = sorted(keep)
    return [trace.event[n] for n in kept], [trace.live[n] for n in kept]


def _unit(amount: float) -> tuple[str, float]:
    return ("MB", 1e6) if amount >= 1e6 else ("kB", 1e3) if amount >= 1e4 else ("B", 1)
