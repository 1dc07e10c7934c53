"""Which classes may be a rival, and what is said about those that may not?"""

from __future__ import annotations

import base64
import gc
import io
import itertools
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import encoder
from encoder import catalogue
from encoder.axes.arrays import Arrays
from encoder.axes.base64 import Base64
from encoder.axes.contracts import Contracts
from encoder.axes.escaping import Escaping, InPlace
from encoder.axes.layers import Layers, New
from encoder.axes.output import Output
from encoder.axes.path import Path
from encoder.axes.tree import Tree
from encoder.axes.writer import Writer


class Quoting(Escaping):
    def escape(self, text: str) -> str:
        return '"' + text.translate(self.spelling) + '"'


class Coding(Base64):
    def encode(self, data: bytes) -> bytes:
        return base64.b64encode(data)


class Joining(Arrays):
    seen: list[list[Any]] = []

    def join(self, numbers: list[Any]) -> str:
        self.seen.append(numbers)
        return "[" + ",".join(map(repr, numbers)) + "]"


class Collecting(Output):
    def collector(self) -> io.BytesIO:
        return io.BytesIO()


class Reading(Contracts):
    def reader(self, cls: type, names: tuple[str, ...]) -> Any:
        return lambda record: [vars(record)[name] for name in names]


class Layering(Layers):
    begin, end = New.begin, New.end


RIVALS = {
    "escaping": Quoting,
    "base64": Coding,
    "arrays": Joining,
    "output": Collecting,
    "contracts": Reading,
    "layers": Layering,
}


@pytest.fixture(autouse=True)
def kept() -> Iterator[None]:
    """What a test registers is forgotten after it."""
    before = {axis: dict(rivals) for axis, rivals in catalogue.AXES.items()}
    yield
    for axis, rivals in before.items():
        catalogue.AXES[axis].clear()
        catalogue.AXES[axis].update(rivals)


@dataclass
class Person:
    first_name: str
    more: Any = None


class Own:
    def __encode__(self, to: Any) -> None:
        to.keyed()["own"] = [Person("o"), b"x"]


VALUE = {
    "é\n": [1, 2, 3],
    "n": [0.5, 1.5],
    "p": Person("a", [Person("b", b"abc"), Own()]),
    3: ["x" * 50] * 2000,
    "inf": float("inf"),
}
PERSON = '{"first_name":"a","more":[{"first_name":"b","more":"YWJj"},{"own":[{"first_name":"o","more":null},"eA=="]}]}'
EXPECTED = (
    '{"é\\n":[1,2,3],"n":[0.5,1.5],"p":' + PERSON + ',"3":' + json.dumps(["x" * 50] * 2000, separators=(",", ":"))
    + ',"inf":null}'
).encode()  # fmt: skip


@pytest.mark.parametrize("axis", RIVALS)
@pytest.mark.parametrize("preset", ["FAST", "PLAIN", "SWIFT_5_10", "SWIFT_6_0", "STJ_6"])
def test_a_class_of_python_can_be_a_rival(axis: str, preset: str) -> None:
    """On every open axis, in every preset, by every way out: the expected bytes."""
    recipe = getattr(encoder, preset).with_(**{axis: RIVALS[axis]})
    one = encoder.Encoder(recipe, non_finite="null")
    assert one.encode(VALUE) == EXPECTED and one.encode_str(VALUE) == EXPECTED.decode()
    memory, file = bytearray(len(EXPECTED)), io.BytesIO()
    assert one.encode_into(VALUE, memory) == len(memory) and memory == EXPECTED
    one.dump(VALUE, file)
    assert file.getvalue() == EXPECTED == b"".join(one.pieces(VALUE))


@pytest.mark.parametrize("tree", ["reference", "value", "direct"])
def test_all_of_them_together(tree: str) -> None:
    """Six rivals of Python in one recipe."""
    assert encoder.encode(VALUE, recipe=encoder.Recipe(tree=tree, **RIVALS), non_finite="null") == EXPECTED


def test_a_rival_is_really_called() -> None:
    """Equal bytes alone would not show it."""
    called = []

    class Telling(Escaping):
        def escape(self, text: str) -> str:
            called.append(text)
            return json.dumps(text)

    assert encoder.encode({"k": ["v"]}, escaping=Telling) == b'{"k":["v"]}' and called == ["k", "v"]
    Joining.seen.clear()
    assert encoder.encode([[1, 2], [1.5], [True], []], arrays=Joining) == b"[[1,2],[1.5],[true],[]]"
    assert Joining.seen == [[1, 2], [1.5]]


