"""Does all of a value reach its file, in small pieces, or a prefix that nobody can take for the whole?"""

from __future__ import annotations

import asyncio
import io
import json
import os
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import nesting
import pytest
from covering import RECIPES, by_recipe

import encoder
from encoder import Encoder
from encoder.aio import adump, adump_lines

PIECE = 65_536
DIRECT = [recipe for recipe in RECIPES if recipe.axes["tree"] == "direct"]
by_direct_recipe = pytest.mark.parametrize("recipe", DIRECT, ids=lambda recipe: "-".join(recipe.axes.values()))


class X:
    __slots__ = ()


class Pieces(io.RawIOBase):
    """Counts what it gets, and keeps nothing but the ends."""

    def __init__(self) -> None:
        self.count = self.total = self.largest = self.lines = 0
        self.head = self.tail = b""

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self.count += 1
        self.total += len(piece)
        self.largest = max(self.largest, len(piece))
        self.lines += bytes(piece).count(b"\n")
        self.head = self.head or bytes(piece[:20])
        self.tail = bytes(piece[-20:])
        return len(piece)


class Short(io.RawIOBase):
    """Takes what a script says, over and over; None and errors too."""

    def __init__(self, *script: Any) -> None:
        self.script = script
        self.turn = 0
        self.got = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> Any:
        answer = self.script[self.turn % len(self.script)]
        self.turn += 1
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, int):
            self.got += bytes(piece[:answer])
            return min(answer, len(piece)) if 0 < answer < 10**9 else answer
        return answer


