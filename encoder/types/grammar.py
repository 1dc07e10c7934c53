"""Is this text JSON, and how is it written compactly? Without recursion, so that no depth of nesting is too much."""

from __future__ import annotations

import re
from itertools import islice

from encoder.errors import InvalidValueError

SPACE = b" \t\n\r"
# All quantifiers are possessive: a long string takes no memory for ways back, and a broken one no time to try them.
STRING = rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
NUMBER = rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
KNOWN = re.compile(rb"%s|%s|true|false|null|[\[\]{},:]" % (STRING, NUMBER))
TOKEN = re.compile(rb"[ \t\n\r]*+(%s|(?s:.+))" % KNOWN.pattern)
"""The next token of a text; where there is none, all the rest."""

SCALAR, TEXT, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT, COMMA, COLON, NOTHING = range(9)
KINDS = dict(zip(b'"[{]},:', range(TEXT, NOTHING), strict=True))
"""By the first byte of a token."""
QUOTE = ord('"')

VALUE, FIRST_VALUE, KEY, FIRST_KEY, AFTER_KEY, AFTER_VALUE, END = range(7)
EXPECTED = (
    "a value", "a value or ]", "a key", "a key or }", "a colon", "a comma or the end of the container", "the end",
)  # fmt: skip


def compact(text: bytes) -> bytes:
    """`text` without the spaces between its tokens; InvalidValueError with the offset where it is not JSON.

    The grammar is RFC 8259's: so an escape of half a surrogate pair is allowed, NaN and a byte order mark are not. What
    it leaves open stays as it is: keys that occur twice, numbers of any size.
    """
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise InvalidValueError(f"no JSON: not UTF-8 at offset {error.start}") from None
    # Spaces at the end, before no token, would be tried from each of them anew.
    tokens = TOKEN.findall(text.rstrip(SPACE))
    rest = len(tokens) - 1 if tokens and not KNOWN.fullmatch(tokens[-1]) else len(tokens)
    open_ones: list[int] = []
    state = VALUE
    for index, token in enumerate(tokens):
        kind = NOTHING if index == rest else KINDS.get(token[0], SCALAR)
        if kind <= TEXT and state <= FIRST_VALUE:
            state = AFTER_VALUE if open_ones else END
        elif kind == TEXT and (state == KEY or state == FIRST_KEY):
            state = AFTER_KEY
        elif kind == COLON and state == AFTER_KEY:
            state = VALUE
        elif kind == COMMA and state == AFTER_VALUE:
            state = VALUE if open_ones[-1] == OPEN_ARRAY else KEY
        elif (kind == OPEN_ARRAY or kind == OPEN_OBJECT) and state <= FIRST_VALUE:
            open_ones.append(kind)
            state = FIRST_VALUE if kind == OPEN_ARRAY else FIRST_KEY
        elif (kind == CLOSE_ARRAY or kind == CLOSE_OBJECT) and closes(kind, state, open_ones):
            open_ones.pop()
            state = AFTER_VALUE if open_ones else END
        else:
            raise problem(text, index, kind, state)
    if state != END:
        raise InvalidValueError(f"no JSON: it ends where {EXPECTED[state]} is expected, at offset {len(text)}")
    size = sum(map(len, tokens))
    return text if size == len(text) else b"".join(tokens)


def closes(kind: int, state: int, open_ones: list[int]) -> bool:
    """May this bracket stand here?"""
    if kind == CLOSE_ARRAY:
        return state == FIRST_VALUE or (state == AFTER_VALUE and open_ones[-1] == OPEN_ARRAY)
    return state == FIRST_KEY or (state == AFTER_VALUE and open_ones[-1] == OPEN_OBJECT)


def problem(text: bytes, index: int, kind: int, state: int) -> InvalidValueError:
    """What is wrong with the token of that number. Only now its place is looked for."""
    start = next(islice(TOKEN.finditer(text), index, None)).start(1)
    if kind == NOTHING and text[start] == QUOTE:
        what = "a string that does not end, or has a bad escape or a control character,"
    else:
        what = f"{text[start : start + 40].decode('utf-8', 'replace')[:10]!r} where {EXPECTED[state]} is expected,"
    return InvalidValueError(f"no JSON: {what} at offset {start}")
