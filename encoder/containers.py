"""What does the `__encode__` of an own type write into?"""

from __future__ import annotations

from encoder.axes.layers import UNSET, Handle, Layer
from encoder.errors import DuplicateKeyError, WriterStateError
from encoder.own import is_scalar, put, say, spell_name

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any

    from encoder.axes.layers import Layers

STALE = "its value is written: an encoder and its containers are void when their __encode__ has returned"


class To:
    """What an `__encode__` is given to write into. It takes one value: an object, an array, or any single one."""

    __slots__ = ()
    node = None  # of a super encoder, the keys that lead to it from the value at `place`

    def check(self) -> Layers:
        """The call's layers; WriterStateError where the value is written already."""
        layers = self.layers
        if layers is None:
            raise WriterStateError(STALE, spell_place(self))
        return layers

    @property
    def path(self) -> tuple[Any, ...]:
        """The keys and indexes that lead from the root to this value."""
        self.check()
        return spell_place(self)

    @property
    def user_info(self) -> Any:
        """The option of this name."""
        return self.check().host.user_info

    def keyed(self) -> Keyed:
        """The object that this value is; the same one each time."""
        return self.open_as(Keyed, dict)

    def unkeyed(self) -> Unkeyed:
        """The array that this value is; the same one each time."""
        return self.open_as(Unkeyed, list)

    def single(self) -> Single:
        """The place of any one value."""
        self.check()
        return Single(self)

    def open_as(self, container: type, kind: type) -> Any:
        layers = self.check()
        if type(self.opened) is not container:
            content = self.content
            if content is UNSET:
                content = self.content = kind()
            elif type(content) is not kind:
                raise say(layers, WriterStateError(spell_conflict(kind, content), spell_place(self)))
            self.opened = container(self, content, self.node, self.depth)
        return self.opened


class OwnTo(Layer, To):
    __slots__ = ()


class SharedTo(Handle, To):
    __slots__ = ()


class Super(OwnTo):
    """An encoder whose value goes to a place in another one's container, when that one is complete."""

    __slots__ = ("holder", "node", "where")

    def __init__(self, layers: Layers, place: Any, node: Any, depth: int, holder: Any, where: Any) -> None:
        super().__init__(layers, place, depth)
        self.node = node
        self.holder = holder
        self.where = where

    def settle(self) -> None:
        if self.layers is not None:  # else a later value has the place
            self.holder[self.where] = {} if self.content is UNSET else self.content
            self.stop()

    def stop(self) -> None:
        Layer.stop(self)
        self.holder = None


class Single:
    """The place of one value of any kind."""

    __slots__ = ("to",)

    def __init__(self, to: To) -> None:
        self.to = to

    @property
    def path(self) -> tuple[Any, ...]:
        return self.to.path

    def set(self, value: Any) -> None:
        """Encode the value, at once. What is a dict or list may be added to by way of `keyed` or `unkeyed`."""
        layers = self.check()
        if not (layers.keeps_scalars and is_scalar(value)):
            value = put(layers, value, spell_place(self.to), self.to.depth + 1)
            self.check()  # again: user code has run
        self.to.content = value

    def check(self) -> Layers:
        layers = self.to.check()
        if self.to.content is not UNSET:
            raise say(layers, WriterStateError("a second value for one place: use unkeyed()", self.to.path))
        return layers


class Container:
    """An object or array that is being written. `plain` is None once another value has taken its place.

    to: the encoder it belongs to; depth: levels above; node: the keys below that encoder's `place`, as a chain of
    pairs (node above, key), from which a path is made only when it is asked for.
    """

    __slots__ = ("depth", "node", "plain", "to")

    def __init__(self, to: To, plain: Any, node: Any, depth: int) -> None:
        self.to = to
        self.plain = plain
        self.node = node
        self.depth = depth

    def check(self) -> Layers:
        """The call's layers; WriterStateError where nothing may be added any more."""
        layers = self.to.layers
        if layers is None:
            raise WriterStateError(STALE, spell_place(self))
        if self.plain is None:
            raise say(layers, WriterStateError("another value was put in its place", spell_place(self)))
        return layers

    @property
    def path(self) -> tuple[Any, ...]:
        """The keys and indexes that lead from the root to this container."""
        self.check()
        return spell_place(self)

    def add_super(self, layers: Layers, key: Any, where: Any) -> Super:
        """A super encoder for a place in this container; the call completes it together with its encoder."""
        one = Super(layers, self.to.place, (self.node, key), self.depth + 1, self.plain, where)
        if self.to.supers is None:
            self.to.supers = []
        one.supers = self.to.supers
        one.supers.append(one)
        return one


