"""How is ujson called best?"""

from __future__ import annotations

from functools import partial

import ujson

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

label = "ujson"
version = ujson.__version__

_text = partial(ujson.dumps, ensure_ascii=False, escape_forward_slashes=False)
_dumps = to_bytes(_text)


def _with(**options):
    return to_bytes(partial(_text, **options))


_CALLS = {
    "plain": Call(_dumps),
    "int_keys": Call(_dumps),
    "bytes": Call(after(embedded, _dumps), EMBEDDED),
    **by_hook(lambda hook: _with(default=hook), "dataclasses", "slots", "attrs", "enums", "uuids", "datetimes"),
    "decimals": Call(_with()),
    "sorted": Call(_with(sort_keys=True)),
    "indented": Call(_with(indent=2)),
    "hooks": Call(_with(default=number_of)),
    "lines": Call(joined_text(_text), JOINED),
    "numpy": to_list(_dumps),
    "standard": Call(partial(ujson.dumps, separators=(", ", ": "), escape_forward_slashes=False)),
}


def encode(need: str) -> Call:
    """It gives text, which every caller who wants bytes encodes."""
    return chosen(_CALLS, need)
