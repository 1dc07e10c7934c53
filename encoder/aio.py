"""How do values reach a file that is written with await? Nothing is held meanwhile that belongs to a thread."""

from __future__ import annotations

from encoder.errors import relocate
from encoder.lines import ASKED, PIECE, Lines
from encoder.sinks import Sink

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
    from typing import Any

    from encoder import lines

    class Encoder(lines.Encoder):
        """What is needed of the real one, which stands above this module."""

        def pieces(self, value: Any) -> Iterator[bytes]: ...


async def adump(encoder: Encoder, value: Any, file: Any) -> None:
    """Write `value` as `dump` does, in pieces of about 64 KiB; an async iterable is written as an array.

    file: something with an async ``write`` (of aiofiles, anyio, aiohttp, ...), an asyncio.StreamWriter, which is
    drained after each piece, or what `dump` takes: a file or a path. Those are written at once, so that other tasks
    wait for the disk.

    Of an async iterable one element at a time is held, and what was gathered for a piece; its async generator is
    closed if writing fails. Where anything fails the file holds a prefix only, or nothing before the first piece.
    """
    sink = AsyncSink(file)
    try:
        if is_async(value):
            await dump_array(encoder, value, sink)
        else:
            for piece in encoder.pieces(value):  # it has a writer of its own, and frees it when the loop is left
                await sink.send(piece)
    finally:
        sink.close()


async def adump_lines(encoder: Encoder, values: AsyncIterable[Any] | Iterable[Any], file: Any) -> None:
    """Write `values`, which may be an async iterable, as `dump_lines` does, to a file as `adump` takes it."""
    lines = Lines(encoder, values)
    sink = AsyncSink(file)
    iterator = aiter(values) if is_async(values) else each(values)
    try:
        try:
            while (value := await next_of(iterator, lines.count)) is not END:
                lines.add(value)
                if lines.is_full():
                    await sink.send(lines.take())
        finally:
            await close(iterator)
        await sink.send(lines.take())
    except Exception:  # a cancelled task is not kept waiting for its file
        if lines.gathered:
            await sink.send(lines.take())
        raise
    finally:
        sink.close()


async def dump_array(encoder: Encoder, values: AsyncIterable[Any], sink: AsyncSink) -> None:
    """Write what `values` gives as an array.

    Each element is encoded as the only one of a list, and taken out of it: so it is indented, and counts its depth,
    as in the whole array.
    """
    start, separator, end = punctuation(encoder)
    gathered = bytearray()
    count = 0
    iterator = aiter(values)
    try:
        while (value := await next_of(iterator, count)) is not END:
            try:
                text = encoder.encode([value])
            except Exception as error:
                relocate(error, (count,), below=1)
                raise
            gathered += separator if count else start
            gathered += memoryview(text)[len(start) : len(text) - len(end)]
            count += 1
            if len(gathered) >= PIECE:
                piece = bytes(gathered)
                gathered.clear()
                await sink.send(piece)
    finally:
        await close(iterator)
    gathered += end if count else encoder.encode([])
    await sink.send(bytes(gathered))


def punctuation(encoder: Encoder) -> tuple[bytes, bytes, bytes]:
    """What an array has before, between and after its elements."""
    parts = encoder.encode([None, None]).split(b"null")
    if len(parts) != 3:
        raise TypeError("an async iterable is written as an array of its elements: rules may not cover list or None")
    return parts[0], parts[1], parts[2]


class AsyncSink(Sink):
    """A sink whose file may want to be awaited."""

    name = "adump"

    async def send(self, piece: bytes) -> None:
        """Write all of `piece`, and wait until the file is ready for the next."""
        left = self.prepare(piece)
        while left:
            try:
                answer = self.file.write(left)
                if hasattr(type(answer), "__await__"):
                    answer = await answer
            except (TypeError, UnicodeEncodeError) as error:
                self.explain(error)
                raise
            left = self.rest(left, answer)
        drain = getattr(self.file, "drain", None)
        if drain is not None:
            ready = drain()
            if hasattr(type(ready), "__await__"):
                await ready


def is_async(values: Any) -> bool:
    """Is it iterated with ``async for``? Asked of the class: an instance may answer any attribute."""
    return any("__aiter__" in vars(cls) for cls in type(values).__mro__)


END = object()


async def next_of(iterator: AsyncIterator[Any], count: int) -> Any:
    """Its next value, or END; an error of its own is told which one it was asked for."""
    try:
        return await anext(iterator, END)
    except Exception as error:
        error.add_note(ASKED.format(count))
        raise


async def each(values: Iterable[Any]) -> AsyncIterator[Any]:
    """What an ordinary iterable gives."""
    for value in values:
        yield value


async def close(iterator: AsyncIterator[Any]) -> None:
    """Let an async generator that was not read to its end clean up now, and not when it is collected."""
    aclose = getattr(iterator, "aclose", None)
    if aclose is not None:
        await aclose()
