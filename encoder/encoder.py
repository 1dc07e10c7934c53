"""How does a value become bytes? An Encoder holds a recipe and options, and every call goes through it."""

from __future__ import annotations

import os

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder import walk as walking
from encoder.errors import BufferTooSmallError
from encoder.failures import SMALL
from encoder.kernels import buffer as output
from encoder.kernels import frames, layout, memory, state
from encoder.naming import suggest
from encoder.options import DEFAULTS, Options
from encoder.recipe import FAST, Recipe
from encoder.settings import Settings


class Encoder:
    """Encoder(recipe=None, options=None, **changes)\n--\n
    A recipe and options, ready for any number of calls on any number of threads.

    `changes` are axes or options that differ from `recipe` and `options`. `isa` names the instruction-set level
    of its kernels.
    """

    def __init__(self, recipe=None, options=None, **changes):
        if self.settings is not None if cython.compiled else hasattr(self, "settings"):
            raise TypeError("an Encoder does not change: make another one")
        recipe = FAST if recipe is None else recipe
        if not isinstance(recipe, Recipe):
            hint = "; pass options=" if isinstance(recipe, Options) else ""
            raise TypeError(f"recipe must be a Recipe, such as FAST or Recipe(tree='value'), not {recipe!r}{hint}")
        if not isinstance(options, (Options, type(None))):
            raise TypeError(f"options must be Options or None, not {options!r}")
        for name in changes:
            if name not in recipe.axes and name not in DEFAULTS:
                raise TypeError(f"no axis or option {name!r}{suggest(name, [*recipe.axes, *DEFAULTS])}")
        axes = {name: changes.pop(name) for name in list(changes) if name in recipe.axes}
        self.recipe = recipe.with_(**axes) if axes else recipe
        self.options = (Options() if options is None else options).with_(**changes)
        self.settings = Settings(self.recipe, self.options)
        self.walks = walking.Walks(self.settings)
        self.default = self.options.default
        self.max_depth = self.options.max_depth
        self.kernels = self.settings.policy.kernels = walking.kernels_named(os.environ.get("ENCODER_ISA", "").encode())
        self.isa = self.kernels.isa.decode()
        # Whoever says how much a thread may keep means it of every call, and one without a writer frees nothing.
        self.is_bare = self.settings.is_bare and self.options.retain == DEFAULTS["retain"]

    def __repr__(self):
        return f"Encoder({self.recipe!r}, {self.options!r})"

    def __reduce__(self):
        return remake, (self.recipe, self.options)

    def encode(self, value):
        """`value` as JSON in UTF-8."""
        return self.produce(value, self.default)

    def produce(self, value, default):
        if self.is_bare:
            whole = state.write_bare(self.kernels, value)
            if whole is not None:
                return whole
        return self.produce_by_call(value, default)

    def produce_by_call(self, value, default):
        call = self.rent()
        try:
            if self.settings.is_simple:
                self.write_value(call, value, default, None)
                output.drop_last(call)
                return output.take_result(call)
            return self.produce_otherwise(call, value, default)
        finally:
            self.settings.writer.give_back(call)

    def produce_otherwise(self, call, value, default):
        """In pieces, or laid out."""
        if self.settings.is_flat:
            return self.produce_laid_out(call, value, default, False)
        pieces = self.settings.output.begin(call)
        self.write(call, value, default, pieces)
        return self.lay_out(self.settings.output.result(call, pieces), bytearray())

    def produce_laid_out(self, call, value, default, is_text):
        """Laid out a piece at a time, as it is written; as a str if `is_text`."""
        laid = cython.declare(layout.Laid)
        layout.aim_at_layout(call, cython.address(laid), self.settings.style, is_text)
        try:
            self.write(call, value, default, None)
            return layout.take_laid_out_str(call) if is_text else layout.take_laid_out(call)
        finally:
            layout.release_layout(call)

    def lay_out(self, piece, state):
        """A piece of a document that is laid out if the options want it; `state` is empty at its start."""
        if self.settings.style is None:
            return piece
        return layout.lay_out(self.kernels, piece, self.settings.style, state)

    def encode_str(self, value):
        """`value` as JSON text."""
        return self.produce_str(value, self.default)

    def produce_str(self, value, default):
        self.check()
        if not self.settings.is_flat:
            return self.produce(value, default).decode()
        call = self.rent()
        try:
            if not self.settings.is_simple:
                return self.produce_laid_out(call, value, default, True)
            output.aim_at_text(call)
            self.write(call, value, default, None)
            return output.take_str(call)
        finally:
            self.settings.writer.give_back(call)

    def encode_into(self, value, buffer, offset=0):
        """Write `value` into a writable buffer from byte `offset` on; the index after its last byte.

        The bytes before `offset` and after the end stay as they are. Where the JSON does not fit, raises
        BufferTooSmallError; the part of the buffer behind `offset` is then undefined.
        """
        return self.produce_into(value, self.default, buffer, offset)

    def produce_into(self, value, default, buffer, offset):
        self.check()
        if self.settings.style is not None:
            return copy_into(self.produce(value, default), buffer, offset)
        call = self.rent()
        try:
            return self.write_into(call, value, default, buffer, offset)
        finally:
            self.settings.writer.give_back(call)

    def dump(self, value, file):
        """Write `value` to a binary or text file, or to a path, in pieces of about 64 KiB.

        Where encoding fails the file holds a prefix only, or nothing before the first piece.
        """
        self.produce_to(value, self.default, file)

    def produce_to(self, value, default, file):
        from encoder.sinks import Sink  # late: it is for files only

        self.check()
        sink = Sink(file)
        last = sink if self.settings.style is None else LaidOut(sink, self)
        call = self.rent()
        try:
            output.aim_at_sink(call, state.SINK_FILE)
            self.write(call, value, default, last)
            last.write(output.take_pending(call, 0))
        finally:
            self.settings.writer.give_back(call)
            sink.close()

    def pieces(self, value):
        """An iterator of the bytes of `value` in pieces of about 64 KiB, each made when it is asked for."""
        from encoder.pieces import Pieces

        self.check()
        return Pieces(self, value)

    def encode_lines(self, values):
        """`values`, any iterable, as NDJSON: one line each."""
        from encoder import lines

        return lines.encode_lines(self, values)

    def dump_lines(self, values, file):
        """Write `values`, any iterable, to a file or a path as NDJSON, whole lines at a time."""
        from encoder import lines

        lines.dump_lines(self, values, file)

    def adump(self, value, file):
        """A coroutine: like `dump` for a file whose write is async, an asyncio.StreamWriter, or any other file."""
        from encoder import aio

        return aio.adump(self, value, file)

    def adump_lines(self, values, file):
        """A coroutine: like `dump_lines` for such a file, and for an iterable or async iterable of values."""
        from encoder import aio

        return aio.adump_lines(self, values, file)

    def count(self, value):
        """Encode `value` and say what the call did: COUNTS; "bare", it had no writer; "kept", it had the thread's."""
        call = self.rent()
        counts = cython.declare(state.Counts)
        state.count_in(call, cython.address(counts))
        try:
            is_bare = self.is_bare and state.write_bare(self.kernels, value) is not None
            if not is_bare and self.settings.is_simple:
                self.write(call, value, self.default, None)
            elif not is_bare:
                self.produce_otherwise(call, value, self.default)
            others = {"bare": int(is_bare), "kept": int(self.settings.writer.is_kept(call))}
            return others | {word: counts.of[what] for word, what in COUNTS.items()}
        finally:
            self.settings.writer.give_back(call)

    def rent(self):
        """A writer that knows this encoder's settings, rewritten at every rent so that none can leak."""
        self.check()
        call = self.settings.writer.rent()
        self.instruct(call)
        return call

    def check(self):
        if self.settings is None:
            raise TypeError("this Encoder was not initialised: a subclass must call Encoder.__init__")

    def instruct(self, call):
        state.follow_policy(call, cython.address(self.settings.policy))

    def write_into(self, call, value, default, buffer, offset):
        target = cython.declare(memory.Target)
        memory.aim_at_memory(call, cython.address(target), buffer, offset)
        try:
            self.write(call, value, default, None)
            walking.end_memory(call)
            return memory.end_in_memory(call, cython.address(target))
        finally:
            memory.release_memory(cython.address(target))

    def write(self, call, value, default, file):
        """Write one document."""
        self.write_value(call, value, default, file)
        output.drop_last(call)

    def write_value(self, call, value, default, file):
        """Write a value and a comma."""
        settings = self.settings
        if settings.is_direct:
            state.set_root(call, value)
            status = settings.direct.advance(call)
            if status != state.STATUS_DONE:
                self.follow(call, status, default, file)
        else:
            self.walks.begin(call, value, settings.tree(settings.repeats == 2), default, file)

    def follow(self, call, status, default, file):
        """Do what the first run has left."""
        held = frames.hold_stopped(call, status)  # noqa: F841  (until the walk takes it)
        self.walks.follow(call, status, default, file)


