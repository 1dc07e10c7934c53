"""How often does CPython's cyclic collector run because of a call?

Timed and counted calls have it off, so that no run of it hits whoever happens to be on. Here it is on, as in a
program, and nothing is timed. When it runs depends on how many more containers were made than freed, never on a
clock, so the figures of one Python repeat. A run looks through the younger generations too and is counted in its
own only. One of generation 2 also needs a quarter of the old objects to be new ones: in a process with a small
heap it comes sooner.
"""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable, Mapping
from typing import Any

from lab import workloads
from lab.measure.contestants import contestant, naming_refusals
from lab.model import Case, Design

Runs = tuple[float, float, float]
"""Runs of generations 0, 1 and 2 per 1000 calls: what BenchmarkDotNet calls Gen0, Gen1 and Gen2."""

_FEWEST, _MOST = 10, 2000
"""Calls."""
_ENOUGH = 128 * 1024
"""Bytes of output after which it is seen whether a call makes the collector run at all."""
_SEVERAL = 150
"""Runs of generation 0, so that there is one of generation 2 among them: each takes eleven of the one before."""


def measure(case: Case, design: Design, *, send: Callable[[Mapping[str, Any]], None]) -> None:
    """Count for ``design`` on the case's ``memory_workload`` and send a ``collected`` answer."""
    payload = workloads.get(case.memory_workload)
    with naming_refusals(design, payload):
        one = contestant(design, payload.build, case.method)
        size = len(one.output())
    send({"event": "collected", "design": design.label, "runs": runs(one.operation, size=size)})


def runs(operation: Callable[[], Any], *, size: int) -> Runs:
    """Runs of each generation per 1000 calls of ``operation``, which writes ``size`` bytes."""
    calls = min(_MOST, max(_FEWEST, _ENOUGH // max(1, size)))
    was_on = gc.isenabled()
    gc.enable()
    try:
        # Every count begins at nothing.
        gc.collect()
        before, done = _runs(), 0
        while True:
            for _ in itertools.repeat(None, calls):
                operation()
            done += calls
            young, middle, old = (now - then for now, then in zip(_runs(), before, strict=True))
            if not young or young >= _SEVERAL or done >= _MOST:
                return 1000 * young / done, 1000 * middle / done, 1000 * old / done
    finally:
        if not was_on:
            gc.disable()


def _runs() -> list[int]:
    return [generation["collections"] for generation in gc.get_stats()]
