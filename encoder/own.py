"""How is a value of an own type asked what it is in JSON?"""

from __future__ import annotations

from encoder.axes.layers import UNSET
from encoder.errors import EncodeError, InvalidValueError, UnsupportedTypeError, spell_path

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any

    from encoder.axes.layers import Layers

NOTHING = type(None)


def is_own(cls: type) -> bool:
    """Has the class an `__encode__`? None in its place takes an inherited one away, as with `__hash__`."""
    for base in cls.__mro__:
        if "__encode__" in vars(base):
            return vars(base)["__encode__"] is not None
    return False


def encode_own(value: Any, host: Any, path: tuple[Any, ...], depth: int) -> Any:
    """What the `__encode__` of `value` puts into its containers, as exact dicts, lists and leaves.

    path: where the value is; depth: the levels above it. Whatever is raised says where it happened: an
    EncodeError by its path, any other Exception by a note.
    """
    layers = host.layers
    layers.begin(path, depth)
    given = NOTHING
    try:
        # No variable holds the encoder: it is used again only where nothing else refers to it.
        given = type(type(value).__encode__(value, layers.open[-1]))
    except Exception as error:
        blame(layers, error, path)
        raise
    finally:
        content = layers.end()
        if not layers.open:
            layers.said = None  # or error, traceback and this call would keep each other alive
    if content is not UNSET:
        return content
    name = f"{type(value).__module__}.{type(value).__qualname__}"
    if given is not NOTHING:
        reason = f"the {given.__qualname__} that __encode__ of {name} returned is ignored: put it into its parameter"
        raise InvalidValueError(f"{reason}, as in `def __encode__(self, to): to.single().set(value)`", path)
    if depth and host.nothing == "object":
        return {}
    raise InvalidValueError(f"{name} encodes nothing: ask its encoder for keyed(), unkeyed() or single()", path)


def put(layers: Layers, value: Any, path: tuple[Any, ...], depth: int) -> Any:
    """A value as a plain one, at once: what is wrong with it is raised where user code put it."""
    try:
        return layers.host.plain(value, path, depth)
    except Exception as error:
        if isinstance(error, EncodeError):
            layers.said = error
        blame(layers, error, path)
        raise


def blame(layers: Layers, error: Exception, path: tuple[Any, ...]) -> None:
    """Note where it happened, in an error that does not say so itself."""
    if error is not layers.said and not isinstance(error, MemoryError):
        error.add_note(f"while encoding {spell_path(path)}")
        layers.said = error


def is_scalar(value: Any) -> bool:
    """Is this exactly a value that JSON has a form for, and no container?"""
    cls = type(value)
    if cls is float:
        return value - value == 0.0
    return cls is str or cls is int or value is None or cls is bool


def say(layers: Layers, error: EncodeError) -> EncodeError:
    """Remember an error as one that says itself where it happened."""
    layers.said = error
    return error


def spell_name(layers: Layers, key: Any, container: Any) -> str:
    """A key of a container as text: the digits of an int, of a subclass of str what it holds."""
    cls = type(key)
    if cls is str:
        return key
    if issubclass(cls, str):
        return str.__str__(key)
    if not issubclass(cls, int) or cls is bool:
        reason = f"a key here is a str or an int, not {cls.__qualname__}"
        raise say(layers, UnsupportedTypeError(reason, container.path))
    try:
        return int.__repr__(key)
    except ValueError:
        reason = "a key that is an int with more digits than sys.get_int_max_str_digits() allows"
    raise say(layers, InvalidValueError(reason, container.path))
