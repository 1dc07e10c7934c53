"""Which options write as another encoder does?"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    "stdlib": {
        "ascii": True,
        "default_for": "stdlib",
        "layout": "spaced",
        "non_finite": "literal",
        "duplicate_keys": "keep",
        "surrogates": "escape",
    },
    "swift": {
        "dates": "reference",
        "duplicate_keys": "last",
        "escape": "slashes",
        "floats": "swift",
        "key_rules": "swift",
        "layout": "swift",
        "max_depth": 511,
        "nothing": "object",
        "omit": "none",
        "uuids": "upper",
    },
    "system_text_json": {
        "dates": "system_text_json",
        "duplicate_keys": "keep",
        "durations": "system_text_json",
        "escape": "system_text_json",
        "floats": "system_text_json",
        "key_rules": "system_text_json",
        "max_depth": 64,
    },
    "canonical": {
        "big_ints": "raise_53",
        "decimals": "float",
        "floats": "ecmascript",
        "sort_keys": "utf16",
    },
    "html": {"escape": "html"},
    "orjson": {
        "bytes": "raise",
        "dates": "orjson",
        "default_for": "orjson",
        "duplicate_keys": "keep",
        "floats": "orjson",
        "key_types": "raise",
        "max_depth": 254,
        "non_finite": "null",
        "omit": "private",
    },
    "msgspec": {
        "dates": "msgspec",
        "decimals": "msgspec",
        "default_for": "msgspec",
        "duplicate_keys": "keep",
        "durations": "msgspec",
        "floats": "msgspec",
        "non_finite": "null",
        "omit": "private_attrs",
    },
}
"""The options of each that are not as by default.

What differs from orjson all the same: attributes that an instance of a dataclass has beyond its fields are not written,
and float16 has the fewest digits of its own precision. From msgspec: so have attrs classes, and a key that is NaN or an
infinity is written as `non_finite` says.
"""
