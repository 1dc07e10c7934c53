"""What does one contestant do in its process: write its text, warm up, and give samples when asked?"""

from __future__ import annotations

import collections
import gc
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from lab.measure.meters import time as timing
from lab.measure.settings import Settings
from lab.rivals import OURS
from lab.rivals.call import Call, CannotError
from lab.rivals.cases import PeerCase

_BATCH_NS = 50_000.0
"""One first call of a small value is below what the clock resolves, so a sample holds as many as fill this."""
_MOST_VALUES = 300
_SOME = 3
_SLOW_NS = 5e6
_FAR = 2.5
"""So many times the fastest peer's time is far behind."""
_VERY_FAR = 4
_FEW = 3
_LIMIT = 20
"""How many times its budget a cell may take to get its fewest rounds, where a single call takes seconds."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One name on the list: ``module`` is a file of `lab.rivals`, or another module with the same names."""

    label: str
    module: str


def call_of(entry: Entry, case: PeerCase) -> Call:
    """How ``entry`` writes ``case``. Raises `CannotError`, and whatever its library raises."""
    return importlib.import_module(entry.module).encode(case.need)


class Contender:
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
        self._turn = timing.turn(operation, settings)
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


def reside(entry: Entry, case: PeerCase, settings: Settings, hear: Callable, answer: Callable) -> None:
    """Serve one contestant of a large value: text, settle, sample, first, as asked.

    Of one that cannot write it, the text is the reason instead, as a str.
    """
    try:
        one = Contender(entry, case)
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


def gather(
    entries: Sequence[Entry], case: PeerCase, settings: Settings, seed: str, hear: Callable, answer: Callable
) -> None:
    """Serve one request, with the labels of those that take part: a small value, and all in this one process."""
    labels = hear()
    everyone = {entry.label: Contender(entry, case) for entry in entries if entry.label in labels}
    idle = {label for label, one in everyone.items() if one.text()[1] > 0}
    pilots = {label: one.settle(settings, primed=False) for label, one in everyone.items()}
    turns = {label: one.sample for label, one in everyone.items()}
    repeated = compete(turns, pilots, settings, seed=seed, idle=idle)
    first = once({label: one.first for label, one in everyone.items()}, case, pilots, settings, seed=seed)
    answer({"samples": repeated, "firsts": first})


def compete(
    turns: Mapping[str, Callable[[], float]],
    pilots: Mapping[str, float],
    settings: Settings,
    *,
    seed: str,
    idle: Set[str] = frozenset(),
) -> dict[str, list[float]]:
    """Samples of all, paired by position: in each round all are on, in random order.

    Who is far behind the fastest peer leaves after the first rounds: a few pairs tell three from one, and long
    samples between the short ones would part the pairs that matter. The ``idle`` ones, who do not repeat the work,
    set no measure.
    """
    slow = _far_behind(pilots, idle, times=_FAR)
    samples: dict[str, list[float]] = {label: [] for label in turns}
    fewest, most = settings.rounds
    start = time.monotonic()
    for done, order in enumerate(_orders(turns, seed)):
        if done == _FEW:
            # The rounds with the slow ones are not charged to those that go on.
            start = time.monotonic()
        if done >= most or _enough(done, fewest, time.monotonic() - start, settings):
            return samples
        for label in order:
            if done < _FEW or label not in slow:
                samples[label].append(turns[label]())
    return samples


def once(
    turns: Mapping[str, Callable[[], float]],
    case: PeerCase,
    pilots: Mapping[str, float],
    settings: Settings,
    *,
    seed: str,
) -> dict[str, list[float]]:
    """Samples of first calls: fewer, as every value must be built for them.

    Where they are what the case is about, there are as many as of others; else none of those very far behind.
    """
    asked = case.mode == "first"
    fewest = settings.rounds[0] if asked else _FEW
    slow = _far_behind(pilots, frozenset(), times=_FAR if asked else _VERY_FAR)
    samples: dict[str, list[float]] = {label: [] for label in turns}
    start = time.monotonic()
    for done, order in enumerate(_orders(turns, f"{seed} first")):
        if done >= settings.rounds[0] or _enough(done, fewest, time.monotonic() - start, settings):
            return samples
        for label in order:
            if label not in slow or (asked and done < _FEW):
                samples[label].append(turns[label]())
    return samples


def _far_behind(pilots: Mapping[str, float], idle: Set[str], *, times: float) -> set[str]:
    """The peers that take more than so many times the fastest one's time."""
    rivals = {label: ns for label, ns in pilots.items() if not label.startswith(OURS)}
    best = min((ns for label, ns in rivals.items() if label not in idle and ns > 0), default=0.0)
    return {label for label, ns in rivals.items() if ns > times * best}


def _enough(done: int, fewest: int, spent: float, settings: Settings) -> bool:
    return done > 0 and spent >= settings.budget * (1 if done >= fewest else _LIMIT)


def _orders(turns: Mapping[str, Any], seed: str) -> Iterator[list[str]]:
    draw, labels = random.Random(seed), list(turns)
    while True:
        draw.shuffle(labels)
        yield labels


def _size_of_text(value: str | Sequence[str]) -> int:
    """Bytes of one text or of each in a list; a UTF-8 copy inside a string counts."""
    return sys.getsizeof(value) if isinstance(value, str) else sum(map(sys.getsizeof, value))
