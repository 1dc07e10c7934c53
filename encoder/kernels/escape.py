"""How does text become a JSON string, when interpreted?"""

from __future__ import annotations

try:
    # What json.encoder itself uses; importing that would cost every user of this package 8 ms.
    from _json import encode_basestring
except ImportError:
    from json.encoder import encode_basestring


def quote(text: str) -> bytes:
    """`text` as a JSON string in UTF-8, the fewest characters escaped; empty where it holds a lone surrogate."""
    try:
        return encode_basestring(text).encode()
    except UnicodeEncodeError:
        return b""
