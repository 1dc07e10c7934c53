"""How does a run among peers read: who is the fastest, how far are we, what does each one allocate?"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lab.encoders import PEERS, cases
from lab.judge import peers as judge
from lab.model import Row, Run
from lab.show import footnotes, numbers, sentences
from lab.show.columns import verdict
from lab.show.finite import drawable
from lab.show.grid import Grid
from lab.show.theme import theme

_WIDTH = 160
_REST = "Others"
_NAMED = 4
"""How many cases a sentence may name."""


def within(run: Run) -> bool:
    """Whether ``run`` has anything to show here."""
    return any(row.experiment == judge.EXPERIMENT for row in run.rows)


def summary(run: Run, build: str) -> Mapping[str, Any]:
    """What ``build`` came to."""
    return run.summary.get("builds", {}).get(build, run.summary)


def finding(run: Run, build: str = "") -> str:
    """Where the encoder stands, in one sentence; without a build the first one's."""
    found = summary(run, build)
    if not found.get("cases"):
        return "No peer could be compared with"
    above = found["above_cases"]
    counted = numbers.plural(found["cases"], "case")
    mean = f"geometric mean {found['geometric_mean']:.2f} of the fastest peer's time over {counted}"
    if not above:
        return f"Never slower than the fastest peer: {mean}"
    worst = sorted(above.items(), key=lambda item: -item[1])
    named = [f"{name} {ratio:.2f}" for name, ratio in worst[:_NAMED]]
    named += [f"{len(worst) - _NAMED} more"] if len(worst) > _NAMED else []
    return f"Slower than the fastest peer in {found['above']} of {counted} ({sentences.listed(named)}): {mean}"


class Table:
    """The tables of a run among peers; shows itself in a terminal and in a notebook."""

    def __init__(self, found: Run, *, run: str = "") -> None:
        """``run`` names the tables where those of several runs stand below one another."""
        found = replace(found, rows=drawable(found.rows))
        self.run = found
        self.parts = {build: [_of(grid, run) for grid in _grids(found, build)] for build in builds(found)}

    def __str__(self) -> str:
        from rich.console import Console

        out = io.StringIO()
        Console(file=out, width=_WIDTH, color_system=None).print(self)
        return out.getvalue()

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        for build, grids in self.parts.items():
            for grid in grids:
                yield Text(grid.caption, style="bold")
                yield grid.rich(options.max_width)
                for note in grid.notes:
                    yield Text(note, style="dim")
                yield Text()
            for line in totals(self.run, build):
                yield Text(line)
            yield Text()

    def _repr_html_(self) -> str:
        from lab.show.tables import style

        return f'<div class="lab"><style>{theme().css()}{style()}</style>{self.html()}</div>'

    def html(self) -> str:
        """Every table, and what they come to."""
        from html import escape

        return "".join(
            "".join([*(grid.html() for grid in grids), *(f"<p>{escape(line)}</p>" for line in totals(self.run, build))])
            for build, grids in self.parts.items()
        )

    def markdown(self) -> str:
        """The same as pipe tables."""
        return "\n".join(
            "\n".join([*(grid.markdown() for grid in grids), *(f"{line}  " for line in totals(self.run, build)), ""])
            for build, grids in self.parts.items()
        )


def builds(run: Run) -> list[str]:
    """The builds that met the peers."""
    return list(dict.fromkeys(row.build for row in run.rows if row.experiment == judge.EXPERIMENT))


def totals(run: Run, build: str) -> list[str]:
    """The geometric mean, what is above, base64 and memory of ``build``, a line each."""
    found = summary(run, build)
    if not found.get("cases"):
        return []
    above = found["above_cases"]
    named = f" ({', '.join(f'{name} {ratio:.2f}' for name, ratio in above.items())})" if above else ""
    floor = numbers.percent(found["noise_floor"])
    lines = [
        f"Geometric mean over {numbers.plural(found['cases'], 'case')}: {found['geometric_mean']:.3f} of the fastest "
        "peer's time.",
        f"Above 1.00: {numbers.plural(found['above'], 'case')}{named}. A tie, {found['ties']} of them, is within the "
        f"noise floor of {floor}.",
    ]
    if base64 := found["base64"]:
        lines.append("Base64: " + ", ".join(f"{name} {numbers.ratio(ratio)}" for name, ratio in base64.items()) + ".")
    if growth := run.summary.get("growth") if build == next(iter(builds(run))) else None:
        lines += _growth(growth)
    if weighed := found["exact_blocks"]["cases"]:
        exact = found["exact_blocks"]
        lines.append(
            f"Memory: one block a call in {exact['one_block']} of {weighed} cases, nothing left behind on the caller's "
            f"objects in {exact['nothing_left']}."
        )
    return lines


def _growth(growth: Mapping[str, Any]) -> Iterator[str]:
    new = growth["new_memory"]
    for name, found in growth["documents"].items():
        steps = zip(found["sizes"], found["ns_per_byte"], found["faults_per_mb"], strict=True)
        each = ", ".join(f"{cost:.2f} at {numbers.size(size)} ({faults:.0f})" for size, cost, faults in steps)
        most, own = judge.growth_of(found["ns_per_byte"], new)
        yield (
            f"Growth, {name}: nanoseconds per byte {each}; in parentheses page faults per MB. The most is {most:.2f} "
            f"of the least, and {own:.2f} without what new memory costs."
        )
    yield f"New memory: nanoseconds per byte {', '.join(f'{cost:.2f}' for cost in new)} at these sizes."
    first, dump = next(iter(growth["documents"].values())), growth["dump"]
    rate, largest = first["ns_per_byte"][-1] / dump["ns_per_byte"], numbers.size(first["sizes"][-1])
    more = "" if dump["resident"] is None else f", {numbers.size(dump['resident'])} more resident than before"
    yield f"dump of {numbers.size(dump['bytes'])} from a generator: {rate:.2f} of encode's rate at {largest}{more}."


