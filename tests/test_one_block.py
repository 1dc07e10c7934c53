"""How many blocks does a call ask for, once its thread and its Encoder have what they keep?"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import encoder

memory: Any = pytest.importorskip("_testcapi")
pytestmark = pytest.mark.skipif(encoder.build != "compiled", reason="interpreted every step makes objects")
Call = Callable[[Any], Any]


def blocks(call: Call, value: Any) -> int:
    """The least number of allocations that a call comes to its end with, when all others fail. (One of more than 512
    bytes goes through two allocators of CPython's, and counts at both.)"""
    for allowed in range(50):
        for _ in range(3):
            call(value)
        memory.set_nomemory(allowed)
        try:
            call(value)
        except MemoryError:
            continue
        finally:
            memory.remove_mem_hooks()
        return allowed
    raise AssertionError("it asks for more than 50 blocks")


def is_one(call: Call, value: Any) -> bool:
    """Is the result its one block? As many allocations as `bytes` makes for one of that size."""
    return blocks(call, value) == blocks(bytes, len(call(value)))


def peak(call: Call, value: Any) -> int:
    """Bytes that a call asks for and holds at once."""
    for _ in range(3):
        call(value)
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        call(value)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        call(value)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
        gc.enable()


FORMS: dict[str, tuple[Call, Any]] = {
    "plain": (encoder.encode, {"a": [1, "x", None] * 50, "b": {"c": 1.5}}),
    "int keys": (encoder.encode, {7 * number: number for number in range(1000)}),
    "sort_keys": (encoder.Encoder(sort_keys=True).encode, [{"b": 1, "a": {"d": 1, "c": [{}]}}] * 500),
    "sort_keys, int keys": (encoder.Encoder(sort_keys=True).encode, {number: {} for number in range(300)}),
}
"""Values whose text is shorter than what a thread keeps."""


@pytest.mark.parametrize("name", FORMS)
def test_a_call_asks_for_its_result_alone(name: str) -> None:
    """One allocation of exactly the result's size."""
    call, value = FORMS[name]
    assert is_one(call, value)
    assert peak(call, value) == peak(bytes, len(call(value)))


def test_room_for_entries_is_shared_with_the_buffer() -> None:
    """A text that outgrows what is kept, of sorted dicts: still one block, and no more is kept than may be."""
    one = encoder.Encoder(sort_keys=True)
    value = [{f"key{number}": number for number in range(400, 0, -1)}] * 30
    encoder.encode(["x" * 60_000])  # all that may be kept is one block
    assert is_one(one.encode, value)
    assert encoder.retained() <= 65_536
    encoder.encode(["x" * 60_000])
    assert is_one(encoder.encode, ["x" * 60_000])


def test_a_fresh_writer_costs_two_small_blocks() -> None:
    """The writer and its buffer object hold what is of one call only: together they are no more than 200 bytes."""
    value = {"a": 1, "b": [True, None]}
    cached, fresh = (encoder.Encoder(writer=writer).encode for writer in ("cached", "fresh"))
    assert (blocks(cached, value), blocks(fresh, value)) == (1, 3)
    assert 150 < peak(fresh, value) - peak(cached, value) <= 200
