"""Is every fast path taken? The debug counters of a call say so; equal bytes would hide a lost one."""

from __future__ import annotations

import json
import threading
from collections import namedtuple
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any

import pytest

import encoder

COMPILED = encoder.build == "compiled"
IN_PLACE = encoder.build_report()["layouts"] == "in place"
ASKED = 0 if IN_PLACE else 1
"""How often a record is asked for each of its fields."""
NAN = float("nan")


def counts(value: Any, **settings: Any) -> dict[str, int]:
    """The counters of a steady call that are not zero, without whose writer it had."""
    one = encoder.Encoder(**settings)
    one.encode(value)
    return {word: count for word, count in one.count(value).items() if count and word != "kept"}


def classes() -> list[type]:
    """New classes, of which nothing is known yet."""

    @dataclass
    class Plain:
        name: str
        age: int

    @dataclass(slots=True)
    class Slots:
        name: str
        age: int

    @dataclass(frozen=True)
    class Frozen:
        name: str
        age: int

    @dataclass(frozen=True, slots=True)
    class FrozenSlots:
        name: str
        age: int

    @dataclass
    class Base:
        name: str

    @dataclass
    class Inherited(Base):
        age: int

    return [Plain, Slots, Frozen, FrozenSlots, Inherited]


DOCUMENT = {
    "texts": ["a", "é", 'q"'],
    "integers": [1, 2**40, -3],
    "floats": [0.5, 2.5],
    "words": [None, True, False],
    "inner": {"a": {"b": [[1, 2], [3, 4]]}},
    "tuple": (True, (False,)),
    "bytes": b"x",
}
"""Each of JSON's own types: 3 texts and 9 keys, 7 integers, 2 floats, 5 words, 3 dicts, 7 lists, of which 6 are flat,
2 tuples, 1 bytes."""


@pytest.mark.parametrize("value", [2**70, "é", b"", [], {}, (), DOCUMENT, [[[]]], {"a": [{}, "\n"]}], ids=repr)
def test_a_plain_value_is_one_plain_run(value: Any) -> None:
    """The run whose mask permits all writes the whole document, and nobody is asked about anything."""
    found = counts(value)
    assert found["plain"] == 1
    assert not found.keys() & {"bare", "general", "met", "asked", "escaped", "arrays"}


MOST = 2**64 - 1 if IN_PLACE else 2**63 - 1
"""What is asked of an int with one bit more is more than one question."""
SCALARS = [None, True, False, 0, -10, MOST, -MOST, 0.0, -0.0, -1.5, 1e300, 5e-324, "", "a", "q\"\n", "\0" * 32]
LARGER = [2**64, -(2**64), "é", "x" * 33, "\ud800", float("nan"), float("inf"), b"", (), [], {}]


@pytest.mark.parametrize("value", SCALARS, ids=repr)
def test_a_small_scalar_needs_no_writer(value: Any) -> None:
    """As a whole document, by every way to encode with default options; the bytes are those of the standard library."""
    text = json.dumps(value).encode()
    one = encoder.Encoder()
    assert counts(value) == {"bare": 1}
    assert encoder.encode(value) == encoder.encode(value, default=repr) == one.encode(value) == text
    assert one.encode([value]) == b"[%b]" % text and one.encode_str(value).encode() == text


@pytest.mark.parametrize("value", LARGER, ids=repr)
def test_what_is_no_small_scalar_needs_one(value: Any) -> None:
    """Whatever may want room, or be an error."""
    one = encoder.Encoder()
    try:
        assert one.count(value)["bare"] == 0
    except encoder.InvalidValueError as error:
        with pytest.raises(encoder.InvalidValueError) as again:
            one.encode(value)
        assert str(again.value) == str(error)


def test_a_thread_that_writes_small_scalars_keeps_nothing() -> None:
    """It gets its writer, and a block of bytes, with the first document that needs one."""
    kept: list[int] = []

    def work() -> None:
        encoder.encode(42)
        encoder.Encoder().encode("a")
        kept.append(encoder.retained())
        encoder.encode([42])
        kept.append(encoder.retained())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert kept[0] == 0 < kept[1]