@pytest.mark.parametrize("tree", ["reference", "value", "direct"])
@pytest.mark.parametrize("arrays", ["elementwise", "text", "direct", Joining])
def test_a_rival_that_changes_the_value_does_no_harm(tree: str, arrays: Any) -> None:
    """Emptied, freed and filled again in the middle of it: JSON of the old value, or the error that says so."""
    whole: dict[str, Any] = {}

    def spoil() -> None:
        for inner in list(whole.values()):
            inner.clear()
        whole.clear()
        gc.collect(0)
        whole.update({f"new {at}": [at] for at in range(3)})

    class Spoiling(Escaping):
        def escape(self, text: str) -> str:
            if text.startswith("go"):
                spoil()
            return json.dumps(text)

    class SpoilingToo(Base64):
        def encode(self, data: bytes) -> bytes:
            spoil()
            return base64.b64encode(data)

    makes = [
        {"a": ["x" * 3, "go", "y" * 20, ["z" * 9]], "b": [1]},
        {"k": {"a": 1, "go": [1, "q"], "c": {}}, "z": {"q": 2}},
        {"go on": ["never" * 9], "k": ["t" * 9, b"abc", b"x" * 30], "z": {"b": b"x", "c": [1]}},
        {"a": ["go " + "é" * 90] * 40, "b": [[1.5, "go"], ("go", [b"a"])]},
    ]
    for value, rivals in itertools.product(makes, ({"escaping": Spoiling}, {"base64": SpoilingToo})):
        text = json.dumps(value, default=lambda data: base64.b64encode(data).decode())
        whole.update(json.loads(text, parse_int=int) if "base64" not in rivals else value)
        before = dict(whole)
        try:
            assert json.loads(encoder.encode(whole, tree=tree, arrays=arrays, **rivals)) is not None
        except encoder.ChangedDuringEncodingError as error:
            assert error.path == () or error.path[0] in before
        whole.clear()


def test_a_rival_may_encode() -> None:
    """A call inside a call, with the same encoder."""
    holder: list[encoder.Encoder] = []

    class Nesting(Escaping):
        def escape(self, text: str) -> bytes:
            return holder[0].encode("in") if text == "out" else json.dumps(text).encode()

    holder.append(encoder.Encoder(escaping=Nesting))
    assert holder[0].encode(["a", {"out": ["out"]}]) == b'["a",{"in":["in"]}]'


def test_what_a_rival_raises_comes_out_and_leaves_nothing_behind() -> None:
    """With a note that names the place; the next call is as if it had not been."""

    class Failing(Escaping):
        def escape(self, text: str) -> str:
            return f'"{text}"' if text != "bad" else {}[text]

    for tree in ("reference", "value", "direct"):
        one = encoder.Encoder(escaping=Failing, tree=tree)
        with pytest.raises(KeyError) as caught:
            one.encode({"a": ["good", "bad"]})
        assert caught.value.__notes__ == ["while encoding $.a[1]"] or tree != "direct"
        assert one.encode({"a": ["good"]}) == b'{"a":["good"]}'


@pytest.mark.parametrize(
    ("answer", "error", "reason"),
    [
        (None, TypeError, "bytes or a str, not NoneType"),
        (bytearray(b'""'), TypeError, "not bytearray"),
        ("", ValueError, "between double quotes"),
        ('"', ValueError, "between double quotes"),
        ("bare", ValueError, "between double quotes, not b'bare'"),
        (b'"\xff"', ValueError, "UTF-8"),
    ],
)
def test_the_answers_of_an_escaping_are_checked(answer: Any, error: type[Exception], reason: str) -> None:
    """What is no quoted UTF-8 never reaches the output."""

    class Wrong(Escaping):
        def escape(self, text: str) -> Any:
            return answer

    with pytest.raises(error, match=f"Wrong.escape must return.*{reason}"):
        encoder.encode({"a": 1}, escaping=Wrong)


@pytest.mark.parametrize("answer", [None, b"YQ=", b'YQ="', "YQé=", bytearray(b"YQ==")])
def test_the_answers_of_a_base64_are_checked(answer: Any) -> None:
    """As many characters as the data takes, and no others."""

    class Wrong(Base64):
        def encode(self, data: bytes) -> Any:
            return answer

    with pytest.raises((TypeError, ValueError), match="Wrong.encode must return"):
        encoder.encode([b"a"], base64=Wrong)


@pytest.mark.parametrize("answer", [1, b"1,2", "[1, 2]", '["a"]', b"[1,2"])
def test_the_answers_of_an_arrays_are_checked(answer: Any) -> None:
    """A compact array of numbers, by its looks."""

    class Wrong(Arrays):
        def join(self, numbers: list[Any]) -> Any:
            return answer

    with pytest.raises((TypeError, ValueError), match="Wrong.join must return"):
        encoder.encode([1, 2], arrays=Wrong)


def test_a_collector_gives_back_what_it_was_given() -> None:
    """A byte less is no result."""

    class Losing(io.BytesIO):
        def getvalue(self) -> bytes:
            return super().getvalue()[:-1]

    class Wrong(Output):
        def collector(self) -> Losing:
            return Losing()

    with pytest.raises(TypeError, match=r"Wrong was given 5 bytes, and getvalue\(\) gave 4 bytes"):
        encoder.encode([1, 2], output=Wrong)


