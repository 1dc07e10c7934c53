"""Which of a call's blocks does each flame graph show: all, those alive at a moment, or the short-lived ones?"""

from __future__ import annotations

from collections.abc import Set

from lab.measure.meters.captures import Operation
from lab.model import Metric

TEMPORARY = 1
"""memray's own measure: a block is temporary if at most so many others were asked for before it was freed."""


def selected(operation: Operation, metric: Metric) -> Set[int]:
    """Numbers of the blocks, in the order of asking, that ``metric`` counts."""
    everything = range(operation.blocks)
    if metric == "allocated":
        return set(everything)
    if metric == "peak":
        return set(_alive(operation, until=_moment_of_peak(operation)).values())
    if metric == "retained":
        return set(_alive(operation, until=len(operation.sizes)).values())
    return _temporary(operation)


def outlasting(operation: Operation) -> Set[int]:
    """Of the retained ones, those that nothing freed before the next marker."""
    alive = _alive(operation, until=len(operation.sizes))
    return {number for address, number in alive.items() if address not in operation.later}


def weighed(operation: Operation, metric: Metric) -> int:
    """Their bytes: what the flame graph of that metric adds up to."""
    return size(operation, selected(operation, metric))


def size(operation: Operation, numbers: Set[int]) -> int:
    """The bytes of the blocks of these numbers."""
    asked = operation.asked
    return sum(asked[number] for number in numbers)


def _moment_of_peak(operation: Operation) -> int:
    """How many events have passed when most bytes are alive, for the first time."""
    live = operation.live
    return live.index(max(live)) + 1 if live else 0


def _alive(operation: Operation, *, until: int) -> dict[int, int]:
    """Numbers of the blocks that are alive after so many events, by their addresses."""
    alive: dict[int, int] = {}
    number = 0
    for size, address in zip(operation.sizes[:until], operation.addresses, strict=False):
        if size > 0:
            alive[address] = number
            number += 1
        else:
            alive.pop(address, None)
    return alive


def _temporary(operation: Operation) -> set[int]:
    found: set[int] = set()
    alive: dict[int, int] = {}
    number = 0
    for size, address in zip(operation.sizes, operation.addresses, strict=True):
        if size > 0:
            alive[address] = number
            number += 1
        elif number - 1 - (born := alive.pop(address)) <= TEMPORARY:
            found.add(born)
    return found
