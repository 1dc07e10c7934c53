"""In what order do contestants give their samples, and when are there enough?"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any

from lab.encoders import OURS
from lab.encoders.cases import PeerCase
from lab.measure.settings import Settings

_FAR = 2.5
"""So many times the fastest peer's time is far behind."""
_VERY_FAR = 4
_FEW = 3
_LIMIT = 20
"""How many times its budget a cell may take to get its fewest rounds, where a single call takes seconds."""


def repeated(
    samplers: Mapping[str, Callable[[], float]],
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
    samples: dict[str, list[float]] = {label: [] for label in samplers}
    fewest, most = settings.rounds
    start = time.monotonic()
    for done, order in enumerate(_orders(samplers, seed)):
        if done == _FEW:
            # The rounds with the slow ones are not charged to those that go on.
            start = time.monotonic()
        if done >= most or _enough(done, fewest, time.monotonic() - start, settings):
            return samples
        for label in order:
            if done < _FEW or label not in slow:
                samples[label].append(samplers[label]())
    return samples


def first_calls(
    samplers: Mapping[str, Callable[[], float]],
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
    samples: dict[str, list[float]] = {label: [] for label in samplers}
    start = time.monotonic()
    for done, order in enumerate(_orders(samplers, f"{seed} first")):
        if done >= settings.rounds[0] or _enough(done, fewest, time.monotonic() - start, settings):
            return samples
        for label in order:
            if label not in slow or (asked and done < _FEW):
                samples[label].append(samplers[label]())
    return samples


def _far_behind(pilots: Mapping[str, float], idle: Set[str], *, times: float) -> set[str]:
    """The peers that take more than so many times the fastest one's time."""
    peers = {label: ns for label, ns in pilots.items() if not label.startswith(OURS)}
    best = min((ns for label, ns in peers.items() if label not in idle and ns > 0), default=0.0)
    return {label for label, ns in peers.items() if ns > times * best}


def _enough(done: int, fewest: int, spent: float, settings: Settings) -> bool:
    return done > 0 and spent >= settings.budget * (1 if done >= fewest else _LIMIT)


def _orders(samplers: Mapping[str, Any], seed: str) -> Iterator[list[str]]:
    draw, labels = random.Random(seed), list(samplers)
    while True:
        draw.shuffle(labels)
        yield labels
