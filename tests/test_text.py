"""Is every text written right: each code point, at each length and place, in each of CPython's forms?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import encoder

TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)
POINTS = [point for point in range(0x110000) if not 0xD800 <= point < 0xE000]
SPECIAL = ['"', "\\", "\n", "\x00", "\x1f", "\x7f", "é", "ÿ", "€", "\u2028", "\uffff", "😀", "\U0010ffff"]
ESCAPES = {code: f"\\u{code:04x}" for code in range(0x20)}
ESCAPES |= {ord(c): "\\" + short for c, short in zip('"\\\b\t\n\f\r', '"\\btnfr', strict=True)}


def expected(text: str) -> bytes:
    """By the rule: only quote, backslash and controls are escaped, as shortly as JSON can."""
    return b'"' + text.translate(ESCAPES).encode() + b'"'


def test_every_code_point_alone() -> None:
    """Each of the 1,112,064, as a text of its own (interpreted, above U+3000, every seventh)."""
    encode = encoder.encode
    points = POINTS if encoder.build == "compiled" else POINTS[:0x3000] + POINTS[0x3000::7]
    special = [point for point in points if point < 0x80]
    assert [encode(chr(point)) for point in special] == [expected(chr(point)) for point in special]
    assert [hex(point) for point in points[0x80:] if encode(chr(point)) != b'"%b"' % chr(point).encode()] == []


@by_tree
def test_every_code_point_among_others(recipe: encoder.Recipe) -> None:
    """All of them in long texts of one, two and four bytes a character, as values and as keys."""
    for last in (0x80, 0x100, 0x10000, 0x110000):
        text = "".join(map(chr, (point for point in POINTS if point < last)))
        assert encoder.encode([text, {text: text}], recipe=recipe) == (
            b"[" + expected(text) + b",{" + expected(text) + b":" + expected(text) + b"}]"
        )


def test_a_lone_surrogate_of_any_kind_is_refused() -> None:
    """All 2048, also next to each other: UTF-8 has no form for them."""
    for point in range(0xD800, 0xE000):
        with pytest.raises(encoder.InvalidValueError):
            encoder.encode(chr(point))
    for text in ("\ud83d\ude00", "a" * 100 + "\ud800", "\udfff" + "€" * 100, "😀" * 20 + "\ud800" + "😀" * 20):
        with pytest.raises(encoder.InvalidValueError):
            encoder.encode([text])


@by_tree
def test_a_long_text_that_is_refused_knows_its_place(recipe: encoder.Recipe) -> None:
    """Room was made for it before its surrogate was met, in a list of a list, an object or neither: nothing goes on
    where the text began before."""
    for length in (10, 1000, 20_000, 70_000, 300_000):
        for filler in ("a", "é", "€"):
            bad = filler * length + "\ud800"
            cases: list[tuple[Any, Any]] = [
                ([bad, 1], (0,)), ([["a", bad, 1], 2], (0, 1)), ({"k": [bad, "a"]}, ("k", 0)), ({"k": bad}, ("k",)),
                ([{"k": [1, (bad,)]}], (0, "k", 1, 0)),
            ]  # fmt: skip
            for value, path in cases:
                with pytest.raises(encoder.InvalidValueError) as caught:
                    encoder.encode(value, recipe=recipe)
                assert caught.value.path == path
    assert encoder.encode([["a"], {"b": ["c"]}], recipe=recipe) == b'[["a"],{"b":["c"]}]'


@pytest.mark.parametrize("filler", ["a", "é", "€", "😀"], ids=["1", "latin", "2", "4"])
def test_a_special_character_at_every_place(filler: str) -> None:
    """Lengths up to 140 (past all vector widths), the special one first, last, and everywhere around a border."""
    for length in range(141):
        places = range(length + 1) if length < 36 else {0, 1, 15, 16, 31, 32, 33, 63, 64, 65, length - 1, length}
        for special in SPECIAL if length < 70 else SPECIAL[::3]:
            for place in places:
                text = filler * place + special + filler * (length - place)
                assert encoder.encode(text) == expected(text), (length, special, place)


@by_tree
def test_dense_escapes_around_the_buffers_limits(recipe: encoder.Recipe) -> None:
    """Texts that grow sixfold, at sizes around 256 bytes, 16 KiB and 64 KiB, after other texts of such sizes."""
    for limit in (256, 640, 16_384, 65_536):
        for factor in (1, 2, 6):
            for size in range(limit // factor - 3, limit // factor + 4):
                for text in ("\x01" * size, "é" * size, "a" * size + '"'):
                    assert encoder.encode([text, text], recipe=recipe) == (
                        b"[" + expected(text) + b"," + expected(text) + b"]"
                    )


def test_huge_texts() -> None:
    """Megabytes of each form, all clean, all escapes, and an escape at the very end."""
    for text in ("a" * 3_000_001, "\x00" * 500_001, "é" * 1_000_003, "€" * 1_000_001, "😀" * 700_001 + '"'):
        assert encoder.encode(text) == expected(text)
        assert encoder.encode_str(text) == expected(text).decode()


@seed(3)
@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.text(st.sampled_from("".join(SPECIAL) + "abc é€😀") | st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text(text: str) -> None:
    """By the rule, and it reads back; as a key too."""
    assert encoder.encode(text) == expected(text)
    assert json.loads(encoder.encode({text: text})) == {text: text}


def test_texts_of_every_origin() -> None:
    """Interned, sliced, joined, decoded, and kept in a wider form than they need."""
    base = "xäbc€😀" * 10
    for text in (base[0:1], base[1:2], base[2:4], "".join([base[0]] * 5), b"abc".decode(), str(b"\xe4", "latin1")):
        assert encoder.encode({text: [text]}) == b"{" + expected(text) + b":[" + expected(text) + b"]}"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_unready_text_of_3_11() -> None:
    """A text that an old extension left in its legacy form is written like any other."""
    testcapi: Any = pytest.importorskip("_testcapi")
    if not hasattr(testcapi, "unicode_legacy_string"):
        pytest.skip("this Python has no legacy texts any more")
    for text in ("abc", "é€", "😀"):
        assert encoder.encode([testcapi.unicode_legacy_string(text)]) == b"[" + expected(text) + b"]"
        assert encoder.encode({testcapi.unicode_legacy_string(text): 1}) == b"{" + expected(text) + b":1}"
