"""How do ratios become a chart, and how does any chart draw a design?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from lab.model import MARGIN, Row, TimeRatio
from lab.show import numbers, payloads, sentences
from lab.show.columns import verdict
from lab.show.drawing import Picture
from lab.show.finite import drawable
from lab.show.theme import DASHES, DESIGNS, NO_VERDICT, OKABE_ITO, VERDICTS, theme

LEAST = 1e-4
"""Where a ratio axis ends: smaller ones, nothing instead of something among them, have their mark there."""

# Coarse to fine: the finest set that leaves room between its labels marks a ratio axis.
_RATIO_TICKS = (
    tuple(10.0**n for n in range(-4, 5)),
    tuple(digit * 10.0**n for n in range(-4, 5) for digit in (1, 3)),
    tuple(digit * 10.0**n for n in range(-4, 5) for digit in (1, 2, 5)),
    *(
        tuple(round(n * step, 2) for n in range(1, round(4 / step)))
        for step in (0.5, 0.25, 0.2, 0.1, 0.05, 0.02)
    ),
)


def whiskers(times: Sequence[TimeRatio], color: str) -> dict[str, Any]:
    """The intervals of some ratios, as plotly's error bars about the ratios themselves."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [time.high - time.ratio for time in times],
        "arrayminus": [time.ratio - time.low for time in times],
        "color": color,
        "thickness": 2,
        "width": 4,
    }


