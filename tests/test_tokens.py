"""Does a Writer make documents and nothing else, token by token?"""

from __future__ import annotations

import array
import base64
import itertools
import json
import random
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import encoder
from encoder import Recipe, Writer, WriterStateError

RECIPES = [
    Recipe(tree=tree, base64=base64)
    for tree, base64 in itertools.product(("reference", "value", "direct"), ("copying", "direct"))
]
each_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=repr)


@each_recipe
def test_tokens_make_the_document(recipe: Recipe) -> None:
    """Objects, arrays, names and values come out in the order in which they were put in."""
    writer = Writer(recipe)
    writer.start_object()
    writer.name('quo"te')
    writer.value([1, {"x": b"abc"}, 2.5])
    writer.name("é")
    writer.start_array()
    writer.value({"a": 1})
    writer.value([2, "x"])
    writer.start_object()
    writer.end()
    assert writer.depth == 2
    writer.end()
    writer.end()
    assert writer.depth == 0
    assert writer.finish() == '{"quo\\"te":[1,{"x":"YWJj"},2.5],"é":[{"a":1},[2,"x"],{}]}'.encode()
    assert writer.pending == 0


@each_recipe
def test_many_values_fit(recipe: Recipe) -> None:
    """The buffer grows by values, names and brackets alike."""
    writer = Writer(recipe)
    for token in range(3):
        writer.start_array()
        for i in range(3000):
            writer.value(i if token == 0 else "x" * token)
        writer.end()
        expected = [i if token == 0 else "x" * token for i in range(3000)]
        assert json.loads(writer.finish()) == expected
    for _ in range(900):
        writer.start_array()
    for _ in range(900):
        writer.end()
    assert writer.finish() == b"[" * 900 + b"]" * 900


@each_recipe
@pytest.mark.parametrize("size", [0, 1, 100, 191, 192, 193, 255, 256, 257, 1000, 70_000])
def test_base64_of_every_size(recipe: Recipe, size: int) -> None:
    """Bytes are written alike in a buffer of the writer's own, below and above every limit."""
    writer = Writer(recipe)
    data = bytes(i % 256 for i in range(size))
    for _ in range(3):
        writer.rewrite({"a": data, "b": [data]})
    assert writer.finish() == encoder.encode({"a": data, "b": [data]})


@each_recipe
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda data: array.array("B", data)])
def test_base64_of_everything_like_bytes(recipe: Recipe, kind: Callable[[bytes], Any]) -> None:
    """A whole value in one call, wherever a value may stand."""
    writer = Writer(recipe)
    writer.start_object()
    writer.name("a")
    writer.base64(kind(b"\xfb\xff\xfe>"))
    writer.name("b")
    writer.start_array()
    writer.base64(kind(b""))
    writer.base64(kind(b"ab"))
    writer.end()
    writer.end()
    assert writer.finish() == b'{"a":"+//+Pg==","b":["","YWI="]}'
    writer.base64(memoryview(b"aXbXcX")[::2])
    assert writer.finish() == b'"YWJj"'


@each_recipe
def test_segments_of_base64_are_one_value(recipe: Recipe) -> None:
    """However the bytes are cut, also into nothing: base64 of the whole, padded at its end only."""
    chance = random.Random(1)
    for size in (0, 1, 2, 3, 4, 5, 100, 1000):
        data = chance.randbytes(size)
        for _ in range(10):
            cuts = sorted(chance.choices(range(size + 1), k=chance.randrange(8)))
            writer = Writer(recipe)
            writer.start_array()
            for start, end in zip([0, *cuts], cuts, strict=False):
                writer.base64_segment(data[start:end])
            writer.base64_segment(data[cuts[-1] if cuts else 0 :], is_final=True)
            writer.value(1)
            writer.end()
            assert writer.finish() == b'["%s",1]' % base64.b64encode(data)


@each_recipe
def test_segments_of_a_string_are_one_value(recipe: Recipe) -> None:
    """However the characters are cut, each part escaped, also into nothing."""
    chance = random.Random(2)
    text = 'a"b\\c\n\x00é★😀\u2028' * 20
    for _ in range(20):
        cuts = sorted(chance.choices(range(len(text) + 1), k=chance.randrange(8)))
        writer = Writer(recipe)
        writer.start_object()
        writer.name("text")
        for start, end in zip([0, *cuts], cuts, strict=False):
            writer.string_segment(text[start:end])
        writer.string_segment(text[cuts[-1] if cuts else 0 :], is_final=True)
        writer.end()
        assert writer.finish() == json.dumps({"text": text}, ensure_ascii=False, separators=(",", ":")).encode()


def test_a_pair_of_surrogates_may_be_split() -> None:
    """Halves in two parts, with empty ones between them, are one character; a half that stays alone is an error."""
    writer = Writer()
    for part in ("a\ud83d", "", "\ude00b\ud83d", "\ude00"):
        writer.string_segment(part)
    writer.string_segment("", is_final=True)
    assert writer.finish() == '"a😀b😀"'.encode()
    for parts in (("\ude00",), ("\ud83d", "x"), ("\ud83d\ud83d", "\ude00"), ("\ude00\ud83d",)):
        writer.string_segment("ok ")
        with pytest.raises(encoder.InvalidValueError, match="surrogate"):
            for part in parts:
                writer.string_segment(part)
        writer.reset()
    writer.string_segment("\ud83d")
    with pytest.raises(encoder.InvalidValueError, match="surrogate"):
        writer.string_segment("", is_final=True)
    writer.string_segment("\ude00", is_final=True)
    assert writer.finish() == '"😀"'.encode()


