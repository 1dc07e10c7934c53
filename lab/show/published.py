"""How do published ratios look beside our own? Direction and size are compared, never nanoseconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from lab.judge.published import Beside, beside
from lab.model import Row
from lab.show import numbers, sentences
from lab.show.charts import LEAST, ratio_axis
from lab.show.drawing import Picture
from lab.show.finite import drawable
from lab.show.theme import AGREEMENTS, DESIGNS, theme


def picture(rows: Iterable[Row], experiment: str, *, build: str = "compiled") -> Picture | None:
    """Every published pair of `experiment` beside the row of `build` that asks the same; None without any."""
    pairs = beside(drawable(rows), build=build)
    # A pair against an even older version has no counterpart here, but its siblings name the experiment.
    known = {p.published.seed: p.published.counterpart[0] for p in pairs if p.published.counterpart}
    found = [pair for pair in pairs if known.get(pair.published.seed) == experiment]
    return draw(found, experiment=experiment, build=build) if found else None


def pictures(rows: Iterable[Row], experiment: str) -> list[Picture]:
    """A picture for each build that measured any of the published pairs; one of them alone where none did."""
    rows = tuple(rows)
    builds = list(dict.fromkeys(row.build for row in rows if row.experiment == experiment))
    some = [build for build in builds if any(pair.measured for pair in beside(rows, build=build))]
    found = (picture(rows, experiment, build=build) for build in some or builds[:1])
    return [drawn for drawn in found if drawn is not None]


def draw(pairs: Sequence[Beside], *, experiment: str, build: str) -> Picture:
    """Ratios of time and of bytes, published and measured, on one axis each, with the agreement in words."""
    names = [_label(pair) for pair in pairs]
    places = list(range(len(pairs)))
    theirs, ours = [p.published for p in pairs], [p.measured for p in pairs]
    times = [row.time if row else None for row in ours]
    bytes_ = [row.bytes if row else None for row in ours]
    data = [
        _marks("published", 0, [(p.ratio, p.low, p.high) for p in theirs], "x"),
        _marks("measured here", 1, [(t.ratio, t.low, t.high) if t else (None,) * 3 for t in times], "x"),
        _marks("published", 0, [(p.bytes_ratio, None, None) for p in theirs], "x2"),
        _marks("measured here", 1, [(b.ratio if b else None, None, None) for b in bytes_], "x2"),
    ]
    words = [
        _word(said, x, place)
        for place, pair in zip(places, pairs, strict=True)
        for said, x in ((pair.time, 0.385), (_bytes(pair), 0.885))
    ]
    rule = {"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "paper"}
    title = _title(pairs, experiment, build)
    return Picture(
        name="published",
        title=title,
        alt=f"{title}. "
        + " ".join(
            f"{name}: published {numbers.ratio(p.ratio)}." for name, p in zip(names, theirs, strict=True)
        ),
        header=(
            "Cell",
            "Published",
            "Low",
            "High",
            "Measured",
            "Low",
            "High",
            "Agreement",
            "Published bytes",
            "Measured bytes",
            "Agreement",
        ),  # fmt: skip
        rows=tuple(_row(name, pair) for name, pair in zip(names, pairs, strict=True)),
        spec={
            "data": data,
            "layout": {
                "height": 86 + round(30 * theme().scale) * max(2, len(pairs)),
                "margin": {"l": 10, "r": 16, "t": 34, "b": 56},
                "xaxis": {
                    **ratio_axis(_values(data[:2])),
                    "domain": [0, 0.37],
                    "title": {"text": "time, after / before"},
                },
                "xaxis2": {
                    **ratio_axis(_values(data[2:])),
                    "domain": [0.57, 0.87],
                    "anchor": "y",
                    "title": {"text": "bytes, after / before"},
                },
                "yaxis": {
                    "tickvals": places,
                    "ticktext": names,
                    "range": [len(pairs) - 0.5, -0.5],
                    "showgrid": False,
                    "ticks": "",
                },
                "shapes": [{**rule, "xref": "x"}, {**rule, "xref": "x2"}],
                "annotations": words,
                "hovermode": "closest",
            },
        },
    )


def _marks(name: str, number: int, figures: Sequence[tuple], axis: str) -> dict[str, Any]:
    """One side's marks: published ones are open circles above the line, measured ones squares below it."""
    shift = -0.16 if number == 0 else 0.16
    kept = [(place, figure) for place, figure in enumerate(figures) if figure[0] is not None]
    color, symbol = DESIGNS[number], ("circle-open", "square")[number]
    mark = {"width": 2, "color": color}
    marks = {
        "type": "scatter",
        "mode": "markers+text",
        "name": name,
        "showlegend": axis == "x",
        "x": [max(value, LEAST) for _, (value, _, _) in kept],
        # A logarithm has no place for nothing: its mark stands where the axis ends, and says so.
        "text": ["" if value else "0" for _, (value, _, _) in kept],
        "textposition": "middle right",
        "customdata": [f"{value:.3f}" for _, (value, _, _) in kept],
        "y": [place + shift for place, _ in kept],
        "xaxis": axis,
        "marker": {"symbol": symbol, "size": 9, "color": color, "line": mark},
        "hovertemplate": f"{name}: %{{customdata}}<extra></extra>",
    }
    if any(low is not None for _, (_, low, _) in kept):
        marks["error_x"] = {
            "type": "data",
            "symmetric": False,
            "array": [(high if high is not None else value) - value for _, (value, _, high) in kept],
            "arrayminus": [value - (low if low is not None else value) for _, (value, low, _) in kept],
            "color": color,
            "thickness": 2,
            "width": 3,
        }
    return marks