@pytest.mark.parametrize("value", [None, 1, 1.5, "a"])
def test_whoever_wants_to_see_a_scalar_sees_it(value: Any) -> None:
    """Every rival and every option that the run would ask has its say; the writers that are new each time stay so."""
    for axis, rivals in encoder.strategies().items():
        for rival in rivals:
            others = axis in ("writer", "output", "tree", "path", "arrays", "contracts", "escaping")
            is_fast = rival == encoder.FAST.axes[axis]
            assert counts(value, **{axis: rival}).get("bare", 0) == (is_fast or not others), (axis, rival)
    for options in ({"indent": 2}, {"ascii": True}, {"floats": "swift"}, {"rules": {str: str.upper}}):
        assert "bare" not in counts(value, **options)


def test_any_depth_is_one_run() -> None:
    """Where the search for cycles begins and goes on, a run does not end."""
    value: Any = {}
    for level in range(900):
        value = {"a": value} if level % 2 else [value, 1]
    assert counts(value) == {"plain": 1}


def test_any_length_is_one_run() -> None:
    """A buffer that grows does not end it either; only that of an output in chunks is handed on when it is full."""
    value = ["x" * 1000] * 1000
    assert counts(value) == {"plain": 1}
    assert 1 < counts(value, output="chunks")["plain"] <= 17


def flat(lists: int, dicts: int) -> int:
    """How many flat lists need no frame, of those within lists and within dicts. A compiled run that cannot read a
    dict in place gives each list in it a frame."""
    return lists + (dicts if IN_PLACE or not COMPILED else 0)


def test_flat_lists_need_no_frame() -> None:
    """Lists of scalars within a list or a dict. Interpreted only up to 16 members, which is what pays there."""
    assert counts([[1, 2.5, "a", None]] * 10) == {"plain": 1, "flat": 10}
    assert counts([[1] * 16] * 10) == {"plain": 1, "flat": 10}
    assert counts([[1] * 17] * 10) == ({"plain": 1, "flat": 10} if COMPILED else {"plain": 1})
    assert {"flat": 0} | counts({"a": [1, 2], "b": [], "c": [True]}) == {"plain": 1, "flat": flat(0, 3)}
    assert counts([[1, [2]]]) == {"plain": 1, "flat": 1} if COMPILED else {"plain": 1}


def test_bytes_go_by_the_slot() -> None:
    """Each by a call of the base64 rival from within the run."""
    for rival in ("copying", "direct"):
        assert counts([b"x", {"k": b""}, (b"y" * 1000,)], base64=rival) == {"plain": 1, "base64": 3}


def test_only_keys_that_are_no_str_stop_a_run() -> None:
    """Once a dict, however many there are."""
    assert counts([{1: 2, 3: 4, None: 5}]) == {"plain": 2}
    assert counts([{"a": 1, 2: 3, "b": 4}] * 2) == {"plain": 3}


@pytest.mark.parametrize("cls", classes(), ids=lambda cls: cls.__name__)
def test_records_are_read_in_place(cls: type) -> None:
    """Compiled, the first one makes the plan of its class, and the run itself follows it for all others: nobody is
    asked for a field, or each stops the run where no layout is known. Interpreted there is no such way: each record is
    met, and each field asked for."""
    value = [cls("a", age) for age in range(20)]
    first = encoder.Encoder().count(value)
    if COMPILED:
        assert (first["plain"], first["met"], first["asked"]) == (2 + 40 * ASKED, 1, 40 * ASKED)
        assert {"asked": 0} | counts(value) == {"plain": 1 + 40 * ASKED, "asked": 40 * ASKED}
        found = counts({"a": (value[0], [value[1]])})
        assert {"asked": 0} | found == {"plain": 1 + 4 * ASKED, "asked": 4 * ASKED}
    else:
        assert counts(value) == {"plain": 21, "met": 20, "asked": 40}


