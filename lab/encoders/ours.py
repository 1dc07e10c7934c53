"""How is this encoder called, as its users would?"""

from __future__ import annotations

import encoder
import encoder.json
from lab.encoders.call import NEEDS, Call, chosen, number_of

label = "encoder"
version = encoder.__version__

_CALLS = {
    **{need: Call(encoder.encode) for need in NEEDS},
    "sorted": Call(encoder.Encoder(sort_keys=True).encode),
    "indented": Call(encoder.Encoder(indent=2).encode),
    "hooks": Call(encoder.Encoder(default=number_of).encode),
    "lines": Call(encoder.encode_lines),
    "standard": Call(encoder.json.dumps),
}


def encode(need: str) -> Call:
    """Without keywords wherever the default form will do; else by an Encoder that is kept."""
    return chosen(_CALLS, need)
