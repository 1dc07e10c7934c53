"""How is the standard library's json called best?"""

from __future__ import annotations

import json
import platform

from lab.encoders.call import (
    EMBEDDED,
    JOINED,
    Call,
    after,
    by_hook,
    chosen,
    embedded,
    joined_text,
    number_of,
    to_bytes,
    to_list,
)

label = "json"
version = platform.python_version()


def _text(**options):
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    return json.JSONEncoder(**(compact | options)).encode


def _with(**options):
    return to_bytes(_text(**options))


_HOOKED = ("dataclasses", "slots", "attrs", "enums", "uuids", "datetimes", "decimals")
_CALLS = {
    "plain": Call(_with()),
    "int_keys": Call(_with()),
    "bytes": Call(after(embedded, _with()), EMBEDDED),
    **by_hook(lambda hook: _with(default=hook), *_HOOKED),
    "sorted": Call(_with(sort_keys=True)),
    "indented": Call(_with(indent=2, separators=(",", ": "))),
    "hooks": Call(_with(default=number_of)),
    "lines": Call(joined_text(_text()), JOINED),
    "numpy": to_list(_with()),
    "standard": Call(json.dumps),
}


def encode(need: str) -> Call:
    """By an encoder object that is kept; ``dumps`` itself, which keeps one too, where its own text is asked for."""
    return chosen(_CALLS, need)
