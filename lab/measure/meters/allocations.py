"""Which blocks does one call ask for, exactly?

memray learns the Python stack through a profile hook, and under that hook CPython 3.11 and newer makes a
frame object for every call: up to half of an encoder's bytes. So figures come from a capture whose hook is
switched off again from inside, which still sees every block but no stacks. Call trees come from a second
capture with the hook on, whose extra blocks `lab.measure.meters.trees` takes out by comparison with the first.

A realloc counts as a new block of its full new size, as malloc sees it.
"""

from __future__ import annotations

import functools
import gc
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.errors import MissingToolError
from lab.measure.meters.captures import MARK, MARK_BLOCK, Operation, high_water, operations
from lab.measure.meters.hooks import unhook
from lab.measure.meters.tracking import Capture

_WARM = 2
_SETTLING = 64
"""CPython 3.11 and newer makes the attribute storage of a class one slot smaller with each of its first
instances, 30 at most (`init_inline_values` in Objects/dictobject.c). The number is fixed, and not a time, so
that what happens on every eighth call, say, happens on the same one in every run."""
_PROBE_CALLS = 1000


@dataclass(frozen=True, kw_only=True)
class Count:
    """What one contestant's call allocates."""

    steady: Operation
    """The call that asks for what most calls ask for."""
    cold: Operation
    """The first call after a collection emptied CPython's free lists."""
    repeats: int
    others: tuple[int, ...]
    """Bytes of those repeats that asked for something else, as when a thing kept between calls grows."""


def count(operation: Callable[[], Any], *, settle: Callable[[], Any], folder: Path, repeats: int) -> Count:
    """Exact blocks of a cold call and of steady ones. The collector is left off: use a process of its own.

    ``settle`` is a cheap call that uses the same classes; it is made often first. Raises ``MissingToolError``
    without a memray that can be trusted, ``DiskError`` where ``folder`` is full.
    """
    settled(operation, settle, folder)
    path = folder / "count.bin"
    with Capture(path):
        measured_call(operation, hook=False, cold=True, warm=1, counted=repeats)
    cold, *steady = operations(path, expected=1 + repeats, lean=repeats)
    usual = usual_of(steady)
    if steady[-1].asked != usual.asked:
        # Only the last call was read in full.
        usual = usual_of(operations(path, expected=1 + repeats)[1:])
    else:
        usual = steady[-1]
    path.unlink()
    others = tuple(other.bytes for other in steady if other.asked != usual.asked)
    return Count(steady=usual, cold=cold, repeats=repeats, others=others)


def usual_of(calls: Sequence[Operation]) -> Operation:
    """The call that most are like; of equally many, the one that asks for least."""
    alike = Counter(tuple(call.asked) for call in calls)
    return max(calls, key=lambda call: (alike[tuple(call.asked)], -call.bytes))


def trace(
    operation: Callable[[], Any], *, folder: Path, native: bool, counted: int, cold: bool = False
) -> list[Operation]:
    """Steady calls, after a cold one if asked, with the stack of every block: the hook's frame objects among them."""
    path = folder / "trace.bin"
    with Capture(path, native=native):
        measured_call(operation, hook=True, cold=cold, warm=1, counted=counted)
    found = operations(path, expected=counted + cold, below=(measured_call.__name__, __file__), native=native)
    path.unlink()
    return found


def peak(operation: Callable[[], Any], *, settle: Callable[[], Any], folder: Path) -> int:
    """Most bytes alive at once during one steady call, above what was alive before it.

    Reads a million blocks in half a second. A block from before that the call frees lowers this figure, while
    `Operation.peak` leaves such blocks out.
    """
    settled(operation, settle, folder)
    path = folder / "peak.bin"
    most = []
    # What the tracker itself keeps alive shows in a call whose own peak is known.
    for call in (operation, functools.partial(bytes, MARK)):
        with Capture(path):
            measured_call(call, hook=False, cold=False, warm=1, counted=0)
        most.append(high_water(path))
    path.unlink()
    return most[0] - (most[1] - MARK_BLOCK)


def measured_call(
    operation: Callable[[], Any], *, hook: bool, cold: bool, warm: int, counted: int, collected: bool = False
) -> None:
    """Run ``operation`` under an active tracker, with a marker before and after each call that counts.

    A ``cold`` call comes first, after a collection. With ``collected`` another one follows it, and two markers: what
    the cold call asked for and nothing freed by then is neither garbage nor in CPython's free lists.
    """
    if not hook:
        unhook()
    if cold:
        gc.collect()
        bytes(MARK)
        result = operation()
        bytes(MARK)
        if collected:
            gc.collect()
            bytes(MARK)
            bytes(MARK)
        result = None
    for _ in range(warm):
        operation()
    for _ in range(counted):
        bytes(MARK)
        result = operation()
        bytes(MARK)
        result = None  # noqa: F841 (freed after the marker, not before)


def settled(operation: Callable[[], Any], settle: Callable[[], Any], folder: Path) -> None:
    """Bring the process into the state in which counting repeats itself to the byte."""
    gc.collect()
    gc.disable()
    _probe(folder / "probe.bin")
    for _ in range(_SETTLING):
        settle()
    for _ in range(_WARM):
        operation()


@functools.cache
def _probe(path: Path) -> None:
    """Make sure that a call which allocates nothing counts nothing under this memray and this Python.

    The first capture of a process differs from later ones, so it goes to this.
    """
    with Capture(path):
        measured_call(_call_often, hook=False, cold=False, warm=1, counted=1)
    (probed,) = operations(path, expected=1)
    path.unlink()
    if probed.blocks > 1:
        raise MissingToolError(
            f"This memray counts {probed.blocks} blocks for {_PROBE_CALLS} calls that allocate nothing, so "
            "its figures would not be the encoder's. Install another version, such as memray 1.20."
        )


def _call_often() -> None:
    for _ in itertools.repeat(None, _PROBE_CALLS):
        _nothing()


def _nothing() -> None:
    pass
