"""Does every error say what is wrong, of which type it is, and where in the value?"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import corpus
import pytest

import encoder
from encoder.errors import spell_path

RECIPES = corpus.recipes()
TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)

PYTHON = {
    encoder.UnsupportedTypeError: TypeError,
    encoder.InvalidValueError: ValueError,
    encoder.CircularReferenceError: ValueError,
    encoder.TooDeepError: RecursionError,
    encoder.DuplicateKeyError: ValueError,
    encoder.ChangedDuringEncodingError: RuntimeError,
    encoder.BufferTooSmallError: ValueError,
}


@pytest.mark.parametrize("kind", PYTHON, ids=lambda kind: kind.__name__)
def test_every_error_is_also_pythons(kind: type[encoder.EncodeError]) -> None:
    """Who catches TypeError or ValueError, as around json.dumps, catches ours."""
    error = kind("a reason", ("users", 3))
    assert isinstance(error, PYTHON[kind])
    assert error.path == ("users", 3) and str(error) == "$.users[3]: a reason"


@pytest.mark.parametrize("kind", PYTHON, ids=lambda kind: kind.__name__)
def test_errors_travel_between_processes(kind: type[encoder.EncodeError]) -> None:
    """A pickled error keeps its type, reason and path."""
    error = pickle.loads(pickle.dumps(kind("a reason", ("users", 3))))
    assert (type(error), error.reason, error.path) == (kind, "a reason", ("users", 3))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "$"),
        (("users", 3, "email"), "$.users[3].email"),
        (("e-mail", "", 0), '$["e-mail"][""][0]'),
        (('a"b', "k\udfff"), '$["a\\"b"]["k\\udfff"]'),
        ((2.5, None, True), "$[2.5][None][True]"),
        (("d",) * 300_000, "$" + ".d" * 16 + " ... 299968 more ... " + ".d" * 16),
    ],
)
def test_a_path_is_spelled(path: tuple[object, ...], text: str) -> None:
    """Names as attributes, the rest in brackets, and nothing that cannot be printed."""
    assert spell_path(path) == text
    text.encode()


@dataclass
class Record:
    first: Any = None
    last: Any = None


class Property(Record):
    """A dataclass one of whose fields is computed."""

    first = property(lambda self: 1 / 0, lambda self, value: None)  # type: ignore[assignment]


NAN, INF, LONE = float("nan"), float("inf"), "bad \ud8a5 end"
PLACES: list[tuple[Callable[[Any], Any], tuple[object, ...]]] = [
    (lambda bad: bad, ()),
    (lambda bad: [bad], (0,)),
    (lambda bad: [1, "x", [None, bad]], (2, 1)),
    (lambda bad: (1, (2, bad, 3)), (1, 1)),
    (lambda bad: {"a": 1, "b": bad, "c": 2}, ("b",)),
    (lambda bad: {"a": [{"b": [0, bad]}]}, ("a", 0, "b", 1)),
    (lambda bad: {"e-mail": {"": bad}}, ("e-mail", "")),
    (lambda bad: [{}, [], {"k": {"l": 1, "m": bad}}], (2, "k", "m")),
    (lambda bad: Record(1, bad), ("last",)),
    (lambda bad: [Record(Record(0, (bad,)))], (0, "first", "last", 0)),
    (lambda bad: {1: 0, "k": bad}, ("k",)),
    (lambda bad: {"k": 1, 2: [bad]}, ("2", 0)),
    (lambda bad: corpus.Table(a=1, b=bad), ("b",)),
    (lambda bad: corpus.Row([0, corpus.Pair((1, bad))]), (1, 1)),
    (lambda bad: ["x" * 200_000, {"k" * 3: bad}], (1, "kkk")),
]


@pytest.mark.parametrize("bad", [NAN, INF, -INF, LONE, 10**5000], ids=["nan", "inf", "-inf", "surrogate", "long"])
@pytest.mark.parametrize(("wrap", "path"), PLACES, ids=[spell_path(path) for _, path in PLACES])
def test_a_value_without_a_form_is_named(wrap: Callable[[Any], Any], path: tuple[object, ...], bad: Any) -> None:
    """NaN, infinities, lone surrogates, endless ints: InvalidValueError at the very place, in every recipe."""
    for recipe in RECIPES:
        with pytest.raises(encoder.InvalidValueError) as caught:
            encoder.encode(wrap(bad), recipe=recipe)
        assert caught.value.path == path
        assert str(caught.value).startswith(spell_path(path) + ": ")
        assert encoder.encode({"ok": 1}, recipe=recipe) == b'{"ok":1}'


@pytest.mark.parametrize(("wrap", "path"), PLACES, ids=[spell_path(path) for _, path in PLACES])
def test_an_unknown_type_is_named(wrap: Callable[[Any], Any], path: tuple[object, ...]) -> None:
    """No rule for a type: UnsupportedTypeError with the type's full name, and a hint at the way out."""
    for recipe in RECIPES:
        with pytest.raises(encoder.UnsupportedTypeError, match=r"corpus\.Plain.*default=") as caught:
            encoder.encode(wrap(corpus.Plain()), recipe=recipe)
        assert caught.value.path == path


