"""How long does one call take, compared with the others in the same minute?

Time is processor time of the calling thread. Encoding neither waits nor starts threads, so it equals wall
time on an idle machine; on a busy one it leaves out the time in which others ran. A function against itself,
beside three other programs on two cores: intervals of wall-time ratios 0.03 to 0.67 wide, these 0.01 to 0.04.
"""

from __future__ import annotations

import gc
import itertools
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from lab.measure.settings import Settings

Turn = Callable[[], float]
"""Takes one sample of one contestant and gives its nanoseconds per operation."""

_WINDOW = 3
_STILL_FALLING = 0.99
"""Warm-up goes on while the median of the last samples is below 99 % of the median before."""


@contextmanager
def quiet(*, collector: bool = False) -> Iterator[None]:
    """No run of the cyclic collector inside: it would hit whichever contestant happens to be on.

    With ``collector`` it is on, for those who want to see just that.
    """
    was_on = gc.isenabled()
    gc.collect()
    (gc.enable if collector else gc.disable)()
    try:
        yield
    finally:
        (gc.enable if was_on else gc.disable)()


def sample(operation: Callable[[], Any], loops: int) -> float:
    """Mean nanoseconds of ``loops`` calls in a row; the loop's own cost (some 20 ns a call) is included."""
    turns = itertools.repeat(None, loops)
    start = time.thread_time_ns()
    for _ in turns:
        operation()
    return (time.thread_time_ns() - start) / loops


def calibrate(operation: Callable[[], Any], seconds: float) -> int:
    """How many calls fill a sample of ``seconds``; at least one."""
    loops = 1
    while True:
        spent = sample(operation, loops) * loops / 1e9
        # A short pilot judges badly, so the last one must fill a fifth of the sample.
        if spent >= seconds / 5:
            return max(1, round(loops * seconds / spent))
        loops *= 2 if spent == 0 else max(2, min(10, int(seconds / 5 / spent) + 1))


def turn(operation: Callable[[], Any], loops: int, *, primed: bool = False) -> Turn:
    """A turn of ``operation``, in this process: ``loops`` calls, as many as `calibrate` found.

    ``primed`` turns make one call more, before the clock starts, unless a sample is a single call: where the
    others run in other processes, they leave the caches full of their own data.
    """

    def once() -> float:
        if primed and loops > 1:
            operation()
        return sample(operation, loops)

    return once


def warm(turns: Sequence[Turn], settings: Settings) -> None:
    """Let every contestant run until its samples no longer fall, or its share of time is over."""
    for one in turns:
        seen: list[float] = []
        end = time.monotonic() + settings.warm
        while time.monotonic() < end or len(seen) < 1:
            seen.append(one())
            if len(seen) < 2 * _WINDOW:
                continue
            before, now = seen[-2 * _WINDOW : -_WINDOW], seen[-_WINDOW:]
            if statistics.median(now) >= _STILL_FALLING * statistics.median(before):
                break


def compete(
    turns: Sequence[Turn],
    settings: Settings,
    *,
    order: random.Random,
    progress: Callable[[float], None] = lambda share: None,
    clock: Callable[[], float] = time.monotonic,
) -> list[list[float]]:
    """Samples of every contestant, paired by position: in each round all are on, in random order.

    A slow spell of the machine then hits neighbours alike and cancels in their ratio, which a block of one
    contestant after a block of the other would not do. The budget is one of ``clock``'s seconds.
    """
    fewest, most = settings.rounds
    samples: list[list[float]] = [[] for _ in turns]
    places = list(range(len(turns)))
    start = clock()
    for done in range(most):
        spent = clock() - start
        if done >= fewest and spent >= settings.budget:
            break
        progress(done / (most if spent < settings.budget else fewest))
        order.shuffle(places)
        for place in places:
            samples[place].append(turns[place]())
    return samples
