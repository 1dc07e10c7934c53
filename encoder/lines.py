"""How are many values written one a line? NDJSON: records, each followed by a newline."""

from __future__ import annotations

from encoder.errors import EncodeError
from encoder.sinks import Sink

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Iterable
    from typing import Any, Protocol

    from encoder.options import Options

    class Encoder(Protocol):
        """What is needed of the real one, which stands above this module."""

        options: Options

        def encode(self, value: Any) -> bytes: ...


PIECE = 65_536
"""Lines are written together as soon as they are this many bytes."""


class Lines:
    """Records on their way to a file: only whole lines ever leave."""

    def __init__(self, encoder: Encoder, values: Any) -> None:
        options = encoder.options
        # Those who write one record where many are expected would get its keys, or characters, one a line.
        if isinstance(values, (str, bytes, bytearray, dict)):
            raise TypeError(f"lines are made of an iterable of records: put a single {type(values).__name__} in a list")
        if options.indent is not None:
            raise ValueError(f"indent={options.indent!r} would break a record into lines: here a record is one line")
        if set("\r\n") & set("".join(options.layout)):
            raise ValueError(f"layout={options.layout!r} would break a record into lines: here a record is one line")
        self.encode = encoder.encode
        self.newline = options.newline.encode()
        self.count = 0
        self.gathered = bytearray()

    def add(self, record: Any) -> None:
        """Encode one more record."""
        try:
            line = self.encode(record)
        except Exception as error:
            relocate(error, self.count)
            raise
        self.gathered += line
        self.gathered += self.newline
        self.count += 1

    def is_full(self) -> bool:
        """Are there enough lines for a piece?"""
        return len(self.gathered) >= PIECE

    def take(self) -> bytes:
        """The lines that were added since the last time."""
        piece = bytes(self.gathered)
        self.gathered.clear()
        return piece


def encode_lines(encoder: Encoder, values: Iterable[Any]) -> bytes:
    """All of `values`, a newline after each; nothing where there are none."""
    lines = Lines(encoder, values)
    for value in values:
        lines.add(value)
    return lines.take()


def dump_lines(encoder: Encoder, values: Iterable[Any], file: Any) -> None:
    """Write `values` to a binary or text file or a path, a newline after each, whole lines at a time.

    Where a record cannot be encoded, or `values` itself raises, the lines before it are written.
    """
    lines = Lines(encoder, values)
    sink = Sink(file)
    try:
        for value in values:
            lines.add(value)
            if lines.is_full():
                sink.write(lines.take())
        sink.write(lines.take())  # even if it is empty: an empty file is what no records make of a path
    except Exception:
        if lines.gathered:
            sink.write(lines.take())
        raise
    finally:
        sink.close()


def relocate(error: Exception, index: int, below: int = 0) -> None:
    """Let an error that was met in a value of its own say that this value is number `index` of many.

    below: how many parts of its path lead to that value and are replaced.
    """
    notes = getattr(error, "__notes__", None)
    old = NOTE + "[0]" * below
    if isinstance(error, EncodeError) and not notes:
        error.path = (index, *error.path[below:])
        error.args = (error.reason, error.path)
    elif isinstance(notes, list) and isinstance(notes[-1], str) and notes[-1].startswith(old):
        # Not the encoder's own: the walk left a note in it.
        notes[-1] = f"{NOTE}[{index}]{notes[-1][len(old) :]}"


NOTE = "while encoding $"
