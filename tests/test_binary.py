"""Are bytes, and what lends its bytes, written in every form that the options name, and left free afterwards?"""

from __future__ import annotations

import base64
import json
import mmap
import random
from typing import Any

import pytest

from encoder import InvalidValueError, UnsupportedTypeError, encode

DATA = b"\xfb\xff\xfe>"
SIZES = [*range(70), 255, 256, 257, 767, 768, 769, 4095, 4096, 4097]


class Named(bytes):
    """Looks otherwise than it is."""

    def __bytes__(self) -> bytes:
        return b"wrong"

    def __iter__(self) -> Any:
        return iter([1, 2])


class Grown(bytearray):
    def __bytes__(self) -> bytes:
        return b"wrong"


def carriers(data: bytes) -> list[Any]:
    """The same bytes in everything that may carry them."""
    return [data, bytearray(data), memoryview(data), memoryview(bytearray(data)), Named(data), Grown(data)]


@pytest.mark.parametrize("place", range(6))
def test_base64_is_the_standard_librarys_at_every_size(place: int) -> None:
    """All remainders of three, all byte values, around every limit of a block."""
    source = random.Random(5)
    for size in SIZES:
        data = source.randbytes(size)
        assert json.loads(encode(carriers(data)[place])) == base64.b64encode(data).decode(), size


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, b'"+//+Pg=="'),
        ({"padding": False}, b'"+//+Pg"'),
        ({"bytes": "base64url"}, b'"-__-Pg=="'),
        ({"bytes": "base64url", "padding": False}, b'"-__-Pg"'),
        ({"bytes": "hex"}, b'"fbfffe3e"'),
        ({"bytes": "array"}, b"[251,255,254,62]"),
        ({"escape": "slashes"}, b'"+\\/\\/+Pg=="'),
        ({"escape": "slashes", "padding": False}, b'"+\\/\\/+Pg"'),
        ({"escape": ("slashes", "html")}, b'"+\\/\\/+Pg=="'),
        ({"escape": "html"}, b'"+//+Pg=="'),
        ({"escape": "system_text_json"}, b'"+//+Pg=="'),
        ({"escape": "system_text_json", "padding": False}, b'"+//+Pg"'),
        ({"escape": "slashes", "bytes": "base64url"}, b'"-__-Pg=="'),
    ],
)
def test_every_form_is_that_of_the_option(place: int, options: dict[str, Any], expected: bytes) -> None:
    """The form does not depend on what carries the bytes, and "+" is "+" with and without padding."""
    assert encode(carriers(DATA)[place], **options) == expected


def test_padding_goes_by_the_size() -> None:
    """Two signs, one or none, in both alphabets; without padding only the letters."""
    for data, text in ((b"a", "YQ"), (b"ab", "YWI"), (b"abc", "YWJj")):
        padded = text + "=" * (-len(text) % 4)
        for form in ("base64", "base64url"):
            assert json.loads(encode(data, bytes=form)) == padded
            assert json.loads(encode(data, bytes=form, padding=False)) == text


@pytest.mark.parametrize("place", range(6))
def test_text_is_utf_8_or_an_error(place: int) -> None:
    """No replacement signs: what is no UTF-8 is refused, with the place in the value and in the bytes."""
    assert encode(carriers("né\n".encode())[place], bytes="text") == '"né\\n"'.encode()
    with pytest.raises(InvalidValueError, match=r"UTF-8.*at byte 1"):
        encode([carriers(b"a\xff")[place]], bytes="text")
    with pytest.raises(InvalidValueError):
        encode(carriers(b"\xed\xa0\x80")[place], bytes="text")  # a surrogate is no character


@pytest.mark.parametrize("place", range(6))
def test_bytes_can_be_forbidden(place: int) -> None:
    """The message names the option."""
    with pytest.raises(UnsupportedTypeError, match="bytes="):
        encode(carriers(b"")[place], bytes="raise")


def test_forbidden_bytes_are_offered_to_default() -> None:
    """As the standard library does, which knows no bytes: `default` is asked before they are refused."""
    values = carriers(b"ab")
    assert encode(values, bytes="raise", default=lambda value: memoryview(value).nbytes) == b"[2,2,2,2,2,2]"


EMPTY = [{}, {"padding": False}, {"bytes": "base64url"}, {"bytes": "hex"}, {"bytes": "text"}]


@pytest.mark.parametrize("options", EMPTY)
def test_nothing_gives_an_empty_text(options: dict[str, Any]) -> None:
    """However an empty buffer came about."""
    values = [*carriers(b""), memoryview(b"abc")[3:]]
    assert encode(values, **options) == b'["","","","","","",""]'


def test_a_view_is_written_in_logical_order() -> None:
    """Strides, steps back, rows and formats of several bytes: always as ``bytes(view)``, not the memory behind it."""
    square = memoryview(bytes(range(24))).cast("B", (4, 6))
    cases = [
        (memoryview(bytes(range(64)))[::2], bytes(range(0, 64, 2))),
        (memoryview(b"abcdef")[::-1], b"fedcba"),
        (square, bytes(range(24))),
        (square[1:3], bytes(range(6, 18))),
        (square[::2], bytes([*range(6), *range(12, 18)])),
        (memoryview(b"\1\0\2\0").cast("H")[::-1], b"\2\0\1\0"),
        (memoryview(b"\1\0\0\0\0\0\0\0").cast("d"), b"\1\0\0\0\0\0\0\0"),
        (memoryview(b"x").cast("B", ()), b"x"),
    ]
    for view, data in cases:
        assert json.loads(encode(view)) == base64.b64encode(data).decode()
        assert json.loads(encode(view, bytes="array")) == list(data)


@pytest.mark.parametrize("form", ["base64", "base64url", "hex", "array", "text"])
def test_a_released_view_says_so(form: str) -> None:
    """Its own ValueError comes out, with a note naming the place, and the next call is clean."""
    view = memoryview(b"abc")
    view.release()
    with pytest.raises(ValueError, match="released"):
        encode({"a": [1, view]}, bytes=form)
    assert encode({"ok": 1}) == b'{"ok":1}'


@pytest.mark.parametrize("form", ["base64", "base64url", "hex", "array", "text"])
def test_no_buffer_stays_exported(form: str) -> None:
    """Its owner may be resized in a hook, after the call, and after a call that failed."""
    owner = bytearray(b"x" * 1000)

    def grow(value: object) -> int:
        owner.extend(b"yyyy")
        return len(owner)

    text = json.loads(encode([owner, object(), owner], bytes=form, default=grow))
    assert text[1] == 1004 and len(text[2]) > len(text[0])

    def fail(value: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        encode([owner, object()], bytes=form, default=fail)
    owner.clear()
    owner.append(255)
    if form == "text":
        with pytest.raises(InvalidValueError):
            encode(owner, bytes=form)
    owner.clear()


def test_a_map_of_memory_is_its_bytes() -> None:
    """It can be closed as soon as it is written, and refuses by itself after that."""
    memory = mmap.mmap(-1, 5)
    memory[:] = b"a/b?c"
    assert encode(memory) == b'"YS9iP2M="'
    assert encode(memory, bytes="text") == b'"a/b?c"'
    memory.close()
    with pytest.raises(ValueError, match="closed"):
        encode(memory)


def test_no_bytes_are_keys() -> None:
    """Base64 in a key is nothing that a reader expects."""
    with pytest.raises(UnsupportedTypeError):
        encode({b"a": 1})
