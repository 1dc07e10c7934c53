"""How long does the very first call take, in a process that has not called before?

Whatever is paid once is in it: what is imported late, plans of classes, caches, memory that the system hands out. No
other figure has any of that, since those are of calls that were warmed up until they stopped falling.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

from lab import workloads
from lab.measure.contestants import contestant
from lab.measure.resident import FallenError, Resident
from lab.measure.settings import Settings
from lab.model import Case, Design

_FORKS = 3
_LONG_NS = 1e8
"""A call that takes longer is called once: nobody needs it to the percent."""


def first_calls(case: Case, settings: Settings) -> dict[str, float]:
    """Nanoseconds of a first call of each contestant, the median of a few, each in a fork of its own.

    To be asked of a process that has encoded nothing. Who falls is left out; it falls again where that is told.
    """
    found = {}
    for design in case.designs:
        spent: list[float] = []
        while len(spent) < _FORKS and sum(spent) < _LONG_NS:
            with Resident(partial(_serve, case, design), patience=settings.limit) as one:
                try:
                    spent.append(one.ask("call"))
                except FallenError:
                    break
        if spent:
            found[design.label] = statistics.median(spent)
    return found


def _serve(case: Case, design: Design, hear: Callable, answer: Callable) -> None:
    hear()
    operation = contestant(design, workloads.get(case.workload).build, case.method).operation
    start = time.thread_time_ns()
    operation()
    answer(float(time.thread_time_ns() - start))
