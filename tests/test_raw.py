"""Is JSON that somebody else made embedded as it is where it is right, and refused where it is not?"""

from __future__ import annotations

import copy
import json
import pickle
import random
import time
from typing import Any

import pytest
from ruling import made

from encoder.errors import InvalidValueError
from encoder.options import Options
from encoder.types import grammar, raw
from encoder.types.raw import Raw

RIGHT = [
    ("1", "1"),
    (" -0.5e+10 ", "-0.5e+10"),
    ("0", "0"),
    ("1E400", "1E400"),
    ("12345678901234567890.000", "12345678901234567890.000"),
    ("true", "true"),
    ("\t\r\n null\n", "null"),
    ('""', '""'),
    ('" a\\u00e9\\ud800 \\/ "', '" a\\u00e9\\ud800 \\/ "'),
    ('"é\u2028😀\x7f"', '"é\u2028😀\x7f"'),
    ("[ ]", "[]"),
    ("{ }", "{}"),
    ("[1 , [ ] , {} ]", "[1,[],{}]"),
    ('{ "a" : 1 ,\n "a" : [ true, " , " ] }', '{"a":1,"a":[true," , "]}'),
]
WRONG = [
    ("", 0, "ends where a value is expected"),
    ("  ", 2, "ends where a value"),
    ("1 2", 2, "'2' where the end is expected"),
    ("[1,]", 3, "']' where a value is expected"),
    ("[,1]", 1, "',1]' where a value or ] is expected"),
    ("[1 2]", 3, "'2]' where a comma or the end"),
    ("[1", 2, "ends where a comma or the end"),
    ("]", 0, "where a value"),
    ("[}", 1, "where a value or ]"),
    ("{]", 1, "where a key or }"),
    ("[1}", 2, "where a comma"),
    ('{"a":1]', 6, "where a comma"),
    ('{"a":1,}', 7, "where a key is expected"),
    ('{"a"}', 4, "where a colon"),
    ('{"a":}', 5, "where a value is"),
    ('{"a" 1}', 5, "where a colon"),
    ("{1:2}", 1, "where a key or }"),
    ('{"a":1:2}', 6, "where a comma"),
    ("NaN", 0, "where a value"),
    ("-Infinity", 0, "where a value"),
    ("nul", 0, "where a value"),
    ("nulll", 4, "where the end"),
    ("True", 0, "where a value"),
    ("01", 1, "where the end"),
    ("-", 0, "where a value"),
    ("1.", 1, "where the end"),
    (".5", 0, "where a value"),
    ("1e", 1, "where the end"),
    ("+1", 0, "where a value"),
    ("'a'", 0, "where a value"),
    ('"a', 0, "a string that does not end"),
    ('["a\n"]', 1, "a control character"),
    ('"\\x"', 0, "a bad escape"),
    ('"\\u12g4"', 0, "a bad escape"),
    ("\ufeff1", 0, "where a value"),
    ("\xa01", 0, "where a value"),
    ("[1] // comment", 4, "where the end"),
    ("\x00", 0, "where a value"),
    (b"\xff", 0, "not UTF-8"),
    (b'"\xc0\x80"', 1, "not UTF-8"),
    (b'"\xed\xa0\x80"', 1, "not UTF-8"),
    ('"\ud800"', 1, "not UTF-8"),
    ("[1]".encode("utf-16"), 0, "not UTF-8"),
]


def text_of(text: Any, **options: Any) -> str:
    result = made(raw.rule_for, Raw(text), **options)
    assert type(result) is bytes
    return result.decode()


@pytest.mark.parametrize(("text", "compact"), RIGHT)
def test_json_is_compacted_and_otherwise_kept(text: str, compact: str) -> None:
    """Spaces between tokens go; digits, escapes, order and keys that occur twice stay."""
    assert text_of(text) == text_of(text.encode()) == compact
    assert text_of(bytearray(text.encode())) == text_of(memoryview(text.encode())) == compact


@pytest.mark.parametrize(("text", "offset", "reason"), WRONG)
def test_what_is_no_json_is_refused(text: Any, offset: int, reason: str) -> None:
    """With the offset in bytes and what was expected there."""
    with pytest.raises(InvalidValueError) as caught:
        text_of(text)
    assert reason in caught.value.reason and caught.value.reason.endswith(f"offset {offset}")


