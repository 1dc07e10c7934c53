"""How does a call write into memory that the caller owns? The twin of memory.h."""

from __future__ import annotations

from encoder.kernels.state import SINK_MEMORY, Call


class Target:
    """The caller's memory while it is borrowed."""

    __slots__ = ("view",)

    def __init__(self) -> None:
        self.view: memoryview | None = None


def aim_at_memory(call: Call, target: Target, memory: object, offset: int) -> None:
    """Aim the call at `memory` from `offset` on."""
    # Released at once: a view that an error's traceback keeps would lock the caller's memory.
    with memoryview(memory) as view:
        if view.readonly:
            raise BufferError("Object is not writable.")
        if not view.c_contiguous:
            raise BufferError("Object is not C-contiguous.")
        if not 0 <= offset <= view.nbytes:
            raise ValueError(f"offset {offset} is outside the buffer of {view.nbytes} bytes")
        target.view = view.cast("B")
    buffer = call.buffer
    buffer.sink = SINK_MEMORY
    buffer.target = target.view
    buffer.written = offset
    buffer.target_end = len(target.view)


def end_in_memory(call: Call, target: Target) -> int:
    return call.buffer.written


def release_memory(target: Target) -> None:
    if target.view is not None:
        target.view.release()
