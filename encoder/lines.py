"""How are many values written one a line? NDJSON: records, each followed by a newline."""

from __future__ import annotations

from encoder.errors import relocate
from encoder.sinks import Sink

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Iterable, Iterator
    from typing import Any, Protocol

    from encoder.options import Options

    class Encoder(Protocol):
        """What is needed of the real one, which stands above this module."""

        options: Options

        def encode(self, value: Any) -> bytes: ...


PIECE = 65_536
"""Lines are written together as soon as they are this many bytes."""

ASKED = "while the iterable was asked for record {}, counted from 0"


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
            relocate(error, (self.count,))
            raise
        self.gathered += line
        self.gathered += self.newline
        self.count += 1

    def records(self, values: Iterable[Any]) -> Iterator[Any]:
        """`values`, where an error of theirs is told which record they were asked for."""
        iterator = iter(values)
        while True:
            try:
                value = next(iterator)
            except StopIteration:
                return
            except Exception as error:
                error.add_note(ASKED.format(self.count))
                raise
            yield value

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
    for value in lines.records(values):
        lines.add(value)
    return lines.take()


def dump_lines(encoder: Encoder, values: Iterable[Any], file: Any) -> None:
    """Write `values` to a binary or text file or a path, a newline after each, whole lines at a time.

    Where a record cannot be encoded, or `values` itself raises, the lines before it are written.
    """
    lines = Lines(encoder, values)
    sink = Sink(file)
    try:
        for value in lines.records(values):
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
