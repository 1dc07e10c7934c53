"""What do the bytes collect in?"""

from __future__ import annotations

from encoder.kernels import buffer, state


class Output:
    """A rival gives a call its place to write to, and the result in the end."""

    def begin(self, call):
        """What takes a full buffer, or None where the buffer grows."""
        raise NotImplementedError

    def result(self, call, pieces):
        """All that was written, as bytes."""
        raise NotImplementedError


class Pieces:
    """Takes what a full buffer gives up."""

    def __init__(self):
        self.taken = []

    def write(self, piece):
        self.taken.append(piece)


class Chunks(Output):
    """Pieces of some 64 KiB, joined at the end.

    Trades: every byte is copied once more, but none twice while the text grows. The standard library's way; and
    swift-foundation 6.0 appended to a Data.
    """

    def begin(self, call):
        buffer.aim_at_sink(call, state.SINK_FILE)
        return Pieces()

    def result(self, call, pieces):
        pieces.write(buffer.take_pending(call, 0))
        return b"".join(pieces.taken)


class Flat(Output):
    """One growing buffer.

    Trades: what is written moves when the buffer grows, for a result that is there at the end. swift-foundation
    after #1012: one [UInt8].
    """

    def begin(self, call):
        return None

    def result(self, call, pieces):
        return buffer.take_result(call)
