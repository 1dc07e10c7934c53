"""Does each own type get an encoder of its own to write into, or do all share one?"""

from __future__ import annotations

from sys import getrefcount

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any

UNSET = object()
"""The content of an encoder that nothing was put into yet."""


class Layers:
    """A rival makes the encoders of one call: one for each `__encode__` that is running, inner ones last.

    A rival of your own defines both: `begin` appends one to `open`, `end` takes the last away and gives what was put
    into it. Nothing here is shared between calls or threads.

    host: what the call offers: how other values become plain ones, and the options that concern containers.
    layer, handle: the classes of the encoders; they derive from `Layer` and `Handle`, and containers are theirs.
    """

    def __init__(self, host: Any, layer: type[Layer], handle: type[Handle]) -> None:
        self.host = host
        self.rename = host.rename
        self.keeps_scalars = host.keeps_scalars
        self.layer = layer
        self.handle = handle
        self.open: list[Any] = []
        self.said: Exception | None = None  # the last error that says itself where it happened

    def begin(self, place: tuple[Any, ...], depth: int) -> None:
        """Append an encoder for the value at `place`, below `depth` other levels."""
        raise NotImplementedError

    def end(self) -> Any:
        """Take the last encoder away, for good; what was put into it, or UNSET. Also called after an error."""
        raise NotImplementedError

    def finish(self, to: Any) -> Any:
        """What was put into an encoder, complete; whoever still holds the encoder cannot use it from now on."""
        if to.supers is not None:
            for one in to.supers:
                one.settle()
        content = to.content
        to.stop()
        return content


class Layer:
    """An encoder whose state is its own. `layers` is None once its value is complete."""

    __slots__ = ("content", "depth", "layers", "opened", "place", "spare", "supers")

    def __init__(self, layers: Layers, place: tuple[Any, ...], depth: int) -> None:
        self.spare: Layer | None = None
        self.start(layers, place, depth)

    def start(self, layers: Layers, place: tuple[Any, ...], depth: int) -> None:
        self.layers: Layers | None = layers
        self.place = place
        self.depth = depth
        self.content: Any = UNSET
        self.opened: Any = None  # the container handed out, which refers back to this: `stop` breaks the circle
        self.supers: list[Any] | None = None

    def stop(self) -> None:
        self.layers = self.opened = self.supers = None
        self.content = UNSET


class Handle:
    """A way to one row of the encoder that all layers share. `layers` is None once its value is complete."""

    __slots__ = ("layers", "place", "row")

    def __init__(self, layers: Shared, place: tuple[Any, ...], row: int) -> None:
        self.layers: Shared | None = layers
        self.place = place
        self.row = row

    def stop(self) -> None:
        self.layers = None

    @property
    def depth(self) -> int:
        return self.layers.stack[self.row]

    @property
    def content(self) -> Any:
        return self.layers.stack[self.row + 1]

    @content.setter
    def content(self, value: Any) -> None:
        self.layers.stack[self.row + 1] = value

    @property
    def opened(self) -> Any:
        return self.layers.stack[self.row + 2]

    @opened.setter
    def opened(self, value: Any) -> None:
        self.layers.stack[self.row + 2] = value

    @property
    def supers(self) -> Any:
        return self.layers.stack[self.row + 3]

    @supers.setter
    def supers(self, value: Any) -> None:
        self.layers.stack[self.row + 3] = value


class Shared(Layers):
    """One encoder for the whole walk: a stack with a row for each value that is not complete.

    Trades: a detour through the stack at every use, for state in one place. swift-foundation 6.0, where user code
    is given the one encoder itself, so that what it keeps of a child writes into whichever value is open by then.
    Here it is given a node for the path, as 6.0 has too, which knows its row and goes void together with it while
    the encoder lives on for the others.
    """

    def __init__(self, host: Any, layer: type[Layer], handle: type[Handle]) -> None:
        super().__init__(host, layer, handle)
        self.stack: list[Any] = []

    def begin(self, place: tuple[Any, ...], depth: int) -> None:
        self.open.append(self.handle(self, place, len(self.stack)))
        self.stack += (depth, UNSET, None, None)

    def end(self) -> Any:
        handle = self.open.pop()
        content = self.finish(handle)
        del self.stack[handle.row :]
        return content


class New(Layers):
    """An encoder a layer, made for one value and dropped after it.

    Trades: an object with all its slots a value, for state that no two values ever share. Swift's 5.10 toolchain.
    """

    def begin(self, place: tuple[Any, ...], depth: int) -> None:
        self.open.append(self.layer(self, place, depth))

    def end(self) -> Any:
        content = self.finish(self.open[-1])
        self.open.pop()
        return content


class Reused(Layers):
    """An encoder a layer, and each keeps at most one spare child, which the next child takes over.

    Trades: a look at who refers to an encoder, and an idle one a level, for a new one a value. swift-foundation
    after #1012. An encoder becomes a spare only where nobody else holds it or one of its containers, so that
    nothing kept by user code comes alive again, and only with all slots empty: after a child that failed, #1853,
    what it had put into them showed up in the next one.
    """

    def __init__(self, host: Any, layer: type[Layer], handle: type[Handle]) -> None:
        super().__init__(host, layer, handle)
        self.spare: Layer | None = None

    def begin(self, place: tuple[Any, ...], depth: int) -> None:
        owner = self.open[-1] if self.open else self
        layer = owner.spare
        if layer is None:
            layer = self.layer(self, place, depth)
        else:
            owner.spare = None
            layer.start(self, place, depth)
        self.open.append(layer)

    def end(self) -> Any:
        content = self.finish(self.open[-1])
        layer, references = take_last(self.open)
        owner = self.open[-1] if self.open else self
        if references == ALONE:
            layer.place = ()
            owner.spare = layer
        else:
            layer.spare = None
        return content


def take_last(stack: list[Any]) -> tuple[Any, int]:
    """The last item of a list that gives it up, and how many references there are to it."""
    last = stack.pop()
    references = getrefcount(last)
    return last, references


# What that is for an object that nobody else holds differs between the builds; a debugger at work while this
# module is imported must not raise it, or encoders in use would count as free.
ALONE = min(2, take_last([object()])[1])