@by_tree
@pytest.mark.parametrize("wrap", [corpus.Name, corpus.Weight, corpus.Count])
def test_subclasses_follow_the_same_policy(wrap: type, recipe: encoder.Recipe) -> None:
    """A NaN, surrogate or endless int of a subclass is refused as its base is."""
    bad = {corpus.Name: LONE, corpus.Weight: NAN, corpus.Count: 10**5000}[wrap]
    with pytest.raises(encoder.InvalidValueError) as caught:
        encoder.encode({"a": [wrap(bad)]}, recipe=recipe)
    assert caught.value.path == ("a", 0)


@by_tree
@pytest.mark.parametrize(
    "key", ["k\udfff", "k" * 100 + "\ud800", corpus.Name("\udc00")], ids=["short", "long", "subclass"]
)
def test_a_key_with_a_surrogate_is_refused(key: str, recipe: encoder.Recipe) -> None:
    """Keys follow the same rule as values, and the message itself can be printed."""
    with pytest.raises(encoder.InvalidValueError, match="key") as caught:
        encoder.encode([{"a": 1, key: 1}], recipe=recipe)
    assert caught.value.path[0] == 0
    str(caught.value).encode()


BAD_KEYS: dict[str, tuple[dict[Any, Any], type[encoder.EncodeError], str]] = {
    "bytes": ({"a": 1, b"hello": 1}, encoder.UnsupportedTypeError, "bytes"),
    "tuple": ({1: 1, (1, 2): 1}, encoder.UnsupportedTypeError, "tuple"),
    "object": ({corpus.Plain(): 1}, encoder.UnsupportedTypeError, r"corpus\.Plain"),
    "nan": ({"a": 1, NAN: 1}, encoder.InvalidValueError, "nan"),
    "inf": ({2: 1, -INF: 1}, encoder.InvalidValueError, "-inf"),
    "long": ({10**5000: 1}, encoder.InvalidValueError, "digits"),
    "int twice": ({1: 1, "1": 1}, encoder.DuplicateKeyError, "'1'"),
    "none twice": ({"null": 1, None: 1}, encoder.DuplicateKeyError, "'null'"),
    "later": ({"a": 1, 2.5: 1, "b": 1, "2.5": 1}, encoder.DuplicateKeyError, "'2.5'"),
}


@by_tree
@pytest.mark.parametrize("name", BAD_KEYS)
def test_a_key_that_cannot_be_one_is_refused(name: str, recipe: encoder.Recipe) -> None:
    """Never str() or repr() of a key: an error with the path of its dict, whatever kind of dict it is."""
    members, kind, match = BAD_KEYS[name]
    for table in (members, corpus.OrderedDict(members)):
        for value, path in ((table, ()), ([1, table], (1,)), ({"x": {"y": table}}, ("x", "y"))):
            with pytest.raises(kind, match=match) as caught:
                encoder.encode(value, recipe=recipe)
            assert caught.value.path == path


