"""How does a value become bytes? An Encoder holds a recipe and options, and every call goes through it."""

from __future__ import annotations

import os

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder import walk as walking
from encoder.axes import base64 as base64_axis
from encoder.axes import tree as tree_axis
from encoder.catalogue import find
from encoder.kernels import buffer as output
from encoder.kernels import memory, state
from encoder.naming import suggest
from encoder.options import DEFAULTS, Options
from encoder.recipe import FAST, Recipe
from encoder.sinks import Sink


class Encoder:
    """A recipe and options, ready for any number of calls on any number of threads.

    `changes` are axes or options that differ from `recipe` and `options`. `isa` names the instruction-set level
    of its kernels.
    """

    def __init__(self, recipe=None, options=None, **changes):
        if self.writer is not None if cython.compiled else hasattr(self, "writer"):
            raise TypeError("an Encoder does not change: make another one")
        recipe = FAST if recipe is None else recipe
        if not isinstance(recipe, Recipe):
            raise TypeError(f"recipe must be a Recipe, such as FAST or Recipe(tree='value'), not {recipe!r}")
        if not isinstance(options, (Options, type(None))):
            raise TypeError(f"options must be Options or None, not {options!r}")
        for name in changes:
            if name not in recipe.axes and name not in DEFAULTS:
                raise TypeError(f"no axis or option {name!r}{suggest(name, [*recipe.axes, *DEFAULTS])}")
        axes = {name: changes.pop(name) for name in list(changes) if name in recipe.axes}
        self.recipe = recipe.with_(**axes) if axes else recipe
        self.options = (Options() if options is None else options).with_(**changes)
        self.default = self.options.default
        self.max_depth = self.options.max_depth
        self.retain = self.options.retain
        self.writer = find("writer", self.recipe.axes["writer"])()
        self.base64 = find("base64", self.recipe.axes["base64"])()
        self.tree = find("tree", self.recipe.axes["tree"])
        self.is_direct = self.recipe.axes["tree"] == "direct"
        self.direct = tree_axis.Direct()
        self.kernels = walking.kernels_named(os.environ.get("ENCODER_ISA", "").encode())
        self.isa = self.kernels.isa.decode()

    def __repr__(self):
        return f"Encoder({self.recipe!r}, {self.options!r})"

    def __reduce__(self):
        return remake, (self.recipe, self.options)

    def encode(self, value):
        """`value` as compact JSON in UTF-8."""
        return self.produce(value, self.default)

    def produce(self, value, default):
        call = self.rent()
        try:
            self.write(call, value, default, None)
            return output.take_result(call)
        finally:
            self.writer.give_back(call)

    def encode_str(self, value):
        """`value` as compact JSON text."""
        return self.produce_str(value, self.default)

    def produce_str(self, value, default):
        call = self.rent()
        try:
            self.write(call, value, default, None)
            return output.take_str(call)
        finally:
            self.writer.give_back(call)

    def encode_into(self, value, buffer, offset=0):
        """Write `value` into a writable buffer from byte `offset` on; the index after its last byte.

        The bytes before `offset` and after the end stay as they are. Where the JSON does not fit, raises
        BufferTooSmallError; the part of the buffer behind `offset` is then undefined.
        """
        return self.produce_into(value, self.default, buffer, offset)

    def produce_into(self, value, default, buffer, offset):
        call = self.rent()
        try:
            return self.write_into(call, value, default, buffer, offset)
        finally:
            self.writer.give_back(call)

    def dump(self, value, file):
        """Write `value` to a binary or text file, or to a path, in pieces of about 64 KiB.

        Where encoding fails the file holds a prefix only, or nothing before the first piece.
        """
        self.produce_to(value, self.default, file)

    def produce_to(self, value, default, file):
        sink = Sink(file)
        call = self.rent()
        try:
            output.aim_at_sink(call, state.SINK_FILE)
            self.write(call, value, default, sink)
            sink.write(output.take_pending(call, 0))
        finally:
            self.writer.give_back(call)
            sink.close()

    def rent(self):
        """A writer that knows this encoder's settings, rewritten at every rent so that none can leak."""
        if self.writer is None:
            raise TypeError("this Encoder was not initialised: a subclass must call Encoder.__init__")
        call = self.writer.rent()
        self.instruct(call)
        return call

    def instruct(self, call):
        call.max_depth = self.max_depth
        call.outer = 0
        call.retain = self.retain
        call.mask = state.MAY_WRITE_ALL
        call.kernels = self.kernels
        base64_axis.use_base64(call, self.base64)

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
        if self.is_direct:
            state.set_root(call, value)
            status = self.direct.advance(call)
            if status != state.STATUS_DONE:
                walking.Walk(self.direct, default, file).follow(call, status)
        else:
            walking.Walk(self.tree(), default, file).begin(call, value)


def remake(recipe, options):
    """Unpickle or copy an encoder."""
    return Encoder(recipe, options)
