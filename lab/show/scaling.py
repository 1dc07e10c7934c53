"""What do several threads get done together, and what do they hold at once?"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lab.counts import Threads
from lab.model import Run
from lab.show import numbers, sentences
from lab.show.charts import line
from lab.show.drawing import Picture
from lab.show.grid import Grid
from lab.show.grids import Grids
from lab.show.payloads import key
from lab.show.theme import MARKERS

_HEADINGS = ("Design", "Threads", "Calls/s", "Scaling", "Allocated", "Peak", "Own peaks", "Retained", "Writer kept")
_NOTES = (
    "Calls/s: all threads together, by the wall clock, the median of the samples; Scaling: over one thread.",
    "Peak: most bytes alive at once over all threads, as it happened; Own peaks: the sum of each thread's own peak, "
    "which all hold where they reach it at the same moment.",
    "Allocated: bytes of one call, the same in every thread or from the least to the most. Retained: bytes of buffer "
    "that a thread keeps. Writer kept: calls that got the writer which their thread keeps.",
)
_LOCKED = (
    "CPython's global lock runs one thread at a time: more threads get no more done, and a compiled call, which does "
    "not let go of the lock, shares no moment with another."
)

Group = list[Threads]


def groups(run: Run) -> list[Group]:
    """What was measured of one payload, call and build, in order."""
    found: dict[tuple[str, ...], Group] = {}
    for one in run.threads:
        found.setdefault((one.workload, one.method, one.build, one.run), []).append(one)
    return list(found.values())


def finding(run: Run) -> str:
    """A sentence a payload and build."""
    return " ".join(f"{_found(group)}." for group in groups(run))


def _found(group: Group) -> str:
    most = max(one.threads for one in group)
    said = [
        f"{one.design} holds {numbers.size(one.peak)} ({numbers.size(sum(one.peaks))} where each is at its own peak)"
        for one in group
        if one.threads == most
    ]
    gained = [
        f"{numbers.ratio(scaling(one, group))} with {one.design}"
        for one in group
        if one.threads == most and scaling(one, group) is not None
    ]
    throughput = f"; their throughput is {sentences.listed(gained)} of one thread's" if gained and most > 1 else ""
    first = group[0]
    where = f"On {key(first.workload)} {first.method} ({first.build})"
    return f"{where}, in {numbers.plural(most, 'thread')} at once {sentences.listed(said)}{throughput}"


def rate(one: Threads) -> float:
    """Calls a second: the median of the samples."""
    return statistics.median(one.rates)


def scaling(one: Threads, group: Group) -> float | None:
    """Over one thread of the same design; None where that was not measured."""
    alone = next((other for other in group if other.design == one.design and other.threads == 1), None)
    return rate(one) / rate(alone) if alone else None


def table(run: Run) -> Grids:
    """A table a payload, call and build; a line for each design and number of threads."""
    return Grids([_grid(group) for group in groups(run)])


def _grid(group: Group) -> Grid:
    first = group[0]
    locked = (_LOCKED,) if any(one.locked for one in group) else ()
    return Grid(
        caption=f"Threads: {key(first.workload)}, {first.method}, {first.build}",
        headings=_HEADINGS,
        rows=tuple(tuple(_cells(one, group)) for one in group),
        words=frozenset(_HEADINGS[:1]),
        dear=("Design", "Threads", "Peak", "Calls/s"),
        notes=(*_NOTES, *locked),
    )


def _cells(one: Threads, group: Group) -> Iterator[str]:
    yield one.design
    yield str(one.threads)
    yield numbers.exact(round(rate(one)))
    yield numbers.ratio(scaling(one, group))
    yield _span(one.allocated)
    yield numbers.exact(one.peak, "B")
    yield numbers.exact(sum(one.peaks), "B")
    yield _span(one.retained)
    yield numbers.percent(one.kept)


def _span(amounts: Sequence[float]) -> str:
    low, high = min(amounts), max(amounts)
    return numbers.exact(low, "B") if low == high else f"{numbers.exact(low)} to {numbers.exact(high, 'B')}"


def charts(run: Run) -> list[Picture]:
    """A picture a payload, call and build: the peak of live bytes by the number of threads, throughput beside it."""
    return [_chart(group) for group in groups(run)]


def _chart(group: Group) -> Picture:
    designs = list(dict.fromkeys(one.design for one in group))
    counts = sorted({one.threads for one in group})
    data: list[dict[str, Any]] = []
    for number, design in enumerate(designs):
        own = [one for one in group if one.design == design]
        look = {
            **line(design, number),
            "mode": "lines+markers",
            "marker": {"symbol": MARKERS[number % len(MARKERS)], "size": 9},
            "x": [counts.index(one.threads) for one in own],
        }
        data.append({**look, "y": [one.peak for one in own], "hovertemplate": f"{design}: %{{y:,}} B<extra></extra>"})
        faint = {**look, "line": {**look["line"], "width": 1}, "showlegend": number == 0, "mode": "lines"}
        faint["name"] = "thin: sum of own peaks"
        title = f"{design}, each at its own peak: %{{y:,}} B<extra></extra>"
        data.append({**faint, "y": [sum(one.peaks) for one in own], "hovertemplate": title})
        right = {"xaxis": "x2", "yaxis": "y2", "showlegend": False}
        told = f"{design}: %{{y:,.0f}}/s<extra></extra>"
        data.append({**look, **right, "y": [rate(one) for one in own], "hovertemplate": told})
    title = _found(group)
    ticks = {"tickvals": list(range(len(counts))), "ticktext": [str(count) for count in counts]}
    across = {**ticks, "range": [-0.3, len(counts) - 0.7]}
    bytes_held = [sum(one.peaks) for one in group] + [one.peak for one in group]
    rates = [rate(one) for one in group]
    return Picture(
        name="threads",
        title=title,
        alt=f"Two line charts by the number of threads, {numbers.plural(len(designs), 'design')}: bytes alive at once, "
        f"and calls a second. {title}.",
        header=("Design", "Threads", "Peak [B]", "Sum of own peaks [B]", "Calls/s"),
        rows=tuple(
            (one.design, one.threads, *map(numbers.exact, (one.peak, sum(one.peaks), round(rate(one)))))
            for one in group
        ),
        spec={
            "data": data,
            "layout": {
                "height": 360,
                "margin": {"l": 10, "r": 16, "t": 34, "b": 56},
                # What is counted is told below, since two titles of upward axes have no room beside each other.
                "xaxis": {**across, "domain": [0, 0.44], "title": {"text": "bytes alive at once, by threads"}},
                "yaxis": _upward(bytes_held, numbers.size),
                "xaxis2": {**across, "domain": [0.58, 1], "anchor": "y2", "title": {"text": "calls/s, by threads"}},
                "yaxis2": {**_upward(rates, _thousands), "anchor": "x2"},
                "hovermode": "closest",
            },
        },
    )


def _upward(values: Sequence[float], told: Callable[[float], str]) -> dict[str, Any]:
    """A linear axis from nothing to the largest value, with five labelled ticks."""
    top = max(1.0, *values)
    ticks = [top * step / 4 for step in range(5)]
    return {"range": [0, 1.08 * top], "tickvals": ticks, "ticktext": [told(tick) for tick in ticks]}


def _thousands(amount: float) -> str:
    """``2.5k``: a size without its unit."""
    return numbers.size(amount).removesuffix("B").replace(" ", "")
