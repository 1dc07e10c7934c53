"""Is a file of lines always whole lines, whatever the records, the iterable and the file do?"""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import corpus
import pytest

import encoder
from encoder import Encoder
from encoder.lines import dump_lines, encode_lines

PIECE = 65_536
ENCODER = Encoder()


class Foreign:
    """Something that nothing says how to write."""


class Chunks:
    """No file, but it has `write`; keeps the pieces, as they were handed over."""

    def __init__(self) -> None:
        self.pieces: list[Any] = []

    def write(self, piece: Any) -> None:
        self.pieces.append(piece)


def test_a_newline_after_every_record() -> None:
    """Also after the last, so that files can be joined; and none of its own where there is no record."""
    file = io.BytesIO()
    dump_lines(ENCODER, [{"a": "x\ny"}, [1], "s\u2028t\u0085", None, {}], file)
    dump_lines(ENCODER, [], file)
    dump_lines(ENCODER, [{"z": 1}], file)
    lines = file.getvalue().split(b"\n")
    assert [json.loads(line) for line in lines[:-1]] == [{"a": "x\ny"}, [1], "s\u2028t\u0085", None, {}, {"z": 1}]
    assert lines[-1] == b""
    assert encode_lines(ENCODER, [1, "a", []]) == b'1\n"a"\n[]\n'
    assert encode_lines(ENCODER, []) == b""


@pytest.mark.parametrize("values", [[1, 2], (1, 2), {1: 0, 2: 0}.keys(), iter([1, 2]), range(1, 3), map(int, "12")])
def test_any_iterable_will_do(values: Any) -> None:
    """Lists, views, iterators: whatever a for loop takes."""
    assert encode_lines(ENCODER, values) == b"1\n2\n"


@pytest.mark.parametrize("single", [{"a": 1}, "text", b"bytes", bytearray(b"bytes")])
def test_one_record_is_not_many(single: Any) -> None:
    """A dict or a text in place of the records would be written as its keys or characters: refused."""
    file = io.BytesIO()
    for write in (lambda: encode_lines(ENCODER, single), lambda: dump_lines(ENCODER, single, file)):
        with pytest.raises(TypeError, match=f"put a single {type(single).__name__} in a list"):
            write()
    with pytest.raises(TypeError, match="not iterable"):
        encode_lines(ENCODER, 5)  # type: ignore[arg-type]
    assert file.getvalue() == b""


@pytest.mark.parametrize("changes", [{"indent": 2}, {"indent": 0}, {"indent": ""}, {"layout": (",\n", ":")}])
def test_what_breaks_lines_is_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    """A record is one line: an indent raises before anything is opened, and says so."""
    path = tmp_path / "kept"
    path.write_text("old")
    with pytest.raises(ValueError, match="here a record is one line") as caught:
        dump_lines(Encoder(**changes), [1], path)
    assert str(caught.value).startswith(f"{next(iter(changes))}=") and path.read_text() == "old"


def test_the_newline_is_an_option() -> None:
    """Records may end as lines do on Windows."""
    assert encode_lines(Encoder(newline="\r\n"), [1, "\n"]) == b'1\r\n"\\n"\r\n'


def test_files_of_every_kind(tmp_path: Path) -> None:
    """A path as str or Path (also for no records: an older file is emptied), a text file, one that takes little."""

    class Short(io.RawIOBase):
        got = b""

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.got += bytes(data[:7])
            return len(data[:7])

    records, expected = [{"é": i} for i in range(100)], "".join(f'{{"é":{i}}}\n' for i in range(100))
    text, short = io.StringIO(), Short()
    dump_lines(ENCODER, records, text)
    dump_lines(ENCODER, records, short)
    assert text.getvalue() == expected and short.got == expected.encode()
    for path in (tmp_path / "a", str(tmp_path / "b")):
        dump_lines(ENCODER, iter(records), path)
        assert Path(path).read_bytes() == expected.encode()
        dump_lines(ENCODER, [], path)
        assert Path(path).read_bytes() == b""


