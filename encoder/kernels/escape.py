"""How does text become the body of a JSON string, when interpreted?"""

from __future__ import annotations

import re

_ESCAPES = {chr(code): f"\\u{code:04x}" for code in range(0x20)}
_ESCAPES |= {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}

_find = re.compile(r'[\x00-\x1f"\\]').search
_replace = re.compile(r'[\x00-\x1f"\\]').sub


def _escaped(match: re.Match[str]) -> str:
    return _ESCAPES[match[0]]


def escape(text: str) -> bytes:
    """`text` in UTF-8, without quotes around it, the fewest characters escaped.

    Raises UnicodeEncodeError at a lone surrogate.
    """
    return (_replace(_escaped, text) if _find(text) else text).encode()


def quote(text: str) -> bytes:
    """`text` as a JSON string; empty where it holds a lone surrogate."""
    # Most texts need no escape, and then `sub` would be the slower way to find out.
    if _find(text):
        text = _replace(_escaped, text)
    try:
        return f'"{text}"'.encode()
    except UnicodeEncodeError:
        return b""
