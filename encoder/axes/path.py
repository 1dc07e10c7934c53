"""How is the place in the value remembered?"""

from __future__ import annotations

from encoder.kernels import place


class Path:
    """A rival can tell the keys and indexes from the root to where the walk stands."""

    def enter(self, call):
        """The walk entered a container, which is the top frame."""
        raise NotImplementedError

    def read(self, call):
        """The place as a tuple, outermost first."""
        raise NotImplementedError


class Copied(Path):
    """A tuple for every container on the way, each a copy of the one before and one part more.

    Trades: time and memory at each step for a path that is there when it is asked for. swift-foundation in the
    5.10 toolchain: codingPath, an array that grows and shrinks.
    """

    def __init__(self):
        self.steps = []

    def enter(self, call):
        depth = call.depth - 1
        del self.steps[depth:]
        before = self.steps[-1] if self.steps else ()
        self.steps.append(place.path_from(call, before, len(self.steps) - 1, depth))

    def read(self, call):
        known = min(len(self.steps), call.depth)
        if not known:
            return place.frame_path(call)
        return place.path_from(call, self.steps[known - 1], known - 1, call.depth)


class Linked(Path):
    """The frames of the walk are the path: each knows where it stands.

    Trades: nothing until somebody asks; then all of it is put together. swift-foundation after #1012: coding keys
    linked up the owner chain.
    """

    def enter(self, call):
        """Nothing to remember."""

    def read(self, call):
        return place.frame_path(call)
