"""How do bytes become base64 text, when interpreted?"""

from __future__ import annotations

from binascii import b2a_base64

_URL = bytes.maketrans(b"+/", b"-_")


def encode(data, *, url: bool = False) -> bytes:
    """`data` (any bytes-like object) as RFC 4648 says, padded; `url` takes - and _ for + and /."""
    text = b2a_base64(data, newline=False)
    return text.translate(_URL) if url else text
