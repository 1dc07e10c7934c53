"""Do the bytes reach a file whole, in pieces, and stop where an error stops them?"""

from __future__ import annotations

import bz2
import gzip
import io
import os
import tempfile
from pathlib import Path
from typing import Any

import corpus
import pytest

import encoder

TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
WRITERS = [encoder.Recipe(writer=name) for name in encoder.strategies()["writer"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)
PIECE = 65_536

LARGE: dict[str, Any] = {
    "rows": {"a": [{"i": i, "s": "x" * (i % 50), "b": [1.5, None, True]} for i in range(2500)]},
    "texts": ["v" * 100 for _ in range(1500)],
    "members": {f"k{i}": "ä" * 100 for i in range(700)},
    "numbers": list(range(25_000)),
    "long texts": ["x" * 70_000, ["y" * 70_000], {"k" * 70_000: "z" * 90_000}, "end"],
    "bytes": [b"\xff" * 5000] * 25,
    "records": [corpus.Person("n" * 40, i, ["t"]) for i in range(1800)],
    "odd keys": {i: {i: ["x" * 40] * 3} for i in range(1000)},
    "hooks": [{"x" * 60 + str(i)} for i in range(2000)],
    "deep": corpus.nest(["x" * 500] * 300, 300),
}


class Chunks:
    """No file, but it has `write`; keeps the pieces, as they were handed over."""

    def __init__(self) -> None:
        self.pieces: list[Any] = []

    def write(self, piece: Any) -> None:
        self.pieces.append(piece)

    @property
    def value(self) -> bytes:
        return b"".join(self.pieces)


class Short(io.RawIOBase):
    """Takes a few bytes at a time, as pipes and sockets do; answers None, what the script says, or the count."""

    def __init__(self, *script: Any, most: int = 7_001) -> None:
        self.got = b""
        self.script = list(script)
        self.most = most

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> Any:
        if self.script:
            answer = self.script.pop(0)
            if answer is not Ellipsis:
                return answer
        taken = bytes(data[: self.most])
        self.got += taken
        return len(taken)


@pytest.mark.parametrize("name", LARGE)
def test_dump_gives_what_encode_gives(name: str) -> None:
    """Binary and text, with every tree and every writer: the same characters."""
    expected = encoder.encode(LARGE[name], default=sorted)
    for recipe in (*TREES, *WRITERS, encoder.PLAIN):
        binary, text = io.BytesIO(), io.StringIO()
        assert encoder.dump(LARGE[name], binary, recipe=recipe, default=sorted) is None
        encoder.dump(LARGE[name], text, recipe=recipe, default=sorted)
        assert binary.getvalue() == expected and text.getvalue() == expected.decode()


@pytest.mark.parametrize("name", sorted(set(LARGE) - {"long texts", "deep"}))
def test_direct_dump_is_bounded(name: str) -> None:
    """Without a tree, pieces are about 64 KiB, however large the whole."""
    for writer in encoder.strategies()["writer"]:
        file = Chunks()
        encoder.dump(LARGE[name], file, writer=writer, default=sorted)
        sizes = [len(piece) for piece in file.pieces]
        assert len(sizes) > 1 and max(sizes) <= PIECE + 16_384


def test_one_long_text_does_not_make_later_pieces_long() -> None:
    """A value that is larger than a piece is written whole, and what follows is in pieces again."""
    file = Chunks()
    encoder.dump(["x" * 1_000_000, *range(100_000)], file)
    sizes = [len(piece) for piece in file.pieces]
    assert max(sizes[2:]) <= PIECE + 16_384 and sum(sizes) > 1_500_000


def test_a_small_value_is_one_piece_of_bytes() -> None:
    """Something that merely has `write` gets real bytes, once."""
    file = Chunks()
    encoder.dump({"a": 1}, file)
    assert file.pieces == [b'{"a":1}'] and type(file.pieces[0]) is bytes


@by_tree
def test_short_writes_lose_nothing(recipe: encoder.Recipe) -> None:
    """A raw file that takes a few bytes at a time gets all of them."""
    for name, value in LARGE.items():
        file = Short()
        encoder.dump(value, file, recipe=recipe, default=sorted)
        assert file.got == encoder.encode(value, default=sorted), name


@pytest.mark.parametrize("answer", [None, -1, 0, 10**6, 2**70])
def test_a_nonsense_count_is_an_error(answer: Any) -> None:
    """A file that would block, or that lies about what it took: an error, never silence, never for ever."""
    with pytest.raises(OSError) as caught:
        encoder.dump(["x" * 100], Short(answer))
    assert not isinstance(caught.value, encoder.EncodeError)
    with pytest.raises(OSError):
        encoder.dump(LARGE["texts"], Short(Ellipsis, Ellipsis, answer, most=100))


def test_text_files_get_characters(tmp_path: Path) -> None:
    """A text file takes str, whatever its encoding and newline are."""
    for encoding in ("utf-8", "utf-16", "utf-8-sig"):
        path = tmp_path / encoding
        with open(path, "w", encoding=encoding, newline="\r\n") as file:
            encoder.dump({"é": "★\n"}, file)
        assert path.read_text(encoding) == '{"é":"★\\n"}'


def test_a_text_file_that_cannot_take_it_gets_nothing(tmp_path: Path) -> None:
    """An encoding without the character: the file's own error, before anything is written."""
    path = tmp_path / "ascii"
    with open(path, "w", encoding="ascii") as file, pytest.raises(UnicodeEncodeError):
        encoder.dump({"é": 1}, file)
    assert path.read_bytes() == b""


def test_paths_of_every_kind_are_opened_and_closed(tmp_path: Path) -> None:
    """str and Path; UTF-8 without a mark at the front, no newline at the end; an older file is replaced."""
    for path in (str(tmp_path / "a"), tmp_path / "b"):
        Path(path).write_text("x" * 1000)
        encoder.dump({"é": [1]}, path)
        assert Path(path).read_bytes() == '{"é":[1]}'.encode()


@pytest.mark.parametrize("opener", [gzip.open, bz2.open])
def test_compressed_files_are_files(opener: Any, tmp_path: Path) -> None:
    """Whatever `write` does with the bytes, they come back."""
    with opener(tmp_path / "z", "wb") as file:
        encoder.dump(LARGE["rows"], file)
    with opener(tmp_path / "z", "rb") as file:
        assert file.read() == encoder.encode(LARGE["rows"])


def test_temporary_and_unbuffered_files() -> None:
    """Wrappers that only look like files, and files without a buffer."""
    for make in (
        tempfile.TemporaryFile,
        tempfile.NamedTemporaryFile,
        lambda: tempfile.SpooledTemporaryFile(max_size=1000),
        lambda: tempfile.TemporaryFile(buffering=0),
    ):
        with make() as file:
            encoder.dump(LARGE["texts"], file)
            file.seek(0)
            assert file.read() == encoder.encode(LARGE["texts"])
    for make in (
        lambda: tempfile.TemporaryFile("w+", encoding="utf-8"),
        lambda: tempfile.SpooledTemporaryFile(mode="w+", encoding="utf-8"),
    ):
        with make() as text:
            encoder.dump(["ä"], text)
            text.seek(0)
            assert text.read() == '["ä"]'


def test_a_pipe_takes_it_all() -> None:
    """A real descriptor, in pieces small enough for a pipe's buffer."""
    ends = os.pipe()
    with os.fdopen(ends[0], "rb") as reader, os.fdopen(ends[1], "wb", buffering=0) as file:
        encoder.dump(["x" * 20_000], file)
        file.close()
        assert reader.read() == encoder.encode(["x" * 20_000])


@by_tree
def test_a_failed_dump_leaves_a_prefix_only(recipe: encoder.Recipe) -> None:
    """Nothing at all of a small one; of a large one some whole pieces, which are no JSON and no more than came."""
    file = Chunks()
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        encoder.dump({"a": [1, corpus.Plain()]}, file, recipe=recipe)
    assert file.pieces == [] and caught.value.path == ("a", 1)
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        encoder.dump({"rows": [*range(50_000), corpus.Plain()]}, file, recipe=recipe)
    whole = encoder.encode({"rows": [*range(50_000)]})
    assert whole.startswith(file.value) and len(file.value) < len(whole) - 2
    assert caught.value.path == ("rows", 50_000)
    encoder.dump([1], file, recipe=recipe)
    assert file.pieces[-1] == b"[1]"


@by_tree
def test_a_value_that_fails_at_once_leaves_an_old_file_alone(recipe: encoder.Recipe, tmp_path: Path) -> None:
    """A path is opened when there is something to write."""
    path = tmp_path / "kept"
    path.write_text("old")
    with pytest.raises(encoder.EncodeError):
        encoder.dump([corpus.Plain()], path, recipe=recipe)
    assert path.read_text() == "old"


class Full(Chunks):
    """A disk that is full after some pieces."""

    def write(self, piece: Any) -> None:
        if len(self.pieces) >= 2:
            raise OSError(28, "No space left on device")
        super().write(piece)


@by_tree
@pytest.mark.parametrize("name", LARGE)
def test_what_a_file_raises_comes_out(name: str, recipe: encoder.Recipe) -> None:
    """The file's own error, whatever container was being written; the next call is clean."""
    value = [LARGE[name]] * 3
    file = Full()
    try:
        encoder.dump(value, file, recipe=recipe, default=sorted)
    except OSError as error:
        assert error.errno == 28
    else:
        assert recipe.tree != "direct" and len(file.pieces) <= 2
    assert encoder.encode({"ok": [1]}, recipe=recipe) == b'{"ok":[1]}'


@by_tree
@pytest.mark.parametrize("name", LARGE)
def test_a_file_may_change_what_is_written(name: str, recipe: encoder.Recipe) -> None:
    """A `write` that empties the containers it is being sent: "changed", or the whole; never a crash."""
    value = copy_of(LARGE[name])

    class Hostile(Chunks):
        def write(self, piece: Any) -> None:
            super().write(piece)
            clear(value)

    file = Hostile()
    try:
        encoder.dump(value, file, recipe=recipe, default=sorted)
    except encoder.ChangedDuringEncodingError:
        pass
    assert encoder.encode([LARGE[name]], default=sorted).startswith(b"[" + file.value[:60_000])
    assert encoder.encode([1], recipe=recipe) == b"[1]"


def copy_of(value: Any) -> Any:
    """The same lists and dicts, new."""
    if isinstance(value, dict):
        return {key: copy_of(inner) for key, inner in value.items()}
    return [copy_of(inner) for inner in value] if isinstance(value, list) else value


def clear(value: Any) -> None:
    """Empty a container and all below it."""
    if isinstance(value, (list, dict)):
        inner = list(value.values()) if isinstance(value, dict) else list(value)
        value.clear()
        for one in inner:
            clear(one)


@by_tree
def test_a_file_may_encode(recipe: encoder.Recipe) -> None:
    """A `write` that encodes and dumps on its own gets other writers."""

    class Logging(Chunks):
        def write(self, piece: Any) -> None:
            super().write(piece)
            assert encoder.encode({"log": len(piece)}, recipe=recipe).startswith(b'{"log":')
            inner = io.BytesIO()
            encoder.dump(LARGE["texts"], inner, recipe=recipe)
            assert len(inner.getvalue()) > 150_000

    file = Logging()
    encoder.dump(LARGE["rows"], file, recipe=recipe)
    assert file.value == encoder.encode(LARGE["rows"])


def test_something_without_write_is_refused() -> None:
    """No file: Python's usual error."""
    for nothing in (None, object(), 3.5):
        with pytest.raises((TypeError, AttributeError)):
            encoder.dump([1], nothing)
    with pytest.raises(FileNotFoundError):
        encoder.dump([1], "/no/such/folder/file.json")
    closed = io.BytesIO()
    closed.close()
    with pytest.raises(ValueError, match="closed"):
        encoder.dump([1], closed)
    with pytest.raises(io.UnsupportedOperation), open(os.devnull, "rb") as reading:
        encoder.dump([1], reading)
