"""What does a memray capture say about the calls between its markers?

What the tracker and the loop around a call allocate is kept out by marker blocks of a size nobody else asks
for, set right before and after each counted call. Memory that Python's allocator maps for itself is left out:
the blocks inside it are counted.
"""

from __future__ import annotations

import errno
import functools
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.errors import CaptureError
from lab.measure.meters.tracking import unwritten

Frame = tuple[str, str, int]
"""Function, file, line, as memray gives it."""
Stack = tuple[Frame, ...]
"""Outermost first, from below the cut down to the frame that asked for the block."""

MARK = 61_681
MARK_BLOCK = sys.getsizeof(b"") + MARK
"""``bytes(MARK)`` asks for this much."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """The blocks of one call in the order of events: ``sizes`` are positive for a block, negative for a free.

    Only what the call asked for is in it: a block that an earlier call left and this one frees is not.
    """

    sizes: list[int] = field(default_factory=list)
    addresses: list[int] = field(default_factory=list)
    stacks: list[Stack | None] = field(default_factory=list)
    """Who asked, for each block, and None for frees; empty where no stacks were read."""
    elsewhere: list[int] = field(default_factory=list)
    """Sizes of the blocks that other threads asked for meanwhile; they are in nothing else here."""
    later: set[int] = field(default_factory=set)
    """Addresses of its blocks that were freed between its end and the next marker."""

    @functools.cached_property
    def asked(self) -> list[int]:
        """Sizes of the blocks asked for, without the frees."""
        return [size for size in self.sizes if size > 0]

    @property
    def bytes(self) -> int:
        """All bytes asked for."""
        return sum(self.asked)

    @property
    def blocks(self) -> int:
        """How often memory was asked for."""
        return len(self.asked)

    @functools.cached_property
    def live(self) -> list[int]:
        """Bytes alive after each event, of those the call asked for."""
        return list(itertools.accumulate(self.sizes))

    @property
    def peak(self) -> int:
        """The most of them."""
        return max(self.live, default=0)


def operations(
    path: Path, *, expected: int, lean: int = 0, below: tuple[str, str] | None = None, native: bool = False
) -> list[Operation]:
    """The calls between markers, in order. Raises ``DiskError`` where there are fewer than ``expected``.

    The first ``lean`` ones come without frees and addresses, which halves the time to read them. With
    ``below``, a function and its file, every block gets its stack, cut below that function; ``native`` puts
    C frames into it, for a capture that has them.
    """
    frees, mapped = _kinds("FREE", "PYMALLOC_FREE"), _kinds("MMAP", "MUNMAP")
    stack_of = _Stacks(below, native=native) if below else None
    alive: dict[int, int] = {}
    found: list[Operation] = []
    current: Operation | None = None
    with _opened(path) as reader:
        mine = reader.metadata.main_thread_id
        for record in reader.get_allocation_records():
            size = record.size
            if record.tid != mine:
                # A free by another thread is this one's if its block is.
                if size or record.address not in alive:
                    if current is not None and size and record.allocator not in mapped:
                        current.elsewhere.append(size)
                    continue
            elif size == MARK_BLOCK:
                if current is None:
                    current = Operation()
                    alive.clear()
                else:
                    found.append(current)
                    current = None
                continue
            if current is None:
                if not size and alive.pop(record.address, 0):
                    found[-1].later.add(record.address)
                continue
            if not size and len(found) < lean:
                continue
            allocator = record.allocator
            if allocator in mapped:
                continue
            if len(found) < lean:
                current.sizes.append(size)
                continue
            address = record.address
            if allocator in frees:
                size = -alive.pop(address, 0)
            else:
                alive[address] = size
            if not size:
                # A block of an earlier call, or one that was asked for with no size.
                continue
            current.sizes.append(size)
            current.addresses.append(address)
            if stack_of:
                current.stacks.append(stack_of(record) if size > 0 else None)
    if len(found) < expected:
        # memray stops tracking where it cannot write, and says so on stderr only.
        raise unwritten(path, OSError(errno.ENOSPC, "cut short"))
    if len(found) > expected or current is not None:
        raise CaptureError(
            f"The call asks for a block of {MARK_BLOCK:,} bytes, the size that marks where calls begin and end in a "
            "capture. Let it ask for one byte more or less."
        )
    return found


def events(path: Path) -> Iterator[tuple[int, int, int]]:
    """Thread, size (0 for a free) and address of what all threads did, in order."""
    mapped = _kinds("MMAP", "MUNMAP")
    with _opened(path) as reader:
        for record in reader.get_allocation_records():
            if record.allocator not in mapped:
                yield record.tid, record.size, record.address


def high_water(path: Path) -> int:
    """Most bytes alive at once during the whole capture. Raises ``DiskError`` where it may be cut short."""
    _require_room(path)
    mapped = _kinds("MMAP", "MUNMAP")
    with _opened(path) as reader:
        records = reader.get_high_watermark_allocation_records(merge_threads=True)
        return sum(record.size for record in records if record.allocator not in mapped)


def _require_room(path: Path) -> None:
    """Without room for as much again the disk may have cut the capture short, which nothing in it tells."""
    spare = path.with_suffix(".spare")
    try:
        spare.write_bytes(bytes(path.stat().st_size))
    except OSError as error:
        raise unwritten(path, error) from error
    finally:
        spare.unlink(missing_ok=True)


def _opened(path: Path) -> Any:
    import memray

    try:
        return memray.FileReader(path)
    except OSError as error:
        # A capture that was cut short, as on a full disk, has no readable header.
        raise unwritten(path, error) from error


@functools.cache
def _kinds(*names: str) -> frozenset[int]:
    from memray import AllocatorType

    return frozenset(AllocatorType[name].value for name in names)


class _Stacks:
    """Stacks of records, each distinct one resolved once; a record's own cache goes with the record."""

    def __init__(self, below: tuple[str, str], *, native: bool) -> None:
        self._below = below
        self._method = "hybrid_stack_trace" if native else "stack_trace"
        self._known: dict[tuple[int, int, int], Stack] = {}

    def __call__(self, record: Any) -> Stack:
        key = (record.stack_id, record.native_stack_id, record.native_segment_generation)
        found = self._known.get(key)
        if found is None:
            frames = list(self._inner(getattr(record, self._method)()))
            found = self._known[key] = tuple(reversed(frames))
        return found

    def _inner(self, frames: list[Frame]) -> Iterator[Frame]:
        for frame in frames:
            if frame[:2] == self._below:
                return
            yield frame
