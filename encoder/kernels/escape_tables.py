"""Which characters have which escapes under the options? The tables that styled.h and its twin write by."""

from __future__ import annotations

ENTRY = 8
"""Bytes of an entry of a table: up to seven of a spelled character, then their number."""

WIDE, UPPER, LINES, SURROGATES = range(256 * ENTRY, 256 * ENTRY + 4)
"""Behind the 256 entries, a byte each: is everything from U+0100 on escaped, in upper-case digits, are U+2028 and
U+2029; and what becomes of a lone surrogate: 0 it is refused, 1 escaped, 2 replaced."""

SHORT = {ord(character): "\\" + letter for character, letter in zip('"\\\b\t\n\f\r', '"\\btnfr', strict=True)}
POLICIES = ("raise", "escape", "replace")


def style_table(ascii: bool, escape: str | tuple[str, ...], surrogates: str) -> bytes | None:
    """The table for these options; None where the ordinary escape kernel writes the same."""
    chosen = {escape} if isinstance(escape, str) else set(escape)
    if not ascii and chosen <= {"minimal"} and surrogates == "raise":
        return None
    return build_table(ascii, chosen, surrogates)


def build_table(ascii: bool, chosen: set[str], surrogates: str) -> bytes:
    """The union of the chosen sets; where system_text_json is among them, with its forms."""
    strict = "system_text_json" in chosen
    wide = ascii or strict
    escaped = {*range(0x20), *map(ord, '"\\')}
    if wide:
        escaped.update(range(0x7F, 0x100))  # DEL too: the standard library's ASCII ends with the tilde
    if "html" in chosen:
        escaped.update(map(ord, "<>&'"))
    if strict:
        escaped.update(map(ord, "<>&'+`"))
    short = {code: text for code, text in SHORT.items() if not (strict and code == 0x22)}
    if "slashes" in chosen:
        short[0x2F] = "\\/"
        escaped.add(0x2F)
    entries = []
    for code in range(0x100):
        text = short.get(code) or as_hex(code, strict) if code in escaped else chr(code)
        spelled = text.encode()
        entries.append(spelled.ljust(ENTRY - 1, b"\0") + bytes([len(spelled)]))
    flags = bytes([wide, strict, wide or "html" in chosen, POLICIES.index(surrogates)])
    return b"".join(entries) + flags


def as_hex(code: int, upper: bool) -> str:
    """\\u and four digits; twice, as UTF-16 has it, beyond U+FFFF."""
    if code > 0xFFFF:
        return as_hex(0xD7C0 + (code >> 10), upper) + as_hex(0xDC00 + (code & 0x3FF), upper)
    return f"\\u{code:04X}" if upper else f"\\u{code:04x}"


def minimal_table() -> bytes:
    """The table of what JSON itself asks for, which is made when a rival needs it: at import it would take 0.5 ms."""
    if not MINIMAL:
        MINIMAL.append(build_table(False, {"minimal"}, "raise"))
    return MINIMAL[0]


MINIMAL: list[bytes] = []
"""The ordinary escapes, as a table."""


class Spelling(dict):
    """What str.translate asks for each character: a table's entries, and the rule for all beyond them."""

    def __init__(self, table: bytes) -> None:
        for code in range(0x100):
            entry = table[code * ENTRY : (code + 1) * ENTRY]
            self[code] = entry[: entry[-1]].decode()
        self.wide, self.upper, self.surrogates = table[WIDE], table[UPPER], table[SURROGATES]
        if table[LINES]:
            self.update({code: as_hex(code, self.upper) for code in (0x2028, 0x2029)})

    def __missing__(self, code: int) -> str | int:
        if 0xD800 <= code < 0xE000:
            if POLICIES[self.surrogates] == "raise":
                return code  # UTF-8 will refuse it
            if POLICIES[self.surrogates] == "escape":
                return as_hex(code, self.upper)
            code = 0xFFFD
        return as_hex(code, self.upper) if self.wide else code


SPELLINGS: dict[bytes, Spelling] = {}


def spelling_of(table: bytes) -> Spelling:
    """The same one for equal tables, of which there are few."""
    spelling = SPELLINGS.get(table)
    if spelling is None:
        spelling = SPELLINGS[table] = Spelling(table)
    return spelling
