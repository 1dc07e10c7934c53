"""Do files that are awaited get what others get, whole and apart, and is nothing left behind when it fails?"""

from __future__ import annotations

import asyncio
import inspect
import io
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

import encoder
from encoder import Encoder
from encoder.aio import adump, adump_lines

PIECE = 65_536
ENCODER = Encoder()
ROWS = [{"who": "é", "i": i, "s": "x" * (i % 90)} for i in range(4000)]


class Foreign:
    """Something that nothing says how to write."""


class Chunks:
    """An async file: keeps the pieces, and lets others run after each."""

    def __init__(self) -> None:
        self.pieces: list[Any] = []

    async def write(self, piece: Any) -> None:
        self.pieces.append(piece)
        await asyncio.sleep(0)

    @property
    def value(self) -> bytes:
        return b"".join(self.pieces)


class Source:
    """An async generator of `values` (an exception among them is raised) that knows whether it was cleaned up."""

    def __init__(self, *values: Any) -> None:
        self.values = values
        self.is_closed = False

    async def __call__(self) -> AsyncIterator[Any]:
        try:
            for value in self.values:
                await asyncio.sleep(0)
                if isinstance(value, BaseException):
                    raise value
                yield value
        finally:
            await asyncio.sleep(0)
            self.is_closed = True


@pytest.mark.parametrize("value", [ROWS, {"a": 1}, None, "x" * 200_000, [], ["ä" * 100_000] * 3])
def test_adump_gives_what_encode_gives(value: Any, tmp_path: Path) -> None:
    """To an async file, a binary, a text file and paths: the same characters."""
    expected = encoder.encode(value)
    file, binary, text = Chunks(), io.BytesIO(), io.StringIO()
    for target in (file, binary, text, tmp_path / "a", str(tmp_path / "b")):
        assert asyncio.run(adump(ENCODER, value, target)) is None
    assert file.value == binary.getvalue() == expected and text.getvalue() == expected.decode()
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == expected
    assert type(file.pieces[0]) is bytes


def test_an_async_iterable_is_an_array() -> None:
    """Written while it is consumed, in pieces of about 64 KiB; an empty one is an empty array."""
    for values in ([], [None], [[], {}, "é", 1.5], ROWS):
        file = Chunks()
        asyncio.run(adump(ENCODER, Source(*values)(), file))
        assert file.value == json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    assert len(file.pieces) > 3 and all(PIECE <= len(piece) < PIECE + 200 for piece in file.pieces[:-1])


def test_any_class_with_aiter_will_do() -> None:
    """Not only generators; one that has no aclose is not asked to close."""

    class Numbers:
        def __init__(self) -> None:
            self.left = 3

        def __aiter__(self) -> Numbers:
            return self

        async def __anext__(self) -> int:
            if not self.left:
                raise StopAsyncIteration
            self.left -= 1
            return self.left

    file = Chunks()
    asyncio.run(adump(ENCODER, Numbers(), file))
    asyncio.run(adump_lines(ENCODER, Numbers(), file))
    assert file.value == b"[2,1,0]2\n1\n0\n"


@pytest.mark.parametrize(
    "changes", [{"indent": 2}, {"indent": "\t"}, {"layout": "spaced"}, {"layout": "swift", "indent": 2}]
)
def test_elements_are_laid_out_as_in_the_whole_array(changes: dict[str, Any]) -> None:
    """Indented and separated as if the array were written at once."""
    shaped = Encoder(**changes)
    for values in ([], [1], [{"a": [1, {"b": []}]}, "null", [], {}, None]):
        file = Chunks()
        asyncio.run(adump(shaped, Source(*values)(), file))
        assert file.value == shaped.encode(values)


def test_depth_counts_the_array() -> None:
    """An element is one level down."""
    file = Chunks()
    asyncio.run(adump(Encoder(max_depth=2), Source([1])(), file))
    assert file.value == b"[[1]]"
    with pytest.raises(encoder.TooDeepError) as caught:
        asyncio.run(adump(Encoder(max_depth=2), Source([1], [2, [3]])(), file))
    assert caught.value.path == (1, 1)


def test_lines_from_either_kind_of_iterable() -> None:
    """A newline after each record, pieces of whole lines."""
    expected = b"".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for row in ROWS)
    for values in (ROWS, iter(ROWS), Source(*ROWS)()):
        file = Chunks()
        asyncio.run(adump_lines(ENCODER, values, file))
        assert file.value == expected and len(file.pieces) > 3
        assert all(piece.endswith(b"\n") for piece in file.pieces)
    file = Chunks()
    asyncio.run(adump_lines(ENCODER, Source()(), file))
    assert file.value == b""
    with pytest.raises(ValueError, match="indent"):
        asyncio.run(adump_lines(Encoder(indent=2), ROWS, file))


