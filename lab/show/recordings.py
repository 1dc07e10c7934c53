"""What did an earlier run find out, before anyone here has measured anything?"""

from __future__ import annotations

import dataclasses
import html
from typing import Any

from lab import places
from lab.errors import LabError
from lab.model import Row, Run
from lab.show import beside, charts, displays, pictures, sentences, tables


class NotRecordedError(LabError):
    """The recorded run has no such row; the message lists what it has."""


class Recording:
    """The recorded run of one experiment; shows itself as the banner that says when and where it was made.

    Its pictures are drawn from the stored numbers, so they need neither memray nor a compiler.
    """

    def __init__(self, run: Run, experiment: str) -> None:
        self.run, self.experiment = run, experiment
        self.rows = tuple(row for row in run.rows if row.experiment == experiment)
        builds = {row.build for row in self.rows}
        self.build = "compiled" if "compiled" in builds or not builds else min(builds)

    def __repr__(self) -> str:
        return f"<Recording of {self.experiment}: {sentences.recorded(self.run)}>"

    def _repr_html_(self) -> str:
        banner = html.escape(sentences.recorded(self.run))
        return f'<div class="lab">{displays.style()}<div class="lab-notice lab-replay">{banner}</div></div>'

    def row(self, workload: str, **which: str) -> Row:
        """The first row on ``workload`` that fits ``which`` (``candidate="value"``, ``method="to_str"`` ...).

        Raises `NotRecordedError`, with what there is.
        """
        wanted = {"workload": workload, "build": self.build, **which}
        for row in self.rows:
            if all(getattr(row, name) == value for name, value in wanted.items()):
                return row
        there = sorted({f"{row.workload} {row.method} {row.candidate} ({row.build})" for row in self.rows})
        asked = " ".join(wanted.values())
        raise NotRecordedError(f"Nothing was recorded for {asked}. Recorded: {', '.join(there)}.")

    def picture(self) -> Any:
        """The picture that tells the experiment's story."""
        return pictures.of(self.run, self.experiment, build=self.build)

    def ratios(self) -> Any:
        """Every time and memory ratio of the experiment in one chart."""
        return charts.ratios([row for row in self.rows if row.build == self.build])

    def table(self) -> Any:
        """The experiment's table, as BenchmarkDotNet would lay it out."""
        return tables.render([row for row in self.rows if row.build == self.build])

    def finding(self, workload: str, **which: str) -> str:
        """One row in one sentence."""
        return sentences.finding(self.row(workload, **which))

    def published(self) -> Any:
        """What the source system published, beside this run."""
        from lab.judge import published

        pairs = published.beside(self.rows, build=self.build)
        mine = [pair for pair in pairs if (pair.published.counterpart or (None,))[0] == self.experiment]
        return beside.Table(mine, build=self.build)

    def result(self, workload: str, **which: str) -> Any:
        """The row that fits as a ``Result``, with its own flame graphs and the rest."""
        return result(self.run, self.row(workload, **which))

    def difference(self, workload: str, **which: str) -> Any:
        """The two flame graphs of a row and their difference, aligned on phases."""
        return self.result(workload, **which).diff()


def recorded(experiment: str) -> Recording:
    """The recorded run of ``experiment`` (``"writer"``, ``"base64"`` or ``"tree"``).

    Raises ``NotFoundError`` where none was recorded or the repository is not at hand.
    """
    from lab import saved

    return Recording(saved.load(places.recorded(experiment)), experiment)


def result(run: Run, row: Row) -> Any:
    """One row of a run as a ``Result``: with the profiles, traces and curves that belong to it, no others."""
    from lab.result import Result

    designs, payloads = (row.baseline, row.candidate), (row.workload, row.memory_workload)

    def mine(part: Any) -> bool:
        same = (part.method, part.build, part.run) == (row.method, row.build, row.run)
        return same and part.design in designs and getattr(part, "workload", row.workload) in payloads

    parts = {name: tuple(filter(mine, getattr(run, name))) for name in ("profiles", "traces", "curves")}
    return Result(dataclasses.replace(run, rows=(row,), **parts))
