"""How does one ask the lab what a design does, where a clock would only say how long it takes?"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab import calls, saved
from lab.errors import LabError
from lab.measure import runner
from lab.measure.instrumented import Instrumented, Meter, MeterPlan
from lab.measure.runner import Executor, Listener
from lab.measure.threaded import COUNTS, Threaded, ThreadPlan
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


def threads(
    workload: str | Workload | Any = WORKLOAD,
    *,
    executor: Executor | None = None,
    progress: Listener | None = None,
    **options: Any,
) -> Scaling:
    """Two designs (or more) in 1, 2, 4 and 8 threads at once: throughput, bytes of each thread, the peak of all.

    Takes the options of `plan_threads`. Raises ``MissingToolError`` without memray.
    """
    return Scaling(runner.run(plan_threads(workload, **options), executor or Threaded(), progress=progress))


def plan_threads(
    workload: str | Workload | Any = WORKLOAD,
    *,
    baseline: Designs = BASELINE,
    candidate: Designs | Sequence[Designs] = CANDIDATE,
    method: Method = "to_bytes",
    build: Build = "compiled",
    counts: Sequence[int] = COUNTS,
    quick: bool | None = None,
) -> ThreadPlan:
    """What `threads` would measure; ``counts`` are the numbers of threads."""
    if not counts or any(count < 1 for count in counts):
        raise LabError(f"Threads are counted from 1 on, not {list(counts)}. For example: counts=(1, 2, 4, 8).")
    whole = calls.plan_comparison(
        workload, baseline=baseline, candidate=candidate, method=method, build=build, quick=quick
    )
    cases = tuple(replace(case, timed=False, pictured=False) for case in whole.cases)
    return ThreadPlan(cases=cases, settings=whole.settings, margin=MARGIN, counts=tuple(counts))


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


class _Found:
    """What was found, and the ways to look at it."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.finding!r})"

    def _repr_markdown_(self) -> str:
        return self.finding

    @property
    def finding(self) -> str:
        """A sentence for each payload and build."""
        return self._show().finding(self.run)

    def table(self) -> Any:
        """A line a design."""
        return self._show().table(self.run)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the run as JSON; `lab.load` reads it anywhere. Raises ``DiskError``."""
        return saved.save(self.run, path)

    def report(self, path: str | os.PathLike[str] = "report.html") -> Path:
        """Write everything as one file that needs no network."""
        from lab.show import views

        return views.report(self.run, path)


class Work(_Found):
    """What was counted of some designs, the baseline first."""

    def _show(self) -> Any:
        from lab.show import work

        return work

    def flame(self, design: str | None = None) -> Any:
        """The flame graph of one design, by default the last."""
        return self._show().flame(self.run, design)

    def diff(self) -> Any:
        """The first two designs and their difference, aligned on phases."""
        return self._show().diff(self.run)


class Scaling(_Found):
    """What was measured of some designs in several threads, the baseline first."""

    def _show(self) -> Any:
        from lab.show import scaling

        return scaling

    def chart(self) -> Any:
        """Throughput and the peak of live bytes by the number of threads."""
        return self._show().charts(self.run)[0]