def test_pieces_are_whole_lines() -> None:
    """Lines are gathered to about 64 KiB, and no piece ends within one."""
    file = Chunks()
    dump_lines(ENCODER, ({"i": i, "s": "x" * (i % 90)} for i in range(5000)), file)
    assert len(file.pieces) > 3 and all(piece.endswith(b"\n") for piece in file.pieces)
    assert all(PIECE <= len(piece) < PIECE + 200 for piece in file.pieces[:-1])
    rows = [json.loads(line) for line in b"".join(file.pieces).splitlines()]
    assert rows == [{"i": i, "s": "x" * (i % 90)} for i in range(5000)]


def test_memory_does_not_grow_with_the_records() -> None:
    """What is held is a piece and a record, however many there are."""

    class Null:
        def write(self, piece: bytes) -> None:
            pass

    def peak(count: int) -> int:
        tracemalloc.start()
        dump_lines(ENCODER, ({"i": i, "s": "x" * 50} for i in range(count)), Null())
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(5000)
    assert peak(40_000) < 1.1 * peak(5000)


def test_a_record_that_fails_leaves_whole_lines() -> None:
    """What was gathered before it is written; the error says which record, and where in it."""
    file = io.BytesIO()
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        dump_lines(ENCODER, [{"i": 1}, {"i": Foreign()}, {"i": 3}], file)
    assert file.getvalue() == b'{"i":1}\n'
    assert caught.value.path == (1, "i") and str(caught.value).startswith("$[1].i: cannot encode")
    with pytest.raises(encoder.InvalidValueError) as invalid:
        encode_lines(ENCODER, [1, 2, float("nan")])
    assert invalid.value.path == (2,) and invalid.value.args == (invalid.value.reason, (2,))
    assert invalid.value.__cause__ is None and invalid.value.__context__ is None
    file = io.BytesIO()
    with pytest.raises(encoder.UnsupportedTypeError):
        dump_lines(ENCODER, [*range(30_000), Foreign()], file)
    assert file.getvalue() == b"".join(b"%d\n" % i for i in range(30_000))


def test_a_first_record_that_fails_leaves_an_old_file_alone(tmp_path: Path) -> None:
    """A path is opened when there is a line to write."""
    path = tmp_path / "kept"
    path.write_text("old")
    with pytest.raises(encoder.EncodeError):
        dump_lines(ENCODER, [Foreign()], path)
    assert path.read_text() == "old"
    with pytest.raises(encoder.EncodeError):
        dump_lines(ENCODER, [1, Foreign()], path)
    assert path.read_text() == "1\n"


def test_what_the_iterable_raises_comes_out() -> None:
    """The caller's own error, as it is; whole lines until there, and no more."""
    own = ConnectionError("db gone")

    def rows() -> Iterator[int]:
        yield 1
        yield 2
        raise own

    file = io.BytesIO()
    with pytest.raises(ConnectionError) as caught:
        dump_lines(ENCODER, rows(), file)
    assert caught.value is own and file.getvalue() == b"1\n2\n"
    assert own.__notes__ == ["while the iterable was asked for record 2, counted from 0"]
    with pytest.raises(ConnectionError):
        encode_lines(ENCODER, rows())


def test_what_a_hook_raises_says_which_record() -> None:
    """The hook's own error, also where it is one of ours, with a note of the place that counts the records."""
    inner = encoder.InvalidValueError("of another document", ("x",))
    for own in (KeyError("missing"), inner):

        def hook(value: object, own: Exception = own) -> object:
            raise own

        with pytest.raises(type(own)) as caught:
            encode_lines(Encoder(default=hook), [1, {"a": [Foreign()]}])
        assert caught.value is own and own.__notes__ == ["while encoding $[1].a[0]"]
    assert inner.path == ("x",)


