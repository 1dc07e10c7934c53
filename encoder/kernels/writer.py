"""What lends and takes back a writer? The twin of writer.h: one pair of writer and buffer is kept per thread."""

from __future__ import annotations

from threading import local

from encoder.kernels.frames import clear_frames
from encoder.kernels.state import HOME_POOL, NOTHING, SINK_RESULT, Buffer, Call

THREAD = local()
"""What this thread keeps: `call`, the cached pair; `rented`, whether it is in use; `spare`, a pooled bytearray."""


def take_block() -> bytearray:
    block = THREAD.__dict__.pop("spare", None)
    return bytearray() if block is None else block


def give_block(block: bytearray, retain: int) -> None:
    # A bytearray gives its memory back when it is emptied, so what the thread keeps is the object alone.
    if retain:
        block.clear()
        THREAD.spare = block


def new_call(home: int) -> Call:
    """A new writer and a new buffer object, over a pooled block or one of its own."""
    buffer = Buffer()
    if home == HOME_POOL:
        buffer.bytes = take_block()
    call = Call(buffer)
    call.pooled = home == HOME_POOL
    return call


def cached_call() -> Call | None:
    """The thread's own pair, or None where an outer call on this thread has it."""
    kept = THREAD.__dict__
    if kept.get("rented"):
        return None
    if "call" not in kept:
        kept["call"] = Call(Buffer())
    call = kept["call"]
    kept["rented"] = True
    call.pooled = True
    call.buffer.bytes = take_block()
    return call


def close_call(call: Call) -> None:
    """Take everything back that the call holds; right after success and after any failure."""
    clear_frames(call)
    call.root = NOTHING
    call.value = call.key = None
    call.buffer.sink = SINK_RESULT
    if call.pooled:
        give_block(call.buffer.bytes, call.retain)
        call.buffer.bytes = None
    if call is THREAD.__dict__.get("call"):
        THREAD.rented = False


def retained_bytes() -> int:
    """Bytes of buffer that this thread keeps between calls."""
    spare = THREAD.__dict__.get("spare")
    return 0 if spare is None else spare.__sizeof__()
