"""How is simplejson called best?"""

from __future__ import annotations

import simplejson

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

label = "simplejson"
version = simplejson.__version__


def _text(**options):
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    return simplejson.JSONEncoder(**(compact | options)).encode


def _with(**options):
    return to_bytes(_text(**options))


_CALLS = {
    "plain": Call(_with()),
    "int_keys": Call(_with()),
    "decimals": Call(_with(use_decimal=True)),
    "bytes": Call(after(embedded, _with()), EMBEDDED),
    **by_hook(lambda hook: _with(default=hook), "dataclasses", "slots", "attrs", "enums", "uuids", "datetimes"),
    "sorted": Call(_with(sort_keys=True)),
    "indented": Call(_with(indent="  ", separators=(",", ": "))),
    "hooks": Call(_with(default=number_of)),
    "lines": Call(joined_text(_text()), JOINED),
    "numpy": to_list(_with()),
    "standard": Call(simplejson.dumps),
}


def encode(need: str) -> Call:
    """By an encoder object that is kept."""
    return chosen(_CALLS, need)
