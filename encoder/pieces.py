"""How is a value encoded a piece at a time, with a pause after each?"""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder import walk as walking
from encoder.axes import writer as writer_axis
from encoder.errors import WriterStateError
from encoder.kernels import buffer as output
from encoder.kernels import collector, frames, state


class Pieces:
    """The pieces of one value. It has a writer of its own, which no other call can meet while this one waits."""

    def __init__(self, encoder, value):
        if cython.compiled and self.call:
            raise TypeError("an iterator of pieces does not change: make another one")
        if encoder is None:
            raise TypeError("pieces are made by an Encoder")
        self.encoder = encoder
        self.unpooled = writer_axis.Unpooled()
        self.call = self.unpooled.rent()
        writer_axis.let_borrow(self.call)
        self.encoder.instruct(self.call)
        output.aim_at_sink(self.call, state.SINK_FILE)
        self.value = value
        self.walk = None
        self.state = bytearray()
        self.is_over = False
        self.is_busy = False

    def __dealloc__(self):
        if cython.compiled and self.call:
            writer_axis.end_call(self.call)  # the collector may have taken all else

    def __iter__(self):
        return self

    def __next__(self):
        if cython.compiled and (not self.call or self.encoder is None):
            raise TypeError("these pieces were not initialised: Encoder.pieces makes them")
        if self.is_busy:
            raise WriterStateError("these pieces are being made: a hook needs an iterator of its own")
        if self.is_over:
            raise StopIteration
        self.is_busy = self.is_over = True  # until it is known that there is more
        try:
            try:
                is_last = self.go_on()
            except StopIteration as error:  # user code's: it would look like the end of the pieces
                raise RuntimeError("user code raised StopIteration while a value was encoded in pieces") from error
            if is_last:
                output.drop_last(self.call)
            piece = output.take_pending(self.call, 0 if is_last else 1)
            piece = self.encoder.lay_out(piece, self.state)
            self.is_over = is_last
        finally:
            self.is_busy = False
            if self.is_over:
                self.walk = None  # and with it the value
        return piece

    def go_on(self):
        """Write until a piece is full, or to the end: True."""
        settings = self.encoder.settings
        if self.walk is not None:
            return self.walk.resume(self.call)
        value, self.value = self.value, None
        default = self.encoder.default
        if settings.is_direct:
            state.set_root(self.call, value)
            status = settings.direct.advance(self.call)
            held = frames.hold_stopped(self.call, status)  # noqa: F841  (until the walk takes it)
            self.walk = walking.Walk(settings, settings.direct, default, None)
            return self.walk.follow(self.call, status)
        self.walk = walking.Walk(settings, settings.tree(settings.repeats == 2), default, None)
        state.set_value(self.call, value)
        return self.walk.follow(self.call, state.STATUS_VALUE)


def call_of(pieces):
    """The writer of an iterator; for the collector, before which nothing may change its references."""
    return cython.cast(Pieces, pieces).call if cython.compiled else pieces.call


collector.show_calls(Pieces, call_of)