@pytest.mark.skipif(not COMPILED, reason="interpreted every field is asked for")
@pytest.mark.parametrize("settings", [{"sort_keys": True}, {"keys": "camel"}, {"ascii": True}, {"omit": "private"},
                                      {"contracts": "reflection"}, {"tree": "value"}], ids=str)  # fmt: skip
def test_records_under_options_are_read_in_place(settings: dict[str, Any]) -> None:
    """Where a class is written otherwise each record is met, and its fields are read where they lie nevertheless."""
    for cls in classes():
        found = counts([cls("a", age) for age in range(20)], **settings)
        assert found.get("asked", 0) == 40 * ASKED
        assert found.get("met", 0) <= 20 + 41 * (settings == {"tree": "value"})


def test_a_plan_is_for_encoders_that_agree() -> None:
    """What one encoder knows of a class is not followed by another whose options write it otherwise."""
    hook: dict[str, Any] = {"default": lambda value: "hook", "default_for": "stdlib"}
    for cls in classes():
        for _ in range(2):
            assert encoder.encode([cls("a", 1)]) == b'[{"name":"a","age":1}]'
            assert encoder.encode([cls("a", 1)], **hook) == b'["hook"]'
            assert encoder.encode([cls("a", 1)], omit="defaults", sort_keys=True) == b'[{"age":1,"name":"a"}]'
    pair = namedtuple("Pair", "x y")(1, 2)
    for _ in range(2):
        assert encoder.encode([pair], named_tuples="object") == b'[{"x":1,"y":2}]'
        assert encoder.encode([pair]) == b"[[1,2]]"


@pytest.mark.parametrize("tree", ["value", "reference"])
@pytest.mark.parametrize(("rival", "taken"), [("elementwise", 0), ("text", 10), ("direct", 15)])
def test_arrays_under_a_tree_are_written_at_once(tree: str, rival: str, taken: int) -> None:
    """Five lists each of integers, texts and floats; `text` leaves the floats alone."""
    value = [[1] * 50] * 5 + [["a"] * 50] * 5 + [[0.5] * 50] * 5
    found = counts(value, tree=tree, arrays=rival)
    assert found.get("arrays", 0) == taken
    assert found["met"] == 1 + 15 + 50 * (15 - taken)


def test_arrays_without_a_tree() -> None:
    """`direct` leaves them to the run; `text` takes them from it, whole."""
    value = [[1] * 50] * 5
    assert counts(value, arrays="direct").get("met", 0) == 0
    assert counts(value, arrays="text") == {"general": 7, "met": 6, "arrays": 5}


def test_each_rival_shows() -> None:
    """The rivals of FAST leave no trace; another one in its place is seen to work."""
    assert counts(DOCUMENT)["plain"] == 1
    assert counts(DOCUMENT, escaping="allocating")["escaped"] == 12
    assert counts(DOCUMENT, path="copied")["met"] == 12  # all 12 containers
    assert "plain" not in counts(DOCUMENT, tree="reference")
    assert counts(DOCUMENT, tree="value")["plain"] >= 1
    for axis, name in (("writer", "fresh"), ("layers", "new"), ("output", "chunks"), ("base64", "copying")):
        assert counts(DOCUMENT, **{axis: name}) == counts(DOCUMENT)


def test_only_what_needs_it_is_met() -> None:
    """A hook, a leaf of another type, a number that is none: each stops the run once, and the run goes on after it."""
    assert counts([1, object(), 2], default=lambda value: "x") == {"plain": 2, "met": 1}
    assert counts([1, PurePosixPath("a"), 2, Fraction(1, 2), 3], decimals="string") == {"plain": 3, "met": 2}
    assert counts([1.5, NAN, 2.5, NAN], non_finite="null") == {"plain": 3}


