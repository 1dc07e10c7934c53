"""Is the writer that a thread keeps clean, whatever happened in the call before, around, or elsewhere?"""

from __future__ import annotations

import json
import os
import signal
import threading
import tracemalloc
from collections.abc import Callable, Generator
from typing import Any

import corpus
import pytest

import encoder

WRITERS = encoder.strategies()["writer"]
by_writer = pytest.mark.parametrize("writer", WRITERS)
KEPT = 65536


class X:
    pass


def on_a_new_thread(work: Callable[[], Any]) -> Any:
    """What `work` returns or raises on a thread of its own, whose writer is new."""
    answers: list[Any] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            answers.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    assert answers, "the thread did not end"
    if isinstance(answers[0], BaseException):
        raise answers[0]
    return answers[0]


FAILURES: dict[str, Any] = {
    "type": ["x" * 100, {"a": X()}],
    "nan": {"a": [1] * 100, "b": float("nan")},
    "surrogate": ["x" * 100_000, "\ud800"],
    "key": {"a": 1, "\ud800": 2},
    "deep": corpus.nest(1, 2000),
    "odd key": [{1: 1, (): 2}],
    "big": ["y" * 1000] * 1000 + [X()],
}


@by_writer
@pytest.mark.parametrize("tree", encoder.strategies()["tree"])
@pytest.mark.parametrize("name", FAILURES)
def test_nothing_of_a_failed_call_shows_in_the_next(name: str, tree: str, writer: str) -> None:
    """After every failure, by every way out, the next text is right from its first byte."""
    one = encoder.Encoder(tree=tree, writer=writer)
    for _ in range(3):
        for fail in (one.encode, one.encode_str, lambda value: one.encode_into(value, bytearray(2_000_000))):
            with pytest.raises(encoder.EncodeError):
                fail(FAILURES[name])
            assert one.encode([1]) == b"[1]" and one.encode_str(5) == "5" and one.encode("") == b'""'


@by_writer
def test_a_result_never_changes_afterwards(writer: str) -> None:
    """Bytes and str are the caller's own, no view of a buffer that is used again."""
    one = encoder.Encoder(writer=writer)
    kept = [(one.encode({"a": size, "pad": "x" * size}), size) for size in (0, 50, 20_000, 100_000)]
    for number in range(50):
        one.encode({"zzz": number, "pad": "y" * 30_000})
    for text, size in kept:
        assert type(text) is bytes and text == b'{"a":%d,"pad":"%s"}' % (size, b"x" * size)


@by_writer
def test_calls_within_calls_have_writers_of_their_own(writer: str) -> None:
    """However deep hooks encode, the outer text goes on where it was."""
    one = encoder.Encoder(
        writer=writer, default=lambda left: [one.encode_str(left - 1j), left.imag] if left.imag else 0
    )
    text = "0"
    for level in range(1, 12):
        text = json.dumps([text, float(level)], separators=(",", ":"))
        assert one.encode_str(level * 1j) == text


@by_writer
def test_who_has_the_writer_of_the_thread_is_counted(writer: str) -> None:
    """Only the cached one lends it, and only to the outer of two calls."""
    made = encoder.Encoder(writer=writer)
    seen: list[int] = []

    def hook(value: Any) -> int:
        seen.append(made.count([1])["kept"])
        return 1

    kept = encoder.Encoder(writer=writer, rules={X: hook}).count([X()])["kept"]
    assert (kept, seen, made.count([1])["kept"]) == (int(writer == "cached"), [0], int(writer == "cached"))


@by_writer
def test_a_hook_with_other_settings_leaves_the_outer_call_alone(writer: str) -> None:
    """Options are those of each call, rewritten whenever a writer is lent."""

    def inner(thing: Any) -> Any:
        with pytest.raises(encoder.TooDeepError):
            encoder.encode([[[1]]], max_depth=2, retain=0)
        with pytest.raises(encoder.UnsupportedTypeError):
            encoder.encode([X()])
        return 1

    deep = corpus.nest([X()], 100)
    assert encoder.encode(deep, writer=writer, default=inner) == encoder.encode(corpus.nest([1], 100))


def coroutine(one: encoder.Encoder, name: str, out: list[bytes]) -> Generator[None, None, None]:
    """Encodes a little, is put aside, goes on: as tasks between two awaits do."""
    for number in range(20):
        out.append(one.encode({name: [number, {number}]}))
        yield


@by_writer
def test_interleaved_tasks_keep_their_texts_apart(writer: str) -> None:
    """Tasks that take turns on one thread, also from within a hook, get what they asked for."""
    outs: dict[str, list[bytes]] = {name: [] for name in "abc"}
    tasks: list[Generator[None, None, None]] = []

    def hook(numbers: Any) -> Any:
        for task in tasks:
            if not task.gi_running:
                next(task, None)
        return sorted(numbers)

    one = encoder.Encoder(writer=writer, default=hook)
    tasks += [coroutine(one, name, out) for name, out in outs.items()]
    for task in tasks:
        for _ in task:
            pass
    for name, out in outs.items():
        assert sorted(out, key=len) == [b'{"%s":[%d,[%d]]}' % (name.encode(), n, n) for n in range(20)]


