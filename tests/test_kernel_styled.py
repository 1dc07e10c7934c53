"""Are other escapes than the fewest right for every character, at every length and place?"""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import encoder
from encoder.kernels.escape_tables import minimal_table, style_table
from encoder.kernels.state import STATUS_DONE, STATUS_SURROGATE, Buffer, Call
from encoder.kernels.styled import put_styled, spell_styled

SETS: list[str | tuple[str, ...]] = ["minimal", "html", "slashes", "system_text_json", ("html", "slashes")]
SETS += [("html", "system_text_json"), ("slashes", "system_text_json"), ("html", "slashes", "system_text_json")]
TABLES = {
    (ascii, escape): style_table(ascii, escape, "escape") for ascii, escape in itertools.product((False, True), SETS)
}
by_table = pytest.mark.parametrize("case", TABLES, ids=str)

BEYOND = [0x10000, 0x1D11E, 0x1F600, 0x2F800, 0xE0001, 0xFFFFF, 0x100000, 0x10FFFF]
POINTS = [*range(0xD800), *range(0xE000, 0x10000), *BEYOND]
FORBIDDEN = {"minimal": "", "html": "<>&'\u2028\u2029", "slashes": "", "system_text_json": "<>&'+`\x7f"}
"""What must not be seen raw, controls apart."""

STRICT = {code: f"\\u{code:04X}" for code in (*range(0x20), 0x22, 0x26, 0x27, 0x2B, 0x3C, 0x3E, 0x60, 0x7F)}
STRICT |= {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 0x5C: "\\\\"}
"""All that System.Text.Json's default encoder escapes in ASCII."""


def put(texts: list[str], table: bytes) -> bytes:
    """The texts one after the other in one buffer."""
    call = Call(Buffer())
    for text in texts:
        assert put_styled(call, text, table) == STATUS_DONE
    return bytes(call.buffer.bytes)


def both(text: str, table: bytes) -> bytes:
    """The text as written in place, after checking that as bytes of its own it is the same."""
    written = put([text], table)
    assert spell_styled(text, table) == written
    return written


def test_the_ordinary_escapes_need_no_table() -> None:
    """No table for the default; one for whatever differs from it."""
    assert style_table(False, "minimal", "raise") is None
    assert style_table(False, (), "raise") is None
    assert style_table(False, "minimal", "escape") is not None
    assert style_table(True, "minimal", "raise") is not None
    assert style_table(False, ("html", "slashes"), "raise") is not None


def test_as_ascii_every_character_is_what_the_standard_library_writes() -> None:
    """All of the first plane, lone surrogates too, alone and in one text; and samples above."""
    table = style_table(True, "minimal", "escape")
    characters = [chr(point) for point in (*range(0x10000), *BEYOND)]
    expected = [json.dumps(character).encode() for character in characters]
    assert [spell_styled(character, table) for character in characters] == expected
    assert put(characters, table) == b"".join(expected)
    assert both("".join(map(chr, POINTS)), table) == json.dumps("".join(map(chr, POINTS))).encode()


def test_the_minimal_table_is_the_ordinary_kernel() -> None:
    """As the standard library writes when it keeps to UTF-8."""
    characters = [chr(point) for point in POINTS]
    expected = [json.dumps(character, ensure_ascii=False).encode() for character in characters]
    assert [spell_styled(character, minimal_table()) for character in characters] == expected
    assert put(characters, minimal_table()) == b"".join(expected)


@by_table
def test_every_character_comes_back(case: tuple[bool, Any]) -> None:
    """All of the first plane, lone surrogates too, and samples above; nothing forbidden is left raw."""
    ascii, escape = case
    names = [escape] if isinstance(escape, str) else escape
    forbidden = set(map(chr, range(0x20))).union(*(FORBIDDEN[name] for name in names))
    for last in (0x80, 0x100, 0x10000, 0x110000):  # the forms that CPython keeps text in
        # Downwards: upwards the surrogates would meet as a pair, which is read as one character.
        text = "".join(chr(point) for point in reversed((*range(0x10000), *BEYOND)) if point < last)
        written = both(text, TABLES[case]).decode()
        assert json.loads(written) == text
        assert not forbidden & set(written)
        assert written.isascii() or not (ascii or "system_text_json" in names or last == 0x80)
        assert ("\\/" in written) == ("slashes" in names)


