"""How many blocks does a call ask for, once its thread and its Encoder have what they keep?"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from absence import needed

import encoder
import encoder.json

memory: Any = pytest.importorskip("_testcapi")
pytestmark = pytest.mark.skipif(encoder.build != "compiled", reason="interpreted every step makes objects")
Call = Callable[[Any], Any]


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """What tests before this one left on the thread is given up."""
    encoder.encode([1], retain=0)
    assert encoder.retained() == 0


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


def twin(result: Any) -> tuple[Call, Any]:
    """A call that makes an object of that class and size and nothing else."""
    return (bytes, len(result)) if isinstance(result, bytes) else ("x".__mul__, len(result))


def is_one(call: Call, value: Any) -> bool:
    """Is the result its one block? As many allocations as for its twin."""
    return blocks(call, value) == blocks(*twin(call(value)))


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


class Held:
    number = 12345


FORMS: dict[str, tuple[Call, Any]] = {
    "plain": (encoder.encode, {"a": [1, "x", None] * 50, "b": {"c": 1.5}}),
    "int keys": (encoder.encode, {7 * number: number for number in range(1000)}),
    "sort_keys": (encoder.Encoder(sort_keys=True).encode, [{"b": 1, "a": {"d": 1, "c": [{}]}}] * 500),
    "sort_keys, int keys": (encoder.Encoder(sort_keys=True).encode, {number: {} for number in range(300)}),
    "hook": (encoder.Encoder(default=lambda held: held.number).encode, [Held()] * 1000),
    "lines": (encoder.encode_lines, [{"id": 1, "name": "x"}] * 1000),
    "no lines": (encoder.encode_lines, []),
    "json.dumps": (encoder.json.dumps, [{"a": 1, "b": [True, "\xe9"]}] * 500),
    "json.dumps of a number": (encoder.json.dumps, 5),
}
"""Values whose text is shorter than what a thread keeps."""


@pytest.mark.parametrize("name", FORMS)
def test_a_call_asks_for_its_result_alone(name: str) -> None:
    """One allocation of exactly the result's size."""
    call, value = FORMS[name]
    assert is_one(call, value)
    assert peak(call, value) == peak(*twin(call(value)))


def test_room_for_entries_is_shared_with_the_buffer() -> None:
    """A text that outgrows what is kept, of sorted dicts: still one block, and no more is kept than may be."""
    one = encoder.Encoder(sort_keys=True)
    value = [{f"key{number}": number for number in range(400, 0, -1)}] * 30
    encoder.encode(["x" * 60_000])  # all that may be kept is one block
    assert is_one(one.encode, value)
    assert encoder.retained() <= 65_536
    encoder.encode(["x" * 60_000])
    assert is_one(encoder.encode, ["x" * 60_000])


LONG: dict[str, tuple[Call, Any]] = {
    "plain": (encoder.encode, ["x" * 99] * 5000),
    "sort_keys": (encoder.Encoder(sort_keys=True).encode, [{"b": 1, "a": {"d": 1, "c": [{}]}}] * 5000),
    "lines": (encoder.encode_lines, [{"id": 1, "name": "x"}] * 9000),
    "json.dumps": (encoder.json.dumps, [{"a": 1, "b": [True, "\xe9"]}] * 9000),
    "json.dumps, compact": (encoder.Encoder(ascii=True).encode_str, [{"a": 1, "b": [True, "\xe9"]}] * 9000),
}
"""Values whose text is longer."""


@pytest.mark.parametrize("name", LONG)
def test_so_does_one_whose_result_is_long(name: str) -> None:
    """One allocation, a sixteenth larger than the result at most."""
    call, value = LONG[name]
    result = call(value)
    assert len(result) > 65_536 and is_one(call, value)
    assert peak(*twin(result)) <= peak(call, value) <= peak(*twin(result)) + len(result) // 16 + 1


def test_a_text_beyond_ascii_is_right_however_long() -> None:
    """Its bytes cannot be the str that it becomes."""
    for size in (10, 20_000, 70_000, 300_000):
        for text in ("x" * size + "\xe9", "\u20ac" + "x" * size, "\U0001f600" * size):
            for one in (encoder.Encoder(), encoder.Encoder(layout="spaced")):
                assert [one.encode_str([text, 1])[1:-1].rpartition(",")[0] for _ in range(3)] == [f'"{text}"'] * 3


@pytest.mark.skipif(
    encoder.build_report()["layouts"] != "in place", reason="arrays are asked for buffers where no layout is relied on"
)
def test_nothing_is_left_on_an_array() -> None:
    """numpy keeps notes with an array whose buffer is asked for."""
    numpy = needed("numpy")
    encoder.encode(numpy.arange(3))
    assert is_one(encoder.encode, numpy.arange(3000.0).reshape(50, 60))
    arrays = [numpy.arange(count).reshape(1, count) for count in range(1, 1000)]
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for array in arrays:
            encoder.encode(array)
        assert tracemalloc.get_traced_memory()[0] - before < 1000
    finally:
        tracemalloc.stop()


def test_a_walk_that_containers_know_is_not_used_again() -> None:
    """An own type may keep its container, which is void after the call, also while the next one is under way."""
    kept: list[Any] = []

    class Keeper:
        def __encode__(self, to: Any) -> None:
            for container in kept:
                with pytest.raises(encoder.WriterStateError):
                    container["late"] = [1]
            kept.append(to.keyed())
            kept[-1]["n"] = [len(kept)]

    one = encoder.Encoder()
    assert [one.encode([Keeper()]) for _ in range(3)] == [b'[{"n":[%d]}]' % number for number in (1, 2, 3)]


def test_a_fresh_writer_costs_two_small_blocks() -> None:
    """The writer and its buffer object hold what is of one call only: together they are no more than 200 bytes."""
    value = {"a": 1, "b": [True, None]}
    cached, fresh = (encoder.Encoder(writer=writer).encode for writer in ("cached", "fresh"))
    assert (blocks(cached, value), blocks(fresh, value)) == (1, 3)
    assert 150 < peak(fresh, value) - peak(cached, value) <= 200
