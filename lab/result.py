"""What did one comparison find, in a sentence, a table and pictures?"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from lab import saved
from lab.model import Row, Run, Verdict


class Result:
    """One comparison: a run with one row for each candidate, and the ways to look at it.

    Sentence and drawings come from `lab.show`, which is imported when the first one is asked for.
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
        from lab.show import sentences

        return sentences.finding(self.row)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the run as JSON; `lab.load` reads it anywhere. Raises ``DiskError``."""
        return saved.save(self.run, path)

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

    def export(self, folder: str | os.PathLike[str] = ".", **options: Any) -> list[Path]:
        """Write Markdown, CSV, JSON and speedscope files into ``folder``; ``formats="md"`` for one of them."""
        from lab.show import exports

        return exports.write(self.run, folder, **options)
