"""Is it known before anything is written what a file takes, and is its answer never misread?"""

from __future__ import annotations

import asyncio
import bz2
import codecs
import gzip
import io
import lzma
import os
import socket
import tempfile
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import encoder
from encoder.sinks import Sink, is_text

VALUE = {"é": ["★", 1.5]}
TEXT = '{"é":["★",1.5]}'


class Answers:
    """No real file: `write` keeps what it is given and answers what the test wants."""

    def __init__(self, answer: Any, **attributes: Any) -> None:
        self.answer = answer
        self.got: list[Any] = []
        vars(self).update(attributes)

    def write(self, piece: Any) -> Any:
        self.got.append(bytes(piece) if isinstance(piece, memoryview) else piece)
        return self.answer


@pytest.mark.parametrize("name", ["ascii", "utf-8", "utf-16", "latin-1"])
def test_codecs_writers_take_text(name: str, tmp_path: Path) -> None:
    """Those of a text codec, alone or as codecs.open makes them, though the file below is binary."""
    value = {"k": "abc"} if name in ("ascii", "latin-1") else VALUE
    raw = io.BytesIO()
    encoder.dump(value, codecs.getwriter(name)(raw))
    assert raw.getvalue().decode(name) == encoder.encode_str(value)
    with open(tmp_path / "a", "wb") as below:
        reader, writer = codecs.getreader(name), codecs.getwriter(name)
        encoder.dump(value, codecs.StreamReaderWriter(below, reader, writer))
    assert (tmp_path / "a").read_bytes().decode(name) == encoder.encode_str(value)


def test_codecs_of_bytes_take_bytes() -> None:
    """A compressing codec's writer, and a recoder, are written UTF-8."""
    raw = io.BytesIO()
    encoder.dump(VALUE, codecs.getwriter("zlib")(raw))
    assert codecs.decode(raw.getvalue(), "zlib") == TEXT.encode()
    raw = io.BytesIO()
    encoder.dump({"é": 1}, codecs.EncodedFile(raw, "utf-8", "utf-16"))
    assert raw.getvalue().decode("utf-16") == '{"é":1}'


def test_archives_and_compressed_files_take_bytes_or_text(tmp_path: Path) -> None:
    """Whatever their `mode` looks like: gzip's is a number, that of a file in an archive has no b."""
    with zipfile.ZipFile(tmp_path / "z", "w") as archive, archive.open("a.json", "w") as member:
        assert not is_text(member)
        encoder.dump(VALUE, member)
    assert zipfile.ZipFile(tmp_path / "z").read("a.json") == TEXT.encode()
    for opener in (gzip.open, bz2.open, lzma.open):
        for mode, is_text_mode in (("wb", False), ("wt", True)):
            encoding = {"encoding": "utf-8"} if is_text_mode else {}
            with opener(tmp_path / "c", mode, **encoding) as file:  # type: ignore[operator]
                assert is_text(file) is is_text_mode
                encoder.dump(VALUE, file)
            with opener(tmp_path / "c", "rb") as file:  # type: ignore[operator]
                assert file.read() == TEXT.encode()


def test_wrappers_pass_on_what_they_wrap() -> None:
    """tempfile's wrappers are no io classes; sockets' files are."""
    for make in (tempfile.NamedTemporaryFile, tempfile.SpooledTemporaryFile):
        for mode in ("w+", "w+b"):
            with make(mode=mode) as file:
                assert is_text(file) is (mode == "w+")
    left, right = socket.socketpair()
    with left, right, left.makefile("wb") as binary, left.makefile("w", encoding="utf-8") as text:
        encoder.dump(VALUE, binary)
        binary.flush()
        encoder.dump(VALUE, text)
        text.flush()
        left.shutdown(socket.SHUT_WR)
        assert right.recv(1000, socket.MSG_WAITALL) == TEXT.encode() * 2


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({}, False),
        ({"mode": "w"}, True),
        ({"mode": "wb"}, False),
        ({"mode": "wb", "encoding": "utf-8"}, False),
        ({"encoding": "utf-8"}, True),
        ({"mode": 1, "encoding": None}, False),
        ({"mode": mock.MagicMock(), "encoding": mock.MagicMock()}, False),
    ],
)
def test_something_with_write_says_what_it_takes(attributes: dict[str, Any], expected: bool) -> None:
    """A mode says it, else an encoding that is a str, as text files have; what says nothing takes bytes."""
    file = Answers(None, **attributes)
    encoder.dump(VALUE, file)
    assert file.got == [TEXT if expected else TEXT.encode()]


def test_a_text_writer_that_hides_it_is_told_how_to_say_so() -> None:
    """Its own TypeError, with a note; no second attempt."""

    class Hidden(Answers):
        def write(self, piece: Any) -> Any:
            super().write(piece)
            return "".join([piece])

    file = Hidden(None)
    with pytest.raises(TypeError) as caught:
        encoder.dump(VALUE, file)
    assert "`encoding`" in caught.value.__notes__[0] and len(file.got) == 1