def test_segments_obey_the_options() -> None:
    """Escapes, ASCII, the alphabet and the padding of base64; not what is otherwise made of bytes, or rules."""
    writer = Writer(ascii=True, escape="html")
    for part in ("<é", "\ud83d", "\ude00>"):
        writer.string_segment(part)
    writer.string_segment("", is_final=True)
    assert writer.finish() == b'"\\u003c\\u00e9\\ud83d\\ude00\\u003e"'
    writer = Writer(surrogates="escape")
    for part, is_final in (("\ud83d", False), ("\ude00\ud83d", False), ("x", True)):
        writer.string_segment(part, is_final)
    assert writer.finish() == '"😀\\ud83dx"'.encode()
    for options, expected in (
        ({"bytes": "base64url"}, b'["-__-Pg==","-__-Pg=="]'),
        ({"bytes": "base64url", "padding": False}, b'["-__-Pg","-__-Pg"]'),
        ({"bytes": "hex"}, b'["+//+Pg==","+//+Pg=="]'),
        ({"bytes": "raise"}, b'["+//+Pg==","+//+Pg=="]'),
        ({"bytes": "array"}, b'["+//+Pg==","+//+Pg=="]'),
        ({"rules": {bytes: len}}, b'["+//+Pg==","+//+Pg=="]'),
    ):
        writer = Writer(**options)
        writer.start_array()
        writer.base64(b"\xfb\xff\xfe>")
        writer.base64_segment(b"\xfb\xff")
        writer.base64_segment(b"\xfe>", is_final=True)
        writer.end()
        assert writer.finish() == expected
    writer = Writer(rules={str: len})
    writer.start_object()
    writer.name("name")
    writer.string_segment("te")
    writer.string_segment("xt", is_final=True)
    writer.end()
    assert writer.finish() == b'{"name":"text"}'


def test_nothing_may_stand_within_a_value() -> None:
    """Between its parts every other token is refused, says what ends the value, and changes nothing."""
    parts = {"base64_segment": (b"ab", b"c", b'"YWJj"'), "string_segment": ("ab", "c", b'"abc"')}
    for begun, (first, last, expected) in parts.items():
        for other, (foreign, _, _) in parts.items():
            writer = Writer()
            writer.start_object()
            writer.name("k")
            getattr(writer, begun)(first)
            tokens: list[Callable[[], object]] = [
                writer.start_object,
                writer.start_array,
                writer.end,
                writer.finish,
                partial(writer.name, "x"),
                partial(writer.value, 1),
                partial(writer.base64, b"x"),
                partial(writer.raw, b"1"),
            ]
            if other != begun:
                tokens.append(partial(getattr(writer, other), foreign))
            pending = writer.pending
            for token in tokens:
                with pytest.raises(WriterStateError, match=rf"partly written: {begun}\(.*is_final=True\) is expected"):
                    token()
            assert writer.depth == 1 and writer.pending == pending
            getattr(writer, begun)(last, is_final=True)
            with pytest.raises(WriterStateError, match="without a name"):
                getattr(writer, begun)(first)
            writer.end()
            assert writer.finish() == b'{"k":' + expected + b"}"
            getattr(writer, begun)(first)
            writer.reset()
            assert writer.pending == 0 and writer.depth == 0
            getattr(writer, begun)(first)
            writer.rewrite(1)
            with pytest.raises(WriterStateError, match="complete"):
                getattr(writer, begun)(first)
            assert writer.finish() == b"1"


def test_a_part_that_is_refused_leaves_nothing() -> None:
    """A wrong type or a lone surrogate: the value can go on as if that part had never come."""
    writer = Writer()
    with pytest.raises(encoder.EncodeError):
        writer.string_segment("a\ude00")
    for act in (writer.base64, writer.base64_segment):
        with pytest.raises(TypeError, match="bytes-like"):
            act("text")
    assert writer.pending == 0
    writer.value(1)
    assert writer.finish() == b"1"
    writer.string_segment("a")
    for bad in ("x\ude00", b"bytes", None):
        with pytest.raises((encoder.InvalidValueError, TypeError)):
            writer.string_segment(bad)
    writer.string_segment("b", is_final=True)
    assert writer.finish() == b'"ab"'
    writer.base64_segment(b"a")
    with pytest.raises(TypeError):
        writer.base64_segment("b")
    writer.base64_segment(b"bc", is_final=True)
    assert writer.finish() == b'"YWJj"'


def test_bytes_show_in_pending_as_they_come() -> None:
    """The quote with the first part, what is kept for the next only then."""
    writer = Writer()
    writer.base64_segment(b"a")
    assert (writer.pending, writer.depth) == (1, 0)
    writer.base64_segment(b"bc")
    assert writer.pending == 5
    writer.base64_segment(b"", is_final=True)
    assert writer.finish() == b'"YWJj"'


def test_a_long_value_is_held_once() -> None:
    """A value of many parts needs its place in the buffer and that of one part."""
    part = b"x" * 30_000

    def peak(write: Callable[[Writer], object]) -> int:
        tracemalloc.start()
        writer = Writer()
        write(writer)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    def in_parts(writer: Writer) -> None:
        for _ in range(100):
            writer.base64_segment(part)
        writer.base64_segment(b"", is_final=True)

    assert peak(in_parts) < peak(lambda writer: writer.base64(part * 100))


def test_raw_json_is_checked() -> None:
    """As str or bytes, wherever a value may stand; what is no JSON is an error and leaves nothing."""
    writer = Writer()
    writer.start_object()
    writer.name("a")
    with pytest.raises(encoder.InvalidValueError):
        writer.raw(b"[1,")
    writer.raw(b'[1.0, {"b":  true}]')
    writer.name("c")
    writer.raw("null")
    writer.end()
    assert writer.finish() == b'{"a":[1.0,{"b":true}],"c":null}'
    with pytest.raises(TypeError):
        writer.raw(1)
