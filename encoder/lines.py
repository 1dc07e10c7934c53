"""How are many values written one a line? NDJSON: records, each followed by a newline."""

from __future__ import annotations

try:
    from encoder import _cython as cython  # noqa: F401
except ImportError:
    import cython  # noqa: F401  (never executed: it is how Cython learns what the name means)

from encoder.errors import relocate
from encoder.kernels import buffer
from encoder.sinks import Sink

PIECE = 65_536
"""Lines are written together as soon as they are this many bytes."""

ASKED = "while the iterable was asked for record {}, counted from 0"

NO_MORE = object()
LIMITLESS = 1 << 62


class Lines:
    """Records on their way to a file: only whole lines ever leave."""

    def __init__(self, encoder, values):
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

    def add(self, record):
        """Encode one more record."""
        try:
            line = self.encode(record)
        except Exception as error:
            relocate(error, (self.count,))
            raise
        self.gathered += line
        self.gathered += self.newline
        self.count += 1

    def records(self, values):
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

    def is_full(self):
        """Are there enough lines for a piece?"""
        return len(self.gathered) >= PIECE

    def take(self):
        """The lines that were added since the last time."""
        piece = bytes(self.gathered)
        self.gathered.clear()
        return piece


def encode_lines(encoder, values):
    """All of `values`, a newline after each; nothing where there are none."""
    lines = Lines(encoder, values)
    if not encoder.settings.is_simple:
        for value in lines.records(values):
            lines.add(value)
        return lines.take()
    iterator = iter(values)
    call = encoder.rent()
    try:
        write_lines(encoder, call, lines, iterator, LIMITLESS)
        return buffer.take_result(call)
    finally:
        encoder.settings.writer.give_back(call)


def dump_lines(encoder, values, file):
    """Write `values` to a binary or text file or a path, a newline after each, whole lines at a time.

    Where a record cannot be encoded, or `values` itself raises, the lines before it are written.
    """
    lines = Lines(encoder, values)
    sink = Sink(file)
    try:
        if encoder.settings.is_simple:
            dump_by_one_call(encoder, lines, iter(values), sink)
        else:
            dump_apart(lines, values, sink)
    finally:
        sink.close()


def dump_by_one_call(encoder, lines, iterator, sink):
    call = encoder.rent()
    try:
        while write_lines(encoder, call, lines, iterator, PIECE):
            sink.write(buffer.take_from(call, 0))
        sink.write(buffer.take_from(call, 0))  # even if it is empty: an empty file is what no records make of a path
    except Exception:
        if buffer.length(call):
            sink.write(buffer.take_from(call, 0))
        raise
    finally:
        encoder.settings.writer.give_back(call)


def dump_apart(lines, values, sink):
    """The same where what is written of each record goes through more hands: a call for each."""
    try:
        for value in lines.records(values):
            lines.add(value)
            if lines.is_full():
                sink.write(lines.take())
        sink.write(lines.take())
    except Exception:
        if lines.gathered:
            sink.write(lines.take())
        raise


def write_lines(encoder, call, lines, iterator, room):
    """Write records until there are `room` bytes, True, or no more records. After an error whole lines are left."""
    whole = buffer.length(call)
    newline = lines.newline
    count = lines.count
    is_asking = True
    try:
        while whole < room:
            record = next(iterator, NO_MORE)
            if record is NO_MORE:
                return False
            is_asking = False
            encoder.write_value(call, record, encoder.default, None)
            buffer.end_line(call, newline)
            whole = buffer.length(call)
            count += 1
            is_asking = True
        lines.count = count
        return True
    except Exception as error:
        buffer.cut_to(call, whole)
        if is_asking:
            error.add_note(ASKED.format(count))
        else:
            relocate(error, (count,))
        raise
