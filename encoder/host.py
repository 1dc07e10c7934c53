"""How does an own type write itself in the middle of a walk?"""

from __future__ import annotations

import sys
from _thread import get_ident

from encoder import members
from encoder.axes import tree as tree_axis
from encoder.errors import CircularReferenceError, TooDeepError, WriterStateError, spell_path
from encoder.kernels import frames, stack, state
from encoder.naming import spell_type


class Host:
    """What containers ask of the call that they belong to; the walk is one.

    `plain` and what stands below it is for `encode_own` and the layers, which call it from Python.
    """

    def write_own(self, call, value):
        """Let a value encode itself into containers, then write what they hold."""
        place = self.path.read(call)
        if stack.is_stack_short():
            raise self.stop(TooDeepError("own types are nested deeper than this thread's stack allows", place))
        from encoder import own  # late: few values encode themselves

        if self.layers is None:
            from encoder.containers import open_layers

            self.layers = open_layers(self.settings.layers, self)
            self.is_host = True  # to containers that the user may keep
        depth = call.depth
        self.entered(call, frames.push_frame(call, value, state.FRAME_ONE, 1))
        if frames.is_open(call, value):
            raise self.stop(CircularReferenceError(f"this {spell_type(value)} holds itself", place))
        frames.expose_frames(call)
        outer, self.call = self.call, call
        runner, self.runner = self.runner, who_runs()
        tree = self.tree
        try:
            plain = own.encode_own(value, self, place, depth + call.policy.max_depth - call.max_depth)
        except Exception as error:
            self.stopped = error  # it says already where it happened
            raise
        finally:
            self.call, self.runner = outer, runner
            self.tree = tree
        frames.pop_to(call, depth)
        if self.settings.sort:
            members.order_all(self.settings, plain)
        if not self.tree.adopt(plain):
            self.entered(call, frames.push_final(call, plain, place))
            self.is_final = True
            call.mask = self.settings.final_mask
            state.forget_hook(call)  # finished values are not for it

    def plain(self, value, path, depth):
        """A value that was put into a container, as plain dicts, lists and leaves that its rules were applied to.

        path: from the root to it. depth: how many levels are above it. Raises as encode does, at once.
        """
        call = self.call
        if not call:
            raise WriterStateError("this container's value is written: it takes no more", path)
        if self.runner != who_runs():
            raise WriterStateError("this container belongs to a call of another thread or greenlet", path)
        floor = call.depth
        collector = tree_axis.Value(self.settings.repeats == 2)
        tree, self.tree = self.tree, collector
        try:
            self.entered(call, frames.push_final(call, value, path))
            while True:
                status = collector.advance(call)
                if status == state.STATUS_FINAL:
                    break
                self.obey(call, status)
        except BaseException as error:
            if isinstance(error, Exception):
                self.blame(call, error)
                self.layers.said = error
            frames.pop_to(call, floor)
            raise
        finally:
            self.tree = tree
        return collector.root

    @property
    def keeps_scalars(self):
        """May a container take a plain str, int, bool, None or finite float as it is?"""
        return not self.exact

    @property
    def rename(self):
        return self.settings.rename_fields

    @property
    def duplicate_keys(self):
        return self.settings.options.duplicate_keys

    @property
    def nothing(self):
        return self.settings.options.nothing

    @property
    def user_info(self):
        return self.settings.options.user_info

    def obey(self, call, status):
        """Do what a run or a tree that stopped is waiting for."""
        raise NotImplementedError

    def entered(self, call, status):
        """A container was entered, or may not be."""
        raise NotImplementedError

    def stop(self, error):
        """Remember an error as one that says itself where it happened."""
        self.stopped = error
        return error

    def blame(self, call, error):
        """Say where it happened, in an error that does not say so itself."""
        if error is not self.stopped and not isinstance(error, MemoryError):
            error.add_note(f"while encoding {spell_path(self.path.read(call))}")
        self.stopped = None  # or error, traceback and this walk would keep each other, and the value, alive


def who_runs():
    """Which thread, or which greenlet where these are in use."""
    greenlet = sys.modules.get("greenlet")
    return get_ident() if greenlet is None else greenlet.getcurrent()
