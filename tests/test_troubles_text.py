"""Is a text safe and complete wherever it stands: surrogates, script elements, slashes, controls, subclasses of str?"""

from __future__ import annotations

import itertools
import json
from enum import Enum, StrEnum
from typing import Any

import pytest
from covering import RECIPES, by_recipe
from places import Box, Keyed, Named, wrong_errors, wrong_texts

import encoder


class Name(str):
    """As the name of a column in a database layer; shows itself otherwise."""

    def __str__(self) -> str:
        return "shown"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return "shown"


class Word(StrEnum):
    BAD = "k\ud8a5"


ESCAPES = ["html", "slashes", "system_text_json"]
FORMS: list[dict[str, Any]] = [
    {"escape": names, "ascii": ascii}
    for ascii in (False, True)
    for size in range(4)
    for names in itertools.combinations(ESCAPES, size)
]
SURROGATES = ["\ud8a5", "\udfff" + "é" * 40, "\ud83d\ude00", "😀\udc00"]


@by_recipe
@pytest.mark.parametrize("form", [{}, {"indent": 2, "sort_keys": True}, {"ascii": True, "escape": "html"}], ids=str)
def test_a_surrogate_is_an_error_with_its_place(form: dict[str, Any], recipe: encoder.Recipe) -> None:
    """By default, in every place, compact and indented; ASCII could hold it, but no reader should get half a character
    without its writer's wish."""
    values = [SURROGATES[0], SURROGATES[3], Name(SURROGATES[1]), Word.BAD]
    assert wrong_errors(recipe, encoder.InvalidValueError, values, **form) == []


@by_recipe
def test_a_surrogate_in_a_key_is_too(recipe: encoder.Recipe) -> None:
    """Keys are where such checks are forgotten: exact ones, subclasses, enums, after an odd key, of own containers."""
    for key in ("k\ud8a5", Name("k\ud8a5"), Word.BAD):
        for value in ({"a": 0, key: 1}, {1: 0, key: 1}, Named({key: 1})):
            with pytest.raises(encoder.InvalidValueError) as caught:
                encoder.encode({"rows": [value]}, recipe=recipe)
            assert caught.value.path == ("rows", 0, "k\ud8a5")
            str(caught.value).encode()  # the message itself has no surrogate
    with pytest.raises(encoder.InvalidValueError):
        encoder.encode([Box(0, 1)], keys=lambda path, name: name + "\ud8a5", recipe=recipe)


@by_recipe
def test_a_surrogate_as_an_escape_or_a_replacement(recipe: encoder.Recipe) -> None:
    """The six characters of its escape, or U+FFFD: the same for keys, values and every other option of text."""
    value = {"a\udfff": ["b\ud8a5", Name("\ud800€")]}
    for form, escaped, replaced in (
        ({}, '{"a\\udfff":["b\\ud8a5","\\ud800€"]}', '{"a\ufffd":["b\ufffd","\ufffd€"]}'),
        ({"ascii": True}, '{"a\\udfff":["b\\ud8a5","\\ud800\\u20ac"]}', '{"a\\ufffd":["b\\ufffd","\\ufffd\\u20ac"]}'),
        ({"escape": "html"}, '{"a\\udfff":["b\\ud8a5","\\ud800€"]}', '{"a\ufffd":["b\ufffd","\ufffd€"]}'),
    ):
        assert encoder.encode(value, surrogates="escape", recipe=recipe, **form) == escaped.encode()
        assert encoder.encode(value, surrogates="replace", recipe=recipe, **form) == replaced.encode()


def decoded(text: bytes) -> Any:
    """By the standard library, which refuses raw controls."""
    return json.loads(text.decode())


@by_recipe
def test_a_script_element_ends_nowhere(recipe: encoder.Recipe) -> None:
    """escape="html" leaves none of < > & ' and no line separator, in keys, field names, values, enums, hooks' results,
    and what is decoded is what was encoded."""
    text = "</script><b x='&'>\u2028\u2029<!--"

    class Tag(Enum):
        OPEN = text

    value = [text, {text: text, 1: {text: [text]}}, Named({text: text}), Tag.OPEN, Keyed(text), {Tag.OPEN: Name(text)}]
    plain = [text, {text: text, "1": {text: [text]}}, {text: text}, text, {"a": 0, "k": text}, {text: text}]
    both = {"escape": ("html", "slashes"), "ascii": True}
    for form in ({"escape": "html"}, both, {"escape": "html", "indent": "\t"}):
        written = encoder.encode(value, recipe=recipe, **form)
        assert not set(written.decode()) & set("<>&'\u2028\u2029")
        assert decoded(written) == plain
    record = encoder.encode(Box(0, text), keys=lambda path, name: name + "</", escape="html", recipe=recipe)
    assert b"<" not in record and decoded(record) == {"first</": 0, "value</": text}


