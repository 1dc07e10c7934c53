"""In what order is a run among peers measured, and by which processes?

Every generation of processes begins in a fresh worker and goes through all cases, so that a slow spell of the
machine hits a part of every case's samples and not all samples of one. Memory comes last, in workers of its own.
"""

from __future__ import annotations

import dataclasses
import os
import statistics
import tempfile
import threading
from collections import deque
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lab.encoders import OURS, cases
from lab.errors import CancelledError, LabError, MissingToolError, WorkerError
from lab.measure.executors import LAST_PROCESSOR
from lab.measure.meters import tracking
from lab.measure.peers import rows
from lab.measure.peers.plan import COUNTERS, TWIN, PeerPlan
from lab.measure.peers.rows import Found
from lab.measure.process import Worker
from lab.measure.runner import Job
from lab.measure.settings import Settings
from lab.model import Run


class PeerExecutor:
    """Executes a `PeerPlan`: all times, one case after the other, then all memory, two cases at a time."""

    def __init__(self) -> None:
        self.missing: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        self.growth: dict[str, Any] = {}

    def execute(self, plan: PeerPlan, job: Job) -> Run:
        """Measure ``plan``. Whoever fails costs its own rows only; raises where nothing could be measured."""
        tracking.require_memray()
        if not hasattr(os, "fork"):
            raise MissingToolError(
                "Peers are measured in forks of one process, which this system does not have. Draw a run that was "
                "recorded elsewhere: `python -m lab replay FILE`."
            )
        found = [Found(cell=cell) for cell in plan.cases]
        for generation in range(plan.settings.generations):
            self._generation(plan, job, found, generation)
        if all(one.failure for one in found):
            raise WorkerError(found[0].failure)
        if plan.growing:
            self._grow(plan, job)
        self._weigh_all(plan, job, [one for one in found if not one.failure])
        told = {"versions": self.versions, "missing": self.missing, "growth": self.growth}
        return rows.run_of(plan, found, job.reports, **told)

    def _generation(self, plan: PeerPlan, job: Job, found: Sequence[Found], generation: int) -> None:
        settings = plan.settings.share(plan.settings.generations)
        waiting = deque(found)
        while waiting:
            build = waiting[0].cell.build
            with job.worker(build, purpose="reside") as worker:
                # Everybody takes turns on one processor: nobody has the busier or the slower one.
                worker.stay(LAST_PROCESSOR)
                entries = self._enlist(worker, plan)
                while waiting and waiting[0].cell.build == build:
                    one = waiting.popleft()
                    job.check()
                    job.tell(one.cell.label)
                    if not one.failure:
                        try:
                            self._compare(worker, one, entries, settings, generation)
                        except LabError as error:
                            one.failure = str(error)
                            job.check()
                    if generation == plan.settings.generations - 1:
                        job.finished(plan.seconds_to_time(one.cell))
                    if worker.ended:
                        break

    def _enlist(self, worker: Worker, plan: PeerPlan) -> list[dict[str, str]]:
        entries = [dataclasses.asdict(entry) for entry in plan.entries]
        worker.ask({"do": "enlist", "entries": entries})
        answer = worker.hear()
        self.versions |= answer["versions"]
        self.missing |= answer["missing"]
        return [entry for entry in entries if entry["label"] not in answer["missing"]]

    def _compare(self, worker: Worker, one: Found, entries: list, settings: Settings, generation: int) -> None:
        asked = {"case": one.cell.name, "entries": entries, "settings": dataclasses.asdict(settings)}
        worker.ask({"do": "compare", **asked, "seed": f"{settings.seed}:{one.cell.label}:{generation}"})
        one.add(worker.hear())

    def _grow(self, plan: PeerPlan, job: Job) -> None:
        build = plan.cases[0].build
        job.tell(f"peers: growth, {build}")
        try:
            with job.worker(build) as worker:
                worker.ask({"do": "grow", "quick": plan.settings.quick})
                self.growth = worker.hear()["growth"]
        except WorkerError as error:
            # Half a gigabyte may be too much for this machine, which is no reason to lose all cases.
            job.check()
            self.growth = {"failure": str(error)}

    def _weigh_all(self, plan: PeerPlan, job: Job, found: Sequence[Found]) -> None:
        waiting, failures = deque(found), []

        def work(folder: Path) -> None:
            folder.mkdir()
            try:
                while waiting and not failures:
                    self._weigh_some(plan, job, waiting, folder)
            except BaseException as error:
                failures.append(error)

        with tempfile.TemporaryDirectory(prefix="encoder-lab-") as folder:
            places = [Path(folder, str(number)) for number in range(min(COUNTERS, len(found)))]
            threads = [threading.Thread(target=partial(work, place), name="lab weigh") for place in places]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        for error in failures:
            raise error

    def _weigh_some(self, plan: PeerPlan, job: Job, waiting: deque[Found], folder: Path) -> None:
        """Weigh what waits in one worker, until nothing waits or the worker dies."""
        one = None
        try:
            with job.worker(waiting[0].cell.build, purpose="count") as worker:
                self._enlist(worker, plan)
                while True:
                    try:
                        one = waiting.popleft()
                    except IndexError:
                        return
                    if one.cell.build != worker.build:
                        waiting.appendleft(one)
                        return
                    job.check()
                    job.tell(one.cell.label)
                    self._weigh(worker, plan, one, folder)
                    job.finished(plan.seconds_to_count(one.cell))
        except CancelledError:
            raise
        except WorkerError as error:
            job.check()
            if one is None:
                raise
            one.weights.setdefault(OURS, str(error))

    def _weigh(self, worker: Worker, plan: PeerPlan, one: Found, folder: Path) -> None:
        labels = _worth_weighing(one, quick=plan.settings.quick)
        entries = [dataclasses.asdict(entry) for entry in plan.entries if entry.label in labels]
        asked = {"case": one.cell.name, "entries": entries, "settings": dataclasses.asdict(plan.settings)}
        worker.ask({"do": "weigh", **asked, "folder": str(folder)})
        while (answer := worker.hear())["event"] == "weighed":
            one.weights[answer["label"]] = answer["weight"]


def _worth_weighing(one: Found, *, quick: bool) -> list[str]:
    """Ours and every peer's, in the order of their times; at quick settings of the peers only the fastest."""
    repeated = cases.get(one.cell.name).mode == "repeated"
    kind = "samples" if repeated else "firsts"
    ours = one.contestants[OURS][kind]
    ratios = {
        # Who leaves early has the first samples of each generation only; in quick runs there is one.
        label: statistics.median(mine / its for mine, its in zip(ours, told[kind], strict=False))
        for label, told in one.contestants.items()
        if label not in (OURS, TWIN) and told[kind] and not told["failure"]
    }
    ordered = sorted(ratios, key=ratios.__getitem__, reverse=True)
    if quick:
        ordered = [label for label in ordered if not (repeated and one.contestants[label]["grown"] > 0)][:1]
    return [OURS, *ordered]
