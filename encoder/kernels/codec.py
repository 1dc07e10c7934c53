"""How do bytes become base64 in the output? The twin of codec.h: in place, or by way of a temporary."""

from __future__ import annotations

from encoder.kernels.base64 import encode
from encoder.kernels.state import Call

PIECE = 12 * 1024
"""Input bytes encoded at once in place: a multiple of three, so that only the last piece is padded."""


class Temporary:
    """A base64 text on its way to the output."""

    __slots__ = ("text",)


def open_text(call: Call, data: bytes) -> None:
    call.buffer.bytes += b'"'


def close_text(call: Call) -> None:
    call.buffer.bytes += b'"'


def encode_in_place(call: Call, data: bytes) -> None:
    # The codec cannot write into a given buffer: pieces bound the temporary that it makes.
    out = call.buffer.bytes
    for start in range(0, len(data), PIECE):
        out += encode(data[start : start + PIECE])


def encode_aside(call: Call, aside: Temporary, data: bytes) -> None:
    aside.text = encode(data)


def copy_in(call: Call, aside: Temporary) -> None:
    call.buffer.bytes += aside.text