def test_system_text_jsons_forms_in_ascii() -> None:
    """Each of the 128, whatever set is added but slashes."""
    text = "".join(map(chr, range(0x80)))
    expected = ('"' + text.translate(STRICT) + '"').encode()
    for escape in ("system_text_json", ("html", "system_text_json")):
        for ascii in (False, True):
            assert both(text, style_table(ascii, escape, "raise")) == expected
    slashed = both(text, style_table(False, ("slashes", "system_text_json"), "raise"))
    assert slashed == expected.replace(b"/", b"\\/")


KNOWN: list[tuple[Any, str, str]] = [
    ("system_text_json", "a+b<", r'"a\u002Bb\u003C"'),
    ("system_text_json", "é", r'"\u00E9"'),
    ("system_text_json", "😀", r'"\uD83D\uDE00"'),
    ("system_text_json", 'say "hi"\\/\x7f\x1f', r'"say \u0022hi\u0022\\/\u007F\u001F"'),
    ("html", "</script>&'\u2028\u2029é😀", r'"\u003c/script\u003e\u0026\u0027\u2028\u2029é😀"'),
    ("html", '"\\+`\x7f\x1f\u202a', '"\\"\\\\+`\x7f\\u001f\u202a"'),
    ("slashes", "http://swift.org", r'"http:\/\/swift.org"'),
    ("slashes", "////", r'"\/\/\/\/"'),
    ("slashes", "\x01\x10\x1f<\u2028", '"\\u0001\\u0010\\u001f<\u2028"'),
    (("html", "slashes"), "</b>", r'"\u003c\/b\u003e"'),
    (("slashes", "system_text_json"), "</b>+", r'"\u003C\/b\u003E\u002B"'),
    ("minimal", '\b\t\n\f\r"\\/\x7f\u2028é', '"\\b\\t\\n\\f\\r\\"\\\\/\x7f\u2028é"'),
    ("minimal", "\x00\x0b\x1f", r'"\u0000\u000b\u001f"'),
]

by_known = pytest.mark.parametrize(("escape", "text", "expected"), KNOWN)


@by_known
def test_known_texts(escape: Any, text: str, expected: str) -> None:
    """As the systems that the sets are named after write them."""
    assert both(text, style_table(False, escape, "escape")) == expected.encode()


@pytest.mark.parametrize("filler", ["a", "é", "€", "😀"], ids=["1", "latin", "2", "4"])
def test_an_escape_at_every_place_of_every_length(filler: str) -> None:
    """Lengths up to 200, so that runs and the buffer end everywhere."""
    html, ascii = style_table(False, "html", "raise"), style_table(True, "minimal", "raise")
    for length in range(201):
        for place in range(length) if length < 40 else range(length % 7, length, 7):
            text = filler * place + '"' + filler * (length - 1 - place)
            assert spell_styled(text, html) == json.dumps(text, ensure_ascii=False).encode()
            assert spell_styled(text, ascii) == json.dumps(text).encode()
            text = filler * place + "<" + filler * (length - 1 - place)
            assert spell_styled(text, html) == f'"{text}"'.replace("<", "\\u003c").encode()


@pytest.mark.parametrize("filler", ["a", '"', "\x01", "é", "€", "😀", 'plain text, then "'])
def test_texts_outgrow_the_buffer(filler: str) -> None:
    """Texts of all sizes up to 200,000 bytes after each other, from no escape to nothing but escapes."""
    texts = [filler * count for count in (0, 1, 50, 106, 107, 108, 640, 2700, 2731, 16384, 20000)]
    assert put(texts, style_table(True, "minimal", "raise")) == "".join(map(json.dumps, texts)).encode()
    assert put(texts, minimal_table()) == "".join(json.dumps(text, ensure_ascii=False) for text in texts).encode()


LONE = ["\ud8a5", "\udfff", "a" * 100 + "\ud800", "\udfff" + "€" * 100, "😀" * 20 + "\ud800" + "😀" * 20]
LONE += ["\udc00\ud800", "a" * 5000 + "\udfff" * 3 + "<" * 900]