@by_writer
def test_threads_may_share_one_encoder(writer: str) -> None:
    """Eight threads, one Encoder, some calls fail: each thread gets its own texts and its own errors."""

    def hook(number: Any) -> Any:
        if number.imag % 7 == 3:
            raise ValueError(number)
        return {"n": number.imag}

    one = encoder.Encoder(writer=writer, default=hook)
    wrong: list[Any] = []
    start = threading.Barrier(8)

    def work(first: int) -> None:
        start.wait(30)
        for number in range(first, first + 60):
            try:
                text = one.encode([number, number * 1j, {"d": ["x" * (number % 900)]}])
                if json.loads(text) != [number, {"n": number}, {"d": ["x" * (number % 900)]}]:
                    wrong.append(text)
            except ValueError:
                if number % 7 != 3:
                    wrong.append(number)

    threads = [threading.Thread(target=work, args=(first * 1000,)) for first in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong and not any(thread.is_alive() for thread in threads)


def test_threads_may_change_what_is_written() -> None:
    """A dict that another thread changes all the time: a whole text, or "changed", and never a torn one."""
    shared: dict[str, Any] = {str(number): [number] for number in range(200)}
    stop = threading.Event()

    def change() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            shared[f"t{number % 70}"] = {"n": number}
            shared.pop(f"t{number * 7 % 70}", None)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(100):
            try:
                json.loads(encoder.encode({"shared": [shared, {1}]}, default=list))
            except encoder.ChangedDuringEncodingError:
                pass
    finally:
        stop.set()
        thread.join(30)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@by_writer
def test_a_fork_within_a_hook_leaves_two_sound_processes(writer: str) -> None:
    """The child encodes at once; in the parent the outer call goes on."""

    def hook(thing: Any) -> Any:
        child = os.fork()
        if not child:
            sound = encoder.encode({"child": [1]}, writer=writer) == b'{"child":[1]}'
            os._exit(0 if sound else 1)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert encoder.encode([1, X(), {"x": X()}], default=hook, writer=writer) == b'[1,0,{"x":0}]'


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timer")
@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals need the main thread")
def test_a_signal_between_two_bytes_is_no_trouble() -> None:
    """A handler that encodes, and one that raises out of the middle of a call: the next call is clean."""
    heard: list[bytes] = []
    before = signal.signal(signal.SIGUSR1, lambda *_: heard.append(encoder.encode({"sig": [1]})))
    try:

        def hook(thing: Any) -> Any:
            os.kill(os.getpid(), signal.SIGUSR1)
            return sum(range(1000))

        assert encoder.encode({"a": X(), "b": [X()]}, default=hook) == b'{"a":499500,"b":[499500]}'
        assert heard == [b'{"sig":[1]}'] * 2

        def raises(*_: Any) -> None:
            raise TimeoutError("late")

        signal.signal(signal.SIGUSR1, raises)
        for _ in range(20):
            with pytest.raises(TimeoutError):
                encoder.encode({"k": [X()] * 50}, default=hook)
            assert encoder.encode([1]) == b"[1]"
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_thread_keeps_no_more_than_it_may() -> None:
    """After any call a thread retains at most `retain` bytes; a failed, nested or huge call is no exception. Only a
    small scalar asks for no writer, unless `retain` is given, and so leaves what is there."""

    def work() -> list[int]:
        big = ["x" * 1000] * 2000
        kept = []
        for value in (1, big, [X()] * 30, [*big, X()], b"x" * 300_000):
            for retain in (0, 1000, KEPT, 10 * KEPT):
                hook = lambda x: encoder.encode_str([1, "y" * 9000])  # noqa: E731
                for default in (None, hook):
                    try:
                        encoder.encode(value, default=default, retain=retain)
                        encoder.encode_str(value, default=default, retain=retain)
                    except encoder.UnsupportedTypeError:
                        pass
                    kept.append(retain - encoder.retained())
        encoder.encode([1])
        return [*kept, KEPT - encoder.retained()]

    assert min(on_a_new_thread(work)) >= -KEPT  # what an earlier call was allowed to keep may still be there
    assert on_a_new_thread(lambda: (encoder.encode(["x" * 1000] * 2000), encoder.retained())[1]) <= KEPT
    assert on_a_new_thread(lambda: (encoder.encode([1], retain=0), encoder.retained())[1]) == 0
    assert on_a_new_thread(lambda: (encoder.encode([1]), encoder.encode(1, retain=0), encoder.retained())[2]) == 0


def test_a_thread_that_never_encoded_keeps_nothing() -> None:
    """Asking costs nothing."""
    assert on_a_new_thread(encoder.retained) == 0


@by_writer
@pytest.mark.parametrize("size", [16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 131_072])
def test_every_size_is_right_after_every_other(size: int, writer: str) -> None:
    """Results that grow and shrink across the buffer's limits, one after the other."""
    one = encoder.Encoder(writer=writer)
    for length in (size, 3, size - 2, size - 1000, 200_000, size + 1, 0, 700, size):
        assert one.encode("x" * length) == b'"' + b"x" * length + b'"'
        assert one.encode([length] * (length // 8)) == str([length] * (length // 8)).replace(" ", "").encode()


@by_writer
@pytest.mark.parametrize("retain", [0, 1, 100, 16_384, 2**40])
def test_any_retain_gives_the_same_bytes(retain: int, writer: str) -> None:
    """How much is kept is never seen in the text."""
    one = encoder.Encoder(writer=writer, retain=retain, default=corpus.replace)
    for name, value, expected in (*corpus.VALUES, *corpus.many()):
        assert one.encode(value) == expected, name


@pytest.mark.skipif(encoder.build != "compiled", reason="an interpreted buffer gives its memory back")
def test_small_temporaries_do_not_crowd_out_the_block() -> None:
    """A thread that wrote base64 of many sizes by way of temporaries still keeps a block for the next call."""
    peaks: list[int] = []

    def work() -> None:
        copying = encoder.Encoder(base64="copying")
        for size in (200, 300, 500, 900, 1700, 3300):
            copying.encode([bytes(size)])
        encoder.encode(None)
        tracemalloc.start()
        encoder.encode(None)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert peaks[0] < 4096
