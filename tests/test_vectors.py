"""Does the kernel write arrays of numbers as their lists would be, stop where it must, and hold nothing meanwhile?"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import tracemalloc
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from absence import needed

import encoder
from encoder import Encoder

np = needed("numpy")

HERE = Path(__file__).parent
COMPILED = encoder.build == "compiled"
KINDS = ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")
SHAPES = [(), (0,), (1,), (7,), (900,), (0, 3), (3, 0), (2, 3), (40, 1), (1, 40), (70, 9), (2, 1, 3), (3, 2, 2, 5),
          (1,) * 9, (2,) * 7]  # fmt: skip


def spell(value: Any) -> str:
    """The text of a list of lists, as the standard library writes it."""
    return json.dumps(value, separators=(",", ":"))


def text_of(value: Any) -> str:
    """The text of an array: of narrow floats by numpy's own shortest digits."""
    if value.dtype.char in "ef":
        digits = [float(np.format_float_scientific(number, unique=True)) for number in value.ravel()]
        value = np.array(digits, dtype="f8").reshape(value.shape)
    return spell(value.tolist())


def numbers(kind: str, count: int, chance: np.random.Generator) -> Any:
    """All magnitudes that a kind has: random bits, and numbers of few digits."""
    kind = np.dtype(kind)
    if kind.char == "?":
        return chance.integers(0, 2, count).astype("?")
    bits = np.frombuffer(chance.bytes(count * kind.itemsize), dtype=kind).copy()
    small = chance.integers(0, 2, count) == 0
    if kind.kind == "f":
        bits[~np.isfinite(bits)] = 1.5
        bits[small] = (chance.integers(-1000, 1000, count) / 8).astype(kind)[small]
        return bits
    with np.errstate(all="ignore"):
        shift = chance.integers(0, 8 * kind.itemsize, count).astype(kind)
        bits[small] = (bits >> shift)[small]
    return bits


def views(value: Any) -> Iterator[Any]:
    """The same numbers in other orders and other places of memory."""
    yield value
    yield np.asfortranarray(value)
    yield value.T
    yield value[..., ::-1] if value.ndim else value
    yield value[::2] if value.ndim else value
    yield np.repeat(value, 3, axis=-1)[..., ::3] if value.ndim and value.size else value
    memory = bytearray(value.nbytes + 1)
    memory[1:] = value.tobytes()
    yield np.frombuffer(memory, dtype=value.dtype, offset=1, count=value.size).reshape(value.shape)
    yield np.broadcast_to(value, (2, *value.shape))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_shape_and_layout(kind: str) -> None:
    """The text of `tolist`, alone and below other containers; narrow floats by numpy's shortest digits."""
    chance = np.random.default_rng(KINDS.index(kind))
    one = Encoder()
    for shape in SHAPES:
        made = numbers(kind, math.prod(shape), chance).reshape(shape)
        for view in views(made):
            text = text_of(view)
            assert one.encode(view).decode() == text, (shape, view.strides)
            assert one.encode([view, {"k": view}]).decode() == f'[{text},{{"k":{text}}}]'


def test_every_float16_and_every_small_integer() -> None:
    """Each half that is finite, and the integers around every length of up to seven digits."""
    halves = np.arange(65536, dtype="u2").view("f2")
    halves = halves[np.isfinite(halves)]
    assert encoder.encode(halves).decode() == text_of(halves)
    whole = np.arange(-(2**15), 2**15, dtype="i2")
    assert encoder.encode(whole).decode() == spell(whole.tolist())
    edges = [10**power + near for power in range(20) for near in (-1, 0, 1)]
    assert encoder.encode(np.array(edges, dtype="u8")).decode() == spell(edges)
    below = [-edge for edge in edges if edge < 2**63]
    assert encoder.encode(np.array(below, dtype="i8")).decode() == spell(below)
    assert encoder.encode(np.arange(10**6, dtype="u4")).decode() == spell(list(range(10**6)))