def test_an_answer_that_is_no_count_says_nothing() -> None:
    """None, True, the object itself, a mock: what is no real file took everything, once."""
    for file in (mock.Mock(), mock.mock_open()()):
        encoder.dump(VALUE, file)
        file.write.assert_called_once_with(TEXT.encode())
    for answer in (None, True, "ok", object()):
        told = Answers(answer)
        encoder.dump(VALUE, told)
        assert told.got == [TEXT.encode()]
    text = Answers(3, mode="w")  # some text files count bytes, or what a compressor gave out
    encoder.dump(VALUE, text)
    assert text.got == [TEXT]


@pytest.mark.parametrize("answer", [False, 0, -1, 10**6])
def test_a_count_that_cannot_be_is_an_error(answer: Any) -> None:
    """Of anything: too much or nothing at all; never for ever, never silence."""
    file = Answers(answer)
    with pytest.raises(OSError, match=f"says it took {answer!r} of"):
        encoder.dump(VALUE, file)
    assert len(file.got) == 1


def test_small_counts_are_honoured() -> None:
    """What was not taken is offered again, and nothing else is."""
    file = Answers(2)
    encoder.dump([1, 22], file)
    assert file.got == [b"[1,22]", b",22]", b"2]"]


def test_an_async_file_is_told_from_others() -> None:
    """It would be written never: an error that names adump, and no warning of a lost coroutine."""

    class Async:
        async def write(self, piece: bytes) -> None:
            raise AssertionError("never awaited")

    with pytest.raises(TypeError, match="adump"):
        encoder.dump(VALUE, Async())


def test_a_broken_pipe_comes_out() -> None:
    """BrokenPipeError, as it is, of raw and buffered files."""
    for buffering in (0, -1):
        reading, writing = os.pipe()
        os.close(reading)
        with pytest.raises(BrokenPipeError), os.fdopen(writing, "wb", buffering) as file:
            encoder.dump(["x" * 100_000] * 3, file)


def test_a_full_pipe_that_may_not_block_is_an_error() -> None:
    """BlockingIOError, at once."""
    for buffering in (0, -1):
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        with os.fdopen(reading, "rb"), pytest.raises(BlockingIOError):
            with os.fdopen(writing, "wb", buffering) as file:
                try:
                    encoder.dump(["x" * 100_000] * 3, file)
                finally:
                    if buffering:
                        file.detach().close()


@pytest.mark.parametrize("name", ["ascii", "cp1252", "utf-8", "utf-16"])
def test_an_encoding_that_lacks_a_character_gets_nothing(name: str) -> None:
    """The file's own error before the first character, with a note that says what helps; else all of it."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=name, newline="\r\n", write_through=True)
    if name in ("ascii", "cp1252"):
        with pytest.raises(UnicodeEncodeError) as caught:
            encoder.dump({"t": "caf\u00e9 \u2605"}, file)
        assert "ascii=True" in caught.value.__notes__[0] and raw.getvalue() == b""
    else:
        encoder.dump({"t": "caf\u00e9 \u2605"}, file)
        assert raw.getvalue().decode(name) == '{"t":"caf\u00e9 \u2605"}'


def test_newlines_are_the_text_files_own(tmp_path: Path) -> None:
    """A text file is given the same characters as any other, and does with newlines what it was opened for."""
    path = tmp_path / "a"
    for newline, expected in (("", b"[\n]\n"), ("\n", b"[\n]\n"), ("\r\n", b"[\r\n]\r\n")):
        with open(path, "w", encoding="utf-8", newline=newline) as file:
            Sink(file).write(b"[\n]\n")
        assert path.read_bytes() == expected


def test_a_path_is_opened_by_its_first_piece(tmp_path: Path) -> None:
    """Even an empty one; it is closed by whoever opened it, and the caller's own file is not."""
    path = tmp_path / "a"
    sink = Sink(path)
    sink.close()
    assert not path.exists()
    sink.write(b"")
    sink.close()
    assert path.read_bytes() == b"" and sink.file.closed
    file = io.BytesIO()
    sink = Sink(file)
    sink.write(b"1")
    sink.close()
    assert file.getvalue() == b"1"


def test_what_passes_for_a_path_is_one() -> None:
    """By its text: a MagicMock has one, and is also the number 1, which is not to be taken for standard output."""
    with pytest.raises(FileNotFoundError, match="MagicMock/"):
        encoder.dump(VALUE, mock.MagicMock())


def test_what_is_no_file_is_told_by_the_name_of_the_call() -> None:
    """Also that the value comes first, for those who are used to it the other way round."""
    with pytest.raises(TypeError, match=r"^dump needs a path .*, not list; the value comes first: dump\(value, file\)"):
        encoder.dump("rows.json", [1])
    with pytest.raises(TypeError, match=r"^adump needs a path .*, not NoneType; .*: adump\(value, file\)"):
        asyncio.run(encoder.adump([1], None))
