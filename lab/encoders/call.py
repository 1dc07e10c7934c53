"""How is a peer called for what a case needs, and what does its caller have to do first?

What a peer cannot do itself its caller does, inside the call and in the quickest way Python knows; the call's note
says so in the table. Nothing here may slow a peer down.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, methodcaller
from typing import Any

NEEDS = (
    "plain", "bytes", "dataclasses", "slots", "attrs", "enums", "uuids", "datetimes", "decimals", "int_keys", "sorted",
    "indented", "hooks", "lines", "numpy", "standard",
)  # fmt: skip
"""What a case may ask of an encoder beyond JSON's own types in their shortest form."""

EMBEDDED = "no base64: b64encode and embed, counted"
BY_VARS = "no such class: vars() of each, counted"
BY_HOOK = "no such class: by its hook"
BY_HAND = "no such class: made text by its caller, counted"
LISTED = "no arrays: tolist(), counted"
JOINED = "no lines: joined by its caller, counted"


@dataclass(frozen=True)
class Call:
    """``encode(value)`` gives the text as bytes or str; ``note`` says what is not the peer's own work."""

    encode: Callable[[Any], bytes | str]
    note: str = ""


class CannotError(Exception):
    """A peer that has no way to do what a case needs; the message says what is missing."""


def chosen(calls: Mapping[str, Call], need: str) -> Call:
    """The call for ``need``. Raises `CannotError` where there is none."""
    if need not in calls:
        raise CannotError(f"it has no way to write {_MISSING.get(need, need)}")
    return calls[need]


_MISSING = {
    "int_keys": "keys that are no str",
    "sorted": "sorted keys",
    "indented": "an indent",
    "hooks": "a value by a hook",
    "standard": "the text of json.dumps (a space after each comma and colon)",
}


def embedded(value: bytes | list[bytes]) -> str | list[str]:
    """Base64 text of one value, or of each in a list; binascii spares a layer that base64 has."""
    if isinstance(value, bytes):
        return str(binascii.b2a_base64(value, newline=False), "ascii")
    return [str(binascii.b2a_base64(part, newline=False), "ascii") for part in value]


def field_by_field(row: Any) -> dict[str, Any]:
    """What ``vars`` would give, of an instance that has slots."""
    return {name: getattr(row, name) for name in type(row).__slots__}


def number_of(held: Any) -> int:
    """The hook of the case that needs one: everybody calls this very function."""
    return held.number


def to_bytes(dumps: Callable[[Any], str]) -> Callable[[Any], bytes]:
    """The bytes of a peer that gives text only."""
    return lambda value: dumps(value).encode()


def after(change: Callable[[Any], Any], encode: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """``encode`` of what ``change`` makes of the value."""
    return lambda value: encode(change(value))


def mapped(change: Callable[[Any], Any], encode: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same for each element of a list, in a loop that runs in C."""
    return lambda values: encode(list(map(change, values)))


def joined_bytes(encode: Callable[[Any], bytes]) -> Callable[[Iterable[Any]], bytes]:
    """Lines of a peer that writes bytes; the empty part at the end makes the last newline without a copy."""
    return lambda rows: b"\n".join([*map(encode, rows), b""])


def joined_text(dumps: Callable[[Any], str]) -> Callable[[Iterable[Any]], bytes]:
    """Lines of a peer that writes text: encoded once, at the end."""
    return lambda rows: "\n".join([*map(dumps, rows), ""]).encode()


def by_hook(hooked: Callable[[Callable[[Any], Any]], Callable[[Any], Any]], *needs: str) -> dict[str, Call]:
    """Calls for ``needs`` of a peer that knows none of them; ``hooked(hook)`` is its encoder with a hook."""
    hooks = {
        "dataclasses": vars,
        "slots": field_by_field,
        "attrs": vars,
        "enums": attrgetter("value"),
        "uuids": str,
        "datetimes": methodcaller("isoformat"),
        "decimals": str,
    }
    return {need: Call(hooked(hooks[need]), BY_HOOK) for need in needs}


def to_list(encode: Callable[[Any], Any]) -> Call:
    """An array of numpy by a peer that has none; the little list that a process warms up with passes as it is."""
    return Call(partial(_listed, encode), LISTED)


def _listed(encode: Callable[[Any], Any], array: Any) -> Any:
    return encode(array.tolist())
