"""How is orjson called best?"""

from __future__ import annotations

from functools import partial

import orjson

from lab.encoders.call import BY_HOOK, EMBEDDED, JOINED, Call, after, by_hook, chosen, embedded, joined_bytes, number_of

label = "orjson"
version = orjson.__version__


def _hooked(hook):
    return partial(orjson.dumps, default=hook)


_CALLS = {
    **{need: Call(orjson.dumps) for need in ("plain", "dataclasses", "slots", "enums", "uuids", "datetimes")},
    **by_hook(_hooked, "attrs"),
    "decimals": Call(_hooked(str), BY_HOOK),
    "bytes": Call(after(embedded, orjson.dumps), EMBEDDED),
    "int_keys": Call(partial(orjson.dumps, option=orjson.OPT_NON_STR_KEYS)),
    "sorted": Call(partial(orjson.dumps, option=orjson.OPT_SORT_KEYS)),
    "indented": Call(partial(orjson.dumps, option=orjson.OPT_INDENT_2)),
    "hooks": Call(_hooked(number_of)),
    "lines": Call(joined_bytes(orjson.dumps), JOINED),
    "numpy": Call(partial(orjson.dumps, option=orjson.OPT_SERIALIZE_NUMPY)),
}


def encode(need: str) -> Call:
    """Options through a partial, which costs a call less than a lambda; its lines have no option of their own."""
    return chosen(_CALLS, need)
