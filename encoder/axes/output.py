"""What do the bytes collect in?"""

from __future__ import annotations

from encoder.kernels import buffer, state


class Output:
    """A rival gives a call its place to write to, and the result in the end.

    A rival of your own defines `collector`.
    """

    def collector(self):
        """Something new for one call, with `write(piece)` and `getvalue()`, both of bytes: such as an io.BytesIO."""
        raise NotImplementedError(f"{type(self).__qualname__} does not define collector(self)")

    def begin(self, call):
        """What takes a full buffer, or None where the buffer grows. Of a rival in Python, its `collector`."""
        buffer.aim_at_sink(call, state.SINK_FILE)
        return Collected(self.collector(), type(self).__qualname__)

    def result(self, call, pieces):
        """All that was written, as bytes."""
        pieces.write(buffer.take_pending(call, 0))
        return pieces.result()


class Collected:
    """A collector of a rival in Python, and how much was written to it."""

    def __init__(self, collector, owner):
        self.collector = collector
        self.owner = owner
        self.length = 0

    def write(self, piece):
        self.length += len(piece)
        self.collector.write(piece)

    def result(self):
        text = self.collector.getvalue()
        if type(text) is not bytes or len(text) != self.length:
            got = f"{len(text)} bytes" if type(text) is bytes else type(text).__qualname__
            raise TypeError(f"the collector of {self.owner} was given {self.length} bytes, and getvalue() gave {got}")
        return text


class Taken:
    """What full buffers gave up."""

    def __init__(self):
        self.parts = []

    def write(self, piece):
        self.parts.append(piece)


class Chunks(Output):
    """Pieces of some 64 KiB, joined at the end.

    Trades: every byte is copied once more, but none twice while the text grows. The standard library's way; and
    swift-foundation 6.0 appended to a Data.
    """

    def begin(self, call):
        buffer.aim_at_sink(call, state.SINK_FILE)
        return Taken()

    def result(self, call, pieces):
        pieces.write(buffer.take_pending(call, 0))
        return b"".join(pieces.parts)


class Flat(Output):
    """One growing buffer.

    Trades: what is written moves when the buffer grows, for a result that is there at the end. swift-foundation
    after #1012: one [UInt8].
    """

    def begin(self, call):
        return None

    def result(self, call, pieces):
        return buffer.take_result(call)
