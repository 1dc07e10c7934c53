"""What did one comparison find, in a sentence, a table and pictures?"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from lab import results
from lab.model import Pair, Row, Run, Verdict

_CALLS = {
    "to_bytes": "to bytes",
    "to_str": "to text",
    "to_writer": "into a buffer",
    "to_stream": "into a stream",
    "as_property": "as a property",
}
_EVEN = 0.005
"""Ratios that round to 1.00 count as equal in the sentence."""


class Result:
    """One comparison: a run with one row for each candidate, and the ways to look at it.

    The drawing methods come from `lab.show`, which is imported when the first one is called.
    """

    def __init__(self, run: Run) -> None:
        if not run.rows:
            raise ValueError("a result needs at least one row")
        self.run = run

    def __repr__(self) -> str:
        return f"Result({self.finding!r})"

    def _repr_markdown_(self) -> str:
        return self.finding

    @property
    def row(self) -> Row:
        """The first row; the only one where two designs were compared."""
        return self.run.rows[0]

    @property
    def verdicts(self) -> dict[str, Verdict | None]:
        """The verdict on each candidate's time, by its label."""
        return {row.candidate: row.verdict for row in self.run.rows}

    @property
    def finding(self) -> str:
        """One sentence: time with its interval and verdict, then bytes and peak."""
        return finding(self.row)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the run as JSON; `lab.load` reads it anywhere. Raises ``DiskError``."""
        return results.save(self.run, path)

    def table(self, **options: Any) -> Any:
        """The row as BenchmarkDotNet would lay it out."""
        from lab.show import views

        return views.table(self.run, **options)

    def ratios(self, **options: Any) -> Any:
        """The ratio chart with its intervals."""
        from lab.show import views

        return views.ratios(self.run, **options)

    def flame(self, **options: Any) -> Any:
        """The allocation flame graph of both designs."""
        from lab.show import views

        return views.flame(self.run, **options)

    def diff(self, **options: Any) -> Any:
        """The difference of the two flame graphs, aligned on phases."""
        from lab.show import views

        return views.diff(self.run, **options)

    def source(self, **options: Any) -> Any:
        """Both rivals' source, side by side."""
        from lab.show import views

        return views.source(self.run, **options)

    def report(self, path: str | os.PathLike[str] = "report.html", **options: Any) -> Path:
        """Write everything as one file that needs no network."""
        from lab.show import views

        return views.report(self.run, path, **options)


def finding(row: Row) -> str:
    """What ``row`` says, as one sentence with its figures."""
    about = f"{row.workload} {_CALLS[row.method]} ({row.build})"
    facts = [_time(row), *_memory(row)]
    return f"On {about}, {row.candidate} against {row.baseline}: {'; '.join(filter(None, facts))}."


def _time(row: Row) -> str:
    if row.time is None:
        return "time was not measured"
    time = row.time
    figures = f"{time.ratio:.2f} of the time ({time.low:.2f} to {time.high:.2f})"
    return f"{row.verdict}, {figures}" if row.verdict else figures


def _memory(row: Row) -> list[str]:
    on = f" on {row.memory_workload}" if row.memory_workload != row.workload else ""
    return [_share(row.bytes, "bytes allocated", on), _share(row.peak, "peak", "")]


def _share(pair: Pair | None, what: str, on: str) -> str:
    if pair is None:
        return ""
    if pair.ratio is None:
        return f"{what} {pair.candidate:,} B against none{on}"
    if abs(pair.ratio - 1) < _EVEN:
        return f"the same {what}{on}"
    return f"{pair.ratio:.2f} of the {what}{on} ({pair.candidate:,} B against {pair.baseline:,} B)"