def test_what_a_file_raises_comes_out_once() -> None:
    """A full disk: its own error, and nothing is written after it."""

    class Full(Chunks):
        def write(self, piece: Any) -> None:
            super().write(piece)
            raise OSError(28, "No space left on device")

    file = Full()
    with pytest.raises(OSError) as caught:
        dump_lines(ENCODER, range(100_000), file)
    assert caught.value.errno == 28 and len(file.pieces) == 1


RECORDS: list[Any] = [value for _, value, _ in corpus.VALUES]


@pytest.mark.parametrize("recipe", corpus.recipes(), ids=corpus.spell)
@pytest.mark.parametrize("options", [{}, {"newline": "\r\n"}, {"ascii": True}, {"layout": "spaced"}], ids=str)
def test_each_line_is_what_encode_gives(recipe: encoder.Recipe, options: dict[str, Any]) -> None:
    """By every recipe, of values of every type, from a list and from an iterator, at once and in pieces."""
    one = Encoder(recipe, default=corpus.replace, **options)
    newline = one.options.newline.encode()
    expected = b"".join(one.encode(value) + newline for value in RECORDS)
    file = io.BytesIO()
    one.dump_lines(iter(RECORDS), file)
    assert one.encode_lines(RECORDS) == one.encode_lines(iter(RECORDS)) == file.getvalue() == expected


def test_a_call_is_clean_after_a_record_that_failed() -> None:
    """Wherever in a record it happened, and whatever was open there."""
    bad: list[Any] = [Foreign(), [1, {"a": [Foreign()]}], {"a": float("nan")}, ["\ud800"], {(): 1}, [{"\ud800": 1}]]
    for value in bad:
        for _ in range(2):
            file = io.BytesIO()
            with pytest.raises(encoder.EncodeError) as caught:
                dump_lines(ENCODER, [[1], {"b": 2}, value, 3], file)
            assert caught.value.path[0] == 2 and file.getvalue() == b'[1]\n{"b":2}\n'
            assert encode_lines(ENCODER, [1]) == b"1\n" and ENCODER.encode([2]) == b"[2]"


def test_hooks_may_change_the_list_of_records() -> None:
    """It is read as a for loop reads it: what is added is written too, what is taken away is not."""

    def encoded(hook: Any, records: list[Any]) -> bytes:
        return encode_lines(Encoder(default=lambda value: hook(records)), records)

    assert encoded(lambda records: records.append(len(records)) or "x", [Foreign(), 1]) == b'"x"\n1\n2\n'
    assert encoded(lambda records: records.clear() or "x", [Foreign(), 1, 2]) == b'"x"\n'


def test_calls_within_the_records_have_writers_of_their_own() -> None:
    """A hook and a generator that encode lines while lines are encoded."""

    def rows(level: int) -> Iterator[Any]:
        for index in range(3):
            yield [index, one.encode_lines(rows(level - 1)).decode() if level else Foreign()]

    one = Encoder(default=lambda value: encode_lines(ENCODER, [1, [2]]).decode())
    inner = "".join(json.dumps([index, "1\n[2]\n"], separators=(",", ":")) + "\n" for index in range(3))
    outer = "".join(json.dumps([index, inner], separators=(",", ":")) + "\n" for index in range(3))
    assert one.encode_lines(rows(0)).decode() == inner and one.encode_lines(rows(1)).decode() == outer


@pytest.mark.skipif(encoder.build != "compiled", reason="interpreted the result is a copy of what was gathered")
def test_lines_are_gathered_in_the_result() -> None:
    """A steady call holds little more than the bytes that it returns."""
    records = [{"id": index, "name": f"user {index}"} for index in range(20_000)]
    size = len(encode_lines(ENCODER, records))
    encode_lines(ENCODER, records)
    tracemalloc.start()
    encode_lines(ENCODER, records)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size < peak < 1.1 * size + 2 * PIECE  # and the block of bytes that it began with