@pytest.mark.parametrize("text", LONE, ids=range(len(LONE)))
def test_a_lone_surrogate_becomes_what_the_table_says(text: str) -> None:
    """Refused with nothing written, escaped as the standard library does, or replaced by U+FFFD."""
    mended = "".join("\ufffd" if 0xD800 <= ord(character) < 0xE000 else character for character in text)
    for ascii in (False, True):
        assert both(text, style_table(ascii, "minimal", "replace")) == json.dumps(mended, ensure_ascii=ascii).encode()
        refusing = style_table(ascii, "html", "raise")
        call = Call(Buffer())
        assert put_styled(call, "before", refusing) == STATUS_DONE
        assert put_styled(call, text, refusing) == STATUS_SURROGATE
        assert call.value is text and call.buffer.bytes == b'"before"'
        assert spell_styled(text, refusing) is None
    assert both(text, style_table(True, "minimal", "escape")) == json.dumps(text).encode()
    loose = "".join(json.dumps(character, ensure_ascii="\ud7ff" < character < "\ue000")[1:-1] for character in text)
    assert both(text, style_table(False, "minimal", "escape")) == f'"{loose}"'.encode()


def test_surrogates_in_system_text_jsons_forms() -> None:
    """Digits are upper-case there too."""
    assert both("\ud8ab", style_table(False, "system_text_json", "escape")) == rb'"\uD8AB"'
    assert both("\ud8ab", style_table(False, "system_text_json", "replace")) == rb'"\uFFFD"'
    assert both("\ud8ab", style_table(False, "html", "escape")) == rb'"\ud8ab"'
    assert both("\ud8ab", style_table(False, "html", "replace")) == '"\ufffd"'.encode()


def test_a_text_of_a_class_of_its_own_is_its_text() -> None:
    """Whatever its methods say."""

    class Name(str):
        def translate(self, table: object) -> str:
            return "shown"

        __str__ = __repr__ = encode = lambda self, *_: "shown"

    assert both(Name("<é>"), style_table(True, "html", "raise")) == rb'"\u003c\u00e9\u003e"'


@seed(21)
@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_any_text(text: str) -> None:
    """Random texts: the standard library's ASCII, and a way back from every table."""
    assert both(text, TABLES[True, "minimal"]) == json.dumps(text).encode()
    for table in TABLES.values():
        assert json.loads(both(text, table)) == text


@pytest.mark.parametrize("ascii", [False, True])
def test_encode_escapes_as_asked(ascii: bool) -> None:
    """The public options, in whichever build runs: keys and values, short and long, laid out or not."""
    texts = ["", "plain", "é", "😀 \u2028", "</script>", "a" * 5000 + "é" * 5000, "".join(map(chr, POINTS))]
    value = {text: [text, {text: text}] for text in texts}
    assert encoder.encode(value, ascii=ascii) == json.dumps(value, ensure_ascii=ascii, separators=(",", ":")).encode()
    assert encoder.encode(value, ascii=ascii, indent=2) == json.dumps(value, ensure_ascii=ascii, indent=2).encode()
    for escape in SETS:
        assert json.loads(encoder.encode(value, ascii=ascii, escape=escape)) == value


@by_known
def test_encode_writes_known_texts(escape: Any, text: str, expected: str) -> None:
    """The public option: in keys as in values."""
    assert encoder.encode({text: text}, escape=escape) == f"{{{expected}:{expected}}}".encode()


def test_encode_treats_surrogates_as_asked() -> None:
    """In keys as in values; by default an error that knows its path."""
    assert encoder.encode({"k\udfff": "bad \ud8a5 end"}, surrogates="escape") == rb'{"k\udfff":"bad \ud8a5 end"}'
    assert encoder.encode({"k\udfff": "\ud8a5"}, surrogates="replace") == '{"k\ufffd":"\ufffd"}'.encode()
    assert encoder.encode(["\ud8a5"], surrogates="replace", ascii=True) == rb'["\ufffd"]'
    for options in ({}, {"ascii": True}, {"escape": "html"}):
        with pytest.raises(encoder.InvalidValueError) as caught:
            encoder.encode({"note": ["bad \ud8a5 end"]}, **options)
        assert caught.value.path == ("note", 0)
