"""How are containers written that are no list, tuple or dict: sets, views, mappings, and whatever can be iterated?"""

from __future__ import annotations

import io
import sys

from encoder.errors import UnsupportedTypeError
from encoder.types.rule import Rule, elements, items, iterate, leaf, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any

    from encoder.options import Options

OTHERS = (str, bytes, bytearray, memoryview, list, tuple, dict, int, float, type)
"""Of other families, or iterable and still no array. A class is the last: an Enum can be iterated, too."""
VIEWS = (type({}.keys()), type({}.values()), type({}.items()))
PROXY = type(vars(object))

UNORDERED = "a set has no order, and canonical JSON has one: put sorted(...) in its place, or pass default=sorted"


def rule_for(cls: type, options: Options) -> Rule | None:
    """Sets, deques, ranges, views of dicts and UserLists are arrays, mappings are objects; the rest is by option.

    Under ``iterables="array"`` it takes every class with ``__iter__``, so other families must be asked before.
    """
    if issubclass(cls, OTHERS):
        return None
    if cls is range:
        return iterate(iter)  # its numbers may be too many to hold
    collections = sys.modules.get("collections")
    arrays = (set, frozenset, *VIEWS, *types_of(collections, "deque", "UserList"))
    if issubclass(cls, arrays):
        if options.sort_keys == "utf16" and issubclass(cls, (set, frozenset)):
            return refuse(UnsupportedTypeError, UNORDERED)
        # list() asks a subclass for its length, and reserves that much.
        return elements(list if cls in arrays else members_of)
    if issubclass(cls, types_of(collections, "UserString")):
        return leaf(text_of)
    if issubclass(cls, (PROXY, *types_of(sys.modules.get("_collections_abc"), "Mapping"))):
        return items(pairs_of if has(cls, "items") else looked_up)
    return iterate(iter) if options.iterables == "array" and has(cls, "__iter__") else None


def hint_for(cls: type) -> str | None:
    """What to do about a value of a class that has no rule because it can only be iterated.

    Not a rule that refuses: the caller's `default` is asked before anything is refused.
    """
    if issubclass(cls, OTHERS):
        return None
    if issubclass(cls, io.IOBase):
        return "put what its read() gives in its place"  # not its lines, which iterables='array' would write
    if has(cls, "__iter__"):
        return (
            "pass iterables='array' to write it as an array, or default=, a function that returns something encodable"
        )
    if has(cls, "__aiter__"):
        return "an async iterable can only be the whole value of adump or the records of adump_lines: await it first"
    return None


def types_of(module: object, *names: str) -> tuple[type, ...]:
    """Those classes of a module, which is None if nobody has imported it."""
    found = (getattr(module, name, None) for name in names)
    return tuple(one for one in found if isinstance(one, type))


def has(cls: type, name: str) -> bool:
    """Does a class define this method? An instance may answer to any name; None says that it does not."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None) is not None


def members_of(value: Any) -> list[Any]:
    return [one for one in value]


def pairs_of(value: Any) -> list[tuple[Any, Any]]:
    return [(key, one) for key, one in value.items()]


def looked_up(value: Any) -> list[tuple[Any, Any]]:
    return [(key, value[key]) for key in value]


def text_of(value: Any) -> str:
    return str.__str__(value.data)
