"""What does a Writer refuse, and what does a call that failed leave in it?"""

from __future__ import annotations

import itertools
import threading
from functools import partial

import pytest

import encoder
from encoder import Recipe, Writer, WriterStateError

RECIPES = [
    Recipe(tree=tree, base64=base64)
    for tree, base64 in itertools.product(("reference", "value", "direct"), ("copying", "direct"))
]
each_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=repr)


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


TOUCHES = {"value": 1, "rewrite": 1, "raw": b"1", "base64": b"1", "base64_segment": b"1", "string_segment": "1"}


@each_recipe
@pytest.mark.parametrize("touch", [*TOUCHES, "reset", "finish", "start_array", "end", "pending"])
def test_a_hook_cannot_use_the_writer_that_asks_it(recipe: Recipe, touch: str) -> None:
    """A writer that is writing refuses its own hooks, and goes on as if nothing had been."""

    class Foreign:
        pass

    seen: list[object] = []

    def hook(value: object) -> object:
        try:
            act = getattr(writer, touch)
            act(TOUCHES[touch]) if touch in TOUCHES else act()
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
    uses = [lambda: shell.pending, shell.start_array, shell.reset, shell.finish, partial(shell.value, 1)]
    uses += [partial(shell.base64, b""), partial(shell.string_segment, ""), partial(shell.raw, b"1")]
    for use in uses:
        with pytest.raises(TypeError):
            use()
    writer = Writer()
    with pytest.raises(TypeError, match="make another"):
        writer.__init__()


@each_recipe
def test_a_value_that_failed_changes_no_option(recipe: Recipe) -> None:
    """After an own type whose content cannot be written, floats are still in their form."""

    class Own:
        def __encode__(self, to: encoder.To) -> None:
            to.keyed()["a"] = "\ud800"

    writer = Writer(recipe, floats="ecmascript")
    writer.start_array()
    with pytest.raises(encoder.InvalidValueError):
        writer.value(Own())
    writer.value([1.0])
    writer.end()
    assert writer.finish() == b"[[1]]"


def open_at_b1() -> Writer:
    """A Writer of ``{"a":1,"b":[true,`` that waits for the next member."""
    writer = Writer()
    writer.start_object()
    writer.name("a")
    writer.value(1)
    writer.name("b")
    writer.start_array()
    writer.value(True)
    return writer


def test_errors_know_the_place_in_the_document() -> None:
    """A value's own path comes after the names and indexes of what is open; a hook's error has it in its note."""
    writer = open_at_b1()
    with pytest.raises(encoder.UnsupportedTypeError) as unsupported:
        writer.value({"c": [1j]})
    assert unsupported.value.path == ("b", 1, "c", 0) and str(unsupported.value).startswith("$.b[1].c[0]: ")
    with pytest.raises(WriterStateError) as misplaced:
        writer.name("x")
    assert misplaced.value.path == ("b", 1)
    with pytest.raises(encoder.InvalidValueError) as part:
        writer.string_segment("a\udc00")
    assert part.value.path == ("b", 1)
    writer.end()
    with pytest.raises(WriterStateError) as unnamed:
        writer.value(1)
    assert unnamed.value.path == ()
    with pytest.raises(encoder.InvalidValueError) as name:
        writer.name("\ud800")
    assert name.value.path == ()
    writer.name("c")
    with pytest.raises(encoder.InvalidValueError) as infinite:
        writer.value(float("inf"))
    assert infinite.value.path == ("c",)
    writer.value(None)
    writer.end()
    assert writer.finish() == b'{"a":1,"b":[true],"c":null}'

    def hook(value: object) -> object:
        raise KeyError("missing")

    writer = Writer(default=hook)
    writer.start_array()
    with pytest.raises(KeyError) as caught:
        writer.value({"c": 1j})
    assert caught.value.__notes__ == ["while encoding $[0].c"]


def test_a_level_too_many_says_where() -> None:
    """max_depth counts what is open."""
    writer = Writer(max_depth=2)
    writer.start_array()
    writer.start_object()
    writer.name("a")
    with pytest.raises(encoder.TooDeepError) as caught:
        writer.start_array()
    assert caught.value.path == (0, "a")
