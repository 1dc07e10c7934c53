"""How is pydantic-core called best?"""

from __future__ import annotations

from functools import partial

import pydantic_core
from pydantic_core import to_json

from lab.encoders.call import JOINED, Call, by_hook, chosen, joined_bytes, number_of, to_list

label = "pydantic-core"
version = pydantic_core.__version__


def _hooked(hook):
    return partial(to_json, fallback=hook)


_CALLS = {
    **{need: Call(to_json) for need in ("plain", "enums", "uuids", "datetimes", "decimals", "int_keys")},
    "bytes": Call(partial(to_json, bytes_mode="base64"), "its base64 has the URL's alphabet"),
    **by_hook(_hooked, "attrs"),
    "indented": Call(partial(to_json, indent=2)),
    "hooks": Call(_hooked(number_of)),
    "lines": Call(joined_bytes(to_json), JOINED),
    "numpy": to_list(to_json),
}


def _of_rows(need: str) -> Call:
    """By a serializer made for the class where pydantic is here to make one: twice as quick as without."""
    try:
        from pydantic import TypeAdapter
    except ImportError:
        return Call(to_json)
    from lab.encoders.values import Row, SlottedRow

    cls = Row if need == "dataclasses" else SlottedRow
    return Call(TypeAdapter(list[cls]).dump_json, "by a TypeAdapter")


def encode(need: str) -> Call:
    """By ``to_json``, which needs no model."""
    return _of_rows(need) if need in ("dataclasses", "slots") else chosen(_CALLS, need)
