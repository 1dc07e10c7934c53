"""Is a writer only ever in one call's hands, whoever interrupts it, and from wherever user code runs?"""

from __future__ import annotations

import asyncio
import gc
import io
import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, tzinfo
from typing import Annotated, Any

import nesting
import pytest
from absence import needed
from covering import RECIPES, by_recipe

import encoder
from encoder import Encoder
from encoder.aio import adump

INNER = [
    {"indent": 2, "sort_keys": True},
    {"ascii": True, "escape": "html"},
    {"bytes": "hex", "max_depth": 5, "retain": 0},
    {"dict_keys": "camel", "keys": "camel", "omit": "none"},
    {"non_finite": "null", "floats": "ecmascript", "duplicate_keys": "last"},
]
"""Settings of a call within another one, of which that one shall not notice anything."""

SAMPLE = {"é<": [2.0, b"\xff", {"some_key": None}], "b": "ä"}
SPELLED = b'{"\xc3\xa9<":[2.0,"/w==",{"some_key":null}],"b":"\xc3\xa4"}'


class X:
    """Unknown whatever the options say: it has nothing public."""

    __slots__ = ("_number",)

    def __init__(self, number: int = 0) -> None:
        self._number = number


def compact(shape: Any) -> bytes:
    return json.dumps(shape, separators=(",", ":"), ensure_ascii=False).encode()


@by_recipe
def test_settings_of_an_inner_call_stay_in_it(recipe: encoder.Recipe) -> None:
    """A hook that encodes with another recipe and other options, below every kind of container, changes nothing
    around it: neither layout nor order, keys, escapes or numbers; and nothing in the next call."""
    for number, names in enumerate(nesting.CHAINS[::3]):
        inner = Encoder(RECIPES[number % len(RECIPES)], **INNER[number % len(INNER)])

        def hook(value: Any, inner: Encoder = inner) -> Any:
            inner.encode(SAMPLE)
            with pytest.raises(encoder.UnsupportedTypeError):
                inner.encode([SAMPLE, X])
            return SAMPLE

        one = Encoder(recipe, default=hook, **nesting.OPTIONS)
        value = {"z": b"\xff", "a": nesting.within(names, X())}
        shape = {"z": "/w==", "a": nesting.shape_of(names, "@")}
        assert one.encode(value) == compact(shape).replace(b'"@"', SPELLED), names
        assert one.encode(SAMPLE) == SPELLED


def callers(act: Callable[[], Any]) -> dict[str, tuple[Any, Any, dict[str, Any]]]:
    """For each place where user code runs: a value, what json.loads gives for it, and the options that it takes.

    `act` is what the code there does; it gives 7.
    """

    class Own:
        def __encode__(self, to: Any) -> None:
            to.keyed()["a"] = act()

    class Items(dict[str, Any]):
        def items(self) -> Any:
            yield "a", act()

    class Iterated:
        def __iter__(self) -> Iterator[Any]:
            yield act()

    class Property(nesting.Record):
        def __getattribute__(self, name: str) -> Any:
            return act() if name == "a" else object.__getattribute__(self, name)

    class Zone(tzinfo):
        def utcoffset(self, moment: datetime | None) -> timedelta:
            return timedelta(hours=act())

        def dst(self, moment: datetime | None) -> None:
            return None

    told = type("Told", (), {"__annotations__": {"a": Annotated[int, encoder.field(as_=lambda value: act())]}})()
    told.a = 1

    def rename(path: Any, key: str) -> str:
        return f"{key}{act()}"

    return {
        "hook": (X(), 7, {"default": lambda value: act()}),
        "rule": (1j, 7, {"rules": {complex: lambda value: act()}}),
        "own": (Own(), {"a": 7}, {}),
        "items": (Items(a=1), {"a": 7}, {}),
        "iter": (Iterated(), [7], {"iterables": "array"}),
        "field": (Property(1), {"a": 7, "b": 1}, {}),
        "zone": (datetime(2020, 1, 2, tzinfo=Zone()), "2020-01-02T00:00:00+07:00", {}),
        "as_": (told, {"a": 7}, {"classes": "fields"}),
        "key": ({"a": 1}, {"a7": 1}, {"dict_keys": rename}),
    }


@by_recipe
def test_every_code_of_the_users_may_encode(recipe: encoder.Recipe) -> None:
    """From hooks, rules, `__encode__`, items, iterators, fields, zones and names of keys, four calls deep."""
    for name in callers(int):

        def nest(level: int, name: str = name) -> int:
            if level:
                value, shape, options = callers(lambda: nest(level - 1))[name]
                assert encoder.encode(["x", value], recipe=recipe, **options) == compact(["x", shape]), name
            return 7

        nest(4)


