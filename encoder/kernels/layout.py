"""How does compact JSON become JSON for people to read? The twin of layout.h: a filter on what leaves the encoder."""

from __future__ import annotations

from encoder.kernels.buffer import aim_at_sink, take_pending
from encoder.kernels.state import SINK_LAYOUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from encoder.kernels.state import Call

    Style = tuple[bytes, bytes, bytes | None, bytes, bool]

STRETCH = rb'((?:[^][{},:"]++|"(?:[^"\\]++|\\.)*+(?:"|\\?\Z))*+)([][{},:]?)'
"""What stays as it is, whole strings too, and the mark that follows it, if one does."""

CUT = rb'(?:[^"]++|"(?:[^"\\]++|\\.)*+")*+(?:"(?:[^"\\]++|\\.)*+(\\?))?'
"""A stretch. Group 1: the backslash or nothing at its end, where it ends inside a string."""

OPENED = b"["
COMPILED: list[re.Pattern[bytes]] = []


def patterns() -> list[re.Pattern[bytes]]:
    """The two, compiled when first asked for: importing re would cost every user of this package 4 ms."""
    if not COMPILED:
        import re

        COMPILED[:] = re.compile(STRETCH, re.DOTALL), re.compile(CUT, re.DOTALL)
    return COMPILED


class Laid:
    """What is laid out so far of what a call writes."""

    __slots__ = ("parts", "state", "style")


def aim_at_layout(call: Call, laid: Laid, style: Style, is_text: bool) -> None:
    """Let what a call writes be laid out from time to time."""
    laid.parts = []
    laid.style = style
    laid.state = bytearray()
    call.buffer.laid = laid
    aim_at_sink(call, SINK_LAYOUT)


def flush_to_layout(call: Call, keep: int) -> None:
    """Lay out all that is written but the last `keep` bytes."""
    laid = call.buffer.laid
    laid.parts.append(lay_out(call.policy.kernels, take_pending(call, keep), laid.style, laid.state))


def take_laid_out(call: Call) -> bytes:
    flush_to_layout(call, 0)
    return b"".join(call.buffer.laid.parts)


def take_laid_out_str(call: Call) -> str:
    return take_laid_out(call).decode()


def release_layout(call: Call) -> None:
    call.buffer.laid = None


def lay_out(kernels: object, text: bytes, style: Style, state: bytearray) -> bytes:
    """The laid-out form of a piece of compact JSON, which may be cut anywhere.

    style: item separator, key separator, indent of a level (None: all on one line), newline, and whether empty
    containers stay open. state: empty at the start of a document, and from then on this function's own.
    """
    if not text:
        return text
    depth = int.from_bytes(state[:8], "little")
    again = bytes(state[8:])  # of the piece before, to be read once more: a quote, quote and backslash, or a bracket
    whole, cut_off = patterns()
    pieces = whole.findall(again + text)[:-1]  # the last is empty
    if style[2] is None:
        separators = {b",": style[0], b":": style[1]}
        out, opened = [stretch + separators.get(mark, mark) for stretch, mark in pieces], False
    else:
        out, depth, opened = put_lines(pieces, style, depth - (again == OPENED))
    stretch, mark = pieces[-1]
    cut = None if mark else cut_off.match(stretch)[1]
    state[:] = depth.to_bytes(8, "little") + (OPENED if opened else b"" if cut is None else b'"' + cut)
    return b"".join(out)[len(again) :]


def put_lines(pieces: list[tuple[bytes, bytes]], style: Style, depth: int) -> tuple[list[bytes], int, bool]:
    """The pieces with a line for each member; the depth behind them, and whether a bracket waits for its line."""
    item, key, indent, newline, open_empty = style
    out: list[bytes] = []
    opened = False
    for stretch, mark in pieces:
        closing = mark == b"]" or mark == b"}"
        empty = opened and closing and not stretch
        if opened and not empty:
            out.append(newline + indent * depth)
        opened = False
        out.append(stretch)
        if mark == b",":
            out.append(item + newline + indent * depth)
        elif mark == b":":
            out.append(key)
        elif closing:
            depth = max(depth - 1, 0)
            if empty and open_empty:
                out.append(newline)
            if not empty or open_empty:
                out.append(newline + indent * depth)
            out.append(mark)
        elif mark:
            depth += 1
            opened = True
            out.append(mark)
    return out, depth, opened
