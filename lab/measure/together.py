"""How do contestants whose results are small compete in one process?

Where objects lie in memory is luck that stays with them: a design against itself can differ by some percent for as
long as its objects live, which no number of samples of the same objects would show. So all contestants are built
anew several times, in random order and with the earlier ones still alive, and the interval is one over these sets.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from lab.measure.contestants import Contestant
from lab.measure.meters import time as timing
from lab.measure.settings import Settings

_PATIENCE = 4
"""How many times its budget sampling may take where others keep the processor."""

Build = Callable[[int], Contestant]
"""Makes a fresh contestant of the design at this place, with objects of its own."""


def compete(
    first: Sequence[Contestant],
    build: Build,
    settings: Settings,
    *,
    seed: str,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[list[list[float]], list[int]]:
    """Samples of each contestant, paired by position, and how many of them came from each set.

    ``first`` is the first set, whose output is known to agree.
    """
    order = random.Random(seed)
    parts = settings.rebuilds
    share = settings.share(parts)
    loops = [timing.calibrate(one.operation, settings.sample) for one in first]
    samples: list[list[float]] = [[] for _ in first]
    groups: list[int] = []
    alive: list[Any] = [first]
    for part in range(parts):
        everyone = first if part == 0 else _rebuilt(build, len(first), order)
        alive.append(everyone)
        turns = [timing.turn(one.operation, count) for one, count in zip(everyone, loops, strict=True)]
        if part == 0:
            timing.warm(turns, settings)
        else:
            # The code is warm by now, but these objects have not been touched.
            for one in turns:
                one()
        found = timing.compete(
            turns,
            share,
            order=order,
            progress=lambda done, part=part: progress((part + done) / parts),
            clock=_own_clock(),
        )
        for own, more in zip(samples, found, strict=True):
            own += more
        groups.append(len(found[0]))
    return samples, groups


def _own_clock() -> Callable[[], float]:
    """A clock of this thread's own seconds, so that a busy machine costs patience and not samples; within reason."""
    own, wall = time.thread_time(), time.monotonic()
    return lambda: max(time.thread_time() - own, (time.monotonic() - wall) / _PATIENCE)


def _rebuilt(build: Build, count: int, order: random.Random) -> list[Contestant]:
    made = {place: build(place) for place in order.sample(range(count), count)}
    return [made[place] for place in range(count)]
