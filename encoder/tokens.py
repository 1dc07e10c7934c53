"""How is JSON written token by token? A Writer checks that the tokens make a document."""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.axes import writer as writer_axis
from encoder.encoder import Encoder
from encoder.errors import TooDeepError, WriterStateError
from encoder.kernels import buffer, frames


class Writer:
    """A document under construction, in a buffer of its own that is kept from one `reset` to the next (so the
    recipe's `writer` has no say).

    Not for use by several threads at once, nor by the hooks of a value that it is writing. A token that cannot
    stand where it is put raises WriterStateError; a value that cannot be encoded raises as `encode` does; neither
    leaves anything behind.
    """

    def __init__(self, recipe=None, options=None, **changes):
        if cython.compiled and self.call:
            raise TypeError("a Writer does not change: make another one")
        self.encoder = Encoder(recipe, options, **changes)
        self.unpooled = writer_axis.Unpooled()
        self.call = self.unpooled.rent()
        writer_axis.let_borrow(self.call)
        self.encoder.instruct(self.call)
        self.ends = bytearray()
        self.is_named = False
        self.is_complete = False
        self.is_busy = False

    def __dealloc__(self):
        if cython.compiled and self.call:
            self.unpooled.give_back(self.call)

    @property
    def depth(self):
        """How many containers are open."""
        return len(self.ends)

    @property
    def pending(self):
        """How many bytes are written and not yet taken by `finish`."""
        self.check()
        return buffer.length(self.call)

    def start_object(self):
        self.start(0x7B, 0x7D)

    def start_array(self):
        self.start(0x5B, 0x5D)

    def end(self):
        """Close the container that was opened last."""
        self.check()
        if not self.ends:
            raise WriterStateError("end() without an open container")
        if self.is_named:
            raise WriterStateError("end() after name(): a value is expected")
        buffer.put_end(self.call, self.ends.pop())
        self.close_value()

    def name(self, text):
        """Write a member's name; its value comes next."""
        self.check()
        if not isinstance(text, str):
            raise TypeError(f"a name is a str, not {type(text).__name__}")
        if not self.ends or self.ends[-1] != 0x7D:
            raise WriterStateError("name() outside of an object: a value is expected")
        if self.is_named:
            raise WriterStateError("name() after name(): a value is expected")
        self.write(str.__str__(text))
        buffer.drop_last(self.call)
        buffer.put_byte(self.call, 0x3A)
        self.is_named = True

    def value(self, value):
        """Write any value that `encode` takes."""
        self.expect_value()
        self.write(value)
        self.close_value()

    def rewrite(self, value):
        """Write one value as the whole document, in place of what was there; `finish` takes it, or the next
        `rewrite` overwrites it."""
        self.reset()
        self.write(value)
        self.is_complete = True

    def finish(self):
        """The finished document as bytes; the writer is then as new."""
        self.check()
        if self.ends or not self.is_complete:
            expected = "end() is expected" if self.ends else "a value is expected"
            raise WriterStateError(f"finish() before the document is complete: {expected}")
        buffer.drop_last(self.call)
        result = buffer.take_result(self.call)
        self.reset()
        return result

    def reset(self):
        """Forget what is written and begin anew, in the same buffer."""
        self.check()
        buffer.truncate_to(self.call, 0)
        if self.ends:
            self.ends.clear()
        self.is_named = self.is_complete = False

    def write(self, value):
        """Write a value and its comma, or nothing."""
        mark = buffer.length(self.call)
        self.call.outer = len(self.ends)
        self.call.max_depth = self.encoder.max_depth - self.call.outer
        self.is_busy = True
        try:
            self.encoder.write_value(self.call, value, self.encoder.default, None)
        except BaseException:
            frames.clear_frames(self.call)
            buffer.truncate_to(self.call, mark)
            self.is_busy = False
            raise
        self.is_busy = False

    def start(self, start, end):
        self.expect_value()
        if len(self.ends) >= self.encoder.max_depth:
            raise TooDeepError(f"nested deeper than max_depth={self.encoder.max_depth}: allow more")
        buffer.put_byte(self.call, start)
        self.ends.append(end)
        self.is_named = False

    def check(self):
        """May this writer be used now?"""
        if cython.compiled and not self.call:
            raise TypeError("this Writer was not initialised: a subclass must call Writer.__init__")
        if self.is_busy:
            raise WriterStateError("this Writer is writing a value: a hook of that value needs a Writer of its own")

    def expect_value(self):
        self.check()
        if self.is_complete:
            raise WriterStateError("the document is complete: finish() or reset() is expected")
        if self.ends and self.ends[-1] == 0x7D and not self.is_named:
            raise WriterStateError("a value in an object without a name: name() or end() is expected")

    def close_value(self):
        self.is_named = False
        self.is_complete = not self.ends