COUNTS = {
    "plain": state.COUNT_PLAIN,  # runs of the plain instance
    "general": state.COUNT_GENERAL,  # runs of the general instance, which asks its mask
    "met": state.COUNT_MET,  # values that a run left to the walk
    "asked": state.COUNT_ASKED,  # fields that getattr was asked for, and elements of iterators
    "flat": state.COUNT_FLAT,  # lists written without a frame
    "escaped": state.COUNT_ESCAPED,  # texts that the escaping rival wrote
    "base64": state.COUNT_BASE64,  # bytes values
    "arrays": state.COUNT_ARRAYS,  # lists that the arrays rival wrote at once
    "vectors": state.COUNT_VECTORS,  # arrays of numbers, and scalars of numpy, that a run read in their memory
}


class LaidOut:
    """A file that gets its pieces laid out."""

    def __init__(self, file, encoder):
        self.file = file
        self.encoder = encoder
        self.state = bytearray()

    def write(self, piece):
        self.file.write(self.encoder.lay_out(piece, self.state))


def copy_into(text, buffer, offset):
    """Copy `text` into a writable buffer from `offset` on; the index after its last byte."""
    with memoryview(buffer) as view:
        if view.readonly or not view.c_contiguous:  # as Python says where a call writes there by itself
            raise BufferError(f"Object is not {'writable' if view.readonly else 'C-contiguous'}.")
        with view.cast("B") as room:
            if not 0 <= offset <= len(room):
                raise ValueError(f"offset {offset} is outside the buffer of {len(room)} bytes")
            end = offset + len(text)
            if end > len(room):
                raise BufferTooSmallError(SMALL)
            room[offset:end] = text
            return end


def remake(recipe, options):
    """Unpickle or copy an encoder."""
    return Encoder(recipe, options)
