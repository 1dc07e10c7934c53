"""What lends and takes back a writer? The twin of writer.h, pool.h and thread.h: a pair is kept per thread."""

from __future__ import annotations

from _thread import _local  # threading.local, without importing all of threading

from encoder.kernels.frames import clear_frames
from encoder.kernels.state import HOME_POOL, NOTHING, SINK_RESULT, UNREAD, Buffer, Call

LOCAL = _local()


class Thread:
    """What a thread keeps between calls: the cached pair, whether it is in use, and a spare block of bytes."""

    __slots__ = ("call", "rented", "spare")

    def __init__(self) -> None:
        self.call = Call(Buffer())
        self.rented = False
        self.spare: bytearray | None = None


def current_thread() -> Thread:
    try:
        return LOCAL.thread
    except AttributeError:
        LOCAL.thread = Thread()
        return LOCAL.thread


def take_block(thread: Thread) -> bytearray:
    block, thread.spare = thread.spare, None
    return bytearray() if block is None else block


def give_block(thread: Thread, block: bytearray, retain: int) -> None:
    # A bytearray gives its memory back when it is emptied, so what the thread keeps is the object alone.
    if retain:
        block.clear()
        thread.spare = block


def new_call(home: int) -> Call:
    """A new writer and a new buffer object, over a pooled block or one of its own."""
    buffer = Buffer()
    if home == HOME_POOL:
        buffer.bytes = take_block(current_thread())
    call = Call(buffer)
    call.pooled = home == HOME_POOL
    return call


def cached_call() -> Call | None:
    """The thread's own pair, or None where an outer call on this thread has it."""
    thread = current_thread()
    if thread.rented:
        return None
    thread.rented = True
    call = thread.call
    call.pooled = True
    call.buffer.bytes = take_block(thread)
    return call


def is_kept(call: Call) -> bool:
    """Is it the thread's own?"""
    return call is current_thread().call


def let_borrow(call: Call) -> None:
    """Nothing to do: here no kernel takes blocks from the thread."""


def close_call(call: Call) -> None:
    """Take everything back that the call holds; right after success and after any failure."""
    clear_frames(call)
    call.root = NOTHING
    call.value = call.key = None
    call.buffer.sink = SINK_RESULT
    call.counts = UNREAD
    thread = current_thread()
    if call.pooled:
        give_block(thread, call.buffer.bytes, call.policy.retain)
        call.buffer.bytes = None
    if call is thread.call:
        thread.rented = False


def retained_bytes() -> int:
    """Bytes of buffer that this thread keeps between calls."""
    spare = current_thread().spare
    return 0 if spare is None else spare.__sizeof__()
