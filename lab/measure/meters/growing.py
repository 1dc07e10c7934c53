"""Does a byte cost the same in a large document as in a small one, and does a stream stay small?

The documents are one real document over and over in a list, so that what grows is the output alone: the values that
are read stay as many, and as warm, at every size. Page faults are counted beside the time: memory that malloc does
not keep between calls is made by the system anew, page by page, and from 32 MB on glibc keeps none. What that alone
costs is measured by numpy, which asks for large pages as the encoder does: to fill an array that is new, less to fill
one that is there.
"""

from __future__ import annotations

import itertools
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import encoder
from lab import workloads

DOCUMENTS = ("twitter", "canada")
"""One of texts that are copied, the other of numbers that are computed. The first is the one that is dumped too."""
_TIMES = 5
_MIB = 1 << 20
SIZES = {False: (2, 8, 32, 128, 256), True: (2, 16, 64)}
"""Megabytes of output, in full and in quick runs."""
STREAM = {False: 1024, True: 128}
"""Mebibytes of a dumped stream."""


def grow(quick: bool, hear: Callable, answer: Callable) -> None:
    """Serve one request: nanoseconds per byte of each document and of new memory, and what a dump costs beside
    ``encode``.

    ``resident`` is how much larger the process was at most during the dump than before it, in bytes; None where the
    system does not tell.
    """
    hear()
    values = {name: workloads.get(name).build() for name in DOCUMENTS}
    documents = {name: _followed(value, SIZES[quick]) for name, value in values.items()}
    sizes = documents[DOCUMENTS[0]]["sizes"]
    value = values[DOCUMENTS[0]]
    count = int(STREAM[quick] * _MIB) // (len(encoder.encode(value)) + 1)
    answer({"documents": documents, "new_memory": _new_memory(sizes), "dump": _dumped(value, count)})


def _followed(value: Any, megabytes: Sequence[float]) -> dict[str, list[float]]:
    """``value`` again and again in lists whose text is about as many ``megabytes`` long."""
    unit = len(encoder.encode(value)) + 1
    found: dict[str, list[float]] = {"sizes": [], "ns_per_byte": [], "faults_per_mb": []}
    for many in ([value] * max(1, round(size * 1e6 / unit)) for size in megabytes):
        size = len(encoder.encode(many))
        ns, faults = min(_timed(lambda many=many: encoder.encode(many)) for _ in range(_TIMES))
        found["sizes"].append(size)
        found["ns_per_byte"].append(ns / size)
        found["faults_per_mb"].append(faults * 1e6 / size)
    return found


def _new_memory(sizes: Sequence[float]) -> list[float]:
    """Nanoseconds a byte that memory costs for being new, at each of ``sizes``."""
    import numpy as np

    found = []
    for size in map(int, sizes):
        kept = np.empty(size, np.uint8)
        there, _ = min(_timed(lambda kept=kept: kept.fill(1)) for _ in range(_TIMES))
        # Freed first, so that malloc may give the same memory again, as it may to the encoder.
        del kept
        new, _ = min(_timed(lambda size=size: np.empty(size, np.uint8).fill(1)) for _ in range(_TIMES))
        found.append(max(0.0, new - there) / size)
    return found


def _dumped(value: Any, count: int) -> dict[str, Any]:
    """A generator of ``count`` values into a file that keeps nothing."""
    with open(os.devnull, "wb") as file:
        encoder.dump(_repeated(value, 2), file, iterables="array")
        before = _resident("VmRSS")
        _forget_the_peak()
        ns, _ = _timed(lambda: encoder.dump(_repeated(value, count), file, iterables="array"))
        after = _resident("VmHWM")
    resident = None if before is None or after is None else max(0, after - before)
    size = count * len(encoder.encode(value)) + count + 1
    return {"bytes": size, "ns_per_byte": ns / size, "resident": resident}


def _repeated(value: Any, count: int) -> Iterator[Any]:
    yield from itertools.repeat(value, count)


def _timed(call: Callable[[], Any]) -> tuple[float, int]:
    """Nanoseconds and page faults of one call."""
    # Not at the top: there is none on Windows, where nothing is measured either.
    from resource import RUSAGE_SELF, getrusage

    faults, start = getrusage(RUSAGE_SELF).ru_minflt, time.thread_time_ns()
    call()
    return float(time.thread_time_ns() - start), getrusage(RUSAGE_SELF).ru_minflt - faults


def _resident(field: str) -> int | None:
    """A figure of this process's memory, in bytes; Linux only."""
    try:
        text = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    found = re.search(rf"^{field}:\s+(\d+) kB", text, re.M)
    return int(found[1]) * 1024 if found else None


def _forget_the_peak() -> None:
    """Let the high water mark begin anew; where that is forbidden the figure is an older and larger one."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return