OWN = {"html": set("<>&'\u2028\u2029"), "slashes": set("/"), "system_text_json": None}
ALWAYS = {*map(chr, range(0x20)), '"', "\\"}
SAMPLE = "".join(map(chr, range(0x180))) + "€\u2028\u2029\ufeff\uffff😀\U0010ffff"


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_an_option_only_adds_its_own_characters(form: dict[str, Any]) -> None:
    """Whatever is switched on or off, quotes, backslashes and controls are escaped, and what is read is the same."""
    added = set().union(*(OWN[name] or set() for name in form["escape"]))
    for recipe in RECIPES[:3]:
        one = encoder.Encoder(recipe, **form)
        assert decoded(one.encode({SAMPLE: [SAMPLE]})) == {SAMPLE: [SAMPLE]}
        for character in SAMPLE:
            written = one.encode(character).decode()
            assert json.loads(written) == character
            is_escaped = written[1] == "\\"
            if "system_text_json" not in form["escape"]:
                beyond = form["ascii"] and (ord(character) > 0x7E)
                assert is_escaped == (character in ALWAYS or character in added or beyond), character
            elif character in ALWAYS or character in added or ord(character) > 0x7E:
                assert is_escaped, character


@by_recipe
def test_no_control_goes_out_raw(recipe: encoder.Recipe) -> None:
    """Compact or not, sorted or not: below U+0020 there is nothing but the newlines of the layout."""
    text = "".join(map(chr, range(0x20))) + '"\\'
    value = {text: text, "a": [text, {text: (text,)}, Named({text: text}), Keyed(text)], 5: Box(0, text)}
    plain = {text: text, "a": [text, {text: [text]}, {text: text}, {"a": 0, "k": text}]}
    plain["5"] = {"first": 0, "value": text}
    for form in ({}, {"indent": 2}, {"sort_keys": True}, {"indent": 1, "sort_keys": True}, {"duplicate_keys": "last"}):
        written = encoder.encode(value, recipe=recipe, **form)
        assert decoded(written) == plain
        assert {byte for byte in written if byte < 0x20} <= ({0x0A} if "indent" in form else set())


@by_recipe
def test_a_slash_is_a_slash(recipe: encoder.Recipe) -> None:
    """By default in no recipe escaped, in keys and values; by option always."""
    assert wrong_texts(recipe, [("http://h/p", b'"http://h/p"')]) == []
    assert encoder.encode({"a/b": "/"}, recipe=recipe) == b'{"a/b":"/"}'
    assert encoder.encode({"a/b": "/"}, escape="slashes", recipe=recipe) == b'{"a\\/b":"\\/"}'


WIDE = "".join(chr(point) for point in range(0x180, 0x10000, 61) if not 0xD800 <= point < 0xE000)


@by_recipe
@pytest.mark.parametrize("form", [{}, {"ascii": True}, {"escape": "html"}, {"escape": "system_text_json"}], ids=str)
def test_code_points_come_back(form: dict[str, Any], recipe: encoder.Recipe) -> None:
    """One by one and together, by every table of escapes."""
    points = SAMPLE + WIDE + "\U00010000\U0001d11e\U000fffff"
    one = encoder.Encoder(recipe, **form)
    assert decoded(one.encode(list(points))) == list(points)
    assert decoded(one.encode({points: points})) == {points: points}


@by_recipe
@pytest.mark.parametrize("limit", [256, 16_384, 65_536])
def test_growth_is_reckoned_with(limit: int, recipe: encoder.Recipe) -> None:
    """Texts that grow up to twelvefold, at the sizes where a buffer ends, and in memory of exactly the right size."""
    for character, width, form in (("😀", 12, {"ascii": True}), ("<", 6, {"escape": "html"})):
        one = encoder.Encoder(recipe, **form)
        single = one.encode(character)[1:-1]
        assert len(single) == width
        for size in (limit // width - 1, limit // width + 1):
            text = "a" + character * size
            expected = b'["a' + single * size + b'","' + single * size + b'"]'
            assert one.encode([text, text[1:]]) == expected
            memory = bytearray(b"?" * (len(expected) + 3))
            assert one.encode_into([text, text[1:]], memory) == len(expected)
            assert memory == expected + b"???"


@by_recipe
def test_a_subclass_of_str_is_its_text(recipe: encoder.Recipe) -> None:
    """As a value in every place and as a key of every kind of mapping, whatever it shows itself as."""
    assert wrong_texts(recipe, [(Name("é\n"), '"é\\n"'.encode())]) == []
    for kind in (dict, Named, lambda pairs: {1: 0, **dict(pairs)}):
        written = encoder.encode(kind([(Name("id"), Name("v")), ("x", 2)]), recipe=recipe)
        assert written in (b'{"id":"v","x":2}', b'{"1":0,"id":"v","x":2}')
    assert encoder.encode({Name("id"): 1}, sort_keys=True, key_types="raise", recipe=recipe) == b'{"id":1}'
