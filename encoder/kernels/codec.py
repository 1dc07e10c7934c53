"""How do bytes become base64 in the output? The twin of codec.h: in place, or by way of a temporary."""

from __future__ import annotations

from encoder.kernels.base64 import encode
from encoder.kernels.state import STATUS_DONE, Call

PIECE = 12 * 1024
"""Input bytes encoded at once in place: a multiple of three, so that only the last piece is padded."""


class Temporary:
    """A base64 text on its way to the output."""

    __slots__ = ("text",)


def encode_in_place(call: Call, data: bytes) -> int:
    # The codec cannot write into a given buffer: pieces bound the temporary that it makes.
    out = call.buffer.bytes
    for start in range(0, len(data), PIECE):
        out += encode(data[start : start + PIECE])
    return STATUS_DONE


def encode_aside(call: Call, aside: Temporary, data: bytes) -> int:
    aside.text = encode(data)
    return STATUS_DONE


def copy_in(call: Call, aside: Temporary) -> int:
    call.buffer.bytes += aside.text
    return STATUS_DONE