def _values(traces: Sequence[dict[str, Any]]) -> list[float]:
    """All that an axis must show: every mark, the ends of its interval, and 1."""
    found = [0.9, 1.1]
    for trace in traces:
        reach = trace.get("error_x")
        for n, value in enumerate(trace["x"]):
            found += [value - reach["arrayminus"][n], value + reach["array"][n]] if reach else [value]
    return found


def _word(said: str, x: float, place: int) -> dict[str, Any]:
    text = f"{AGREEMENTS[said]} {said}"
    return {"text": text, "x": x, "xref": "paper", "y": place, "xanchor": "left", "showarrow": False}


def _label(pair: Beside) -> str:
    published = pair.published
    parts = [published.payload.removesuffix("ViewModel"), published.method.removeprefix("Serialize")]
    if published.mode:
        parts.append(published.mode)
    if published.before.variant != "before":
        parts.append(f"from {published.before.variant}")
    return " · ".join(parts)


def _bytes(pair: Beside) -> str:
    """The agreement in bytes, or which side has none."""
    return "not published" if pair.published.bytes_ratio is None else pair.bytes


def _row(name: str, pair: Beside) -> tuple[str, ...]:
    theirs, ours = pair.published, pair.measured
    time = ours.time if ours else None
    figures = [theirs.ratio, theirs.low, theirs.high]
    figures += [time.ratio, time.low, time.high] if time else [None] * 3
    return (
        name,
        *(numbers.ratio(figure) for figure in figures),
        f"{AGREEMENTS[pair.time]} {pair.time}",
        numbers.ratio(theirs.bytes_ratio),
        numbers.ratio(ours.bytes.ratio if ours and ours.bytes else None),
        f"{AGREEMENTS[_bytes(pair)]} {_bytes(pair)}",
    )


def _title(pairs: Sequence[Beside], experiment: str, build: str) -> str:
    """How many published cells agree, in time and in bytes; what was not measured is said, not left out."""
    parts = []
    for what, all_said in (("times", [p.time for p in pairs]), ("byte ratios", [p.bytes for p in pairs])):
        counts = Counter(said for said in all_said if said != "not measured")
        if counts:
            parts.append(_told(what, counts))
    measured = "; ".join(parts) or "nothing comparable was measured"
    return f"Published beside measured ({experiment}, {build}): {measured}"


def _told(what: str, counts: Counter[str]) -> str:
    words = {
        "agrees": "agree in direction and size",
        "direction only": "agree in direction only",
        "differs": "point the other way",
        "undecided": "are undecided",
    }
    total = sum(counts.values())
    said = [(counts[kind], words[kind]) for kind in AGREEMENTS if counts[kind]]
    if len(said) == 1:
        return f"{what}: {'both' if total == 2 else f'all {total}' if total > 2 else 'one'} {said[0][1]}"
    return f"{what}: of {total}, {sentences.listed([f'{count} {word}' for count, word in said])}"
