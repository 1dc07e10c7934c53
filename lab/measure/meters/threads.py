"""What do several threads of one process do to each other when all encode at once?

Each thread has a contestant of its own, on a value of its own, and all begin behind one barrier. Three answers, each
from a pass of its own:

- how many calls a second all of them make together, by the wall clock;
- from one memray capture of them all: what each call asked for, and the most bytes alive at once over all threads;
- what each thread keeps, and how often its call got the writer that the thread keeps.

CPython with its global lock runs one thread at a time, and a compiled call does not let go of the lock: throughput
then stays what it is with one thread, and what a call needs only for its own time exists once, however many threads
there are. The sum of the threads' own peaks is what they can hold at once where no such lock is.
"""

from __future__ import annotations

import errno
import itertools
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import encoder
from lab import workloads
from lab.measure.contestants import RETAINED, contestant, naming_refusals
from lab.measure.meters import captures
from lab.measure.meters.captures import MARK, MARK_BLOCK
from lab.measure.meters.tracking import Capture
from lab.measure.settings import Settings
from lab.model import Case, Design

_WARM = 3
_CALLS = 8
"""Calls of a thread that are counted: enough for the interpreter to switch between the threads of a slow design."""

_ROUNDS = {True: 5, False: 11}
_SECONDS = {True: 0.03, False: 0.1}
"""Of one sample, by the wall clock."""

Samples = dict[str, dict[str, list[float]]]
"""By design and by number of threads."""
Operations = Sequence[Callable[[], Any]]


def operations(case: Case, design: Design, count: int) -> list[Callable[[], Any]]:
    """A call for each of ``count`` threads, on values that no two of them share."""
    payload = workloads.get(case.workload)
    with naming_refusals(design, payload):
        return [contestant(design, payload.build, case.method).operation for _ in range(count)]


def throughput(calls: Operations, *, seconds: float) -> float:
    """Calls a second of all threads together, of at least ``seconds`` by the wall clock."""
    loops = max(1, round(seconds / _lasting(calls[0]) / len(calls)))
    start = 0.0

    def begin() -> None:
        nonlocal start
        start = time.perf_counter()

    def work(call: Callable[[], Any]) -> None:
        for _ in itertools.repeat(None, loops):
            call()

    together([partial(work, call) for call in calls], begin=begin)
    return loops * len(calls) / (time.perf_counter() - start)


def _lasting(call: Callable[[], Any]) -> float:
    """Seconds of one call, roughly."""
    start = time.perf_counter()
    for _ in range(_WARM):
        call()
    return max(1e-7, (time.perf_counter() - start) / _WARM)


def together(works: Sequence[Callable[[], Any]], *, begin: Callable[[], None] | None = None) -> None:
    """Run each in a thread of its own, all from the same moment. Raises what the first failing one raised."""
    barrier = threading.Barrier(len(works), action=begin)
    failures: list[BaseException] = []

    def run(work: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def memory(calls: Operations, *, folder: Path) -> dict[str, Any]:
    """``allocated``, bytes of one call in each thread; each thread's own ``peaks``; the ``peak`` of all at once.

    The last two are above what was alive when the last thread had warmed up. Raises ``DiskError``.
    """
    path = folder / "threads.bin"
    warm = threading.Barrier(len(calls))
    retained: list[int] = []

    def work(call: Callable[[], Any]) -> None:
        # memray's hook would charge a frame object to every call.
        sys.setprofile(None)
        for _ in range(_WARM):
            call()
        turns = itertools.repeat(None, _CALLS)
        warm.wait()
        bytes(MARK)
        for _ in turns:
            call()
        bytes(MARK)
        retained.append(encoder.retained())

    with Capture(path):
        together([partial(work, call) for call in calls])
    found = _read(path, len(calls))
    path.unlink()
    return found | {"retained": retained}


def _read(path: Path, count: int) -> dict[str, Any]:
    """What lies between the marks of each thread; the peaks are over what was allocated there."""
    asked: Counter[int] = Counter()
    own: Counter[int] = Counter()
    peaks: Counter[int] = Counter()
    counting: dict[int, bool] = {}
    alive: dict[int, tuple[int, int]] = {}
    peak = 0
    for thread, size, address in captures.events(path):
        if size == MARK_BLOCK:
            counting[thread] = thread not in counting
        elif size and counting.get(thread):
            asked[thread] += size
            own[thread] += size
            alive[address] = size, thread
            peaks[thread] = max(peaks[thread], own[thread])
            peak = max(peak, own.total())
        elif not size and address in alive:
            # Whoever frees it: the block was this thread's.
            freed, owner = alive.pop(address)
            own[owner] -= freed
    if len(counting) != count or any(counting.values()):
        raise captures.unwritten(path, OSError(errno.ENOSPC, "cut short"))
    return {
        "allocated": [asked[thread] / _CALLS for thread in counting],
        "peaks": [peaks[thread] for thread in counting],
        "peak": peak,
    }


def kept(case: Case, design: Design, count: int) -> float:
    """The share of calls in ``count`` threads that got the writer which their thread keeps, as the encoder counts."""
    value = workloads.get(case.workload).build()
    made = encoder.Encoder(getattr(encoder, design.preset).with_(**design.axes), retain=RETAINED)
    hits: list[int] = []

    def work() -> None:
        hits.extend(made.count(value)["kept"] for _ in range(_CALLS))

    together([work] * count)
    return sum(hits) / len(hits)


def measure(
    case: Case, design: Design, count: int, *, folder: Path, send: Callable[[Mapping[str, Any]], None]
) -> None:
    """Answer with `memory` and `kept` of ``design`` in ``count`` threads; this process must do nothing else."""
    found = memory(operations(case, design, count), folder=folder)
    send({"event": "held", "design": design.label, "threads": count, "kept": kept(case, design, count), **found})


def compete(case: Case, counts: Sequence[int], settings: Settings, progress: Callable[[float], None]) -> Samples:
    """Calls a second of each design with each number of threads, in rounds in which all are on in random order."""
    contestants = {design.label: operations(case, design, max(counts)) for design in case.designs}
    turns = [(label, count) for label in contestants for count in counts]
    samples: Samples = {label: {str(count): [] for count in counts} for label in contestants}
    order = random.Random(f"{settings.seed}:{case.label} threads")
    rounds = _ROUNDS[settings.quick]
    for done in range(rounds):
        progress(done / rounds)
        order.shuffle(turns)
        for label, count in turns:
            rate = throughput(contestants[label][:count], seconds=_SECONDS[settings.quick])
            samples[label][str(count)].append(rate)
    return samples
