"""How do the designs of a plan run under valgrind, one process each?"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import encoder
from lab.measure import rows
from lab.measure.meters import copies, cpu, valgrind
from lab.measure.plan import Plan
from lab.measure.runner import Job
from lab.model import Case, Design, Run

Meter = Literal["instructions", "copied"]
METERS: tuple[Meter, ...] = ("instructions", "copied")
_SECONDS = 8.0
"""One process: the imports at a tenth of the usual speed, and the call."""


@dataclass(frozen=True, kw_only=True)
class MeterPlan(Plan):
    """A plan of which every design runs once a meter; nothing is timed."""

    meters: tuple[Meter, ...]

    @property
    def seconds(self) -> float:
        """A rough guess before anything is measured."""
        return sum(map(self.seconds_of, self.cases))

    def seconds_of(self, case: Case) -> float:
        """The share of one case in it."""
        return _SECONDS * len(case.designs) * len(self.meters)


class Instrumented:
    """Counts: instructions with callgrind, copies with dhat. Raises ``MissingToolError`` where there is no valgrind."""

    @staticmethod
    def require() -> None:
        """Raise ``MissingToolError`` where it can measure nothing."""
        valgrind.require()

    def execute(self, plan: MeterPlan, job: Job) -> Run:
        """Measure ``plan``: a run without rows, with a call tree for each design and meter."""
        self.require()
        profiles, ledgers = [], []
        for case in plan.cases:
            turns = [(design, meter) for design in case.designs for meter in plan.meters]
            for done, (design, meter) in enumerate(turns):
                job.tell(f"{case.workload}, {design.label}, {meter}, {case.build}", done / len(turns))
                answer = _count(case, design, meter, plan, job)
                profiles.append(answer[-1])
                ledgers += answer[:-1]
            job.finished(plan.seconds_of(case))
        found = rows.run_of(plan, [], job.reports)
        return dataclasses.replace(found, profiles=tuple(profiles), copies=tuple(ledgers))


def _count(case: Case, design: Design, meter: Meter, plan: Plan, job: Job) -> Sequence[Any]:
    """The call tree, after the ledger if there is one."""
    about = {"workload": case.workload, "method": case.method, "build": case.build}
    by_calls = meter == "instructions"
    with tempfile.TemporaryDirectory(prefix="encoder-lab-") as place:
        folder = Path(place)
        under = valgrind.callgrind(folder) if by_calls else valgrind.dhat(folder)
        with job.worker(case.build, under=under) as worker:
            asked = {"case": dataclasses.asdict(case), "settings": dataclasses.asdict(plan.settings)}
            worker.ask({"do": "isolate", **asked, "design": design.label, "switch": by_calls})
            answer = worker.hear()
        # The process has ended by now, and valgrind has written all it knows.
        common = {"phases": encoder.phases(), "design": design, "about": about}
        if by_calls:
            return (cpu.profile(folder, **common),)
        return copies.measured(folder, size=answer["output_bytes"], **common)