@by_recipe
def test_greenlets_of_one_thread_have_writers_of_their_own(recipe: encoder.Recipe) -> None:
    """Three that take turns in the middle of their calls, by chance, below every kind of container."""
    greenlet = needed("greenlet")
    here = greenlet.getcurrent()
    chance = random.Random(5)
    for names in nesting.CHAINS[::8]:
        texts: dict[str, bytes] = {}

        def run(who: str, names: tuple[str, ...] = names, texts: dict[str, bytes] = texts) -> None:
            def hook(value: Any) -> str:
                here.switch()
                return who

            one = Encoder(recipe, default=hook, **nesting.OPTIONS)
            texts[who] = one.encode([who, nesting.within(names, X()), {"k": X()}, who])

        left = [greenlet.greenlet(lambda who=who: run(who)) for who in "abc"]
        while left:
            chance.choice(left).switch()
            assert encoder.encode([1]) == b"[1]"
            left = [one for one in left if not one.dead]
        for who in "abc":
            assert texts[who] == compact([who, nesting.shape_of(names, who), {"k": who}, who]), names


@pytest.mark.parametrize("writer", encoder.strategies()["writer"])
def test_a_greenlet_that_never_goes_on_takes_nothing_with_it(writer: str) -> None:
    """One that is killed, and one that is merely forgotten, in the middle of a call: the thread encodes as before."""
    greenlet = needed("greenlet")
    here = greenlet.getcurrent()
    for names in nesting.CHAINS[: len(nesting.KINDS) : 2]:
        for end in ("kill", "throw", "forget"):
            one = Encoder(writer=writer, default=lambda value: here.switch(), **nesting.OPTIONS)
            other = greenlet.greenlet(lambda one=one, names=names: one.encode([nesting.within(names, X())]))
            other.switch()
            if end == "kill":
                other.throw()
            elif end == "throw":
                with pytest.raises(LookupError):
                    other.throw(LookupError("from outside"))
            del other
            assert one.encode({"ok": [1]}) == b'{"ok":[1]}'
    gc.collect()
    assert encoder.encode([1], writer=writer) == b"[1]" and encoder.retained() <= 65_536