class Same(str):
    """Two of these differ as keys and have one text."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


@by_tree
def test_two_keys_with_one_text_are_refused(recipe: encoder.Recipe) -> None:
    """A str subclass that hides its equality gives no field twice."""
    for value in ({"a": 1, Same("a"): 2}, {Same("a"): 1, "a": 2}, {Same("a"): 1, Same("a"): 2}):
        with pytest.raises(encoder.DuplicateKeyError):
            encoder.encode(value, recipe=recipe)
    assert encoder.encode({"a": 1, Same("b"): 2}, recipe=recipe) == b'{"a":1,"b":2}'


def ring(kind: str) -> Any:
    """A container of some kind that holds itself."""
    if kind == "list":
        value: Any = []
        value.append(value)
    elif kind == "list in dict":
        value = []
        value.append({"self": value})
    elif kind == "tuple":
        inner: list[Any] = []
        value = (inner,)
        inner.append(value)
    elif kind == "record":
        value = Record(1)
        value.last = value
    elif kind == "row":
        value = corpus.Row()
        value.append([value])
    else:
        value = {"dict": {}, "odd key": {0: 1}, "ordered": corpus.OrderedDict(), "default": corpus.defaultdict()}[kind]
        value["d"] = value
    return value


RINGS = ["list", "list in dict", "tuple", "record", "row", "dict", "odd key", "ordered", "default"]


@by_tree
@pytest.mark.parametrize("kind", RINGS)
def test_a_cycle_is_an_error_at_once(kind: str, recipe: encoder.Recipe) -> None:
    """A container that holds itself is found, however deep one may go, and below other levels too."""
    for value in (ring(kind), corpus.nest(ring(kind), 100)):
        with pytest.raises(encoder.CircularReferenceError, match="holds itself"):
            encoder.encode(value, recipe=recipe, max_depth=10_000)
    assert encoder.encode([1], recipe=recipe) == b"[1]"


@by_tree
def test_only_an_ancestor_is_a_cycle(recipe: encoder.Recipe) -> None:
    """The same container many times over is written many times over."""
    part: dict[str, Any] = {"r": [1]}
    record = Record(part, [part])
    value = [part, part, record, {"a": record, "b": (record, record)}] * 20
    text = b'{"first":{"r":[1]},"last":[{"r":[1]}]}'
    one = b'{"r":[1]},{"r":[1]},' + text + b',{"a":' + text + b',"b":[' + text + b"," + text + b"]}"
    assert encoder.encode(value, recipe=recipe) == b"[" + b",".join([one] * 20) + b"]"


@by_tree
def test_a_class_is_no_instance(recipe: encoder.Recipe) -> None:
    """The class of something that can be written cannot be written."""
    for cls in (Record, corpus.Point, corpus.Colour, int, dict):
        with pytest.raises(encoder.UnsupportedTypeError):
            encoder.encode({"c": cls}, recipe=recipe)


@by_tree
def test_a_deleted_field_is_named(recipe: encoder.Recipe) -> None:
    """A slot or attribute that is gone is an error with its path, not a gap."""
    for record in (Record(1, 2), corpus.Slotted(1)):
        name = list(record.__dataclass_fields__)[0]
        object.__delattr__(record, name) if name == "z" else delattr(record, name)
        if name == "first":
            record = [record]  # a class attribute, the default, takes its place
            assert encoder.encode(record, recipe=recipe) == b'[{"first":null,"last":2}]'
            continue
        with pytest.raises(AttributeError, match="z") as caught:
            encoder.encode([record], recipe=recipe)
        assert caught.value.__notes__ == ["while encoding $[0].z"]


@by_tree
def test_what_a_field_raises_comes_out_with_a_note(recipe: encoder.Recipe) -> None:
    """The error of a computed field is the caller's own; the note says where, at the root too."""
    for value, place in ((Property(), "$.first"), ([Property()], "$[0].first"), ({"a": Property()}, "$.a.first")):
        with pytest.raises(ZeroDivisionError) as caught:
            encoder.encode(value, recipe=recipe)
        assert caught.value.__notes__ == [f"while encoding {place}"]


def test_a_later_error_has_its_own_path() -> None:
    """Nothing of a failed call's place is left for the next one."""
    for recipe in RECIPES:
        for _ in range(3):
            with pytest.raises(encoder.UnsupportedTypeError):
                encoder.encode({"deep": {"er": [corpus.Plain()]}}, recipe=recipe)
        with pytest.raises(encoder.UnsupportedTypeError) as caught:
            encoder.encode({"z": corpus.Plain()}, recipe=recipe)
        assert caught.value.path == ("z",)
