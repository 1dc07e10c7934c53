"""What does a call of any callable ask for, hold at its peak and leave, and who in it asks?"""

from __future__ import annotations

import functools
import gc
import itertools
import os
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any

import encoder
from lab.errors import AlreadyProfilingError
from lab.judge import remarks
from lab.measure.meters import allocations, captures, tracking, trees
from lab.measure.meters.captures import Operation
from lab.measure.meters.selections import outlasting, selected, size
from lab.measure.meters.session import session
from lab.measure.meters.tracking import Capture
from lab.model import METRICS, Allocations, Design, Metric, Profile

_REPEATS = 3
_ATTEMPTS = (1, 8)
"""Calls that are traced at first, and then, where none of them was like those counted."""


def measure(call: Callable[[], Any], *, label: str, folder: Path) -> Allocations:
    """Count ``call`` in this process; it is made a dozen times.

    What it raises passes through, and leaves nothing that a later profile would count. Raises
    ``AlreadyProfilingError`` within another profile.
    """
    tracking.require_memray()
    was_on = gc.isenabled()
    forks = next(_forks())
    with session(label):
        try:
            nested = _refusal(call)
            found = _measured(_unless_refused(call) if nested else call, label=label, folder=folder)
        finally:
            if was_on:
                gc.enable()
    told = [*found.remarks, *remarks.on_callable(found, forked=next(_forks()) > forks + 1, nested=nested)]
    return Allocations(**{**vars(found), "remarks": tuple(told)})


def _measured(call: Callable[[], Any], *, label: str, folder: Path) -> Allocations:
    allocations.settled(call, _nothing, folder)
    path = folder / "call.bin"
    with Capture(path):
        allocations.measured_call(call, hook=False, cold=True, warm=1, counted=_REPEATS, collected=True)
    # The second one is empty: the collection has run by then.
    cold, _, *steady = captures.operations(path, expected=_REPEATS + 2)
    path.unlink()
    usual = allocations.usual_of(steady)
    others = [one.bytes for one in steady if one.asked != usual.asked]
    told = [remarks.not_steady(label, usual.bytes, others, len(steady))] if others else []
    shown: dict[Metric, tuple[Operation, Set[int]]] = {metric: (usual, selected(usual, metric)) for metric in METRICS}
    # Of a steady call's result, some objects may come from free lists: nobody was asked for them.
    shown["retained"] = (cold, outlasting(cold))
    found = {id(one): blocks for one, blocks in zip((usual, cold), _placed(call, (usual, cold), folder), strict=True)}
    if astray := sum(block.size for block in found[id(usual)] if not block.stack):
        told.append(remarks.astray(label, astray))
    return Allocations(
        label=label,
        allocated=usual.bytes,
        blocks=usual.blocks,
        peak=usual.peak,
        temporary=size(usual, shown["temporary"][1]),
        retained=size(*shown["retained"]),
        cold={"bytes": cold.bytes, "blocks": cold.blocks},
        elsewhere={"bytes": sum(usual.elsewhere), "blocks": len(usual.elsewhere)},
        repeats=len(steady),
        profiles=tuple(
            _tree(metric, found[id(operation)], numbers, label) for metric, (operation, numbers) in shown.items()
        ),
        remarks=tuple(told),
    )


def _placed(call: Callable[[], Any], sought: Sequence[Operation], folder: Path) -> list[list[trees.Block]]:
    """The blocks of each of ``sought`` with their stacks, as far as they can be told."""
    # Only the compiled encoder's own C functions have names in a call tree.
    native = encoder.build == "compiled"
    for attempt in _ATTEMPTS:
        traced = allocations.trace(call, folder=folder, native=native, counted=attempt, cold=True)
        whole = [next(filter(None, (trees.attributed(one, other) for other in traced)), None) for one in sought]
        if all(blocks or not one.blocks for blocks, one in zip(whole, sought, strict=True)):
            break
    return [blocks or trees.placed(one, traced[-1]) for blocks, one in zip(whole, sought, strict=True)]


def _tree(metric: Metric, blocks: Sequence[trees.Block], numbers: Set[int], label: str) -> Profile:
    return trees.profile(
        [block for number, block in enumerate(blocks) if number in numbers],
        metric=metric,
        phases=encoder.phases(),
        design=Design(label=label),
        about={"workload": "", "method": "call", "build": encoder.build},
    )


def _refusal(call: Callable[[], Any]) -> str:
    """What a nested profile was told, where ``call`` lets that pass; it is no fault of the callable's."""
    try:
        call()
    except AlreadyProfilingError as error:
        return str(error)
    return ""


def _unless_refused(call: Callable[[], Any]) -> Callable[[], Any]:
    def until_refused() -> Any:
        try:
            return call()
        except AlreadyProfilingError:
            return None

    return until_refused


@functools.cache
def _forks() -> Iterator[int]:
    """Counts the forks of this process; a look at it counts too."""
    counter = itertools.count()
    # A method of C: Python code would be charged to the callable.
    os.register_at_fork(after_in_parent=counter.__next__)
    return counter


def _nothing() -> None:
    pass
