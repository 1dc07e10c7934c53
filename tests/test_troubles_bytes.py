"""Are bytes whole and their owner left free, in every place, at every size and under every set of escapes?"""

from __future__ import annotations

import base64
import io
import json
import tracemalloc
from array import array
from typing import Any

import pytest
from covering import by_recipe
from places import PLACES, Alone, Holder, encoder_for, wrong_texts

import encoder

PATTERN = bytes(range(256)) * 4


def carriers(data: bytes) -> list[Any]:
    """The same bytes in what lends them: whole, resizable, as a view, a view in steps, and a view of wider items."""
    spread = bytearray(2 * len(data))
    spread[::2] = data
    return [data, bytearray(data), memoryview(data), memoryview(spread)[::2], memoryview(data[::-1])[::-1]]


@by_recipe
def test_base64_is_the_standard_librarys(recipe: encoder.Recipe) -> None:
    """All remainders of three, all values of a byte, in every place and from everything that lends them."""
    cases = [(lent, b'"' + base64.b64encode(data) + b'"')
             for data in (b"", b"\xff", b"\xfb\xff", b"abc", bytes(range(256)))
             for lent in carriers(data)]  # fmt: skip
    assert wrong_texts(recipe, cases) == []
    for size in (*range(4, 50), 255, 256, 257, 767, 768, 769):
        data = PATTERN[size : 2 * size] or PATTERN[:size]
        assert encoder.encode(data, recipe=recipe) == b'"' + base64.b64encode(data) + b'"'


@by_recipe
@pytest.mark.parametrize("limit", [3 * 64, 3 * 256, 4096, 8192, 16384, 65536, 3 * 65536])
def test_no_padding_in_the_middle(limit: int, recipe: encoder.Recipe) -> None:
    """Around every limit of a piece or buffer, twice in one document, by every way out."""
    one = encoder.Encoder(recipe)
    for size in range(limit - 2, limit + 3):
        data = bytes(size)
        text = base64.b64encode(data)
        expected = b'["' + text + b'",{"k":"' + text + b'"}]'
        value = [data, {"k": memoryview(data)}]
        assert one.encode(value) == expected
    memory, file = bytearray(len(expected) + 1), io.BytesIO()
    assert one.encode_into(value, memory) == len(expected) and memory == expected + b"\0"
    one.dump(value, file)
    assert file.getvalue() == expected


@by_recipe
def test_the_logical_order_counts(recipe: encoder.Recipe) -> None:
    """Steps, steps back, rows and wider items are what `bytes(view)` says, in every form."""
    views = [
        memoryview(bytes(range(64)))[::2], memoryview(b"abcdef")[::-1], memoryview(b"abcdef").cast("B", (2, 3)),
        memoryview(array("i", [1, -2, 3])), memoryview(array("i", [1, -2, 3]))[::2],
        memoryview(bytes(24)).cast("d", (3,)), memoryview(b"").cast("B"),
    ]  # fmt: skip
    assert wrong_texts(recipe, [(view, b'"' + base64.b64encode(bytes(view)) + b'"') for view in views]) == []
    assert wrong_texts(recipe, [(view, f'"{bytes(view).hex()}"'.encode()) for view in views], bytes="hex") == []
    numbers = [(view, json.dumps(list(bytes(view)), separators=(",", ":")).encode()) for view in views]
    assert wrong_texts(recipe, numbers, bytes="array") == []


@by_recipe
def test_nothing_is_an_empty_text(recipe: encoder.Recipe) -> None:
    """However nothing came about, under every form that is a text."""
    empty = [b"", bytearray(), memoryview(b""), memoryview(b"abc")[3:], memoryview(b"abc")[2:0:-1][2:]]
    for form in ("base64", "base64url", "hex", "text"):
        assert wrong_texts(recipe, [(value, b'""') for value in empty], bytes=form) == []


@by_recipe
@pytest.mark.parametrize("form", ["base64", "hex", "array", "text"])
def test_a_released_view_is_an_error_with_its_place(form: str, recipe: encoder.Recipe) -> None:
    """Its own ValueError, with a note that names the place, which may be any; nothing half-written is left."""
    view = memoryview(b"abc")
    view.release()
    one = encoder_for(recipe, bytes=form)
    for name, place in PLACES.items():
        with pytest.raises(ValueError, match="released") as caught:
            one.encode({"a": [1, place.wrap(view)]})
        assert len(caught.value.__notes__) == 1 and caught.value.__notes__[0].startswith("while encoding $.a[1]"), name
        assert one.encode({"ok": 1}) == b'{"ok":1}'


