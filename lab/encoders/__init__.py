"""Which other encoders does the lab measure itself against? One file a peer, all with the same names.

``label`` is what a table calls it, ``version`` what is installed, and ``encode(need)`` the `Call` by which it does
best what a case needs. A peer's library is imported with its file, so a file that cannot be imported is a peer that
is not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

OURS = "encoder"
PEERS: Mapping[str, str] = MappingProxyType(
    {
        "orjson": "lab.encoders.orjson",
        "ssrjson": "lab.encoders.ssrjson",
        "msgspec": "lab.encoders.msgspec",
        "ujson": "lab.encoders.ujson",
        "simplejson": "lab.encoders.simplejson",
        "rapidjson": "lab.encoders.rapidjson",
        "pydantic-core": "lab.encoders.pydantic_core",
        "yapic.json": "lab.encoders.yapic",
        "json": "lab.encoders.standard",
    }
)
"""The module of each peer, by its label."""
PACKAGES = tuple({"rapidjson": "python-rapidjson"}.get(label, label) for label in PEERS if label != "json")
"""What a package index calls those that are no part of Python."""
MODULES: Mapping[str, str] = MappingProxyType({OURS: "lab.encoders.ours", **PEERS})
