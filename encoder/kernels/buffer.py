"""Where do the bytes go? The twin of buffer.h: one growing bytearray."""

from __future__ import annotations

import sys

from encoder.kernels.state import SINK_RESULT, STATUS_DONE, STATUS_SMALL, Call

FLUSH_MARK = 65536
"""A sink is written to in pieces of about this many bytes."""


def flush_mark(call: Call) -> int:
    """The length from which on a sink is due its bytes."""
    return sys.maxsize if call.buffer.sink == SINK_RESULT else FLUSH_MARK


def aim_at_sink(call: Call, sink: int) -> None:
    call.buffer.sink = sink


def put_bytes(call: Call, text: bytes) -> None:
    call.buffer.bytes += text


def put_byte(call: Call, byte: int) -> None:
    call.buffer.bytes.append(byte)


def put_end(call: Call, byte: int) -> None:
    """End a container: its bracket takes the place of the last comma, and a comma follows it."""
    out = call.buffer.bytes
    if out[-1] == 0x2C:
        del out[-1:]
    out.append(byte)
    out.append(0x2C)


def length(call: Call) -> int:
    return len(call.buffer.bytes)


def truncate_to(call: Call, length: int) -> None:
    del call.buffer.bytes[length:]


def cut_to(call: Call, length: int) -> None:
    """Take back all but the first `length` bytes."""
    del call.buffer.bytes[length:]


def end_line(call: Call, newline: bytes) -> None:
    """End a record: `newline` takes the place of its last comma."""
    call.buffer.bytes[-1:] = newline


def drop_last(call: Call) -> None:
    del call.buffer.bytes[-1:]


def take_result(call: Call) -> bytes:
    return bytes(call.buffer.bytes)


def aim_at_text(call: Call) -> None:
    """Nothing to do: here a str is always made of the bytes."""


def take_str(call: Call) -> str:
    return call.buffer.bytes.decode()


def take_from(call: Call, length: int) -> bytes:
    """The bytes written since the output had `length` of them; they are taken back."""
    written = call.buffer.bytes
    text = bytes(written[length:])
    del written[length:]
    return text


def is_full(call: Call) -> bool:
    """Is it time to hand the bytes to the sink?"""
    return len(call.buffer.bytes) >= flush_mark(call)


def take_pending(call: Call, keep: int) -> bytes:
    """All that is written but the last `keep` bytes, which stay."""
    written = call.buffer.bytes
    piece = bytes(written[: len(written) - keep])
    del written[: len(piece)]
    return piece


def flush_to_memory(call: Call, keep: int) -> int:
    """Copy all but the last `keep` bytes to the caller's memory."""
    buffer = call.buffer
    size = len(buffer.bytes) - keep
    if size > buffer.target_end - buffer.written:
        return STATUS_SMALL
    buffer.target[buffer.written : buffer.written + size] = take_pending(call, keep)
    buffer.written += size
    return STATUS_DONE