def test_two_tasks_write_two_whole_outputs() -> None:
    """They take turns on one thread, and with other calls; nothing of one shows in another."""

    async def main() -> None:
        files = [Chunks() for _ in range(6)]
        sources = [[{"who": name, "s": "x" * 50, "i": i} for i in range(6000)] for name in "abcdef"]
        await asyncio.gather(
            adump(ENCODER, sources[0], files[0]),
            adump(ENCODER, sources[1], files[1]),
            adump(ENCODER, Source(*sources[2])(), files[2]),
            adump(ENCODER, Source(*sources[3])(), files[3]),
            adump_lines(ENCODER, sources[4], files[4]),
            adump_lines(ENCODER, Source(*sources[5])(), files[5]),
        )
        for i in range(4):
            assert len(files[i].pieces) > 3 and json.loads(files[i].value) == sources[i]
        for i in (4, 5):
            assert [json.loads(line) for line in files[i].value.splitlines()] == sources[i]

    asyncio.run(main())


def test_a_task_may_move_to_another_thread() -> None:
    """Each step of a coroutine on a thread of its own: nothing of it belongs to the one where it began."""
    from concurrent.futures import ThreadPoolExecutor

    class Once:
        def __await__(self) -> Iterator[None]:
            yield

    class Stepping(Chunks):
        async def write(self, piece: Any) -> None:
            self.pieces.append(piece)
            await Once()

    file = Stepping()
    steps = adump(ENCODER, ROWS, file)
    finished = False
    while not finished:
        with ThreadPoolExecutor(1) as thread:
            try:
                thread.submit(steps.send, None).result()
            except StopIteration:
                finished = True
            except RuntimeError as error:  # what a StopIteration becomes on its way through a future
                finished = isinstance(error.__cause__, StopIteration)
                assert finished
        assert encoder.encode([1]) == b"[1]"
    assert json.loads(file.value) == ROWS


@pytest.mark.parametrize("count", [0, 1, 20_000])
def test_an_element_that_fails_leaves_a_prefix_only(count: int) -> None:
    """Nothing at all of a small array; of a large one whole pieces, and no bracket that makes it look whole."""
    source, file = Source(*range(count), {"a": Foreign()}), Chunks()
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        asyncio.run(adump(ENCODER, source(), file))
    assert caught.value.path == (count, "a") and source.is_closed
    whole = b"[" + b",".join(b"%d" % i for i in range(count))
    assert whole.startswith(file.value) and len(file.value) in ((0,) if count < 2 else range(PIECE, len(whole)))


def test_a_line_that_fails_leaves_whole_lines() -> None:
    """What was gathered before it is written; the error says which record."""
    source, file = Source({"i": 1}, {"i": Foreign()}, {"i": 3}), Chunks()
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        asyncio.run(adump_lines(ENCODER, source(), file))
    assert file.value == b'{"i":1}\n' and caught.value.path == (1, "i") and source.is_closed


def test_what_the_source_raises_comes_out() -> None:
    """The caller's own error, unchanged; nothing of a small array is written, and the lines before it are."""
    for write, expected in ((adump, b""), (adump_lines, b"1\n2\n")):
        own, file = ConnectionError("db gone"), Chunks()
        with pytest.raises(ConnectionError) as caught:
            asyncio.run(write(ENCODER, Source(1, 2, own)(), file))
        assert caught.value is own and file.value == expected
        assert own.__notes__ == ["while the iterable was asked for record 2, counted from 0"]


def test_what_a_hook_raises_says_which_element() -> None:
    """Its own error, with a note of the place in the whole array."""

    def hook(value: object) -> object:
        raise KeyError("missing")

    for write in (adump, adump_lines):
        with pytest.raises(KeyError) as caught:
            asyncio.run(write(Encoder(default=hook), Source(1, {"a": Foreign()})(), Chunks()))
        assert caught.value.__notes__ == ["while encoding $[1].a"]


@pytest.mark.parametrize("write", [adump, adump_lines])
def test_what_the_file_raises_comes_out(write: Any) -> None:
    """A connection that breaks: nothing is written after it, and the source is closed."""

    class Broken(Chunks):
        async def write(self, piece: Any) -> None:
            await super().write(piece)
            raise BrokenPipeError

    source, file = Source(*ROWS), Broken()
    with pytest.raises(BrokenPipeError):
        asyncio.run(write(ENCODER, source(), file))
    assert source.is_closed and len(file.pieces) == 1
    with pytest.raises(BrokenPipeError):
        asyncio.run(write(ENCODER, ROWS, file))
    assert len(file.pieces) == 2 and encoder.encode([1]) == b"[1]"


