"""What does one contestant's call ask for, keep in its result, and leave behind on the caller's objects?"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from lab.encoders.cases import PeerCase
from lab.measure.meters import allocations, captures
from lab.measure.meters.captures import Operation
from lab.measure.meters.tracking import Capture
from lab.measure.peers.contestant import Entry, call_of
from lab.measure.settings import Settings

_WARM = 2
_LITTLE: list[Any] = []
"""What every encoder writes at once, in whatever form."""


def weigh(entry: Entry, case: PeerCase, settings: Settings, folder: Path, hear: Callable, answer: Callable) -> None:
    """Serve one request: bytes and blocks of a steady call, its peak, what its result keeps, what it leaves.

    The collector is left off, and the process does nothing else afterwards.
    """
    hear()
    encode = call_of(entry, case).encode
    value = case.build()
    counts = allocations.count(
        partial(encode, value), settle=partial(_settle, encode), folder=folder, repeats=settings.repeats
    )
    steady = counts.steady
    kept = alive(steady)
    answer(
        {
            "bytes": steady.bytes,
            "blocks": steady.blocks,
            "peak": steady.peak,
            "kept": kept,
            "left": left_behind(encode, case.build, kept=kept, folder=folder),
            "others": list(counts.others),
            "repeats": counts.repeats,
        }
    )


def alive(call: Operation) -> int:
    """Bytes that a call asked for and that are there when it has returned."""
    return call.live[-1] if call.live else 0


def left_behind(encode: Callable[[Any], Any], build: Callable[[], Any], *, kept: int, folder: Path) -> int:
    """Bytes that stay after the first call on a fresh value, beyond the ``kept`` ones of a steady call's result.

    They are in the caller's own objects: UTF-8 copies in strings, dicts of instances. Negative where a result
    comes out smaller than the steady one's.
    """
    path = folder / "left.bin"
    values = [build() for _ in range(_WARM + 1)]
    # Both are C functions: no frame of Python is charged to the call.
    operation = partial(next, map(encode, values))
    with Capture(path):
        allocations.measured_call(operation, hook=False, cold=False, warm=_WARM, counted=1)
    (call,) = captures.operations(path, expected=1)
    path.unlink()
    return alive(call) - kept


def _settle(encode: Callable[[Any], Any]) -> None:
    with contextlib.suppress(Exception):
        encode(_LITTLE)


def all_of(entries: list[Entry], case: PeerCase, settings: Settings, folder: Path) -> Iterator[tuple[str, Any]]:
    """The label and the answer of each entry, or the sentence that says why there is none."""
    from lab.measure.resident import FallenError, Resident

    for entry in entries:
        with Resident(partial(weigh, entry, case, settings, folder)) as one:
            try:
                yield entry.label, one.ask("weigh")
            except FallenError as error:
                yield entry.label, str(error)
