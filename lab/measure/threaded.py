"""How do the designs of a plan run in several threads at once?"""

from __future__ import annotations

import dataclasses
import sys
import tempfile
from dataclasses import dataclass
from typing import Any

from lab.counts import Threads
from lab.judge import remarks
from lab.measure import rows
from lab.measure.environment import Load
from lab.measure.meters import tracking
from lab.measure.plan import Plan
from lab.measure.runner import Job
from lab.model import Case, Remark, Run

COUNTS = (1, 2, 4, 8)


@dataclass(frozen=True, kw_only=True)
class ThreadPlan(Plan):
    """A plan of which every design runs in each number of threads."""

    counts: tuple[int, ...] = COUNTS

    @property
    def seconds(self) -> float:
        """A rough guess before anything is measured."""
        return sum(map(self.seconds_of, self.cases))

    def seconds_of(self, case: Case) -> float:
        """The share of one case in it."""
        return 1 + len(case.designs) * len(self.counts) * (0.6 if self.settings.quick else 2.0)


class Threaded:
    """Measures: memory first, then throughput with nothing beside it."""

    def execute(self, plan: ThreadPlan, job: Job) -> Run:
        """Measure ``plan``: a run without rows, with a line for each design and number of threads."""
        tracking.require_memray()
        found: list[Threads] = []
        told: list[Remark] = []
        for case in plan.cases:
            found += _measured(case, plan, job, told)
            job.finished(plan.seconds_of(case))
        run = rows.run_of(plan, [], job.reports)
        return dataclasses.replace(run, threads=tuple(found), remarks=(*run.remarks, *told))


def _measured(case: Case, plan: ThreadPlan, job: Job, told: list[Remark]) -> list[Threads]:
    asked = {
        "case": dataclasses.asdict(case),
        "settings": dataclasses.asdict(plan.settings),
        "counts": list(plan.counts),
    }
    held: dict[tuple[str, int], dict[str, Any]] = {}
    job.tell(f"memory of threads: {case.workload}, {case.build}")
    with (
        tempfile.TemporaryDirectory(prefix="encoder-lab-") as folder,
        job.worker(case.build, purpose="count") as worker,
    ):
        worker.ask({"do": "hold", **asked, "folder": folder})
        while (answer := worker.hear())["event"] == "held":
            held[answer["design"], answer["threads"]] = answer
    # The allocator keeps large blocks, or every call would be one of the system's.
    with job.worker(case.build, purpose="reside") as worker:
        load = Load()
        worker.ask({"do": "scale", **asked})
        while (answer := worker.hear())["event"] == "progress":
            job.tell(f"throughput: {case.workload}, {case.build}", answer["share"])
        told += remarks.on_load(load.others([worker.pid]))
    rates = answer["rates"]
    return [
        Threads(
            workload=case.workload,
            method=case.method,
            build=case.build,
            design=design.label,
            threads=count,
            locked=getattr(sys, "_is_gil_enabled", lambda: True)(),
            rates=tuple(rates[design.label][str(count)]),
            **{name: tuple(held[design.label, count][name]) for name in ("allocated", "peaks", "retained")},
            **{name: held[design.label, count][name] for name in ("peak", "kept")},
        )
        for design in case.designs
        for count in plan.counts
    ]
