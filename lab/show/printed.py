"""How would BenchmarkDotNet lay out a run: which columns, with how many digits, under which notes?

One table a payload, since it prints one a type. Decimals, units and the columns that come and go follow its rules
(0.13.12 and 0.14.0); `lab.judge.printed` has what the figures are.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lab.errors import require
from lab.judge import printed
from lab.judge.printed import ERAS, Era
from lab.judge.welch import Moments
from lab.model import MARGIN, Pair, Row, Run
from lab.show import blocks, numbers, payloads
from lab.show.columns import Line
from lab.show.grid import Grid, Grids

_UNITS = ((1.0, "ns"), (1e3, "μs"), (1e6, "ms"), (1e9, "s"))
_WORDS = frozenset({"Method", "Mode", "Job"})
_DEAR = ("Method", "Job", "Mean", "Ratio")
_ABOUT = {
    "0.13": "Ratio is a mean of quotients paired by position. MannWhitney has alpha 5 % (Perfolizer 0.2.1); its Same "
    "says that no difference beyond the threshold was shown, not that there is none.",
    "0.14": "Ratio is a mean of all quotients. MannWhitney has alpha 0.001 % (Perfolizer 0.3.17), which makes Same "
    "likelier still; it says that no difference beyond the threshold was shown, not that there is none.",
}
_CONFIGURED = (
    "Tukey's upper outliers are dropped, Job is the design. Median, Min and Max are there as in the published tables, "
    "by dotnet/performance's configuration."
)
_GENERATIONS = ("Gen0", "Gen1", "Gen2")


def table(rows: Run | Iterable[Row], *, era: Era = "0.13", margin: float | None = None) -> Grids:
    """The table of a run as BenchmarkDotNet of ``era`` would print it. Raises ``UnknownNameError`` for another era.

    ``margin`` is the threshold of its test: by default the run's own.
    """
    require("BenchmarkDotNet", era, ERAS)
    own = rows.environment.get("margin", MARGIN) if isinstance(rows, Run) else MARGIN
    threshold = own if margin is None else margin
    groups: dict[tuple[str, ...], list[Line]] = {}
    for block in blocks.of_rows(tuple(rows)):
        for line in block.lines:
            groups.setdefault((line.row.workload, block.experiment, block.build, line.row.run), []).append(line)
    grids = [_grid(key, lines, era, threshold) for key, lines in groups.items()]
    return Grids(grids, notes=(_ABOUT[era], _CONFIGURED) if grids else ("No row was measured.",))


@dataclass(frozen=True, kw_only=True)
class _Cell:
    """One line with everything that BenchmarkDotNet computes for it; a baseline is compared with itself."""

    line: Line
    era: Era

    @cached_property
    def baseline(self) -> tuple[float, ...]:
        return printed.kept(self.line.row.samples.get("baseline", ()))

    @cached_property
    def samples(self) -> tuple[float, ...]:
        return printed.kept(self.line.samples)

    @cached_property
    def moments(self) -> Moments | None:
        return printed.moments(self.samples)

    @cached_property
    def ratio(self) -> Moments | None:
        """Mean and deviation of the quotients."""
        if not self.samples or not self.baseline:
            return None
        return printed.moments(tuple(printed.quotients(self.baseline, self.samples, era=self.era)))

    @property
    def alloc_ratio(self) -> float | None:
        pair: Pair | None = self.line.row.bytes
        return self.line.side(pair) / pair.baseline if pair is not None and pair.baseline else None

    @property
    def collections(self) -> Sequence[float]:
        side = "baseline" if self.line.baseline else "candidate"
        return self.line.row.collections.get(side, ())


def _grid(key: tuple[str, ...], lines: Sequence[Line], era: Era, threshold: float) -> Grid:
    workload, experiment, build, run = key
    where = [payloads.key(workload), experiment, f"{build} build", *([f"run {run}"] if run else [])]
    cells = [_Cell(line=line, era=era) for line in lines]
    columns = {**_timed(cells, era, threshold), **_counted(cells)}
    hidden = [name for name, texts in columns.items() if texts is None]
    shown = {name: texts for name, texts in columns.items() if texts is not None}
    return Grid(
        caption=" · ".join([*where, f"as BenchmarkDotNet {era} would print it"]),
        headings=tuple(shown),
        rows=tuple(zip(*shown.values(), strict=True)),
        words=_WORDS | {_heading(threshold)},
        dear=tuple(name for name in (*_DEAR, _heading(threshold)) if name in shown),
        notes=tuple(_notes(cells, hidden)),
    )


def _heading(threshold: float) -> str:
    return f"MannWhitney({threshold * 100:g}%)"


def _timed(cells: Sequence[_Cell], era: Era, threshold: float) -> dict[str, list[str] | None]:
    """The columns that time fills, in the order of the published tables; None for one that it would not print."""
    found = [cell.moments for cell in cells]
    means = [one and one.mean for one in found]
    ratios = [cell.ratio for cell in cells]
    digits = 3 if any(one and one.mean < 0.01 for one in ratios) else 2
    spreads = ["NA" if one is None else f"{one.stddev:,.2f}" for one in ratios]
    return {
        "Method": [cell.line.row.method for cell in cells],
        "Mode": [cell.line.row.mode for cell in cells],
        "Job": [cell.line.design for cell in cells],
        "Mean": times(means, like=means),
        "Error": times([one and one.reach(0.999) for one in found], like=means, child=True),
        "StdDev": times([one and one.stddev for one in found], like=means, child=True),
        **{
            name: times([reduce(cell.samples) if cell.moments else None for cell in cells], like=means)
            for name, reduce in (("Median", statistics.median), ("Min", min), ("Max", max))
        },
        "Ratio": ["NA" if one is None else f"{one.mean:,.{digits}f}" for one in ratios],
        _heading(threshold): [
            printed.mann_whitney(cell.baseline, cell.samples, era=era, threshold=threshold) if cell.moments else "NA"
            for cell in cells
        ],
        "RatioSD": None if set(spreads) <= {"0.00", "0.01"} else spreads,
    }


def _counted(cells: Sequence[_Cell]) -> dict[str, list[str] | None]:
    """Collections and bytes. What is nothing everywhere is no column, what is nothing somewhere a dash."""
    columns: dict[str, list[str] | None] = {}
    if any(cell.collections for cell in cells):
        for generation, name in enumerate(_GENERATIONS):
            rates = [cell.collections[generation] if cell.collections else None for cell in cells]
            texts = ["NA" if rate is None else f"{rate:.4f}" if rate else "-" for rate in rates]
            columns[name] = texts if any(rates) else None
    allocated = [cell.line.side(cell.line.row.bytes) for cell in cells]
    if any(amount is not None for amount in allocated):
        columns["Allocated"] = [
            "NA" if amount is None else f"{_short(amount)} B" if amount else "-" for amount in allocated
        ]
        ratios = [cell.alloc_ratio for cell in cells]
        digits = 3 if any(ratio and ratio < 0.01 for ratio in ratios) else 2
        columns["Alloc Ratio"] = ["NA" if ratio is None else f"{ratio:,.{digits}f}" for ratio in ratios]
    return columns


def _notes(cells: Sequence[_Cell], hidden: Sequence[str]) -> Iterator[str]:
    dropped = sum(len(cell.line.samples) - len(cell.samples) for cell in cells)
    if dropped:
        yield f"{numbers.plural(dropped, 'upper outlier')} dropped."
    if any(printed.shows_median(cell.samples) for cell in cells):
        yield "Mean and median are so far apart here that BenchmarkDotNet prints Median by itself."
    scaled = sorted({cell.line.row.memory_workload for cell in cells} - {cell.line.row.workload for cell in cells})
    if scaled:
        yield f"Allocated was counted on {' and '.join(map(payloads.key, scaled))}."
    if hidden:
        yield f"Not printed, as nothing in it is large enough: {', '.join(hidden)}."
    if any(any(cell.collections) for cell in cells):
        yield "Gen0 to Gen2 are runs of CPython's cyclic collector per 1000 operations."


def times(values: Sequence[float | None], *, like: Sequence[float | None], child: bool = False) -> list[str]:
    """Nanoseconds as a column prints them: in the unit of the smallest mean of the table, which are ``like``.

    Decimals are those of the column's own smallest; a ``child`` of Mean has as many as Mean or one more.
    """
    known = [mean for mean in like if mean is not None]
    scale, unit = next(((s, u) for s, u in _UNITS if known and min(known) < s * 1000), _UNITS[-1])
    scaled = [None if value is None else value / scale for value in values]
    digits = decimals(scaled)
    if child:
        above = decimals([None if mean is None else mean / scale for mean in like])
        digits = min(max(digits, above), above + 1)
    return ["NA" if value is None else f"{value:,.{digits}f} {unit}" for value in scaled]


def decimals(values: Iterable[float | None]) -> int:
    """How many decimals give the smallest of ``values`` four digits: 1 to 4."""
    known = [abs(value) for value in values if value is not None]
    if not known or max(known) < 1e-9:
        return 1
    smallest = min(known)
    return 4 if smallest < 1 - 1e-9 else min(max(math.trunc(-math.log10(smallest)) + 3, 1), 4)


def _short(amount: float) -> str:
    return f"{amount:.2f}".rstrip("0").rstrip(".")