class Awaited:
    """The same for those who write with await."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.mode = getattr(file, "mode", "wb")

    async def write(self, piece: Any) -> Any:
        await asyncio.sleep(0)
        return self.file.write(piece)


async def waiting(values: Iterator[Any]) -> AsyncIterator[Any]:
    for value in values:
        yield value


def ways(one: Encoder) -> dict[str, Callable[[Any, Any], Any]]:
    """How an array of what an iterator gives, which is the value, reaches a file."""
    return {
        "dump": one.dump,
        "adump": lambda rows, file: asyncio.run(adump(one, rows, Awaited(file))),
        "async source": lambda rows, file: asyncio.run(adump(one, waiting(rows), Awaited(file))),
    }


def line_ways(one: Encoder) -> dict[str, Callable[[Any, Any], Any]]:
    """How lines of what an iterator gives reach a file."""
    return {
        "dump_lines": one.dump_lines,
        "adump_lines": lambda rows, file: asyncio.run(adump_lines(one, rows, Awaited(file))),
        "async source": lambda rows, file: asyncio.run(adump_lines(one, waiting(rows), Awaited(file))),
    }


def test_two_hundred_thousand_records_pass_through_a_piece() -> None:
    """Of a generator: every record arrives, in pieces of 64 KiB, and nothing larger is ever made."""
    count = 200_000
    size = sum(len(b'{"i":%d,"ok":true},' % i) for i in range(count))
    rows = ({"i": i, "ok": True} for i in range(count))
    file = Pieces()
    encoder.dump(rows, file, iterables="array")
    assert file.total == size + 1 and file.largest <= PIECE + 16_384 and file.count > size // (PIECE + 16_384)
    assert file.head.startswith(b'[{"i":0,"ok":true},') and file.tail.endswith(b'{"i":199999,"ok":true}]'[-20:])


@pytest.mark.parametrize("name", ["dump", "adump", "async source", "lines", "adump_lines", "async lines"])
def test_memory_does_not_grow_with_the_records(name: str) -> None:
    """By every way that takes an iterator: as much for 1,500 records as for 500, whatever stands above them."""
    one = Encoder(iterables="array")
    lines = line_ways(one)
    write = {**ways(one), "lines": lines["dump_lines"], "adump_lines": lines["adump_lines"],
             "async lines": lines["async source"]}[name]  # fmt: skip

    def peak(count: int) -> int:
        rows = ({"i": i, "pad": "x" * 400, "l": [i]} for i in range(count))
        tracemalloc.start()
        write(rows, Pieces())
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(300)
    assert peak(1_500) < 1.2 * peak(500)


@by_direct_recipe
def test_pieces_leave_while_user_code_is_still_giving(recipe: encoder.Recipe) -> None:
    """Without a tree: below every kind of container and hook that need not be complete, a piece is written before the
    iterator below it has ended. What encodes itself into containers is held until it is complete: values may merge."""
    held = {"keyed", "unkeyed", "single", "nested", "super"}
    for names in [(name,) for name in nesting.KINDS if name not in held] + [("rule", "record", "dict", "iterator")]:
        file = Pieces()
        seen: list[int] = []

        def rows(file: Pieces = file, seen: list[int] = seen) -> Iterator[Any]:
            for number in range(900):
                seen.append(file.count)
                yield {"n": number, "pad": "y" * 200}

        one = Encoder(recipe, default=lambda value, rows=rows: rows(), **nesting.OPTIONS)
        one.dump(nesting.within(names, X()), file)
        assert seen[-1] >= 2 and file.largest <= PIECE + 16_384, names


@by_recipe
def test_an_error_on_the_way_leaves_what_is_no_json(recipe: encoder.Recipe) -> None:
    """Of a source that breaks: whole pieces from before, without a closing bracket, or nothing; the source's own
    error; the same by every way."""

    def rows() -> Iterator[Any]:
        for number in range(3000):
            yield {"i": number, "pad": "z" * 50}
        raise ConnectionError("db gone")

    one = Encoder(recipe, iterables="array")
    for name, write in ways(one).items():
        file = io.BytesIO()
        with pytest.raises(ConnectionError, match="db gone"):
            write(rows(), file)
        got = file.getvalue()
        whole = json.dumps([{"i": i, "pad": "z" * 50} for i in range(3000)], separators=(",", ":")).encode()
        assert whole.startswith(got) and len(got) < len(whole), name
        assert bool(got) == (recipe.axes["tree"] == "direct" or name == "async source")
        with pytest.raises(ValueError):
            json.loads(got)
        assert one.encode([1]) == b"[1]"


@by_recipe
def test_files_that_take_little_get_all(recipe: encoder.Recipe) -> None:
    """Seven bytes at a time, or all but the last, compact and indented, by every way: nothing is lost or doubled."""
    value = [{f"k{i}": "é" * 30, "b": b"\xff" * i} for i in range(60)]
    for options in ({}, {"indent": 1}):
        one = Encoder(recipe, iterables="array", **options)
        whole = one.encode(value)
        for script in ((7, 1, 4000), (100_000,), (1, 2, 3)):
            for name, write in ways(one).items():
                file = Short(*script)
                write(iter(value), file)
                assert file.got == whole, (name, script)


@pytest.mark.parametrize("answer", [None, 0, -1, 10**9])
def test_a_count_that_cannot_be_ends_every_way_of_writing(answer: Any) -> None:
    """None of a raw file, nothing, less or more than was offered: OSError at once, never silence, never for ever."""
    one = Encoder(iterables="array")
    for name, write in (*ways(one).items(), *line_ways(one).items()):
        file = Short(3, 2, answer)
        if answer is None and name != "dump" and name != "dump_lines":
            continue  # those who are awaited may well answer nothing: the question is put to raw files only
        with pytest.raises(OSError):
            write(iter(["x" * 50] * 5), file)
        assert file.turn == 3, name


@pytest.mark.skipif(not hasattr(os, "pipe"), reason="this system has no pipes")
def test_a_reader_that_goes_away_is_a_broken_pipe() -> None:
    """BrokenPipeError of the system, through raw, buffered and text files and by every way; the next call is clean."""
    one = Encoder(iterables="array")
    for mode, buffering in (("wb", 0), ("wb", -1), ("w", -1)):
        for write in (*ways(one).values(), *line_ways(one).values()):
            reader, writer = os.pipe()
            os.close(reader)
            file = open(writer, mode, buffering)
            with pytest.raises(BrokenPipeError):
                write(iter(["x" * 1000] * 500), file)
                file.flush()
            with suppress(BrokenPipeError):
                file.close()
            assert one.encode([1]) == b"[1]"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
def test_a_full_disk_is_the_systems_error() -> None:
    """By path and by file: OSError, and what was opened is closed."""
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for _ in range(3):
        for write in (encoder.dump, encoder.dump_lines):
            with pytest.raises(OSError, match="No space"):
                write(["x" * 1000] * 500, "/dev/full")
    after = len(os.listdir("/proc/self/fd")) if before else 0
    assert after == before


@by_recipe
def test_text_and_binary_files_get_the_same_characters(recipe: encoder.Recipe) -> None:
    """Sizes around every limit of buffers and pieces, with characters of two, three and four bytes at the border."""
    one = Encoder(recipe)
    for size in (0, 16_383, 16_384, 65_535, 65_536, 65_537):
        for mark in ("é", "€", "\U0001f600"):
            value = {"a": ["x" * (size - 8), mark * 3, {"k" + mark: [1.5, None, True]}]}
            whole = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
            binary, text = io.BytesIO(), io.StringIO()
            one.dump(value, binary)
            one.dump(value, text)
            assert binary.getvalue().decode() == text.getvalue() == whole


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8", "utf-8-sig", "utf-16", "utf-32-le"])
def test_a_text_file_that_lacks_a_character_gets_nothing_of_its_piece(encoding: str) -> None:
    """The file's UnicodeEncodeError before the first character of a small value, with a note that says what helps; of
    a large one what was written before stays, and is no JSON. With ascii=True every file takes all."""
    value = {"t": "caf\u00e9 \u2605", "n": [1]}
    can = encoding.startswith("utf")
    one, escaped = Encoder(indent=2), Encoder(indent=2, ascii=True)
    for write in (one.dump, lambda value, file: asyncio.run(adump(one, value, file))):
        raw = io.BytesIO()
        file = io.TextIOWrapper(raw, encoding=encoding, newline="", write_through=True)
        if can:
            write(value, file)
            assert json.loads(raw.getvalue().decode(encoding)) == value
        else:
            with pytest.raises(UnicodeEncodeError) as caught:
                write(value, file)
            assert "ascii=True" in caught.value.__notes__[-1] and raw.getvalue() == b""
        escaped.dump(value, file)
        assert raw.getvalue().decode(encoding).endswith('{\n  "t": "caf\\u00e9 \\u2605",\n  "n": [\n    1\n  ]\n}')
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, newline="", write_through=True)
    large = ["x" * 1000] * 100 + ["\u2605"]
    if can:
        encoder.dump(large, file)
        assert json.loads(raw.getvalue().decode(encoding)) == large
    else:
        with pytest.raises(UnicodeEncodeError):
            encoder.dump(large, file)
        got = raw.getvalue().decode(encoding)
        assert got.startswith('["xxx') and not got.endswith("]")


@by_recipe
def test_lines_are_whole_under_every_recipe(recipe: encoder.Recipe, tmp_path: Path) -> None:
    """A newline after each record, breaks within texts escaped or no line feed; of a record that fails nothing, of
    those before it all; the error says which one it was."""
    rows = [{"a": "x\ny\r"}, [1, b"\n"], "s\u2028t\u0085", None, {}, nesting.Record({2})]
    expected = '{"a":"x\\ny\\r"}\n[1,"Cg=="]\n"s\u2028t\x85"\nnull\n{}\n{"a":[2],"b":1}\n'.encode()
    one = Encoder(recipe, default=lambda value: 1 / 0)
    for name, write in line_ways(one).items():
        file, text, path = io.BytesIO(), io.StringIO(), tmp_path / f"{name}.ndjson"
        for _ in range(2):
            write(iter(rows), file)
            write(iter(()), file)
        assert file.getvalue() == expected * 2
        if name != "async source":
            one.dump_lines(rows, text)
            one.dump_lines(rows, path)
            assert text.getvalue().encode() == expected == path.read_bytes()
        file = io.BytesIO()
        with pytest.raises(ZeroDivisionError) as caught:
            write(iter([*rows, {"i": [0, X()]}, 3]), file)
        assert file.getvalue() == expected and caught.value.__notes__ == ["while encoding $[6].i[1]"]
        file = io.BytesIO()
        with pytest.raises(encoder.InvalidValueError) as invalid:
            write(iter([{"i": 1}, {"i": [float("nan")]}, {"i": 3}]), file)
        assert file.getvalue() == b'{"i":1}\n' and invalid.value.path == (1, "i", 0)
    assert Encoder(recipe, ascii=True).encode_lines(rows[2:3]) == b'"s\\u2028t\\u0085"\n'


@by_recipe
def test_a_value_that_fails_at_once_opens_no_file(recipe: encoder.Recipe, tmp_path: Path) -> None:
    """An older file stays as it was, and none is made, whether the first member or the source fails."""

    def broken() -> Iterator[Any]:
        raise LookupError("row 0")
        yield

    one = Encoder(recipe, iterables="array")
    path = tmp_path / "kept.json"
    path.write_text("old")
    for make in (broken, lambda: [X()], lambda: {"a": broken()}, lambda: {(): 1}):
        for target in (path, tmp_path / "new.json"):
            with pytest.raises((LookupError, encoder.EncodeError)):
                one.dump(make(), target)
    assert path.read_text() == "old" and sorted(entry.name for entry in tmp_path.iterdir()) == ["kept.json"]
