"""How far is the encoder from the fastest peer of each case, at one look?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.judge import peers as judge
from lab.model import MARGIN, Row, Run
from lab.show import numbers, peers
from lab.show.charts import ratio_axis, whiskers
from lab.show.columns import verdict
from lab.show.drawing import Picture
from lab.show.finite import drawable
from lab.show.theme import NO_VERDICT, OKABE_ITO, VERDICTS, theme


def forest(run: Run, *, build: str | None = None) -> Picture:
    """The ratio to the fastest peer with its interval, a row a case under its group; the other peers as dots."""
    build = build or next(iter(peers.builds(run)), "compiled")
    own = [row for row in drawable(run.rows) if row.build == build and row.experiment == judge.EXPERIMENT]
    best = list(judge.fastest(own).values())
    margin = run.environment.get("margin", MARGIN)
    places, labels = _places([row.workload for row in best])
    data = [_others(own, best, places)] if best else []
    for word in (*VERDICTS, None):
        if mine := [row for row in best if row.verdict == word]:
            data.append(_marks(mine, places, VERDICTS[word] if word else NO_VERDICT, word or "no verdict"))
    bounds = [bound for row in best for bound in (row.time.low, row.time.high)]
    look = theme()
    rule = {"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "paper", "xref": "x"}
    band = {**rule, "type": "rect", "x0": 1 - margin, "x1": 1 + margin, "line": {"width": 0}, "layer": "below"}
    height = 86 + round(22 * look.scale) * max(2, len(labels))
    layout = {
        "height": height,
        "margin": {"l": 10, "r": 16, "t": 30, "b": 56},
        "xaxis": {
            **ratio_axis([*bounds, 0.5, 1.1]),
            "title": {"text": "time over the fastest peer's, 95 % interval (log)"},
            "domain": [0, 0.78],
        },
        "yaxis": {
            "tickvals": list(range(len(labels))),
            "ticktext": labels,
            "range": [len(labels) - 0.5, -0.5],
            "showgrid": False,
            "ticks": "",
        },
        "shapes": [{**band, "fillcolor": "rgba(128,128,128,0.18)"}, rule],
        "annotations": [_word(row, places) for row in best],
        "legend": {"x": 1, "xanchor": "right"},
        "hovermode": "closest",
    }
    return Picture(
        name="peers",
        title=peers.finding(run, build),
        alt=_alt(best),
        header=("Case", "Fastest peer", "Time ratio", "Low", "High", "Min", "Verdict"),
        rows=tuple(
            (
                peers.title_of(row.workload),
                row.baseline,
                *(f"{value:.3f}" for value in (row.time.ratio, row.time.low, row.time.high, row.time.min_ratio)),
                verdict(row),
            )
            for row in best
        ),
        spec={"data": data, "layout": layout},
    )


def _places(names: Sequence[str]) -> tuple[dict[str, int], list[str]]:
    """The row of each case, and the label of every row: a group's heading stands above its cases."""
    places: dict[str, int] = {}
    labels: list[str] = []
    last = None
    for name in names:
        if (group := peers.group_of(name)) != last:
            labels.append(f"<b>{group}</b>")
            last = group
        places[name] = len(labels)
        labels.append(name)
    return places, labels


def _marks(rows: Sequence[Row], places: dict[str, int], mark: dict[str, str], word: str) -> dict[str, Any]:
    times = [row.time for row in rows]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": f"{mark['sign']} {word}",
        "x": [time.ratio for time in times],
        "y": [places[row.workload] for row in rows],
        "error_x": whiskers(times, mark["color"]),
        "marker": {
            "symbol": mark["marker"],
            "size": 10,
            "color": mark["color"],
            "line": {"width": 2, "color": mark["color"]},
        },
        "text": [f"{row.workload}: {_said(row)}" for row in rows],
        "hovertemplate": "%{text}<extra></extra>",
        "showlegend": False,
    }


def _others(own: Sequence[Row], best: Sequence[Row], places: dict[str, int]) -> dict[str, Any]:
    """Every other peer's ratio as a small ring; those that are out of the axis stay out of the picture."""
    fastest = {row.workload: row.baseline for row in best}
    least = min(row.time.low for row in best) / 2
    rest = [
        row for row in own
        if row.time and row.baseline != fastest.get(row.workload) and row.workload in places and row.time.ratio > least
        and not judge.is_cached(row)
    ]  # fmt: skip
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "other peers",
        "x": [row.time.ratio for row in rest],
        "y": [places[row.workload] for row in rest],
        "marker": {
            "symbol": "circle-open",
            "size": 6,
            "color": OKABE_ITO["grey"],
            "line": {"width": 1, "color": OKABE_ITO["grey"]},
        },
        "text": [f"{row.workload}: {_said(row)}" for row in rest],
        "hovertemplate": "%{text}<extra></extra>",
        "showlegend": False,
    }


def _word(row: Row, places: dict[str, int]) -> dict[str, Any]:
    return {
        "text": f"{row.time.ratio:.2f} of {row.baseline}",
        "x": 0.8,
        "xref": "paper",
        "y": places[row.workload],
        "yref": "y",
        "xanchor": "left",
        "showarrow": False,
    }


def _said(row: Row) -> str:
    time = row.time
    return f"{numbers.interval(time.ratio, time.low, time.high)} of {row.baseline}, {verdict(row)[2:]}"


def _alt(best: Sequence[Row]) -> str:
    said = "; ".join(f"{row.workload} {row.time.ratio:.2f} of {row.baseline}" for row in best)
    return f"Time ratios to the fastest peer with 95 % intervals of {len(best)} cases: {said or 'none timed'}."
