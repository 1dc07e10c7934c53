"""What does one contestant do in its process: write its text, warm up, and give samples when asked?"""

from __future__ import annotations

import collections
import gc
import importlib
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from lab.encoders.call import Call, CannotError
from lab.encoders.cases import PeerCase
from lab.measure.meters import time as timing
from lab.measure.peers import turns
from lab.measure.settings import Settings

_BATCH_NS = 50_000.0
"""One first call of a small value is below what the clock resolves, so a sample holds as many as fill this."""
_MOST_VALUES = 300
_SOME = 3
_SLOW_NS = 5e6


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One name on the list: ``module`` is a file of `lab.encoders`, or another module with the same names."""

    label: str
    module: str


def call_of(entry: Entry, case: PeerCase) -> Call:
    """How ``entry`` writes ``case``. Raises `CannotError`, and whatever its library raises."""
    return importlib.import_module(entry.module).encode(case.need)


class Contestant:
    """A contestant with a value of its own."""

    def __init__(self, entry: Entry, case: PeerCase) -> None:
        call = call_of(entry, case)
        self._encode, self._note = call.encode, call.note
        self._build = case.build
        self._value = case.build()
        self._case = case
        self._prime: Callable[[], Any] | None = None

    def text(self) -> tuple[bytes, int, str]:
        """What it writes, by how much it makes the caller's strings grow, and its note."""
        before = _size_of_text(self._value) if self._case.text else 0
        written = self._encode(self._value)
        grown = _size_of_text(self._value) - before if self._case.text else 0
        return written.encode() if isinstance(written, str) else written, grown, self._note

    def settle(self, settings: Settings, *, primed: bool) -> float:
        """Calibrate and warm up; give nanoseconds per call as they are by then."""
        # Nothing else happens in this process any more, so the collector may stay off until it ends.
        gc.collect()
        gc.freeze()
        gc.disable()
        operation = partial(self._encode, self._value)
        self._turn = timing.turn(operation, timing.calibrate(operation, settings.sample))
        self.pilot = self._turn()
        if self.pilot < _SLOW_NS:
            # One that takes longer has been warm since it was calibrated.
            timing.warm([self._turn], settings)
            self.pilot = statistics.median(self._turn() for _ in range(_SOME))
            self._prime = operation if primed else None
        return self.pilot

    def sample(self) -> float:
        """Nanoseconds per call, of many calls in a row on the same value.

        One call goes before the clock starts where the others run in processes of their own: they leave the caches
        full of their data, and a sample of few calls would be one of cold caches.
        """
        if self._prime:
            self._prime()
        return self._turn()

    def first(self) -> float:
        """Nanoseconds per call, of one call on each of some values that no encoder has seen."""
        pilot = getattr(self, "pilot", _BATCH_NS)
        values = [self._build() for _ in range(max(1, min(_MOST_VALUES, round(_BATCH_NS / pilot))))]
        calls = map(self._encode, values)
        start = time.thread_time_ns()
        collections.deque(calls, maxlen=0)
        return (time.thread_time_ns() - start) / len(values)


def serve_alone(entry: Entry, case: PeerCase, settings: Settings, hear: Callable, answer: Callable) -> None:
    """Serve one contestant of a large value: text, settle, sample, first, as asked.

    Of one that cannot write it, the text is the reason instead, as a str.
    """
    try:
        one = Contestant(entry, case)
    except CannotError as error:
        hear()
        answer(str(error))
        return
    while True:
        what, *_ = hear()
        if what == "text":
            answer(one.text())
        elif what == "settle":
            answer(one.settle(settings, primed=True))
        elif what == "sample":
            answer(one.sample())
        elif what == "first":
            answer(one.first())


def serve_together(
    entries: Sequence[Entry], case: PeerCase, settings: Settings, seed: str, hear: Callable, answer: Callable
) -> None:
    """Serve one request, with the labels of those that take part: a small value, and all in this one process."""
    labels = hear()
    everyone = {entry.label: Contestant(entry, case) for entry in entries if entry.label in labels}
    idle = {label for label, one in everyone.items() if one.text()[1] > 0}
    pilots = {label: one.settle(settings, primed=False) for label, one in everyone.items()}
    samplers = {label: one.sample for label, one in everyone.items()}
    repeated = turns.repeated(samplers, pilots, settings, seed=seed, idle=idle)
    first = turns.first_calls({label: one.first for label, one in everyone.items()}, case, pilots, settings, seed=seed)
    answer({"samples": repeated, "firsts": first})


def _size_of_text(value: str | Sequence[str]) -> int:
    """Bytes of one text or of each in a list; a UTF-8 copy inside a string counts."""
    return sys.getsizeof(value) if isinstance(value, str) else sum(map(sys.getsizeof, value))