@pytest.mark.parametrize("level", ["baseline", "ssse3", "avx2", "avx512"])
@pytest.mark.skipif(not COMPILED, reason="the interpreted build has one level")
def test_every_instruction_set_writes_the_same(level: str) -> None:
    """The kernels of every level that this machine has: all kinds, random bits and few digits."""
    code = (
        "import encoder, sys, test_vectors\n"
        "for number, kind in enumerate(test_vectors.KINDS):\n"
        "    value = test_vectors.numbers(kind, 3000, test_vectors.np.random.default_rng(number)).reshape(50, 60)\n"
        "    assert encoder.encode(value).decode() == test_vectors.text_of(value), kind\n"
        "print(encoder.Encoder().isa)\n"
    )
    environment = {**os.environ, "ENCODER_ISA": level, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=HERE, env=environment, capture_output=True, text=True, timeout=60
    )
    if "no such level" in child.stderr:
        pytest.skip(f"this machine has no {level}")
    assert child.stdout.strip() == level, child.stderr


def test_every_byte_is_a_truth() -> None:
    """Whatever lies in memory that is said to hold truths: all but zero is true."""
    value = np.frombuffer(bytes(range(256)), dtype="?")
    assert encoder.encode(value).decode() == spell(value.tolist())


@pytest.mark.parametrize("code", "bBhHiIlLqQfd")
def test_arrays_of_the_standard_library(code: str) -> None:
    """Of every type code of numbers, empty too."""
    top = 2 ** (8 * array(code).itemsize - (code.islower())) - 1 if code not in "fd" else 2**24
    value = array(code, [0, 1, top, 100, 12])
    assert encoder.encode({"a": [value, array(code)]}).decode() == spell({"a": [value.tolist(), []]})


class Hidden(np.ndarray):
    """A subclass, which has the rule for all that the kernel leaves alone."""


ODD = [
    (np.array([1, 2, np.nan]), (2,)),
    (np.array([np.inf], "f4"), (0,)),
    (np.array([[1, 2], [-np.inf, 3]], "f2"), (1, 0)),
    (np.array([[[0.5, 1], [1, 2]], [[1, 2], [3, np.nan]]]), (1, 1, 1)),
    (np.full((3, 2, 2), np.nan, "f4"), (0, 0, 0)),
    (np.array([*[0.1] * 70_000, np.inf]), (70_000,)),
]


def test_numbers_that_are_not_finite() -> None:
    """The option decides, as it does of the rule's lists; the error has the index along every axis."""
    for value, place in ODD:
        for options in ({"non_finite": "null"}, {"non_finite": "literal"}, {"non_finite": ("p", "n", "x")}):
            one = Encoder(**options)
            assert one.encode([value, 1]) == one.encode([value.view(Hidden), 1])
        for outer, before in ((value, ()), ([value], (0,)), ({"a": [0, value]}, ("a", 1))):
            with pytest.raises(encoder.InvalidValueError) as caught:
                encoder.encode(outer)
            assert caught.value.path == (*before, *place)
    with pytest.raises(encoder.InvalidValueError) as caught:
        encoder.encode([np.float32("nan")])
    assert caught.value.path == (0,)


def test_the_depth_is_counted_as_before() -> None:
    """Too deep is an array at the same depths, and at the same place, as by its rule."""
    for shape in ((), (2,), (1, 2), (1, 1, 2), (2, 0)):
        for depth in range(1, 7):
            for levels in range(3):
                answers = []
                for value in (np.ones(shape), np.ones(shape).view(Hidden)):
                    for _ in range(levels):
                        value = [value]
                    try:
                        answers.append(encoder.encode(value, max_depth=depth))
                    except encoder.TooDeepError as error:
                        answers.append((error.path, str(error)))
                assert answers[0] == answers[1], (shape, depth, levels)


def vectors(value: Any, **options: Any) -> tuple[int, int]:
    """How many arrays a steady call's runs wrote, and how many values they left to the walk."""
    one = Encoder(**options)
    one.encode(value)
    counts = one.count(value)
    return counts["vectors"], counts["met"]


