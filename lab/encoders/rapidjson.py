"""How is python-rapidjson called best?"""

from __future__ import annotations

from functools import partial

import rapidjson

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

label = "rapidjson"
version = rapidjson.__version__

# Native numbers are its quick way, and right for all that fit the machine's.
_NATIVE = {"ensure_ascii": False, "number_mode": rapidjson.NM_NATIVE}


def _kept(**options):
    return to_bytes(rapidjson.Encoder(**(_NATIVE | options)))


def _with(**options):
    return to_bytes(partial(rapidjson.dumps, **(_NATIVE | options)))


_CALLS = {
    "plain": Call(_kept()),
    "bytes": Call(after(embedded, _kept()), EMBEDDED),
    **by_hook(lambda hook: _with(default=hook), "dataclasses", "slots", "attrs", "enums"),
    "uuids": Call(_kept(uuid_mode=rapidjson.UM_CANONICAL)),
    "datetimes": Call(_kept(datetime_mode=rapidjson.DM_ISO8601)),
    "decimals": Call(_kept(number_mode=rapidjson.NM_DECIMAL)),
    "int_keys": Call(_kept(mapping_mode=rapidjson.MM_COERCE_KEYS_TO_STRINGS)),
    "sorted": Call(_kept(sort_keys=True)),
    "indented": Call(_kept(indent=2)),
    "hooks": Call(_with(default=number_of)),
    "lines": Call(joined_text(rapidjson.Encoder(**_NATIVE)), JOINED),
    "numpy": to_list(_kept()),
}


def encode(need: str) -> Call:
    """By an Encoder that is kept; a hook needs the function, as an Encoder has it in a subclass of Python only."""
    return chosen(_CALLS, need)