def test_a_reader_gives_every_field() -> None:
    """A field less is no object."""

    class Wrong(Contracts):
        def reader(self, cls: type, names: tuple[str, ...]) -> Any:
            return lambda record: [1]

    with pytest.raises(TypeError, match="the reader for Person gave 1 values, and it has 2 fields"):
        encoder.encode(Person("a"), contracts=Wrong)


def make(base: type, **members: Any) -> type:
    return type("Mine", (base,), members)


REFUSED = {
    "the engine's name": ("escaping", make(Escaping, put=1, escape=2), r"defines put\(\).*define escape\(\)"),
    "the engine's name alone": ("base64", make(Base64, put=1), r"defines put\(\).*define encode\(\)"),
    "by inheritance": ("arrays", make(make(Arrays, spell=1), join=2), r"defines spell\(\).*define join\(\)"),
    "two engine names": ("output", make(Output, result=1, collector=2), r"defines result\(\)"),
    "of contracts": ("contracts", make(Contracts, make=1), r"defines make\(\).*define reader\(\)"),
    "a rival's child": ("escaping", make(InPlace, escape=1), r"derives from InPlace.*escape\(\) never called"),
    "nothing defined": ("escaping", make(Escaping), r"does not define escape\(\)"),
    "the base class": ("escaping", Escaping, "is the base class"),
    "another axis": ("escaping", Coding, "it is one for axis 'base64'"),
    "a stranger": ("escaping", int, "derive it from encoder.axes.escaping.Escaping"),
    "a writer": ("writer", make(Writer), "not open to classes of Python, such as Mine: it lends the C structures"),
    "a tree": ("tree", make(Tree), "not open.*inside the walk"),
    "a path": ("path", make(Path), "not open.*the frames of the walk"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_a_rival_is_refused_everywhere(case: str) -> None:
    """By Recipe, with_, Encoder, register and check alike, with what to do."""
    axis, cls, reason = REFUSED[case]
    for act in (
        lambda: encoder.Recipe(**{axis: cls}),
        lambda: encoder.FAST.with_(**{axis: cls}),
        lambda: encoder.Encoder(**{axis: cls}),
        lambda: encoder.register(axis, "mine", cls),
        lambda: encoder.check(cls, axis),
    ):
        with pytest.raises(TypeError, match=reason):
            act()


def test_a_registered_name_is_as_good_as_ours() -> None:
    """Listed, chosen by name, compared, shown; the class itself stands for the name."""
    assert encoder.register("escaping", "quoting", Quoting) is Quoting
    assert encoder.strategies()["escaping"][:3] == ["allocating", "in_place", "quoting"]
    recipe = encoder.Recipe(escaping="quoting")
    assert recipe == encoder.Recipe(escaping=Quoting) and recipe.escaping == "quoting"
    assert "escaping='quoting'" in repr(recipe) and encoder.encode("é", recipe=recipe) == '"é"'.encode()
    assert "class Quoting" in encoder.strategy_source("escaping", "quoting")
    with pytest.raises(ValueError, match="did you mean 'quoting'"):
        encoder.Recipe(escaping="quotin")


def test_the_same_origin_replaces_and_a_clash_raises() -> None:
    """A cell that is run again gives the name to the new class; whoever has another class needs another name."""

    def define(letter: str) -> type:
        class Again(Escaping):
            def escape(self, text: str) -> str:
                return f'"{letter}"'

        return Again

    encoder.register("escaping", "again", define("a"))
    old = encoder.Recipe(escaping="again")
    assert encoder.encode("x", recipe=old) == encoder.encode("x", escaping="again") == b'"a"'
    encoder.register("escaping", "again", define("b"))
    assert encoder.encode("x", escaping="again") == b'"b"' and encoder.encode("x", recipe=old) == b'"a"'
    assert encoder.Recipe(escaping="again") != old
    for name in ("again", "in_place"):
        with pytest.raises(ValueError, match="already, .*give .*Quoting another name"):
            encoder.register("escaping", name, Quoting)
    for name in ("", "two words", None):
        with pytest.raises(ValueError, match="identifier"):
            encoder.register("escaping", name, Quoting)
    with pytest.raises(TypeError, match="did you mean 'escaping'"):
        encoder.register("escapin", "again", Quoting)


def test_a_recipe_with_a_class_travels_by_the_class() -> None:
    """Whoever can import the class can read the recipe, registered or not."""
    recipe = encoder.Recipe(escaping=Quoting, tree="value")
    assert pickle.loads(pickle.dumps(recipe)) == recipe and hash(pickle.loads(pickle.dumps(recipe))) == hash(recipe)
    assert f"escaping={__name__}.Quoting" in repr(recipe)
    assert recipe.with_(tree="direct").rivals["escaping"] is Quoting
    assert recipe != encoder.Recipe(tree="value")