@pytest.mark.skipif(not COMPILED, reason="only the compiled build has the kernel")
def test_runs_write_arrays_themselves() -> None:
    """Arrays of all kinds and scalars, and no value is met by the walk, but where somebody else must see it."""
    for kind in KINDS:
        value = np.ones((3, 4), kind)
        assert vectors([value, value[:, 0], {"a": value[0, 0]}]) == (3, 0)
        assert vectors(value) == (1, 0)
    assert vectors([array("f", [1]), array("i", [])]) == (2, 0)
    assert vectors([np.zeros(0), np.array(3)]) == (2, 0)
    value = np.ones(3)
    for others in (np.ones(3, ">f8"), np.ones(3, "g"), value.view(Hidden), np.ma.ones(3), np.ones((3, 0))):
        assert vectors([others])[0] == 0
    for options in (
        {"floats": "ecmascript"},
        {"big_ints": "string_53"},
        {"rules": {int: str}},
        {"recipe": encoder.FAST.with_(arrays="text")},
        {"recipe": encoder.FAST.with_(arrays="elementwise")},
        {"recipe": encoder.FAST.with_(tree="value")},
        {"recipe": encoder.FAST.with_(path="copied")},
    ):
        assert vectors([value], **options)[0] == 0


@pytest.mark.skipif(not COMPILED, reason="only the compiled build has the kernel")
def test_the_first_array_takes_no_other_way() -> None:
    """Of a class that no run knows yet the walk asks the kernel too, which may stop and go on."""
    many = np.arange(100_000)
    counts = Encoder().count(many)
    assert (counts["vectors"], counts["arrays"], counts["flat"]) == (1, 0, 0)


class Sink:
    """A file that counts, and may do something at each piece."""

    def __init__(self, act: Any = None) -> None:
        self.pieces: list[bytes] = []
        self.act = act

    def write(self, piece: bytes) -> None:
        self.pieces.append(piece)
        if self.act is not None:
            self.act(len(self.pieces))


LARGE = [
    np.random.default_rng(1).random(40_000),
    np.arange(300_000, dtype="u1").reshape(3, 100_000),
    np.arange(300_000, dtype="i4").reshape(100_000, 3),
    np.arange(200_000, dtype="f4").reshape(200_000, 1) / 7,
    np.ones((50, 50, 50), dtype="?"),
    np.arange(2**16, dtype="u2").reshape((2,) * 16),
    array("q", range(-50_000, 50_000)),
]


def test_pieces_join_to_the_whole() -> None:
    """Wherever a piece is cut: in files, in iterators of pieces, in the caller's memory."""
    one = Encoder()
    for value in LARGE:
        text = spell(value.tolist()) if not (hasattr(value, "dtype") and value.dtype.char == "f") else text_of(value)
        for outer, wanted in ((value, text), ({"a": [1, value], "b": 2}, f'{{"a":[1,{text}],"b":2}}')):
            assert one.encode(outer).decode() == wanted
            sink = Sink()
            one.dump(outer, sink)
            assert b"".join(sink.pieces).decode() == wanted
            assert max(map(len, sink.pieces)) <= 65_536 + 640
            assert b"".join(one.pieces(outer)).decode() == wanted
            memory = bytearray(len(wanted))
            assert one.encode_into(outer, memory) == len(wanted) and memory.decode() == wanted
            with pytest.raises(encoder.BufferTooSmallError):
                one.encode_into(outer, bytearray(len(wanted) - 1))


def test_odd_numbers_in_pieces() -> None:
    """An array that stops both for them and for its sink goes on behind each."""
    value = np.arange(60_000, dtype="f8").reshape(20_000, 3)
    value[::7, 1] = np.nan
    value[-1, -1] = np.inf
    one = Encoder(non_finite="null")
    sink = Sink()
    one.dump([value, 1], sink)
    wanted = [[None if not math.isfinite(number) else number for number in row] for row in value.tolist()]
    assert b"".join(sink.pieces).decode() == spell([wanted, 1])


def test_a_large_array_needs_no_memory() -> None:
    """The text of ten million numbers, never more than a piece of it at a time."""
    value = np.broadcast_to(np.float64(0.1), (10_000_000,)) if COMPILED else np.zeros(100_000)
    total = 0

    class Counting:
        def write(self, piece: bytes) -> None:
            nonlocal total
            total += len(piece)

    tracemalloc.start()
    encoder.dump(value, Counting())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == 4 * len(value) + 1
    assert peak < (1_000_000 if COMPILED else 20_000_000)