@by_recipe
@pytest.mark.parametrize("form", ["base64", "base64url", "hex", "array", "text"])
def test_no_owner_is_held(form: str, recipe: encoder.Recipe) -> None:
    """A bytearray may be resized by a hook in the middle of the call, after it, and after one that failed."""
    owner = bytearray(b"x" * 300)

    def grow(holder: Any) -> int:
        owner.extend(b"yyyy")  # a BufferError, if it were lent out
        return len(owner)

    one = encoder.Encoder(recipe, default=grow, bytes=form)
    for value in ([owner, Holder(0), owner], {"a": owner, "b": Holder(0), 1: owner}, (owner, [owner]), Alone(owner)):
        one.encode([value, owner])
        owner.extend(b"z")
    with memoryview(owner) as view:
        one.encode([view, {"k": view[::2]}])
    first, _, second = json.loads(one.encode([owner, Holder(0), owner]))
    assert len(second) > len(first)  # what the hook put there is written where the bytes come after it

    def fail(holder: Any) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        encoder.encode([owner, {"k": owner}, Holder(0)], default=fail, bytes=form, recipe=recipe)
    with pytest.raises(encoder.BufferTooSmallError):
        one.encode_into([owner, owner], bytearray(20))
    owner.clear()
    assert owner == b""


@by_recipe
def test_forms_of_one_value(recipe: encoder.Recipe) -> None:
    """Every form that the option names; "=" ends base64 unless `padding` says no, in both alphabets."""
    data = b"\xfb\xff\xfe>"
    for options, text in (
        ({}, b'"+//+Pg=="'),
        ({"bytes": "base64url"}, b'"-__-Pg=="'),
        ({"bytes": "base64url", "padding": False}, b'"-__-Pg"'),
        ({"bytes": "hex"}, b'"fbfffe3e"'),
        ({"bytes": "array"}, b"[251,255,254,62]"),
    ):
        assert wrong_texts(recipe, [(lent, text) for lent in carriers(data)], **options) == []


@by_recipe
@pytest.mark.parametrize("escape", ["minimal", "html", "slashes", "system_text_json", ("html", "slashes")], ids=str)
@pytest.mark.parametrize("ascii", [False, True])
def test_escapes_and_base64(escape: Any, ascii: bool, recipe: encoder.Recipe) -> None:
    """ "+" stays, as System.Text.Json's own WriteBase64String leaves it; "/" is escaped only where slashes are. All
    recipes agree, short and long, and what is decoded is the same."""
    text = b"+//+" if "slashes" not in escape else b"+\\/\\/+"
    one = encoder_for(recipe, escape=escape, ascii=ascii)
    for count in (1, 2, 64, 5462, 21846):
        assert one.encode({"b": b"\xfb\xff\xfe" * count, "c": 1}) == b'{"b":"' + text * count + b'","c":1}'
    assert wrong_texts(recipe, [(b"\xfb\xff\xfe", b'"' + text + b'"')], escape=escape, ascii=ascii) == []


@by_recipe
def test_a_buffer_of_the_callers_is_filled_no_further(recipe: encoder.Recipe) -> None:
    """Exactly the text: before the offset and after the end nothing changes; an exact fit is enough; what is too small
    is an error, and then only what lies behind the offset is anyone's guess."""
    for value, text in ((1, b"1"), (b"abc", b'"YWJj"'), ({"k": [1.5, "é"]}, '{"k":[1.5,"é"]}'.encode())):
        for offset in (0, 5):
            memory = bytearray(b"?" * 40)
            end = encoder.encode_into(value, memory, offset, recipe=recipe)
            assert memory == b"?" * offset + text + b"?" * (40 - offset - len(text)) and end == offset + len(text)
            exact = bytearray(offset + len(text))
            assert encoder.encode_into(value, memoryview(exact), offset, recipe=recipe) == len(exact)
            small = bytearray(b"?" * (offset + len(text) - 1))
            with pytest.raises(encoder.BufferTooSmallError):
                encoder.encode_into(value, small, offset, recipe=recipe)
            assert small[:offset] == b"?" * offset and len(small) == offset + len(text) - 1
            exact.clear()  # a BufferError, if it were still lent out
            small.clear()


@by_recipe
@pytest.mark.filterwarnings("ignore:The 'u' type code:DeprecationWarning")
def test_an_array_holds_numbers_although_it_is_a_buffer(recipe: encoder.Recipe) -> None:
    """In every place, whatever the form of bytes: its own numbers, single floats in their own shortest digits."""
    cases = [
        (array("i", [1, -2]), b"[1,-2]"), (array("d", [0.5, 1.0]), b"[0.5,1.0]"), (array("B", b"ab"), b"[97,98]"),
        (array("f", [0.1]), b"[0.1]"), (array("q", [2**62]), b"[4611686018427387904]"), (array("i"), b"[]"),
        (array("u", "hi"), b'"hi"'), (array("b", [-128]), b"[-128]"),
    ]  # fmt: skip
    assert wrong_texts(recipe, cases) == []
    assert wrong_texts(recipe, cases, bytes="hex") == []


@pytest.mark.skipif(encoder.build != "compiled", reason="the interpreted build makes the whole text either way")
def test_the_direct_way_needs_no_copy_of_its_text() -> None:
    """Into the caller's memory a megabyte goes by pieces, where the copying rival holds all of its text at once."""
    data, memory = bytes(1 << 20), bytearray(1 << 21)
    peaks = {}
    for name in ("direct", "copying"):
        one = encoder.Encoder(base64=name)
        tracemalloc.start()
        try:
            one.encode_into(data, memory)
            peaks[name] = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peaks["direct"] < 200_000 and peaks["copying"] > 1_000_000
