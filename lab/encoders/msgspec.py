"""How is msgspec called best?"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.json import Encoder

from lab.encoders.call import Call, after, chosen, number_of, to_list

label = "msgspec"
version = msgspec.__version__

_ENCODER = Encoder()
_PLAIN = ("plain", "bytes", "dataclasses", "slots", "attrs", "enums", "uuids", "datetimes", "int_keys")

_CALLS = {
    **{need: Call(_ENCODER.encode) for need in _PLAIN},
    "decimals": Call(Encoder(decimal_format="number").encode),
    "sorted": Call(Encoder(order="sorted").encode),
    "indented": Call(after(_ENCODER.encode, partial(msgspec.json.format, indent=2)), "encode, then format"),
    "hooks": Call(Encoder(enc_hook=number_of).encode),
    "lines": Call(_ENCODER.encode_lines),
    "numpy": to_list(_ENCODER.encode),
}


def encode(need: str) -> Call:
    """By an Encoder that is kept, as its documentation advises."""
    return chosen(_CALLS, need)