class Keyed(Container):
    """An object: ``keyed["name"] = value``. Keys are names of fields: str, or int for its digits.

    A key that is put again keeps its place in the order and gets the new value; a container or super encoder
    that had the key is void from then on.
    """

    __slots__ = ("inner", "names")

    def __init__(self, to: To, plain: dict[str, Any], node: Any, depth: int) -> None:
        super().__init__(to, plain, node, depth)
        self.inner: dict[str, Any] | None = None  # containers and super encoders that were handed out, by key
        self.names: dict[str, str] | None = None  # where keys are renamed: of each text the key it came from

    def __setitem__(self, key: str | int, value: Any) -> None:
        """Encode the value, at once."""
        layers = self.check()
        key = spell_name(layers, key, self)
        text = self.rename(layers, key)
        if not (layers.keeps_scalars and is_scalar(value)):
            value = put(layers, value, (*spell_place(self), key), self.depth + 1)
            self.check()  # again: user code has run
        if self.inner:
            self.give_up(text)
        self.plain[text] = value

    def nested_keyed(self, key: str | int) -> Keyed:
        """An object for this key, or the one that is there, to be added to."""
        return self.nest(key, Keyed, dict)

    def nested_unkeyed(self, key: str | int) -> Unkeyed:
        """An array for this key, or the one that is there, to be added to."""
        return self.nest(key, Unkeyed, list)

    def super_encoder(self, key: str | int = "super") -> Super:
        """An encoder for this key, to be filled at any time until the `__encode__` that asked for it returns."""
        layers = self.check()
        key = spell_name(layers, key, self)
        text = self.rename(layers, key)
        one = self.add_super(layers, key, text)
        self.inner = self.inner or {}
        self.give_up(text)
        self.plain[text] = self.inner[text] = one
        return one

    def nest(self, key: Any, container: type, kind: type) -> Any:
        layers = self.check()
        key = spell_name(layers, key, self)
        text = self.rename(layers, key)
        self.inner = self.inner or {}
        one = self.inner.get(text)
        if type(one) is container:
            return one
        held = self.plain.get(text, UNSET)
        if held is UNSET:
            held = self.plain[text] = kind()
        elif type(held) is not kind:
            raise say(layers, WriterStateError(spell_conflict(kind, held), (*spell_place(self), key)))
        self.inner[text] = container(self.to, held, (self.node, key), self.depth + 1)
        return self.inner[text]

    def give_up(self, text: str) -> None:
        """Make void what was handed out for a key: its place is taken."""
        one = self.inner.pop(text, None)
        if type(one) is Super:
            one.stop()
        elif one is not None:
            one.plain = None

    def rename(self, layers: Layers, key: str) -> str:
        """The text for a key; an error where another key has it, so that no field is lost."""
        if layers.rename is None:
            return key
        text = layers.rename(spell_place(self), key)
        self.names = self.names or {}
        known = self.names.get(text, key)
        if known != key and text in self.plain and layers.host.duplicate_keys != "last":
            reason = f"the keys {known!r} and {key!r} are both written {text!r}"
            raise say(layers, DuplicateKeyError(reason, spell_place(self)))
        self.names[text] = key
        return text


class Unkeyed(Container):
    """An array: ``unkeyed.append(value)``."""

    __slots__ = ()

    def append(self, value: Any) -> None:
        """Encode the value, at once."""
        layers = self.check()
        if not (layers.keeps_scalars and is_scalar(value)):
            value = put(layers, value, (*spell_place(self), len(self.plain)), self.depth + 1)
            self.check()  # again: user code has run
        self.plain.append(value)

    def nested_keyed(self) -> Keyed:
        """An object as the next item."""
        return self.nest(Keyed, {})

    def nested_unkeyed(self) -> Unkeyed:
        """An array as the next item."""
        return self.nest(Unkeyed, [])

    def super_encoder(self) -> Super:
        """An encoder for the next item, to be filled at any time until the `__encode__` that asked for it returns."""
        layers = self.check()
        self.plain.append(self.add_super(layers, len(self.plain), len(self.plain)))
        return self.plain[-1]

    def nest(self, container: type, plain: Any) -> Any:
        self.check()
        self.plain.append(plain)
        return container(self.to, plain, (self.node, len(self.plain) - 1), self.depth + 1)


def open_layers(rival: type[Layers], host: Any) -> Layers:
    """The layers of one call, of a rival of that axis."""
    return rival(host, OwnTo, SharedTo)


KINDS = {dict: "an object", list: "an array", Super: "the value of a super encoder"}


def spell_place(one: Any) -> tuple[Any, ...]:
    """The path of an encoder or container, also when it is void."""
    keys, node = [], one.node
    while node is not None:
        node, key = node
        keys.append(key)
    return (*(one.to.place if isinstance(one, Container) else one.place), *reversed(keys))


def spell_conflict(wanted: type, held: Any) -> str:
    there = KINDS.get(type(held), "a value that nothing can be added to")
    return f"cannot start {KINDS[wanted]} here: {there} was put in this place before"