def ratios(rows: Sequence[Row], *, margin: float = MARGIN) -> Picture:
    """Time ratios with their intervals and verdict words, and beside them the ratios of bytes and of peak.

    `margin` is half the width of the band in which two designs count as equivalent.
    """
    rows = drawable(rows)
    look = theme()
    names = [_row_label(row, rows) for row in rows]
    places = list(range(len(rows)))
    pitch = round(26 * look.scale)
    data: list[dict[str, Any]] = []
    for word in (*VERDICTS, None):
        mine = [
            (place, row) for place, row in enumerate(rows) if row.time is not None and row.verdict == word
        ]
        if not mine:
            continue
        mark = VERDICTS[word] if word else NO_VERDICT
        times = [row.time for _, row in mine if row.time is not None]
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": f"{mark['sign']} {word or 'no verdict'}",
                "x": [time.ratio for time in times],
                "y": [place for place, _ in mine],
                "error_x": whiskers(times, mark["color"]),
                "marker": {
                    "symbol": mark["marker"],
                    "size": 11,
                    "color": mark["color"],
                    "line": {"width": 2, "color": mark["color"]},
                },
                "text": [sentences.finding(row) for _, row in mine],
                "hovertemplate": "%{text}<extra></extra>",
                "showlegend": False,
            }
        )
    for field, name, symbol in (
        ("bytes", "allocated", "diamond"),
        ("peak", "peak", "diamond-open"),
    ):
        found = [(place, getattr(row, field)) for place, row in enumerate(rows)]
        found = [(place, pair) for place, pair in found if pair is not None and pair.ratio is not None]
        data.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": name,
                "x": [max(pair.ratio, LEAST) for _, pair in found],
                "y": [place for place, _ in found],
                "xaxis": "x2",
                "marker": {
                    "symbol": symbol,
                    "size": 10,
                    "color": OKABE_ITO["green"],
                    "line": {"width": 2, "color": OKABE_ITO["green"]},
                },
                # A logarithm has no place for nothing: its mark stands where the axis ends, and says so.
                "text": ["" if pair.ratio else "0" for _, pair in found],
                "textposition": "middle right",
                "customdata": [
                    f"{pair.ratio:.3f}, {numbers.exact(pair.candidate)} B of {numbers.exact(pair.baseline)} B"
                    for _, pair in found
                ],
                "hovertemplate": f"{name}: %{{customdata}}<extra></extra>",
            }
        )
    words = [
        {
            "text": verdict(row),
            "x": 0.535,
            "xref": "paper",
            "y": place,
            "yref": "y",
            "xanchor": "left",
            "showarrow": False,
        }
        for place, row in enumerate(rows)
    ]
    words += _from_nothing(rows)
    bounds = [bound for row in rows if row.time for bound in (row.time.low, row.time.high)]
    memory = [p.ratio for row in rows for p in (row.bytes, row.peak) if p is not None and p.ratio is not None]
    rule = {"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "paper"}
    layout = {
        "height": 86 + pitch * max(2, len(rows)),
        "margin": {"l": 10, "r": 16, "t": 30, "b": 56},
        "xaxis": {
            **ratio_axis([*bounds, 0.9, 1.1]),
            "domain": [0, 0.52],
            "title": {"text": "time ratio, 95 % interval"},
        },
        "xaxis2": {
            **ratio_axis([*memory, 0.9, 1.1]),
            "domain": [0.74, 1],
            "title": {"text": "memory ratio"},
            "anchor": "y",
        },
        "yaxis": {
            "tickvals": places,
            "ticktext": names,
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "ticks": "",
        },
        "shapes": [
            {
                **rule,
                "type": "rect",
                "x0": 1 - margin,
                "x1": 1 + margin,
                "xref": "x",
                "fillcolor": "rgba(128,128,128,0.18)",
                "line": {"width": 0},
                "layer": "below",
            },
            {**rule, "xref": "x"},
            {**rule, "xref": "x2"},
        ],
        "annotations": words,
        "legend": {"x": 1, "xanchor": "right"},
        "hovermode": "closest",
    }
    return Picture(
        name="ratios",
        title=sentences.verdicts(rows) if rows else "Nothing was measured",
        alt=_ratios_alt(rows, names),
        header=("Case", "Time ratio", "Low", "High", "Verdict", "Bytes ratio", "Peak ratio"),
        rows=tuple(
            (
                name,
                *(
                    [f"{v:.3f}" for v in (row.time.ratio, row.time.low, row.time.high)]
                    if row.time
                    else ["–"] * 3
                ),
                verdict(row),
                numbers.ratio(row.bytes.ratio if row.bytes else None),
                numbers.ratio(row.peak.ratio if row.peak else None),
            )
            for name, row in zip(names, rows, strict=True)
        ),
        spec={"data": data, "layout": layout},
    )


def _from_nothing(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Beside the memory of each row whose baseline allocates nothing: no ratio says what the candidate then does."""
    pairs = ((place, row.bytes) for place, row in enumerate(rows))
    return [
        {
            "text": f"0 B → {numbers.exact(pair.candidate)} B",
            "x": 1,
            "xref": "paper",
            "y": place,
            "yref": "y",
            "xanchor": "right",
            "showarrow": False,
        }
        for place, pair in pairs
        if pair is not None and pair.ratio is None
    ]


def line(design: str, number: int, *, shape: str = "linear") -> dict[str, Any]:
    """A design's line: colour, dash and marker go together, so that none of them is needed alone."""
    return {
        "type": "scatter",
        "name": design,
        "line": {
            "color": DESIGNS[number % len(DESIGNS)],
            "dash": DASHES[number % len(DASHES)],
            "width": 2.5,
            "shape": shape,
        },
    }


def _row_label(row: Row, rows: Sequence[Row]) -> str:
    """The workload, and of call, candidate, build and run whatever differs between the rows of this chart."""
    parts = [payloads.key(row.workload)]
    for field in ("method", "candidate", "build", "run"):
        if len({getattr(other, field) for other in rows}) > 1:
            parts.append(getattr(row, field))
    return " · ".join(parts)


def ratio_axis(values: Sequence[float]) -> dict[str, Any]:
    low, high = math.log10(max(min(values), LEAST)), math.log10(max(values))
    # Room for half a marker on both sides, however narrow the range.
    room = 0.06 * (high - low)
    low, high = low - room, high + room
    inside = [[tick for tick in ticks if low <= math.log10(tick) <= high] for ticks in _RATIO_TICKS]
    ticks = max((ticks for ticks in inside if _roomy(ticks, high - low)), key=len, default=[1.0])
    return {
        "type": "log",
        "range": [round(low, 4), round(high, 4)],
        "tickvals": ticks,
        "ticktext": [f"{tick:g}" for tick in ticks],
    }


def _roomy(ticks: Sequence[float], span: float) -> bool:
    """Whether labels at `ticks` stand at least a seventh of the axis apart."""
    gaps = [math.log10(b / a) for a, b in zip(ticks, ticks[1:], strict=False)]
    return bool(ticks) and min(gaps, default=span) >= span / 7


def _ratios_alt(rows: Sequence[Row], names: Sequence[str]) -> str:
    said = [
        f"{name} {row.time.ratio:.2f} {verdict(row)[2:]}"
        for name, row in zip(names, rows, strict=True)
        if row.time
    ]
    return f"Time ratios with 95 % intervals of {len(rows)} cases: {'; '.join(said) or 'none timed'}."
