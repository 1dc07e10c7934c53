"""Does `encode_into` write into the caller's memory, and nowhere else?"""

from __future__ import annotations

import array
import ctypes
import mmap
from typing import Any

import corpus
import pytest

import encoder

RECIPES = corpus.recipes()
TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)
LARGE: dict[str, Any] = {
    "one long text": "x" * 200_000,
    "many short": ["ab", 1.5, None] * 20_000,
    "members": {f"k{number}": number for number in range(15_000)},
    "long texts": {f"k{number}": "v" * 100 for number in range(1500)},
    "bytes": [bytes(1000)] * 150,
    "records": [corpus.Slotted(number) for number in range(5000)],
}


def test_an_exactly_sized_buffer_is_enough() -> None:
    """Every value of the corpus fits in its own length, at any offset, and not in a byte less."""
    for recipe in RECIPES:
        one = encoder.Encoder(recipe, default=corpus.replace)
        for name, value, expected in corpus.VALUES:
            for offset in (0, 7):
                memory = bytearray(b"?" * (offset + len(expected)))
                assert one.encode_into(value, memory, offset) == len(memory), name
                assert memory == b"?" * offset + expected, name
                with pytest.raises(encoder.BufferTooSmallError):
                    one.encode_into(value, memory, offset + 1)
                assert memory[: offset + 1] == (b"?" * offset + expected)[: offset + 1], name


@by_tree
@pytest.mark.parametrize("name", LARGE)
def test_sizes_past_every_buffer_limit(name: str, recipe: encoder.Recipe) -> None:
    """Large texts arrive whole, and bytes around them stay, also where they do not fit."""
    expected = encoder.encode(LARGE[name])
    size = len(expected)
    for room in (size, size + 1, size + 70_000):
        memory = bytearray(b"?" * (3 + room))
        assert encoder.encode_into(LARGE[name], memory, 3, recipe=recipe) == 3 + size
        assert memory == b"???" + expected + b"?" * (room - size)
    for room in (size - 1, size // 2, 65_536, 1, 0):
        memory = bytearray(b"?" * (3 + room + 5))
        with pytest.raises(encoder.BufferTooSmallError), memoryview(memory) as view:
            encoder.encode_into(LARGE[name], view[: 3 + room], 3, recipe=recipe)
        assert memory[:3] == b"???" and memory[3 + room :] == b"?" * 5
        memory.append(0)  # nothing is exported any more


def test_any_writable_contiguous_memory_will_do(tmp_path: Any) -> None:
    """bytearray, memoryview, array, ctypes, mmap: whatever lends its bytes for writing."""
    value = {"a": [1, "é"]}
    text = encoder.encode(value)
    with mmap.mmap(-1, 4096) as mapped:
        for memory in (
            bytearray(100),
            memoryview(bytearray(100)),
            memoryview(bytearray(200))[50:150],
            memoryview(bytearray(120)).cast("B", (10, 12)),
            array.array("d", range(20)),
            (ctypes.c_char * 100)(),
            mapped,
        ):
            end = encoder.encode_into(value, memory, 2)
            with memoryview(memory) as view, view.cast("B") as flat:
                assert end == 2 + len(text) and flat[2:end] == text


def test_memory_that_will_not_do_is_refused() -> None:
    """Read-only, scattered or no memory at all: the usual Python error, and nothing stays exported."""
    memory = bytearray(100)
    for wrong, kind in (
        (b"x" * 100, BufferError),
        (memoryview(memory).toreadonly(), BufferError),
        (memoryview(memory)[::2], BufferError),
        (memoryview(memory)[::-1], BufferError),
        ("text", TypeError),
        (None, TypeError),
        ([0] * 10, TypeError),
    ):
        for indent in (None, 2):
            with pytest.raises(kind):
                encoder.encode_into([1], wrong, indent=indent)
        del wrong
    released = memoryview(memory)
    released.release()
    with pytest.raises(ValueError, match="released"):
        encoder.encode_into([1], released)
    assert memory == bytes(100)
    memory.append(0)


@pytest.mark.parametrize("offset", [-1, 101, 2**40, -(2**40)])
def test_an_offset_outside_is_refused(offset: int) -> None:
    """An offset counts from the start and lies inside; a kept error locks nothing."""
    memory = bytearray(100)
    with pytest.raises(ValueError, match=str(offset)) as caught:
        encoder.encode_into([1], memory, offset)
    memory.append(0)
    assert not isinstance(caught.value, encoder.EncodeError)


def test_an_offset_is_an_integer() -> None:
    """Anything else is a TypeError."""
    for offset in (1.0, "1", None):
        with pytest.raises(TypeError):
            encoder.encode_into([1], bytearray(100), offset)
    assert encoder.encode_into([1], bytearray(100), True) == 4


def test_an_offset_at_the_end_leaves_no_room() -> None:
    """The last offset is the length: valid, and too small for anything."""
    memory = bytearray(5)
    with pytest.raises(encoder.BufferTooSmallError):
        encoder.encode_into(1, memory, 5)
    assert encoder.encode_into(1, memory, 4) == 5


def test_memory_is_released_whatever_happens() -> None:
    """After success and after every failure the buffer may be resized, even while the error is kept."""
    kept = []
    for recipe in RECIPES:
        memory = bytearray(50)
        for value in ([1], "x" * 100, corpus.Plain(), {"a": [float("nan")]}, {1, 2}):
            try:
                encoder.encode_into(value, memory, 1, recipe=recipe, default=corpus.replace)
            except (encoder.EncodeError, AttributeError) as error:
                kept.append(error)
            memory.append(0)
    assert len(kept) == 3 * len(RECIPES)


@by_tree
def test_a_hook_cannot_resize_the_memory(recipe: encoder.Recipe) -> None:
    """While it is written to, the memory is locked: a hook that resizes it gets Python's BufferError."""
    memory = bytearray(50)
    with pytest.raises(BufferError) as caught:
        encoder.encode_into([1, corpus.Plain()], memory, default=lambda thing: memory.append(1), recipe=recipe)
    assert caught.value.__notes__ == ["while encoding $[1]"]
    memory.append(0)


@by_tree
def test_a_hook_may_encode_into_the_same_memory(recipe: encoder.Recipe) -> None:
    """Two calls on one buffer, one within the other: each writes where it was told."""
    memory = bytearray(40)

    def hook(thing: Any) -> Any:
        return encoder.encode_into({"in": 1}, memory, 20, recipe=recipe)

    end = encoder.encode_into([corpus.Plain(), 2], memory, 0, default=hook, recipe=recipe)
    assert memory[:end] == b"[28,2]" and memory[20:28] == b'{"in":1}' and memory[28:] == bytes(12)


def test_too_small_says_where() -> None:
    """The path leads to the value at which the memory ended, as far as a piece tells."""
    with pytest.raises(encoder.BufferTooSmallError, match="buffer") as caught:
        encoder.encode_into(LARGE["members"], bytearray(10))
    assert isinstance(caught.value.path, tuple) and isinstance(caught.value, ValueError)
