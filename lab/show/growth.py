"""What does a call cost as its result grows, and what stays behind after it?"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lab.model import Curve, Row
from lab.show import numbers, sentences
from lab.show.charts import line, ratios
from lab.show.drawing import Picture
from lab.show.theme import DESIGNS, MARKERS


def curve(curves: Sequence[Curve], *, baseline: str, candidate: str) -> Picture:
    """Result bytes against bytes per call on two logarithmic axes, one line a design; the gap is labelled.

    Drawn are the sizes that every design was counted on, so that lines of one picture can be compared.
    """
    counted = {size for curve in curves for size in curve.result_bytes}
    curves = _shared(curves)
    by_design = {curve.design: curve for curve in curves}
    data = [
        {
            **line(curve.design, number),
            "mode": "lines+markers" if all(curve.bytes) else "lines+markers+text",
            "marker": {"symbol": MARKERS[number % len(MARKERS)], "size": 9},
            "x": list(curve.result_bytes),
            # A logarithm has no place for the design that allocates nothing: show it on the floor, as nothing.
            "y": [max(1, cost) for cost in curve.bytes],
            "text": ["" if cost else "0 B" for cost in curve.bytes],
            "textposition": "top center",
            "customdata": [numbers.exact(cost, "B") for cost in curve.bytes],
            "hovertemplate": f"{html.escape(curve.design)}: %{{customdata}} per call<br>"
            "for %{x:,} B of result<extra></extra>",
        }
        for number, curve in enumerate(curves)
    ]
    title = sentences.growth(by_design[baseline], by_design[candidate])
    sizes = sorted({size for curve in curves for size in curve.result_bytes})
    only = " (sizes counted for all designs)" if len(sizes) < len(counted) else ""
    costs = [max(1, cost) for curve in curves for cost in curve.bytes]
    found = sentences.gaps(by_design[baseline], by_design[candidate])
    shapes, notes = [], []
    if found and found[0][1]:
        size, saved = found[0]
        top = max(
            1, dict(zip(by_design[baseline].result_bytes, by_design[baseline].bytes, strict=True))[size]
        )
        low, high = sorted((top, max(1, top - saved)))
        shapes.append(
            {"type": "line", "x0": size, "x1": size, "y0": low, "y1": high, "line": {"dash": "dot"}}
        )
        notes.append(
            {
                "text": sentences.gap_label(by_design[baseline], by_design[candidate]),
                "x": math.log10(size),
                "y": round(math.log10(math.sqrt(low * high)), 3),
                # Costs rise to the right, so at the upper left there is room beside all lines.
                "axref": "x",
                "ayref": "y",
                "ax": round(math.log10(size) + 0.04 * math.log10(sizes[-1] / size), 3),
                "ay": round(math.log10(max(costs)) - 0.1, 3),
                "xanchor": "left",
                "borderpad": 3,
                "showarrow": True,
                "arrowhead": 0,
            }
        )
    layout = {
        "height": 400,
        "margin": {"l": 10, "r": 16, "t": 34, "b": 56},
        "xaxis": {**_bytes_axis(sizes), "title": {"text": f"bytes of the result{only}"}},
        "yaxis": {**_bytes_axis(costs), "title": {"text": "bytes allocated per call"}},
        "shapes": shapes,
        "annotations": notes,
        "hovermode": "closest",
    }
    return Picture(
        name="growth",
        title=title,
        alt=f"Line chart on two logarithmic axes, {len(curves)} designs, "
        f"results of {numbers.size(sizes[0])} to {numbers.size(sizes[-1])}{only}. {title}.",
        header=("Result [B]", *(f"{curve.design} [B per call]" for curve in curves)),
        rows=tuple(
            (numbers.exact(size), *(numbers.exact(_cost(curve, size)) for curve in curves))
            for size in sizes
        ),
        spec={"data": data, "layout": layout},
    )


def _shared(curves: Sequence[Curve]) -> list[Curve]:
    """`curves` at the sizes that all of them have; as they are where they share fewer than two."""
    common = set.intersection(*(set(curve.result_bytes) for curve in curves))
    if len(common) < 2:
        return list(curves)
    kept = []
    for curve in curves:
        pairs = [pair for pair in zip(curve.result_bytes, curve.bytes, strict=True) if pair[0] in common]
        sizes, costs = zip(*pairs, strict=True)
        kept.append(replace(curve, result_bytes=sizes, bytes=costs))
    return kept


def with_cost(picture: Picture, curves: Sequence[Curve], rows: Sequence[Row]) -> Picture:
    """`picture` of a growth, and at its right the bytes kept on the thread and the time ratios by size."""
    layout = dict(picture.spec["layout"])
    layout["xaxis"] = {**layout["xaxis"], "domain": [0, 0.6]}
    kept = [curve.retained for curve in curves]
    places = list(range(len(curves)))
    layout["xaxis2"] = {
        "domain": [0.76, 1],
        "anchor": "y2",
        "range": [0, max(1, *kept) * 1.6],
        "title": {"text": "bytes kept"},
        "nticks": 3,
        "tickformat": "~s",
    }
    layout["yaxis2"] = {
        "domain": [0.66, 1],
        "anchor": "x2",
        "tickvals": places,
        "ticktext": [curve.design for curve in curves],
        "range": [len(curves) - 0.5, -0.5],
        "showgrid": False,
    }
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": kept,
        "y": places,
        "xaxis": "x2",
        "yaxis": "y2",
        "marker": {"color": [DESIGNS[number % len(DESIGNS)] for number in places]},
        "width": 0.6,
        "showlegend": False,
        "hovertemplate": "%{x:,} B kept<extra></extra>",
    }
    notes = [
        {
            "text": numbers.exact(curve.retained, "B"),
            "x": curve.retained,
            "y": place,
            "xref": "x2",
            "yref": "y2",
            "xanchor": "left",
            "xshift": 4,
            "showarrow": False,
        }
        for place, curve in enumerate(curves)
    ]
    data = [*picture.spec["data"], bars]
    if rows:
        side = ratios(rows).spec
        layout["xaxis3"] = {**side["layout"]["xaxis"], "domain": [0.76, 1], "anchor": "y3"}
        layout["yaxis3"] = {**side["layout"]["yaxis"], "domain": [0, 0.42], "anchor": "x3"}
        layout["xaxis3"]["title"] = {"text": "time ratio"}
        # A quarter of the width has room for half of the labels; the 1 stays.
        ticks = layout["xaxis3"]["tickvals"]
        if len(ticks) > 4 and 1 in ticks:
            kept_ticks = ticks[ticks.index(1) % 2 :: 2]
            layout["xaxis3"] |= {"tickvals": kept_ticks, "ticktext": [f"{tick:g}" for tick in kept_ticks]}
        axes = {"xaxis": "x3", "yaxis": "y3"}
        data += [{**trace, **axes} for trace in side["data"] if trace.get("xaxis") != "x2"]
        bands = [shape for shape in side["layout"]["shapes"] if shape["xref"] == "x"]
        layout["shapes"] = layout["shapes"] + [{**b, "xref": "x3", "yref": "y3 domain"} for b in bands]
    layout["annotations"] = layout["annotations"] + notes
    keeps = sentences.listed(
        [f"{curve.design} keeps {numbers.exact(curve.retained, 'B')}" for curve in curves]
    )
    return replace(
        picture,
        name="writer",
        alt=f"{picture.alt} After a call {keeps}.",
        header=(*picture.header, "Kept after a call"),
        rows=(*((*row, "") for row in picture.rows), ("kept", *map(numbers.exact, kept), keeps)),
        spec={"data": data, "layout": layout},
    )


def _bytes_axis(values: Sequence[int]) -> dict[str, Any]:
    """A logarithmic axis with a labelled tick a decade: Plotly's own would label 2 and 5 as well."""
    low, high = math.log10(min(values)) - 0.15, math.log10(max(values)) + 0.15
    decades = range(math.ceil(low), math.floor(high) + 1)
    return {
        "type": "log",
        "range": [round(low, 3), round(high, 3)],
        "tickvals": [10**decade for decade in decades],
        "ticktext": [numbers.size(10**decade) for decade in decades],
    }


def _cost(curve: Curve, size: int) -> int | None:
    return dict(zip(curve.result_bytes, curve.bytes, strict=True)).get(size)
