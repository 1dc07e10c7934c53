"""How is ssrjson called best, without leaving a cache in the caller's strings?"""

from __future__ import annotations

from functools import partial
from operator import attrgetter, methodcaller

import ssrjson

from lab.encoders.call import (
    BY_HAND,
    BY_VARS,
    EMBEDDED,
    JOINED,
    Call,
    after,
    chosen,
    embedded,
    field_by_field,
    joined_bytes,
    mapped,
)

label = "ssrjson"
version = ssrjson.__version__

# The same as `is_write_cache=False` in every call, without the 200 ns that a keyword costs it.
ssrjson.write_utf8_cache(False)
_dumps = ssrjson.dumps_to_bytes


def _text_keys(value: dict) -> dict:
    return dict(zip(map(str, value), value.values(), strict=True))


_CALLS = {
    "plain": Call(_dumps),
    "numpy": Call(_dumps),
    "bytes": Call(after(embedded, _dumps), EMBEDDED),
    "dataclasses": Call(mapped(vars, _dumps), BY_VARS),
    "slots": Call(mapped(field_by_field, _dumps), BY_HAND),
    "attrs": Call(mapped(vars, _dumps), BY_VARS),
    "enums": Call(mapped(attrgetter("value"), _dumps), BY_HAND),
    "uuids": Call(mapped(str, _dumps), BY_HAND),
    "datetimes": Call(mapped(methodcaller("isoformat"), _dumps), BY_HAND),
    "decimals": Call(mapped(str, _dumps), BY_HAND),
    "int_keys": Call(after(_text_keys, _dumps), "no such keys: made text by its caller, counted"),
    "indented": Call(partial(_dumps, indent=2)),
    "lines": Call(joined_bytes(_dumps), JOINED),
}


def encode(need: str) -> Call:
    """It has no hook and no sorting; whatever its caller can turn into JSON's own types first, it gets that way."""
    if need == "numpy":
        # It knows arrays once it has been told to; that imports numpy, which no other case needs.
        ssrjson.setup_numpy_types()
    return chosen(_CALLS, need)
