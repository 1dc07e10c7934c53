"""Does a Writer make documents and nothing else, whatever is done to it?"""

from __future__ import annotations

import itertools
import json
import threading

import pytest

import encoder
from encoder import Recipe, Writer, WriterStateError

RECIPES = [
    Recipe(tree=tree, base64=base64)
    for tree, base64 in itertools.product(("reference", "value", "direct"), ("copying", "direct"))
]
each_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=repr)


@each_recipe
def test_tokens_make_the_document(recipe: Recipe) -> None:
    """Objects, arrays, names and values come out in the order in which they were put in."""
    writer = Writer(recipe)
    writer.start_object()
    writer.name('quo"te')
    writer.value([1, {"x": b"abc"}, 2.5])
    writer.name("é")
    writer.start_array()
    writer.value({"a": 1})
    writer.value([2, "x"])
    writer.start_object()
    writer.end()
    assert writer.depth == 2
    writer.end()
    writer.end()
    assert writer.depth == 0
    assert writer.finish() == '{"quo\\"te":[1,{"x":"YWJj"},2.5],"é":[{"a":1},[2,"x"],{}]}'.encode()
    assert writer.pending == 0


@each_recipe
def test_many_values_fit(recipe: Recipe) -> None:
    """The buffer grows by values, names and brackets alike."""
    writer = Writer(recipe)
    for token in range(3):
        writer.start_array()
        for i in range(3000):
            writer.value(i if token == 0 else "x" * token)
        writer.end()
        expected = [i if token == 0 else "x" * token for i in range(3000)]
        assert json.loads(writer.finish()) == expected
    for _ in range(900):
        writer.start_array()
    for _ in range(900):
        writer.end()
    assert writer.finish() == b"[" * 900 + b"]" * 900


@each_recipe
@pytest.mark.parametrize("size", [0, 1, 100, 191, 192, 193, 255, 256, 257, 1000, 70_000])
def test_base64_of_every_size(recipe: Recipe, size: int) -> None:
    """Bytes are written alike in a buffer of the writer's own, below and above every limit."""
    writer = Writer(recipe)
    data = bytes(i % 256 for i in range(size))
    for _ in range(3):
        writer.rewrite({"a": data, "b": [data]})
    assert writer.finish() == encoder.encode({"a": data, "b": [data]})


def misuses(writer: Writer) -> list[tuple[str, object]]:
    return [
        ("end() without an open container", writer.end),
        ("finish() before", writer.finish),
        ("name() outside", lambda: writer.name("x")),
    ]


def test_misuse_says_what_was_expected() -> None:
    """A token that cannot stand there raises, and changes nothing."""
    writer = Writer()
    for text, misuse in misuses(writer):
        with pytest.raises(WriterStateError, match=text.replace("(", r"\(").replace(")", r"\)")):
            misuse()
    writer.start_object()
    with pytest.raises(WriterStateError, match="without a name"):
        writer.value(1)
    with pytest.raises(WriterStateError, match="without a name"):
        writer.start_array()
    writer.name("a")
    with pytest.raises(WriterStateError, match="after name"):
        writer.name("b")
    with pytest.raises(WriterStateError, match="after name"):
        writer.end()
    with pytest.raises(TypeError, match="a name is a str"):
        writer.name(1)
    writer.value(1)
    writer.end()
    with pytest.raises(WriterStateError, match="complete"):
        writer.value(2)
    assert writer.finish() == b'{"a":1}'


@each_recipe
def test_a_failed_value_leaves_nothing(recipe: Recipe) -> None:
    """After an error the writer stands where it stood before the value."""
    writer = Writer(recipe)
    writer.start_array()
    writer.value("before")
    for bad in (object(), [1, float("nan")], {"k": ["\ud800"]}, {(1,): 2}):
        with pytest.raises(encoder.EncodeError):
            writer.value(bad)
    writer.value("after")
    writer.end()
    assert writer.finish() == b'["before","after"]'


def test_depth_is_counted_from_the_root() -> None:
    """The containers that are open count towards max_depth."""
    writer = Writer(max_depth=3)
    writer.start_array()
    writer.start_array()
    writer.value([1])
    with pytest.raises(encoder.TooDeepError):
        writer.value([[1]])
    writer.start_array()
    with pytest.raises(encoder.TooDeepError):
        writer.start_array()
    for _ in range(3):
        writer.end()
    assert writer.finish() == b"[[[1],[]]]"


@each_recipe
@pytest.mark.parametrize("touch", ["value", "rewrite", "reset", "finish", "start_array", "end", "pending"])
def test_a_hook_cannot_use_the_writer_that_asks_it(recipe: Recipe, touch: str) -> None:
    """A writer that is writing refuses its own hooks, and goes on as if nothing had been."""

    class Foreign:
        pass

    seen: list[object] = []

    def hook(value: object) -> object:
        try:
            act = getattr(writer, touch)
            act(1) if touch in ("value", "rewrite") else act()
        except WriterStateError as error:
            seen.append(error)
        return "hook"

    writer = Writer(recipe, default=hook)
    writer.start_array()
    writer.value([1, Foreign(), {"k": Foreign()}])
    writer.end()
    assert writer.finish() == b'[[1,"hook",{"k":"hook"}]]'
    assert len(seen) == 2


def test_another_encoder_in_a_hook_is_fine() -> None:
    """A hook may encode by other means while a writer writes."""

    class Foreign:
        pass

    writer = Writer(default=lambda value: encoder.encode_str([1, Writer().depth]))
    writer.rewrite([Foreign()])
    assert writer.finish() == b'["[1,0]"]'


@each_recipe
def test_a_writer_outlives_its_thread(recipe: Recipe) -> None:
    """What a thread made can be used when that thread has ended."""
    made: list[Writer] = []
    thread = threading.Thread(target=lambda: made.append(Writer(recipe)))
    thread.start()
    thread.join()
    [writer] = made
    data = b"x" * 1000
    for _ in range(3):
        writer.rewrite({"data": data, "list": list(range(1000))})
    assert writer.finish() == encoder.encode({"data": data, "list": list(range(1000))})


@pytest.mark.skipif(encoder.build != "compiled", reason="only a compiled class can be made without __init__")
def test_an_uninitialised_writer_refuses() -> None:
    """Writer.__new__ alone gives nothing to write with, and a second __init__ is none."""
    shell = Writer.__new__(Writer)
    for use in (lambda: shell.pending, lambda: shell.value(1), shell.start_array, shell.reset, shell.finish):
        with pytest.raises(TypeError):
            use()
    writer = Writer()
    with pytest.raises(TypeError, match="make another"):
        writer.__init__()