def _of(grid: Grid, run: str) -> Grid:
    return replace(grid, caption=f"{grid.caption} · run {run}") if run else grid


def _grids(run: Run, build: str) -> Iterator[Grid]:
    rows = [row for row in run.rows if row.build == build]
    own = [row for row in rows if row.experiment == judge.EXPERIMENT]
    yield _against_the_fastest(rows, own, build)
    yield _against_each(own, build)
    if any(row.bytes for row in own):
        yield _memory(own, build)


def title_of(name: str) -> str:
    """What a case is called in words; its name where this lab does not know it."""
    return cases.get(name).title if name in cases.names() else name


def group_of(name: str) -> str:
    """The group that a case stands in."""
    return cases.get(name).group if name in cases.names() else _REST


def _names(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row.workload for row in rows))


def _against_the_fastest(rows: Sequence[Row], own: Sequence[Row], build: str) -> Grid:
    best, first = judge.fastest(own), judge.fastest(rows, experiment=judge.FIRST)
    marks, notes = footnotes.of_rows(best.values())
    lines = []
    for name in _names(own):
        row, once = best.get(name), first.get(name)
        time = row.time if row else None
        lines.append(
            (
                name,
                numbers.time(time.candidate_ns if time else None),
                row.baseline if row else "nobody",
                numbers.time(time.baseline_ns if time else None),
                numbers.interval(time.ratio, time.low, time.high) if time else numbers.MISSING,
                numbers.ratio(time.min_ratio if time else None),
                verdict(row) if row else numbers.MISSING,
                f"{numbers.ratio(once.time.ratio)} {once.baseline}" if once else "",
                numbers.exact(next(one.output_bytes for one in own if one.workload == name), "B"),
                " ".join(str(number) for number in sorted({marks[remark] for remark in row.remarks})) if row else "",
            )
        )
    headings = ("Case", "encoder", "Fastest peer", "its time", "Ratio [low, high]", "Min", "Verdict", "First call")
    return Grid(
        caption=f"encoder against the fastest peer of each case · {build} build",
        headings=(*headings, "Output", "Notes"),
        rows=tuple(lines),
        words=frozenset({"Case", "Fastest peer", "Verdict", "First call", "Notes"}),
        dear=("Case", "Ratio [low, high]", "Verdict", "Fastest peer", "encoder", "Min", "Notes", "First call"),
        groups=tuple(map(group_of, _names(own))),
        notes=tuple(f"[{number}] {text}" for number, text in enumerate(notes, 1)),
    )


def _against_each(own: Sequence[Row], build: str) -> Grid:
    present = [label for label in PEERS if any(row.baseline == label for row in own)]
    present += [label for label in dict.fromkeys(row.baseline for row in own) if label not in present]
    found = {(row.workload, row.baseline): row for row in own}
    lines = []
    for name in _names(own):
        cells = (_ratio(found.get((name, label))) for label in present)
        lines.append((name, *cells))
    notes = (
        "Each figure is the encoder's time over that peer's; · cannot take part, * leaves UTF-8 copies in the caller's "
        "strings and is not compared, ~ writes another form of the same value. The JSON says why.",
    )
    return Grid(
        caption=f"encoder against each peer · {build} build",
        headings=("Case", *present),
        rows=tuple(lines),
        words=frozenset({"Case"}),
        dear=("Case", *present[:3]),
        groups=tuple(map(group_of, _names(own))),
        notes=notes,
    )


def _ratio(row: Row | None) -> str:
    if row is None or row.time is None:
        return "·"
    codes = {remark.code for remark in row.remarks}
    mark = "*" if judge.CACHED in codes else "~" if "form" in codes else ""
    return f"{mark}{numbers.ratio(row.time.ratio)}"


def _memory(own: Sequence[Row], build: str) -> Grid:
    lines = []
    for name, row in judge.weighed(own, judge.fastest(own)).items():
        pairs = (row.bytes, row.blocks, row.peak, row.steady["kept"], row.steady["left"])
        lines.append(
            (
                name,
                numbers.exact(row.output_bytes),
                *(numbers.exact(pair.candidate) for pair in pairs),
                row.baseline,
                *(numbers.exact(pair.baseline) for pair in pairs),
            )
        )
    return Grid(
        caption=f"Memory of one call in the steady state, in bytes · {build} build",
        headings=(
            *("Case", "Output", "Allocated", "Blocks", "Peak", "Kept", "Left"),
            *("Fastest peer", "its allocated", "its blocks", "its peak", "it keeps", "it leaves"),
        ),
        rows=tuple(lines),
        words=frozenset({"Case", "Fastest peer"}),
        dear=("Case", "Allocated", "Blocks", "Kept", "Left", "Fastest peer", "its allocated", "its blocks", "it keeps"),
        groups=tuple(group_of(line[0]) for line in lines),
        notes=("Kept: what the result holds on to. Left: what the first call leaves on the caller's objects.",),
    )
