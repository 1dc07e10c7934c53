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
        refuse_single(values)
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


def refuse_single(values):
    # Those who write one record where many are expected would get its keys, or characters, one a line.
    if isinstance(values, (str, bytes, bytearray, dict)):
        raise TypeError(f"lines are made of an iterable of records: put a single {type(values).__name__} in a list")


def encode_lines(encoder, values):
    """All of `values`, a newline after each; nothing where there are none."""
    if not encoder.settings.is_simple:
        lines = Lines(encoder, values)
        for value in lines.records(values):
            lines.add(value)
        return lines.take()
    iterator = iterator_of(values)
    call = encoder.rent()
    try:
        write_lines(encoder, call, values, iterator, 0, LIMITLESS)
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
            dump_by_one_call(encoder, values, iterator_of(values), sink)
        else:
            dump_apart(lines, values, sink)
    finally:
        sink.close()


def iterator_of(values):
    """None for a list, which is read in place."""
    refuse_single(values)
    return None if type(values) is list else iter(values)


def dump_by_one_call(encoder, values, iterator, sink):
    call = encoder.rent()
    count = 0
    try:
        while count >= 0:
            count = write_lines(encoder, call, values, iterator, count, PIECE)
            sink.write(buffer.take_from(call, 0))  # even if it is empty: that is what no records make of a path
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


def write_lines(encoder, call, values, iterator, count, room):
    """Write records, the first of which is number `count`, until there are `room` bytes: the number of the next one. Or
    until there are no more: -1. After an error whole lines are left."""
    whole = buffer.length(call)
    newline = encoder.settings.newline
    is_asking = True
    try:
        while whole < room:
            if iterator is None:
                record = values[count] if count < len(values) else NO_MORE
            else:
                record = next(iterator, NO_MORE)
            if record is NO_MORE:
                return -1
            is_asking = False
            encoder.write_value(call, record, encoder.default, None)
            buffer.end_line(call, newline)
            whole = buffer.length(call)
            count += 1
            is_asking = True
        return count
    except Exception as error:
        buffer.cut_to(call, whole)
        if is_asking:
            error.add_note(ASKED.format(count))
        else:
            relocate(error, (count,))
        raise
