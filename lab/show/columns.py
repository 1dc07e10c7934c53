"""Which columns does the table of a run have, and what does each say about one design?

`COLUMNS` is the one list that the terminal, the page, Markdown and CSV all read: a column added there
appears everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lab.model import Pair, Row
from lab.show import numbers, payloads
from lab.show.finite import NOT_FINITE
from lab.show.theme import NO_VERDICT, VERDICTS


@dataclass(frozen=True, kw_only=True)
class Line:
    """One design of one row: what one line of the table is about."""

    row: Row
    baseline: bool
    notes: tuple[int, ...] = ()

    @property
    def design(self) -> str:
        return self.row.baseline if self.baseline else self.row.candidate

    @property
    def samples(self) -> tuple[float, ...]:
        """Nanoseconds per operation of this design."""
        return tuple(self.row.samples.get("baseline" if self.baseline else "candidate", ()))

    def side(self, pair: Pair | None) -> float | None:
        """This design's half of `pair`."""
        return None if pair is None else (pair.baseline if self.baseline else pair.candidate)

    def over_baseline(self, pair: Pair | None) -> float | None:
        """This design over the baseline; a baseline over itself is 1, a zero one has none."""
        if pair is None or pair.ratio is None:
            return None
        return 1.0 if self.baseline else pair.ratio


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column: its title, its text for a line, what it means, and how dear it is on a narrow screen."""

    title: str
    text: Callable[[Line], str]
    about: str
    number: bool = True
    keep: int = 9
    """From 0 (the first to go where the screen is too narrow) to 9 (never goes)."""
    raw: Callable[[Line], object] | None = None
    """The unrounded value for CSV; without it CSV has the text."""


def _mean(line: Line) -> float | None:
    return math.fsum(line.samples) / len(line.samples) if line.samples else None


def _median(line: Line) -> float | None:
    if line.row.time is None:
        return None
    return line.row.time.baseline_ns if line.baseline else line.row.time.candidate_ns


def _first(line: Line) -> float | None:
    return line.row.first.get("baseline" if line.baseline else "candidate")


def _stddev(line: Line) -> float | None:
    if len(line.samples) < 2:
        return None
    mean = math.fsum(line.samples) / len(line.samples)
    return math.sqrt(math.fsum((x - mean) ** 2 for x in line.samples) / (len(line.samples) - 1))


def _error(line: Line) -> float | None:
    """Half the 99.9 % Student interval of the mean: BenchmarkDotNet's ``Error``."""
    deviation = _stddev(line)
    if deviation is None:
        return None
    # scipy.special loads in a tenth of the time of scipy.stats and has the same quantile.
    from scipy.special import stdtrit

    n = len(line.samples)
    return float(stdtrit(n - 1, 0.9995)) * deviation / math.sqrt(n)


def _ratio(line: Line) -> str:
    time = line.row.time
    if time is None:
        return numbers.MISSING
    if line.baseline:
        return "1.00"
    return numbers.interval(time.ratio, time.low, time.high)


def verdict(row: Row) -> str:
    """The verdict as sign and word, so that colour never carries it alone."""
    if row.verdict:
        return f"{VERDICTS[row.verdict]['sign']} {row.verdict}"
    if row.failure:
        return "✗ failed"
    return f"{NO_VERDICT['sign']} {'n/a' if NOT_FINITE in row.remarks else 'not timed'}"


def _seen(measure: Callable[[Line], float | None]) -> Callable[[Line], str]:
    return lambda line: numbers.time(measure(line), like=_median(line))


def _exact(field: str, unit: str = "") -> Callable[[Line], str]:
    return lambda line: numbers.exact(line.side(getattr(line.row, field)), unit)


def _side(field: str) -> Callable[[Line], object]:
    return lambda line: line.side(getattr(line.row, field))


_UNITS = {"compiled": "instr.", "interpreted": "bytecodes"}

COLUMNS: tuple[Column, ...] = (
    Column(title="Workload", text=lambda line: payloads.key(line.row.workload), number=False, about="The payload."),
    Column(title="Run", text=lambda line: line.row.run, number=False, about="The merged run that it is from."),
    Column(
        title="Method", text=lambda line: line.row.method, number=False, about="The call that was measured."
    ),
    Column(
        title="Build",
        text=lambda line: line.row.build,
        number=False,
        keep=4,
        about="Compiled or interpreted encoder; figures of two builds are never compared.",
    ),
    Column(
        title="Design", text=lambda line: line.design, number=False, about="The rival, named by its axis."
    ),
    Column(title="Mean", text=_seen(_mean), raw=_mean, keep=3, about="Mean time of one call."),
    Column(
        title="Error",
        text=_seen(_error),
        raw=_error,
        keep=1,
        about="Half the 99.9 % Student interval of the mean, as BenchmarkDotNet defines it.",
    ),
    Column(
        title="StdDev", text=_seen(_stddev), raw=_stddev, keep=0, about="Standard deviation of the samples."
    ),
    Column(title="Median", text=_seen(_median), raw=_median, keep=4, about="Median time of one call."),
    Column(
        title="First",
        text=_seen(_first),
        raw=_first,
        keep=0,
        about="The first call in a process of its own; what is paid once is in it, and in no other figure.",
    ),
    Column(
        title="Ratio [low, high]",
        text=_ratio,
        raw=lambda line: line.row.time and (1.0 if line.baseline else line.row.time.ratio),
        about="Median of the paired ratios candidate / baseline, over all rebuilds, with its 95 % interval.",
    ),
    Column(
        title="Verdict",
        text=lambda line: "baseline" if line.baseline else verdict(line.row),
        number=False,
        about="Faster, Slower, Equivalent or Inconclusive, from the interval and the margin.",
    ),
    Column(
        title="Allocated",
        text=_exact("bytes", "B"),
        raw=_side("bytes"),
        keep=6,
        about="Bytes allocated by one call in the steady state: exact, nothing rounded.",
    ),
    Column(
        title="Blocks",
        text=_exact("blocks"),
        raw=_side("blocks"),
        keep=2,
        about="Memory blocks of one call: exact.",
    ),
    Column(
        title="Alloc Ratio",
        text=lambda line: numbers.ratio(line.over_baseline(line.row.bytes)),
        raw=lambda line: line.over_baseline(line.row.bytes),
        keep=8,
        about="Allocated bytes of candidate / baseline.",
    ),
    Column(
        title="Peak",
        text=_exact("peak", "B"),
        raw=_side("peak"),
        keep=5,
        about="Most bytes alive at once during one call, above what was alive before it.",
    ),
    Column(
        title="Work",
        text=lambda line: numbers.exact(line.side(line.row.work), _UNITS[line.row.build]),
        raw=_side("work"),
        keep=6,
        about="Instructions of one call, in the interpreted build bytecodes; the same on every run.",
    ),
    Column(
        title="Work Ratio",
        text=lambda line: numbers.ratio(line.over_baseline(line.row.work)),
        raw=lambda line: line.over_baseline(line.row.work),
        keep=8,
        about="Work of candidate / baseline.",
    ),
    Column(
        title="Notes",
        text=lambda line: f"[{', '.join(map(str, line.notes))}]" if line.notes else "",
        number=False,
        keep=7,
        about="Remarks below the table.",
    ),
)


def told(lines: Sequence[Line]) -> list[Column]:
    """The columns that ``lines`` have anything to say in: some runs were merged, and of some work was counted."""
    silent = set() if any(line.row.run for line in lines) else {"Run"}
    silent |= set() if any(line.row.work for line in lines) else {"Work", "Work Ratio"}
    return [column for column in COLUMNS if column.title not in silent]
