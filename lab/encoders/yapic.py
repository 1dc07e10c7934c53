"""How is yapic.json called best?"""

from __future__ import annotations

from functools import partial
from importlib import metadata

from yapic.json import dumpb

from lab.encoders.call import EMBEDDED, JOINED, Call, after, by_hook, chosen, embedded, joined_bytes, number_of, to_list

label = "yapic.json"
version = metadata.version("yapic.json")

_dumps = partial(dumpb, ensure_ascii=False)


def _hooked(hook):
    return partial(_dumps, default=hook)


_OWN = ("plain", "dataclasses", "slots", "enums", "uuids", "datetimes", "decimals", "int_keys")
_CALLS = {
    **{need: Call(_dumps) for need in _OWN},
    "bytes": Call(after(embedded, _dumps), EMBEDDED),
    **by_hook(_hooked, "attrs"),
    "hooks": Call(_hooked(number_of)),
    "lines": Call(joined_bytes(_dumps), JOINED),
    "numpy": to_list(_dumps),
}


def encode(need: str) -> Call:
    """It writes bytes itself."""
    return chosen(_CALLS, need)
