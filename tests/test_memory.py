"""Is everything of a call let go: references, buffers, caches on the caller's objects, bytes?"""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
import tracemalloc
import weakref
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import corpus
import pytest

import encoder

ROOT = Path(encoder.__file__).resolve().parents[1]
RECIPES = corpus.recipes()
by_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=corpus.spell)


class Thing:
    """Counted; it can be referred to weakly."""

    def __init__(self, *inner: Any) -> None:
        self.inner = inner


class Text(str):
    pass


def calls(recipe: encoder.Recipe, default: Callable[[Any], Any] | None) -> list[Callable[[Any], Any]]:
    one = encoder.Encoder(recipe, default=default)
    return [
        one.encode,
        one.encode_str,
        lambda value: one.encode_into(value, bytearray(100_000)),
        lambda value: one.encode_into(value, bytearray(1)),
        lambda value: one.dump(value, io.BytesIO()),
        lambda value: encoder.encode(value, recipe=recipe, default=default),
    ]


def objects() -> list[Any]:
    """One of each kind, none of them shared with anybody."""
    return [
        ["a list"] * 3,
        {"a dict": [1], "b": Text("b")},
        ("a tuple", [2]),
        Text("text" * 50),
        10**50 + len(RECIPES),
        1.5 * len(RECIPES),
        bytes(range(100)),
        corpus.Person("n", tags=[["x"]]),
        corpus.Slotted(7, ([],)),
        corpus.Row([[1]]),
        corpus.Table(a={"b": 1}),
        {Text("key"): 1, 5: [2], 2.5 * len(RECIPES): 3},
    ]


def hooks() -> dict[str, Callable[[Any], Any] | None]:
    def fail(thing: Any) -> Any:
        raise LookupError("a hook's own")

    return {"none": None, "unwrap": lambda thing: list(thing.inner), "fail": fail, "itself": lambda thing: thing}


@by_recipe
def test_no_reference_is_left(recipe: encoder.Recipe) -> None:
    """After success and after every failure each object has as many references as before."""
    for hook in hooks().values():
        parts = objects()
        thing = Thing([parts[0]])
        value = [parts, {"d": parts[1], "t": thing}, thing, float("nan"), thing]
        watched = [*parts, thing, value, *thing.inner]
        for call in calls(recipe, hook):
            for target in (value, value[:1], value[:2], value[3:], [*parts, "\ud800"], {"k": {(): parts}}):
                before = [sys.getrefcount(one) for one in watched]
                try:
                    call(target)
                except (encoder.EncodeError, LookupError):
                    pass
                assert [sys.getrefcount(one) for one in watched] == before


@by_recipe
def test_results_and_hooks_are_let_go(recipe: encoder.Recipe) -> None:
    """What a hook returned, the hook itself, and an error that was dropped die with the call, without the gc."""

    class Result(list):
        pass

    gc.disable()
    try:
        for fails in (False, True):
            seen: list[weakref.ref[Any]] = []

            def hook(thing: Any, fails: bool = fails, seen: list[weakref.ref[Any]] = seen) -> Any:
                result = Result([1, [float("nan")] if fails else 2])
                seen.append(weakref.ref(result))
                return result

            for call in calls(recipe, hook):
                try:
                    call({"a": [Thing(), 1]})
                except encoder.EncodeError:
                    pass
            del call
            assert seen and not [ref for ref in seen if ref() is not None]
            seen.append(weakref.ref(hook))
            del hook
            assert seen[-1]() is None
    finally:
        gc.enable()


def test_texts_get_no_utf8_cache() -> None:
    """CPython keeps the UTF-8 of a text for whoever asks; nobody asks here."""
    for recipe in RECIPES:
        texts = ["é" * 100, "€" * 100, "😀" * 100, "é", "k€y"]
        sizes = [sys.getsizeof(text) for text in texts]
        encoder.encode([*texts, {text: text for text in texts}, Text("ß" * 50)], recipe=recipe)
        encoder.encode_str(corpus.Person(*texts[:2], texts), recipe=recipe)
        assert [sys.getsizeof(text) for text in texts] == sizes


@pytest.mark.skipif(sys.version_info < (3, 13), reason="inline values that can be told apart came with 3.13")
def test_records_get_no_dict() -> None:
    """Reading fields does not make CPython build an object's __dict__."""
    testcapi: Any = pytest.importorskip("_testinternalcapi")
    if not hasattr(testcapi, "has_inline_values"):
        pytest.skip("nothing here tells")
    for recipe in RECIPES:
        record = corpus.Person("n", 1, [])
        before = sys.getsizeof(record), testcapi.has_inline_values(record)
        encoder.encode([record], recipe=recipe)
        assert (sys.getsizeof(record), testcapi.has_inline_values(record)) == before


def test_the_callers_containers_stay_as_they_are() -> None:
    """Nothing is added, sorted, or probed into being."""
    for recipe in RECIPES:
        counted = corpus.defaultdict(list, a=[1])
        table = {"b": 1, 2: [3], "a": {"z": 1}}
        encoder.encode([counted, table], recipe=recipe)
        assert dict(counted) == {"a": [1]} and list(table) == ["b", 2, "a"] and list(table["a"]) == ["z"]  # type: ignore[call-overload]


