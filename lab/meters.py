"""How does one ask the lab what a design does, where a clock would only say how long it takes?"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab import calls, saved
from lab.measure import runner
from lab.measure.instrumented import Instrumented, Meter, MeterPlan
from lab.measure.runner import Executor, Listener
from lab.model import MARGIN, Build, Design, Method, Run
from lab.workloads import Workload

Designs = Mapping[str, str] | Design | str
WORKLOAD = "blob_1m"
BASELINE, CANDIDATE = "base64=copying", "base64=direct"
"""What is measured where nothing else is asked for: the copy that a codec writing in place makes needless."""


def cpu(workload: str | Workload | Any = WORKLOAD, **options: Any) -> Work:
    """Where two designs (or more) spend instructions in one call, by function: counted by callgrind, not sampled.

    Takes the options of `plan`. Raises ``MissingToolError`` where valgrind is not installed.
    """
    return _measured(("instructions",), workload, **options)


def copies(workload: str | Workload | Any = WORKLOAD, **options: Any) -> Work:
    """How many bytes two designs (or more) move in one call, and which functions move them.

    Takes the options of `plan`. Raises ``MissingToolError`` where valgrind is not installed.
    """
    return _measured(("copied",), workload, **options)


def plan(
    meters: tuple[Meter, ...],
    workload: str | Workload | Any = WORKLOAD,
    *,
    baseline: Designs = BASELINE,
    candidate: Designs | Sequence[Designs] = CANDIDATE,
    method: Method = "to_writer",
    build: Build = "compiled",
) -> MeterPlan:
    """What `cpu` or `copies` would measure; designs are named as in `lab.compare`."""
    whole = calls.plan_comparison(workload, baseline=baseline, candidate=candidate, method=method, build=build)
    cases = tuple(replace(case, timed=False, pictured=False) for case in whole.cases)
    return MeterPlan(cases=cases, settings=whole.settings, margin=MARGIN, meters=meters)


def _measured(
    meters: tuple[Meter, ...],
    workload: Any,
    *,
    executor: Executor | None = None,
    progress: Listener | None = None,
    **options: Any,
) -> Work:
    return Work(runner.run(plan(meters, workload, **options), executor or Instrumented(), progress=progress))


class Work:
    """What was counted of some designs, the baseline first, and the ways to look at it."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.finding!r})"

    def _repr_markdown_(self) -> str:
        return self.finding

    @property
    def finding(self) -> str:
        """One sentence."""
        from lab.show import work

        return work.finding(self.run)

    def table(self) -> Any:
        """A line a design."""
        from lab.show import work

        return work.table(self.run)

    def flame(self, design: str | None = None) -> Any:
        """The flame graph of one design, by default the last."""
        from lab.show import work

        return work.flame(self.run, design)

    def diff(self) -> Any:
        """The first two designs and their difference, aligned on phases."""
        from lab.show import work

        return work.diff(self.run)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the run as JSON; `lab.load` reads it anywhere. Raises ``DiskError``."""
        return saved.save(self.run, path)

    def report(self, path: str | os.PathLike[str] = "report.html") -> Path:
        """Write everything as one file that needs no network."""
        from lab.show import views

        return views.report(self.run, path)
