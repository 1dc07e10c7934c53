"""What does a design do in one call: which instructions, and which bytes moved from where to where?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lab.counts import Copies
from lab.errors import LabError
from lab.model import Metric, Profile, Run
from lab.show import numbers
from lab.show.drawing import Picture
from lab.show.flame import Flame, difference, graph
from lab.show.grid import Grid
from lab.show.grids import Grids
from lab.show.payloads import key
from lab.show.theme import DESIGNS, OKABE_ITO

COPYING = ("memcpy", "memmove", "mempcpy")
"""The functions of the C library that do nothing else, as `lab.measure.meters.frames` calls them."""
METERS: tuple[Metric, ...] = ("instructions", "copied")
_CASE = ("Workload", "Method", "Build", "Design")
_INSTRUCTIONS = (
    "Instructions of one call, counted by callgrind; they are no times. An instruction that repeats itself to copy a "
    "large block counts once a byte."
)
_LEDGER = (
    "Copied: by memcpy and its kind, every call of them counted. Reallocated: bytes in blocks that realloc was given, "
    "of which it may have moved all or none."
)


def groups(run: Run, metric: Metric) -> list[list[Profile]]:
    """The call trees of ``metric``, those of one payload, call and build together, the baseline first."""
    found: dict[tuple[str, ...], list[Profile]] = {}
    for profile in run.profiles:
        if profile.metric == metric:
            found.setdefault((profile.workload, profile.method, profile.build, profile.run), []).append(profile)
    return list(found.values())


def copying(profile: Profile) -> int:
    """What is spent in the functions that only copy."""
    pairs = zip(profile.name, profile.bytes, strict=True)
    return sum(amount for name, amount in pairs if profile.names[name] in COPYING)


def finding(run: Run) -> str:
    """What each design does, in a sentence a payload."""
    return " ".join(f"{said}." for said in (*map(_spends, groups(run, "instructions")), *map(_moves, _ledgers(run))))


def _spends(group: Sequence[Profile]) -> str:
    said = []
    for profile in group:
        total, copies = sum(profile.bytes), copying(profile)
        share = f"{numbers.percent(copies / total)} of them" if copies else "none of them"
        said.append(f"{profile.design} takes {numbers.exact(total)} instructions, {share} in memcpy and its kind")
    return f"{_where(group[0])}, {'; '.join(said)}"


def _moves(ledger: Sequence[Copies]) -> str:
    said = [
        f"{one.design} moves {numbers.exact(one.copied, 'B')} ({numbers.ratio(_per_byte(one.copied, one))} per byte of "
        "output)"
        for one in ledger
    ]
    return f"{_where(ledger[0])}, {'; '.join(said)}"


def _where(one: Profile | Copies) -> str:
    return f"On {key(one.workload)} {one.method} ({one.build})"


def _ledgers(run: Run) -> list[list[Copies]]:
    found: dict[tuple[str, ...], list[Copies]] = {}
    for one in run.copies:
        found.setdefault((one.workload, one.method, one.build, one.run), []).append(one)
    return list(found.values())


def _per_byte(amount: int, one: Copies) -> float | None:
    return amount / one.output_bytes if one.output_bytes else None


def table(run: Run) -> Grids:
    """A line a design: what was counted of it."""
    return Grids(list(_grids(run)))


def _grids(run: Run) -> Iterator[Grid]:
    spent = [profile for group in groups(run, "instructions") for profile in group]
    if spent:
        yield _grid(
            "Instructions",
            ("Instructions", "In memcpy", "Share", "Calls"),
            (
                (
                    one,
                    numbers.exact(sum(one.bytes)),
                    numbers.exact(copying(one)),
                    numbers.percent(copying(one) / sum(one.bytes)) if sum(one.bytes) else numbers.MISSING,
                    numbers.exact(sum(one.blocks)),
                )
                for one in spent
            ),
            _INSTRUCTIONS,
        )
    if run.copies:
        yield _grid(
            "Copy ledger",
            ("Output", "Copied", "per byte", "Copies", "Reallocated", "Reallocs"),
            (
                (
                    one,
                    numbers.exact(one.output_bytes, "B"),
                    numbers.exact(one.copied, "B"),
                    numbers.ratio(_per_byte(one.copied, one)),
                    numbers.exact(one.copies),
                    numbers.exact(one.reallocated, "B"),
                    numbers.exact(one.reallocations),
                )
                for one in run.copies
            ),
            _LEDGER,
        )


def _grid(caption: str, headings: tuple[str, ...], rows: Iterable[tuple[Any, ...]], note: str) -> Grid:
    return Grid(
        caption=caption,
        headings=(*_CASE, *headings),
        rows=tuple((key(one.workload), one.method, one.build, one.design, *texts) for one, *texts in rows),
        words=frozenset(_CASE),
        dear=("Design", headings[0], headings[1]),
        notes=(note,),
    )


def chart(ledger: Sequence[Copies]) -> Picture:
    """Bytes moved per byte of output, a line a design: what was copied, and what realloc may have moved besides."""
    places = list(range(len(ledger)))
    copied = [_per_byte(one.copied, one) or 0 for one in ledger]
    resized = [_per_byte(one.reallocated, one) or 0 for one in ledger]
    most = 1.1 * max(1, *copied, *resized)
    parts = (
        ("copied", copied, DESIGNS[0], "diamond"),
        ("reallocated, may have moved", resized, OKABE_ITO["grey"], "diamond-open"),
    )
    data = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": name,
            "x": values,
            "y": places,
            "marker": {"symbol": symbol, "size": 12, "color": color, "line": {"width": 2, "color": color}},
            "hovertemplate": f"{name}: %{{x:.2f}} B per byte of output<extra></extra>",
        }
        for name, values, color, symbol in parts
    ]
    title = _moves(ledger)
    return Picture(
        name="copies",
        title=title,
        alt=f"Dot chart of {numbers.plural(len(ledger), 'design')}. {title}.",
        header=("Design", "Output [B]", "Copied [B]", "Copies", "Reallocated [B]"),
        rows=tuple(
            (one.design, *map(numbers.exact, (one.output_bytes, one.copied, one.copies, one.reallocated)))
            for one in ledger
        ),
        spec={
            "data": data,
            "layout": {
                "height": 110 + 34 * len(ledger),
                "margin": {"l": 10, "r": 16, "t": 30, "b": 56},
                "xaxis": {"title": {"text": "bytes moved per byte of output"}, "range": [-0.1, most]},
                "yaxis": {
                    "tickvals": places,
                    "ticktext": [one.design for one in ledger],
                    "range": [len(ledger) - 0.5, -0.5],
                    "showgrid": False,
                },
                "hovermode": "closest",
            },
        },
    )


def charts(run: Run) -> list[Picture]:
    """One a payload, call and build of which there is a ledger."""
    return [chart(ledger) for ledger in _ledgers(run)]


def flame(run: Run, design: str | None = None) -> Flame:
    """The flame graph of ``design``, by default the last. Raises ``LabError`` for one that is not there."""
    found = [one for metric in METERS for group in groups(run, metric) for one in group]
    for profile in reversed(found):
        if design in (None, profile.design):
            return graph(profile)
    raise LabError(f"{design or 'No design'} was counted here. There are: {', '.join(one.design for one in found)}.")


def diff(run: Run) -> Flame:
    """The first two designs and their difference. Raises ``LabError`` where there are no two."""
    for pair in pairs(run):
        return difference(*pair)
    raise LabError("There are no two designs here to compare.")


def pairs(run: Run) -> Iterator[tuple[Profile, Profile]]:
    """Every design of every group with that group's baseline."""
    for metric in METERS:
        for first, *others in groups(run, metric):
            yield from ((first, other) for other in others)
