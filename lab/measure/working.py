"""Where is the work of each cell counted, and where can it not be?

Counting takes no clock, so it may share the machine with anybody. But a worker under valgrind needs seconds to start,
so one serves all cells of a build, one after the other.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lab.errors import WorkerError
from lab.measure.meters import valgrind
from lab.measure.plan import seconds_to_work
from lab.measure.process import Worker
from lab.measure.rows import Measured
from lab.measure.runner import Job
from lab.model import Build

Asked = Callable[[Measured], Mapping[str, Any]]
"""The case and the settings of a cell, as a worker is asked."""


def count_all(job: Job, cells: list[Measured], asked: Asked) -> None:
    """Fill in the work of ``cells``; where it cannot be counted, the reason."""
    for build in dict.fromkeys(cell.case.build for cell in cells):
        waiting = deque(cell for cell in cells if cell.case.build == build)
        if why := _hindrance(build):
            for cell in waiting:
                cell.not_worked = why
        else:
            while waiting:
                _count(job, build, waiting, asked)


def _hindrance(build: Build) -> str:
    return valgrind.absent() if build == "compiled" else ""


def _count(job: Job, build: Build, waiting: deque[Measured], asked: Asked) -> None:
    """Count what waits in one worker, until nothing waits or the worker dies."""
    with tempfile.TemporaryDirectory(prefix="encoder-lab-") as folder:
        under = valgrind.callgrind(Path(folder)) if build == "compiled" else ()
        try:
            with job.worker(build, under=under) as worker:
                while waiting and not worker.ended:
                    job.check()
                    _ask(job, worker, waiting[0], {"folder": folder, **asked(waiting[0])})
                    waiting.popleft()
        except WorkerError as error:
            job.check()
            waiting.popleft().not_worked = str(error)


def _ask(job: Job, worker: Worker, cell: Measured, request: Mapping[str, Any]) -> None:
    job.tell(cell.case.label)
    worker.ask({"do": "work", **request})
    while (answer := worker.hear())["event"] != "done":
        cell.worked[answer["design"]] = answer
    job.finished(seconds_to_work(cell.case))