def test_a_call_within_a_call_counts_for_itself() -> None:
    """A hook that encodes has a writer of its own: its counts are not in those of the outer call."""

    def hook(value: Any) -> str:
        return encoder.encode_str([[1], [2]])

    assert counts([object()], default=hook) == {"plain": 2, "met": 1}
    assert counts([]) == {"plain": 1}


class Thing:
    """Covered by no rule."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer


class Other(Thing):
    pass


ANSWERS: list[Any] = [1, "é\n" * 400, 1.5, None, 2**80, [1, {"a": 2}], {"k": (1,)}, "x" * 3000, b"b", [], Thing(["in"])]


@pytest.mark.skipif(not COMPILED, reason="interpreted each of them is met")
@pytest.mark.parametrize("settings", [{}, {"ascii": True}, {"contracts": "reflection"}, {"output": "chunks"}], ids=str)
def test_a_run_asks_the_hook_itself(settings: dict[str, Any]) -> None:
    """From the second value of a class on; the answers are written as those are that the walk asked for."""
    one = encoder.Encoder(default=lambda thing: thing.answer, **settings)
    value = [cls(answer) for cls in (Thing, Other) for answer in ANSWERS] * 3 + [{"a": Thing(1), "b": (Thing("2"),)}]
    plain = [*[["in"] if type(answer) is Thing else answer for answer in ANSWERS] * 6, {"a": 1, "b": ["2"]}]
    # Two classes may by chance have the same place among those known. Then each change of class is a meeting: 7 of 68.
    assert one.count(value)["met"] in (2, 7)
    assert one.encode(value) == encoder.Encoder(**settings).encode(plain)


def test_what_a_hook_raises_in_a_run_says_where() -> None:
    """As it does where the walk asks: with the path, and nothing of the call is left for the next."""

    def hook(thing: Any) -> Any:
        if isinstance(thing.answer, Exception):
            raise thing.answer
        return thing.answer

    one = encoder.Encoder(default=hook, max_depth=9)
    deep: Any = 1
    for _ in range(9):
        deep = Thing(deep)
    for make, path in (
        (lambda thing: [Thing(1), thing], "$[1]"),
        (lambda thing: {"a": Thing(1), "b": {"c": [0, thing]}}, "$.b.c[1]"),
        (lambda thing: [Thing([1]), Thing({"x": (2, thing)})], "$[1].x[1]"),
    ):
        own = KeyError("own")
        with pytest.raises(KeyError) as caught:
            one.encode(make(Thing(own)))
        assert caught.value is own and own.__notes__ == [f"while encoding {path}"]
        with pytest.raises(encoder.InvalidValueError) as invalid:
            one.encode(make(Thing(NAN)))
        assert str(invalid.value).startswith(f"{path}: ")
        circle = Thing(None)
        circle.answer = [circle]
        with pytest.raises(encoder.CircularReferenceError) as circular:
            one.encode(make(circle))
        assert str(circular.value).startswith(path)
        with pytest.raises(encoder.TooDeepError):
            one.encode(make(deep))
        assert one.encode([Thing(1)]) == b"[1]"


def test_a_hook_that_a_run_asks_may_change_everything() -> None:
    """The list or dict that it is in, and its own class: noticed as where the walk asks."""

    def clear(thing: Any) -> Any:
        thing.answer.clear()
        return "gone"

    for container in ([Thing(1), 2], {"a": Thing(1), "b": 2}):
        inner: Any = container.values() if isinstance(container, dict) else container
        last = Thing(container)
        assert [type(each) for each in inner][0] is Thing
        with pytest.raises(encoder.ChangedDuringEncodingError):
            encoder.encode([Thing([]), last_in(container, last)], default=clear)

    class Changing:
        pass

    def change(value: Any) -> Any:
        Changing.__encode__ = lambda self, to: to.single().put("own")  # type: ignore[attr-defined]
        return "hook"

    assert encoder.encode([Changing(), Changing()], default=change) == b'["hook","hook"]'


def last_in(container: Any, thing: Any) -> Any:
    """The same container, whose first member is `thing`."""
    container["a" if isinstance(container, dict) else 0] = thing
    return container
