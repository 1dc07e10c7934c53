"""Where do the answers to a plan come from: from the machine, or from a recorded run?"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
import tempfile
import threading
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any

from lab.errors import DisagreementError, LabError, WorkerError
from lab.measure import foreign, rehearsal, rows, working
from lab.measure.environment import Load
from lab.measure.meters import time as timing
from lab.measure.meters import tracking
from lab.measure.plan import Plan, seconds_to_count, seconds_to_time
from lab.measure.process import Worker
from lab.measure.rows import Measured
from lab.measure.runner import Job
from lab.measure.settings import LARGE
from lab.model import Case, Design, Row, Run

_STEPS = 3
"""Making a large payload, checking it and warming up may take as many limits of one call."""
_COUNTERS = 2
"""Counting does not care who else runs, so two cores count at once; nothing runs beside a timing cell."""

LAST_PROCESSOR = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


class Live:
    """Measures: all memory first, two cells at a time, then work, then all times, strictly one by one."""

    def execute(self, plan: Plan, job: Job) -> Run:
        """Measure ``plan``. A worker that dies costs its cell only; any other error ends the run."""
        cells = [Measured(case=case) for case in plan.cases]
        for cell in cells:
            if foreign.among(cell.case):
                # Nobody knows what a function of others does: it is tried alone before it can hurt anybody.
                rehearsal.hold(plan, job, cell, hard=False)
        self._count_all(plan, job, [cell for cell in cells if cell.case.counted and cell.standing])
        worked = [cell for cell in cells if cell.case.worked and cell.standing]
        working.count_all(job, worked, partial(_asked, plan))
        for cell in cells:
            if cell.case.timed:
                job.tell(cell.case.label)
                self._time_whoever_stands(plan, job, cell)
                job.check()
                job.finished(seconds_to_time(cell.case, plan.settings))
        return rows.run_of(plan, cells, job.reports)

    def _count_all(self, plan: Plan, job: Job, cells: list[Measured]) -> None:
        if not cells:
            return
        tracking.require_memray()
        # The longest first, so that no thread is left with a long one when the other is done.
        waiting = deque(sorted(cells, key=lambda cell: -seconds_to_count(cell.case)))
        failures: list[BaseException] = []

        def work(folder: Path) -> None:
            folder.mkdir()
            try:
                with _Counter(plan, job, folder) as counter:
                    while waiting and not failures:
                        with contextlib.suppress(IndexError):
                            counter.count(waiting.popleft())
            except BaseException as error:
                failures.append(error)

        with tempfile.TemporaryDirectory(prefix="encoder-lab-") as folder:
            places = [Path(folder, str(number)) for number in range(min(_COUNTERS, len(cells)))]
            threads = [threading.Thread(target=work, args=(place,), name="lab count") for place in places]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        if failures:
            raise failures[0]

    def _time_whoever_stands(self, plan: Plan, job: Job, cell: Measured) -> None:
        """Time the cell; where its process dies, once more without whoever dies alone too."""
        while cell.standing:
            try:
                self._time(plan, job, cell)
                return
            except WorkerError as error:
                job.check()
                cell.forget()
                try:
                    if rehearsal.hold(plan, job, cell, hard=True):
                        continue
                except WorkerError:
                    job.check()
                cell.failures["Time"] = str(error)
                return

    def _time(self, plan: Plan, job: Job, cell: Measured) -> None:
        case = cell.case
        known = cell.output_bytes if case.memory_workload == case.workload else None
        if known is None or known <= LARGE:
            with job.worker(case.build, here=foreign.stays(case)) as worker:
                self._first(plan, cell, worker)
                load = Load()
                worker.ask({"do": "time", **_asked(plan, cell)})
                while (answer := worker.hear(patience=plan.settings.limit))["event"] == "progress":
                    job.tell(case.label, answer["share"])
                if answer["event"] == "done":
                    cell.timed(answer["samples"], answer, load.others([worker.pid]))
                    return
        self._time_residents(plan, job, cell)

    def _first(self, plan: Plan, cell: Measured, worker: Worker) -> None:
        """Let ``worker``, which has encoded nothing yet, time a first call of everybody."""
        worker.ask({"do": "first", **_asked(plan, cell)})
        cell.first = worker.hear()["first"]

    def _time_residents(self, plan: Plan, job: Job, cell: Measured) -> None:
        parts = plan.settings.resident_rebuilds
        sets = plan.settings.generations * parts
        settings = plan.settings.share(sets)
        for begun in range(0, sets, parts):
            order = random.Random(f"{settings.seed}:{cell.case.label}:{begun}")
            with contextlib.ExitStack() as stack:
                workers = [
                    stack.enter_context(job.worker(cell.case.build, purpose="reside", here=foreign.stays(cell.case)))
                    for _ in cell.case.designs
                ]
                if not cell.first:
                    self._first(plan, cell, workers[0])
                answer = self._settle_in(plan, cell, workers)
                load = Load()
                for part in range(parts):
                    for worker in order.sample(workers, len(workers)) if part else ():
                        worker.ask({"do": "rebuild"})
                        worker.hear(patience=_STEPS * plan.settings.limit)
                    samples = timing.compete(
                        [partial(_sample, worker, plan.settings.limit) for worker in workers],
                        settings,
                        order=order,
                        progress=lambda share, done=begun + part: job.tell(cell.case.label, (done + share) / sets),
                    )
                    others = load.others([worker.pid for worker in workers]) if part == parts - 1 else None
                    cell.timed(samples, answer, others)

    def _settle_in(self, plan: Plan, cell: Measured, workers: list[Worker]) -> dict[str, Any]:
        """Make each worker the home of one contestant; the baseline's answer, if all wrote the same bytes."""
        answers = []
        for worker, design in zip(workers, cell.case.designs, strict=True):
            # They take turns, so one processor serves all: no contestant has the busier or slower one.
            worker.stay(LAST_PROCESSOR)
            worker.ask({"do": "reside", **_asked(plan, cell), "design": design.label})
            answers.append(worker.hear(patience=_STEPS * plan.settings.limit))
        if len({answer["digest"] for answer in answers}) > 1:
            workers[0].ask({"do": "agree", **_asked(plan, cell)})
            workers[0].hear(patience=_STEPS * plan.settings.limit)
            if foreign.among(cell.case):
                # They say the same in another form, which the rehearsal noted.
                return answers[0]
            raise DisagreementError(f"{cell.case.label}: the contestants gave different bytes, but only once.")
        return answers[0]