@by_recipe
def test_threads_share_an_encoder_below_every_kind_of_container(recipe: encoder.Recipe) -> None:
    """Six threads, one Encoder, hooks that let others run, every third call fails: each gets what it asked for."""

    def hook(value: Any) -> Any:
        time.sleep(0)
        if value._number % 3 == 2:
            raise ValueError(value)
        return {"n": value._number}

    one = Encoder(recipe, default=hook, **nesting.OPTIONS)
    wrong: list[Any] = []

    def work(first: int) -> None:
        for number in range(first, first + len(nesting.KINDS)):
            names = nesting.CHAINS[number % len(nesting.CHAINS)]
            try:
                text = one.encode([number, nesting.within(names, X(number))])
                if text != compact([number, nesting.shape_of(names, {"n": number})]):
                    wrong.append(text)
            except ValueError:
                if number % 3 != 2:
                    wrong.append(number)

    threads = [threading.Thread(target=work, args=(first * 1000,)) for first in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong and not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("writer", encoder.strategies()["writer"])
def test_living_threads_keep_what_they_may_and_no_more(writer: str) -> None:
    """Eight that have each written two megabytes, and failed at as many, and are still there."""
    big = ["x" * 1000] * 2000
    kept: list[int] = []
    written, counted = threading.Barrier(9), threading.Barrier(9)

    def work() -> None:
        assert len(encoder.encode(big, writer=writer)) > 2_000_000
        with pytest.raises(encoder.UnsupportedTypeError):
            encoder.encode([*big, X()], writer=writer)
        written.wait(60)
        kept.append(encoder.retained())
        counted.wait(60)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    written.wait(60)
    counted.wait(60)
    for thread in threads:
        thread.join(60)
    assert len(kept) == 8 and max(kept) <= 65_536


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_below_any_container_leaves_two_sound_processes() -> None:
    """While other threads encode: the child encodes at once and ends its own copy of the call; the parent goes on."""
    stop = threading.Event()

    def spin() -> None:
        while not stop.wait(0.001):
            encoder.encode({"k": ["v" * 100] * 200})

    threads = [threading.Thread(target=spin, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for recipe, names in zip(RECIPES, nesting.CHAINS[2::7], strict=False):
            reader, end = os.pipe()
            children: list[int] = []

            def hook(value: Any, children: list[int] = children) -> Any:
                children.append(os.fork())
                return encoder.encode_str({"child": not children[0]})

            text = encoder.encode([1, nesting.within(names, X()), 2], recipe=recipe, default=hook, **nesting.OPTIONS)
            if not children[0]:
                os.write(end, text)
                os._exit(0)
            os.close(end)
            assert os.waitpid(children[0], 0)[1] == 0
            with open(reader, "rb") as pipe:
                assert pipe.read() == compact([1, nesting.shape_of(names, '{"child":true}'), 2])
            assert text == compact([1, nesting.shape_of(names, '{"child":false}'), 2])
    finally:
        stop.set()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timer")
@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals need the main thread")
class Late(Exception):
    """Too late. No TimeoutError: that is an OSError, which Python's own import swallows."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@by_recipe
def test_an_alarm_at_any_moment_is_no_trouble(recipe: encoder.Recipe) -> None:
    """It raises out of any line that runs, of any container, at a moment that chance decides: its exception, or the
    encoder's own because of it, comes out, the next text is right, and no memory stays locked."""
    fired: list[int] = []

    def late(*_: Any) -> None:
        fired.append(1)
        raise Late

    one = Encoder(recipe, default=lambda value: sum(range(50)), **nesting.OPTIONS)
    chains = nesting.CHAINS[: len(nesting.KINDS)]
    memory = bytearray(20_000)
    chance = random.Random(6)
    heard = one.encode_into([nesting.within(names, X()) for names in chains], memory) * 0
    before = signal.signal(signal.SIGALRM, late)
    try:
        for _ in range(10):
            fired.clear()
            end = time.monotonic() + 1  # Python may overlook a signal while a thread of its own is starting
            try:
                signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.0005, 0.004))
                while not fired and time.monotonic() < end:
                    one.encode_into([nesting.within(names, X()) for names in chains], memory)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Late:
                heard += 1
            except encoder.EncodeError as error:
                heard += isinstance(error.__cause__ or error.__context__, Late)
            memory.append(0)
            assert one.encode(SAMPLE) == SPELLED
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard >= 7  # Python drops one that is raised in a finalizer, or in a callback of its collector


@by_recipe
def test_iterators_of_pieces_wait_without_a_writer_of_the_threads(recipe: encoder.Recipe) -> None:
    """Two are read in turns, with other calls between, and a third is left half-way: two whole texts."""
    rows = [[{"who": who, "i": i, "pad": "x" * (i % 70)} for i in range(900)] for who in "ab"]
    one = Encoder(recipe, iterables="array")
    texts = [bytearray(), bytearray()]
    left = [(text, one.pieces(iter(row))) for text, row in zip(texts, rows, strict=True)]
    next(one.pieces(rows))
    while left:
        for pair in list(left):
            piece = next(pair[1], None)
            if piece is None:
                left.remove(pair)
            else:
                pair[0].extend(piece)
            assert one.encode(SAMPLE) == SPELLED
    assert texts == [compact(row) for row in rows]


@by_recipe
def test_tasks_that_write_take_turns(recipe: encoder.Recipe) -> None:
    """Three of asyncio's, over generators and async generators, each to a file that waits, with a call in every
    element: each file has its own text."""

    class Slow(io.BytesIO):
        async def write(self, piece: bytes) -> None:  # type: ignore[override]
            await asyncio.sleep(0)
            io.BytesIO.write(self, piece)

    async def source(rows: list[Any]) -> Any:
        for row in rows:
            await asyncio.sleep(0)
            encoder.encode(row)
            yield row

    async def work() -> list[Slow]:
        files = [Slow(), Slow(), Slow()]
        one = Encoder(recipe, iterables="array", indent=1)
        await asyncio.gather(
            adump(one, iter(rows[0]), files[0]), adump(one, source(rows[1]), files[1]), adump(one, rows[2], files[2])
        )
        return files

    rows = [[{"who": who, "i": i, "pad": "é" * (i % 70)} for i in range(700)] for who in "abc"]
    for file, row in zip(asyncio.run(work()), rows, strict=True):
        assert file.getvalue() == json.dumps(row, indent=1, ensure_ascii=False).encode()


@by_recipe
def test_what_was_returned_stays(recipe: encoder.Recipe) -> None:
    """bytes, str and lines are the caller's own and immutable, whatever is written afterwards."""
    one = Encoder(recipe)
    results = [(one.encode([size, "é" * size]), one.encode_str(size), size) for size in (1, 300, 40_000)]
    lines = one.encode_lines([[1], "y" * 100])
    for size in (2, 500, 30_000, 2):
        one.encode(["z" * size] * 3)
        one.encode_lines(["z" * size] * 3)
    for text, short, size in results:
        assert type(text) is bytes and text == compact([size, "é" * size])
        assert type(short) is str and short == str(size)
    assert lines == b'[1]\n"' + b"y" * 100 + b'"\n'