def test_nothing_is_held_while_a_piece_is_on_its_way() -> None:
    """Abandoned pieces and failed files leave an array as free as it was: it can grow, and is not kept."""
    held = array("d", range(50_000))
    before = sys.getrefcount(held)
    pieces = encoder.Encoder().pieces([held])
    next(pieces)
    held.append(1.0)  # a BufferError while anything is exported
    del pieces
    assert sys.getrefcount(held) == before

    def fail(count: int) -> None:
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        encoder.dump([held], Sink(fail))
    held.append(1.0)
    assert sys.getrefcount(held) == before


def changes() -> Iterator[tuple[Any, Any]]:
    """Arrays, and what is done to them while their first piece is written."""
    one = np.arange(50_000.0)
    yield one, lambda: one.resize(10, refcheck=False)
    two = np.arange(50_000.0)
    yield two, lambda: setattr(two, "shape", (25_000, 2))
    three = np.arange(50_000.0)
    yield three, lambda: setattr(three, "dtype", np.dtype("i8"))
    four = np.arange(50_000.0).reshape(10, 5_000)
    yield four, lambda: setattr(four, "shape", (5_000, 10))
    five = np.arange(50_000.0)
    yield five, lambda: setattr(five, "dtype", np.dtype("M8[s]"))
    six = array("q", range(50_000))
    yield six, lambda: six.extend([1] * 1000)
    seven = array("q", range(50_000))
    yield seven, seven.clear if hasattr(seven, "clear") else lambda: seven.__delitem__(slice(None))


@pytest.mark.skipif(not COMPILED, reason="interpreted, small arrays are lists before the first piece")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_array_that_changes_while_a_piece_is_written() -> None:
    """Another shape, kind or size is an error at its place; freed memory is never read, new values are."""
    for value, change in changes():
        acts = [change]
        with pytest.raises(encoder.ChangedDuringEncodingError) as caught:
            encoder.dump({"a": value}, Sink(lambda count, acts=acts: acts and acts.pop()()))
        assert caught.value.path[:1] == ("a",)
    value = np.zeros(100_000, "u1")
    sink = Sink(lambda count: value.fill(7))
    encoder.dump(value, sink)
    back = json.loads(b"".join(sink.pieces))
    assert back == sorted(back) and set(back) == {0, 7}


def test_hooks_may_drop_arrays_that_come_next() -> None:
    """A list that loses its arrays to a hook is an error, and one whose arrays are exchanged is written."""

    class Thing:
        pass

    for length in (3, 40_000):
        things: list[Any] = [Thing(), np.ones(length), np.ones(length)]

        def drop(thing: Any, things: list[Any] = things) -> int:
            del things[1:]
            return 0

        with pytest.raises(encoder.ChangedDuringEncodingError):
            encoder.encode(things, default=drop)
        things[1:] = [np.ones(length), np.ones(length)]

        def swap(thing: Any, things: list[Any] = things, length: int = length) -> int:
            things[1:] = [np.zeros(length, "?"), array("b", [1])]
            return 0

        text = "[0," + spell([False] * length) + ",[1]]"
        assert encoder.encode(things, default=swap).decode() == text


def test_random_documents() -> None:
    """Arrays and scalars anywhere among lists and dicts: the same text as with `tolist` in their place."""
    chance = random.Random(11)
    generator = np.random.default_rng(11)

    def made(depth: int) -> tuple[Any, Any]:
        choice = chance.randrange(6 if depth else 3)
        if choice < 2:
            shape = tuple(chance.randrange(1, 5) for _ in range(chance.randrange(4)))
            value = numbers(chance.choice(["?", "i2", "u8", "i4", "f8"]), math.prod(shape), generator).reshape(shape)
            return value if chance.random() < 0.5 or shape else value[()], value.tolist()
        if choice == 2:
            return "text", "text"
        parts = [made(depth - 1) for _ in range(chance.randrange(5))]
        if choice < 5:
            return [part for part, _ in parts], [plain for _, plain in parts]
        return ({str(i): part for i, (part, _) in enumerate(parts)},
                {str(i): plain for i, (_, plain) in enumerate(parts)})  # fmt: skip

    one = Encoder()
    for _ in range(300):
        value, plain = made(4)
        assert one.encode(value).decode() == spell(plain)
        sink = Sink()
        one.dump(value, sink)
        assert b"".join(sink.pieces).decode() == spell(plain)