def test_it_agrees_with_the_standard_library_on_texts_with_faults() -> None:
    """20,000 texts that are JSON but for a few bytes: accepted by both or by none."""
    numbers = random.Random(3)
    seeds = [text for text, _ in RIGHT] + ['{"a":[1,2.5e-3,"x\\n",{"b":null}],"c":"é"}', "[[[]],[{}],-1]"]
    alphabet = '[]{},:"\\0123e+-. \ntruefalsn/uabé'
    accepted = 0
    for _ in range(20_000):
        text = list(numbers.choice(seeds))
        for _ in range(numbers.randrange(3)):
            at = numbers.randrange(len(text) + 1)
            text[at : at + numbers.randrange(2)] = numbers.choice(alphabet)
        changed = "".join(text)
        try:
            expected = json.loads(changed, object_pairs_hook=list, parse_float=str, parse_int=str)
        except ValueError:
            with pytest.raises(InvalidValueError):
                text_of(changed)
        else:
            accepted += 1
            found = json.loads(text_of(changed), object_pairs_hook=list, parse_float=str, parse_int=str)
            assert found == expected, changed
    assert 5_000 < accepted < 15_000


@pytest.mark.parametrize("text", ["[" * 300_000 + "]" * 300_000, '{"a": ' * 300_000 + "1" + "}" * 300_000])
def test_depth_does_not_matter(text: str) -> None:
    """300,000 levels are checked and compacted, or refused, without recursion."""
    assert text_of(text) == text.replace(" ", "")
    with pytest.raises(InvalidValueError, match="ends where"):
        text_of(text[:-1])


@pytest.mark.parametrize(
    "text",
    [
        b'"' + b"a" * 5_000_000,
        b'"' + b"\\n" * 2_000_000,
        b"1" * 2_000_000 + b"x",
        b"1" + b" " * 2_000_000,
        b" " * 2_000_000 + b"x",
        b"[1" + b" " * 2_000_000 + b"\x01",
    ],
    ids=["text", "escapes", "number", "end", "start", "middle"],
)
def test_no_text_takes_long(text: bytes) -> None:
    """Millions of bytes of one kind, right or wrong, are read about once."""
    start = time.process_time()
    try:
        grammar.compact(text)
    except InvalidValueError:
        pass
    assert time.process_time() - start < 3


def test_strings_inside_obey_ascii() -> None:
    """Beyond the BMP as a pair of escapes; escapes that were there before stay as they were."""
    assert text_of('{"é": "\u2028\\u00E9😀"}', ascii=True) == '{"\\u00e9":"\\u2028\\u00E9\\ud83d\\ude00"}'


def test_strings_inside_obey_escape() -> None:
    """html and slashes, alone and together; nothing is escaped twice."""
    text = '{"</a>": "a\\/b/c & \\\\/ \u2029"}'
    assert text_of(text, escape="html") == '{"\\u003c/a\\u003e":"a\\/b/c \\u0026 \\\\/ \\u2029"}'
    assert text_of(text, escape="slashes") == '{"<\\/a>":"a\\/b\\/c & \\\\\\/ \u2029"}'
    both = text_of(text, escape=("html", "slashes"), ascii=True)
    assert both == '{"\\u003c\\/a\\u003e":"a\\/b\\/c \\u0026 \\\\\\/ \\u2029"}'
    assert json.loads(both) == json.loads(text)


def test_strings_inside_obey_the_set_of_system_text_json() -> None:
    """Upper-case digits, quotes as an escape too; a plus sign in a number is no character of a string."""
    text = '[1e+5, "a+b\\"\'`\x7f é", "\\n"]'
    expected = '[1e+5,"a\\u002Bb\\u0022\\u0027\\u0060\\u007F \\u00E9","\\n"]'
    assert text_of(text, escape="system_text_json") == expected
    assert json.loads(expected) == json.loads(text)


def test_it_is_checked_once_and_only_when_written() -> None:
    """Making one never fails for what is in it; the checked text is kept on the object."""
    value = Raw("[1, 2]")
    assert value.compact() is value.compact() and value.compact() == b"[1,2]"
    assert Raw("[").text == b"["


def test_it_keeps_what_it_was_given() -> None:
    """Later changes of a buffer do not reach it."""
    buffer = bytearray(b"[1]")
    value = Raw(buffer)
    buffer[1:2] = b"2"
    buffer.clear()
    assert value.compact() == b"[1]"


def test_only_text_is_raw() -> None:
    """Not a value that still has to be encoded."""
    for wrong in (1, None, [1], {"a": 1}, Raw("1")):
        with pytest.raises(TypeError, match="Raw takes bytes or a str"):
            Raw(wrong)  # type: ignore[arg-type]


def test_it_is_a_value() -> None:
    """Equal, hashed, shown, copied and pickled by its text."""
    value = Raw(" 1")
    assert value == Raw(b" 1") != Raw("1") and len({value, Raw(b" 1")}) == 1
    assert repr(value) == "Raw(b' 1')"
    assert value == copy.copy(value) == pickle.loads(pickle.dumps(value))


def test_nothing_else_is_raw() -> None:
    """A subclass is, other texts are not."""
    assert made(raw.rule_for, type("Sub", (Raw,), {})("[ ]")) == b"[]"
    assert [raw.rule_for(cls, Options()) for cls in (bytes, str, object)] == [None] * 3