@pytest.mark.parametrize("write", [adump, adump_lines])
def test_cancelling_stops_at_once(write: Any, tmp_path: Path) -> None:
    """CancelledError passes, while the source or the file is awaited; nothing more is written, all is closed."""

    class Stuck(Chunks):
        async def write(self, piece: Any) -> None:
            self.pieces.append(piece)
            await asyncio.Event().wait()

    async def slow() -> AsyncIterator[Any]:
        try:
            yield 1
            await asyncio.Event().wait()
        finally:
            closed.append(True)

    async def main() -> None:
        for value, file in ((ROWS, Stuck()), (Source(*ROWS)(), Stuck()), (slow(), Stuck())):
            task = asyncio.create_task(write(ENCODER, value, file))
            for _ in range(3 * len(ROWS)):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(file.pieces) == (0 if inspect.isasyncgen(value) and closed else 1)
        task = asyncio.create_task(write(ENCODER, slow(), tmp_path / "never"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    closed: list[bool] = []
    asyncio.run(main())
    assert len(closed) == 2 and not (tmp_path / "never").exists() and encoder.encode([1]) == b"[1]"


def test_short_writes_of_an_async_file_lose_nothing() -> None:
    """One that takes a little at a time is offered the rest; one that lies is an error."""

    class Short:
        def __init__(self, *answers: int) -> None:
            self.got = b""
            self.answers = list(answers)

        async def write(self, piece: Any) -> int:
            taken = bytes(piece[:5000])
            self.got += taken
            return self.answers.pop() if self.answers else len(taken)

    file = Short()
    asyncio.run(adump(ENCODER, ROWS, file))
    assert json.loads(file.got) == ROWS
    for answer in (0, -1, 10**6):
        with pytest.raises(OSError, match="says it took"):
            asyncio.run(adump(ENCODER, ROWS, Short(answer)))


def test_a_text_file_that_is_awaited_gets_text() -> None:
    """Known by its mode; what its encoding lacks is its own error, with a note that helps."""

    class Text(Chunks):
        mode = "w"

        async def write(self, piece: Any) -> None:
            self.pieces.append(piece.encode("ascii").decode())

    file = Text()
    asyncio.run(adump(ENCODER, Source("a", 1)(), file))
    assert file.pieces == ['["a",1]']
    with pytest.raises(UnicodeEncodeError) as caught:
        asyncio.run(adump(ENCODER, "é", file))
    assert "ascii=True" in caught.value.__notes__[0]


@pytest.mark.parametrize("write", [adump, adump_lines])
def test_a_stream_is_drained_after_each_piece(write: Any) -> None:
    """A real connection: the reader gets all of it, and never more than a piece waits beside what is in its way."""

    async def main() -> None:
        received = bytearray()
        done = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while data := await reader.read(10_000):
                received.extend(data)
            writer.close()
            done.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        _, stream = await asyncio.open_connection(*server.sockets[0].getsockname())
        stream.transport.set_write_buffer_limits(high=1000)
        waiting: list[int] = []
        original = stream.write

        def watched(piece: bytes) -> None:
            waiting.append(stream.transport.get_write_buffer_size())
            original(piece)

        stream.write = watched  # type: ignore[method-assign]
        await write(ENCODER, Source(*ROWS)(), stream)
        stream.close()
        await done.wait()
        server.close()
        lines = received.splitlines()
        assert (json.loads(received) if write is adump else [json.loads(line) for line in lines]) == ROWS
        assert len(waiting) > 3 and max(waiting) <= 1000

    asyncio.run(main())


def test_no_rule_may_stand_between_an_array_and_its_elements() -> None:
    """Where lists are written otherwise, an async iterable cannot be an array: refused before anything is read."""

    class Dishonest:
        recipe, options = ENCODER.recipe, ENCODER.options

        def encode(self, value: object) -> bytes:
            return b'"list"'

    source, file = Source(1), Chunks()
    with pytest.raises(TypeError, match="rules may not cover list"):
        asyncio.run(adump(Dishonest(), source(), file))  # type: ignore[arg-type]
    assert file.pieces == []


def test_asyncio_is_left_to_those_who_use_it() -> None:
    """Neither the encoder nor these coroutines import it: any event loop will do."""
    code = "import sys, encoder, encoder.aio; sys.exit('asyncio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
