"""Who keeps the writer and its buffer between calls?"""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.kernels import state

# Not in writer.pxd: whoever cimports that would get thread-local state of its own.
if cython.compiled:
    from cython.cimports.encoder.kernels import writer
else:
    from encoder.kernels import writer


class Writer:
    """A rival lends the writer of one encode() call and takes it back when the call is over, also after errors."""

    def rent(self):
        """A writer that nobody else uses, with nothing in its buffer."""
        raise NotImplementedError

    def give_back(self, call):
        """End the call: nothing of it may show in the next one."""
        writer.close_call(call)

    def is_kept(self, call):
        """Is the call's writer the one that the thread keeps, and not a new one?"""
        return writer.is_kept(call)


class Unpooled(Writer):
    """A new writer and a new growing buffer for every call, freed at its end.

    Trades: nothing is kept, everything is paid anew, and the result is one more copy. The naive way.
    """

    def rent(self):
        return writer.new_call(state.HOME_HEAP)


class Fresh(Writer):
    """A new writer and buffer object for every call; the bytes they write to come from the thread's pool.

    Trades: two small objects a call for having no state between calls but plain bytes. System.Text.Json
    before dotnet/runtime#73338: a Utf8JsonWriter and a PooledByteBufferWriter over an ArrayPool array.
    """

    def rent(self):
        return writer.new_call(state.HOME_POOL)


class Cached(Writer):
    """The thread keeps one writer and buffer object and lends them to the outermost call.

    Trades: two small objects a thread, for ever, for two a call. A nested call (a hook that encodes) gets a
    fresh pair. System.Text.Json after dotnet/runtime#73338: Utf8JsonWriterCache.
    """

    def rent(self):
        call = writer.cached_call()
        if not call:
            call = writer.new_call(state.HOME_POOL)
        return call


def let_borrow(call):
    """Let a call that no thread lent use spare blocks of whichever thread it writes on."""
    writer.let_borrow(call)


def end_call(call):
    """Free a call that no thread lent."""
    writer.close_call(call)


def retained():
    """How many bytes of buffer does this thread keep for its next calls?"""
    return writer.retained_bytes()