@pytest.mark.parametrize("recipe", [encoder.FAST, encoder.PLAIN, encoder.SWIFT_AFTER], ids=corpus.spell)
def test_calls_do_not_pile_up_memory(recipe: encoder.Recipe) -> None:
    """Successes and failures leave no block behind that Python knows of."""
    value = [value for _, value, _ in corpus.VALUES]
    bad = ["x" * 3000, {"a": [Thing()]}, {1: 1, "1": 2}]
    one = encoder.Encoder(recipe, default=corpus.replace)

    def work() -> None:
        for _ in range(3):
            one.encode(value)
            one.encode_str(value)
            one.dump(value, io.BytesIO())
            for call in calls(recipe, corpus.replace):
                try:
                    call(bad)
                except (encoder.EncodeError, TypeError, AttributeError):
                    pass

    work()
    gc.collect()
    tracemalloc.start()
    try:
        work()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        work()
        work()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 4000


@pytest.mark.skipif(encoder.build != "compiled", reason="Python's own bytes objects are copied as they are joined")
@pytest.mark.parametrize("options", [{"indent": 2}, {"layout": "spaced"}, {"indent": 300}], ids=str)
def test_a_laid_out_result_is_one_bytes_object(options: dict[str, Any]) -> None:
    """Once the thread has its blocks a call allocates the result alone: to the byte where it is short, else with a
    sixteenth more at most."""
    one = encoder.Encoder(recipe=encoder.FAST, **options)
    row = {"id": 1234567, "name": "someone", "tags": ["a", "b", []], "at": {"x": 1.5, "y": None}}
    for count in (1, 5, 9, 300, 3000):
        value = [row] * count
        for _ in range(3):
            size = len(one.encode(value))
        gc.collect()
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            result = one.encode(value)
            now, peak = (traced - before for traced in tracemalloc.get_traced_memory())
        finally:
            tracemalloc.stop()
        assert len(result) == size
        assert sys.getsizeof(result) <= now <= sys.getsizeof(result) + (size // 16 if size > 65_536 else 0) + 512
        if size < 16_000:
            assert peak <= now + 512, count
        elif size > 65_536:
            assert peak <= now + size // 16 + 65_536, count


def test_failures_with_large_buffers_are_freed() -> None:
    """Ten megabytes under way when the hook fails, many times over: the process does not grow by them."""
    resource: Any = pytest.importorskip("resource")

    def fail(thing: Any) -> Any:
        raise ValueError

    value = {"pad": "x" * (10 * 2**20), "bad": Thing()}

    def work(times: int) -> int:
        for _ in range(times):
            for recipe in (encoder.FAST, encoder.PLAIN):
                try:
                    encoder.encode(value, default=fail, recipe=recipe)
                except ValueError:
                    pass
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = work(3)
    unit = 1 if sys.platform == "darwin" else 1024
    assert (work(30) - before) * unit < 50 * 2**20


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
def test_the_end_of_memory_is_an_ordinary_error() -> None:
    """A text for which there is no memory: MemoryError, untouched, and the next call works."""
    code = (
        "import encoder, resource\n"
        "text = '\\x01' * 30_000_000\n"
        "used = resource.getpagesize() * int(open('/proc/self/statm').read().split()[0])\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 100 * 2**20, resource.RLIM_INFINITY))\n"
        "for tree in encoder.strategies()['tree']:\n"
        "    for value in (text, [text], {text: 1}, {'a': [text]}):\n"
        "        try:\n"
        "            encoder.encode(value, tree=tree)\n"
        "        except MemoryError as error:\n"
        "            assert not hasattr(error, '__notes__')\n"
        "        else:\n"
        "            raise SystemExit('there was memory')\n"
        "        assert encoder.encode({'ok': [1]}, tree=tree) == b'{\"ok\":[1]}'\n"
        "print('sound')\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert child.stdout == "sound\n", child.stderr


@pytest.mark.skipif(encoder.build != "compiled", reason="Python has to cope there, not the kernels")
def test_no_memory_for_a_moment_is_an_error_at_once() -> None:
    """Whichever allocation fails, alone or with all that follow: MemoryError or the right bytes, in every output."""
    memory = pytest.importorskip("_testcapi")
    value = [["x" * 300] * 30, {"a": ["é" * 30] * 300}, [[1, "y" * 40_000], 2]]
    for options in ({}, {"sort_keys": True}, {"indent": 1}):
        one = encoder.Encoder(**options)
        wanted = one.encode(value)
        outputs: list[Callable[[], bytes]] = [lambda: one.encode(value), lambda: b"".join(one.pieces(value))]  # noqa: B023
        for output, number, is_once in product(outputs, range(60), (False, True)):
            memory.set_nomemory(number, number + 1 if is_once else 0)
            try:
                found = output()
            except MemoryError:
                found = wanted
            finally:
                memory.remove_mem_hooks()
            assert found == wanted
            assert one.encode(value) == wanted