class _Counter:
    """One thread's counting worker, kept from cell to cell of a build because every cell forks anew."""

    def __init__(self, plan: Plan, job: Job, folder: Path) -> None:
        self._plan = plan
        self._job = job
        self._folder = folder
        self._stack = contextlib.ExitStack()
        self._worker: Worker | None = None

    def __enter__(self) -> _Counter:
        return self

    def __exit__(self, *failure: Any) -> None:
        self._stack.__exit__(*failure)

    def count(self, cell: Measured) -> None:
        self._job.check()
        self._job.tell(cell.case.label)
        try:
            worker = self._worker_of(cell)
            worker.ask({"do": "count", **_asked(self._plan, cell), "folder": str(self._folder)})
            while (answer := worker.hear())["event"] != "done":
                getattr(cell, answer["event"])[answer["design"]] = answer
        except WorkerError as error:
            self._end()
            self._job.check()
            cell.failures["Memory"] = str(error)
        self._job.finished(seconds_to_count(cell.case) / 2)

    def _worker_of(self, cell: Measured) -> Worker:
        if self._worker is None or self._worker.build != cell.case.build or foreign.stays(cell.case):
            self._end()
            here = foreign.stays(cell.case)
            self._worker = self._stack.enter_context(self._job.worker(cell.case.build, purpose="count", here=here))
        return self._worker

    def _end(self) -> None:
        if self._worker is not None:
            # What it was doing is of no use any more, so it is not asked to end.
            self._worker.kill()
            self._worker = None
        with contextlib.suppress(WorkerError):
            self._stack.close()


class Replay:
    """Looks every case up in a recorded run, so that it works where nothing can be measured."""

    def __init__(self, recorded: Run) -> None:
        if recorded.sources:
            raise LabError("A merged run is of several machines. Replay one of them: lab.merging.split(run) has them.")
        self._recorded = recorded

    def execute(self, plan: Plan, job: Job) -> Run:
        """The recorded rows of ``plan``, with all pictures. Raises ``LabError`` for a case not recorded."""
        found = []
        for case in plan.cases:
            for candidate in case.candidates if case.timed else ():
                found.append(self._row(case, candidate))
        return dataclasses.replace(self._recorded, rows=tuple(found), replayed=True)

    def _row(self, case: Case, candidate: Design) -> Row:
        key = (case.workload, case.method, case.build, case.baseline.label, candidate.label)
        rows = [row for row in self._recorded.rows if row.key[1:] == key and row.gc == case.gc]
        # A comparison of one's own is found in whichever experiment it was recorded.
        for row in sorted(rows, key=lambda row: row.experiment != case.experiment):
            return row
        raise LabError(
            f"Not in the recorded run {self._recorded.run_id}: {candidate.label} against "
            f"{case.baseline.label} on {case.workload} {case.method}, {case.build}. Measure it where memray "
            "and that build are there, or choose among its rows."
        )


def _asked(plan: Plan, cell: Measured) -> dict[str, Any]:
    return {"case": dataclasses.asdict(cell.case), "settings": dataclasses.asdict(plan.settings)}


def _sample(worker: Worker, patience: float) -> float:
    worker.ask({"do": "sample"})
    return worker.hear(patience=patience)["ns"]
