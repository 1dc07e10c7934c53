"""Does code of the user's, wherever it runs, reach the caller with its errors, and is nothing taken for its answer?"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple
from unittest.mock import MagicMock, Mock, NonCallableMagicMock

import corpus
import nesting
import pytest
from covering import by_recipe

import encoder
from encoder import Encoder
from encoder.aio import adump
from encoder.errors import spell_path


class X:
    """What the hook is asked about, whatever the options say: it has no attribute and cannot be iterated."""

    __slots__ = ()


def raises(error: BaseException) -> Callable[[Any], Any]:
    def hook(value: Any) -> Any:
        raise error

    return hook


@by_recipe
def test_what_a_hook_raises_has_its_place_in_every_kind_of_container(recipe: encoder.Recipe) -> None:
    """The very exception, with one note of the whole path, however the containers above are written."""
    for names in nesting.CHAINS:
        error = KeyError("missing")
        one = Encoder(recipe, default=raises(error), **nesting.OPTIONS)
        with pytest.raises(KeyError) as caught:
            one.encode({"orders": [0, nesting.within(names, X())]})
        assert caught.value is error and error.args == ("missing",) and error.__cause__ is None
        assert error.__notes__ == [f"while encoding {spell_path(('orders', 1, *nesting.way_of(names)))}"], names
        assert one.encode([1]) == b"[1]"


@by_recipe
def test_what_has_no_form_is_named_in_every_kind_of_container(recipe: encoder.Recipe) -> None:
    """A NaN, a lone surrogate, a type that nothing covers: the same path from every recipe, the next call clean."""
    one = Encoder(recipe, **nesting.OPTIONS)
    without = ((float("nan"), "Value"), ("\udc00", "Value"), (X(), "UnsupportedType"), (["x", X], "UnsupportedType"))
    for names in nesting.CHAINS:
        for value, kind in without:
            with pytest.raises(encoder.EncodeError) as caught:
                one.encode([nesting.within(names, value)])
            tail = (1,) if type(value) is list else ()
            assert caught.value.path == (0, *nesting.way_of(names), *tail), names
            assert kind in type(caught.value).__name__
        assert one.encode([1]) == b"[1]"


@by_recipe
def test_interrupts_and_the_end_of_memory_pass_every_kind_of_container(recipe: encoder.Recipe) -> None:
    """Never wrapped, never noted, never swallowed while something is looked at; the next call is clean."""
    for error in (MemoryError("oom"), KeyboardInterrupt(), SystemExit(3), GeneratorExit()):
        one = Encoder(recipe, default=raises(error), **nesting.OPTIONS)
        for names in nesting.CHAINS[: len(nesting.KINDS)]:
            with pytest.raises(type(error)) as caught:
                one.encode(nesting.within(names, X()))
            assert caught.value is error and not hasattr(error, "__notes__"), names
            assert one.encode([1]) == b"[1]"


def traps(error: BaseException) -> dict[str, Any]:
    """One value for each place where the encoder runs code that is not its own."""

    def fail(*_: Any) -> Any:
        raise error

    def fail_later(*_: Any) -> Iterator[Any]:
        yield 1
        raise error

    class Own:
        __encode__ = fail

    class Iterated:
        __iter__ = fail

    class Consumed:
        __iter__ = fail_later

    class Items(dict[str, Any]):
        items = fail  # type: ignore[assignment]

    class LazyItems(dict[str, Any]):
        def items(self) -> Any:
            yield "a", 1
            raise error

    @dataclass
    class Property:
        a: int
        __getattribute__ = fail

    class Listed(set[int]):
        __iter__ = fail

    class Other:
        __slots__ = ()

    return {
        "hook": X(),
        "rule": Other(),
        "own": Own(),
        "iter": Iterated(),
        "next": Consumed(),
        "items": Items(a=1),
        "lazy items": LazyItems(a=1),
        "field": Property.__new__(Property),
        "set": Listed({1}),
        "generator": (fail(one) for one in [1]),
        "map": map(fail, [1]),
    }


ERRORS = [LookupError("own"), KeyboardInterrupt(), SystemExit(1), GeneratorExit(), MemoryError(), RecursionError("own")]


@by_recipe
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_what_any_code_of_the_users_raises_comes_out(error: BaseException, recipe: encoder.Recipe) -> None:
    """From hooks, rules, `__encode__`, iterators, items and fields alike: itself, and not another error for it."""
    for name, value in traps(error).items():
        rules = {type(value): raises(error)} if name == "rule" else {}
        one = Encoder(recipe, default=raises(error), rules=rules, iterables="array")
        for write in (one.encode, lambda value, one=one: one.dump(value, io.BytesIO())):
            if name in ("generator", "map"):
                value = traps(error)[name]
            with pytest.raises(type(error)) as caught:
                write({"a": [value]})
            assert caught.value is error, name
            assert one.encode([1]) == b"[1]"


@pytest.mark.parametrize("name", ["hook", "rule", "own", "iter", "items", "field"])
@pytest.mark.parametrize("size", [0, 100_000])
def test_a_stop_iteration_of_the_users_is_no_end(name: str, size: int) -> None:
    """It comes out as itself, or as the RuntimeError that Python makes of it in a generator; never as the end of
    what is written, whichever way it is written."""
    value = traps(StopIteration())[name]
    hook = raises(StopIteration())
    one = Encoder(default=hook, rules={type(value): hook} if name == "rule" else {}, iterables="array")
    ways: list[Callable[[Any], Any]] = [
        one.encode,
        lambda value: one.dump(value, io.BytesIO()),
        lambda value: one.encode_lines([value]),
        lambda value: b"".join(one.pieces(value)),
        lambda value: asyncio.run(adump(one, value, io.BytesIO())),
    ]
    for write in ways:
        with pytest.raises((StopIteration, RuntimeError)):
            write(["x" * size, value])
        assert one.encode([1]) == b"[1]"


class Anything:
    """Answers every attribute and every call."""

    def __getattr__(self, name: str) -> Any:
        return Anything()

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return Anything()


class AnswersForItsInstances(type):
    """A metaclass whose classes have every attribute."""

    def __getattr__(cls, name: str) -> Any:
        return Anything()


class Made(metaclass=AnswersForItsInstances):
    __slots__ = ()


@by_recipe
def test_an_object_that_answers_anything_is_an_unknown_type(recipe: encoder.Recipe) -> None:
    """A mock, a proxy, and a class whose metaclass answers: refused at once, as value, in a record, as key."""
    for thing in (MagicMock(), Mock(name="x"), NonCallableMagicMock(), Anything(), Made()):
        for value in (thing, [thing], {"v": thing}, corpus.Person("n", tags=[thing]), {thing: 1}, {1: {thing}}):
            with pytest.raises(encoder.UnsupportedTypeError):
                encoder.encode(value, recipe=recipe)
        assert encoder.encode([thing], recipe=recipe, default=lambda value: "asked") == b'["asked"]'


def test_options_that_take_more_do_not_believe_instances_either() -> None:
    """With attributes and iterables allowed, what the class and the object's own dict hold counts, and it ends."""
    assert encoder.encode([Anything()], classes="fields", iterables="array") == b"[{}]"
    with pytest.raises(encoder.UnsupportedTypeError):
        encoder.encode(Made(), classes="fields", iterables="array")
    assert encoder.encode(MagicMock(), iterables="array") == b"[]"  # its class has __iter__, which is empty
    answer = Mock()
    answer.a = 1
    assert json.loads(encoder.encode(answer, classes="fields")) == {"a": 1, "method_calls": []}


class Pair(NamedTuple):
    a: int = 1


class Colour(Enum):
    RED = 1


CLASSES = [corpus.Person, corpus.Slotted, Pair, Colour, corpus.Mood, int, dict, list, bytes, object, type, Exception, X]


@by_recipe
@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_a_class_is_refused_by_name(cls: type, recipe: encoder.Recipe) -> None:
    """The class in place of an instance: an error that says so, whatever is allowed; as a key too."""
    for options in ({}, {"classes": "fields", "iterables": "array", "named_tuples": "object"}):
        with pytest.raises(encoder.UnsupportedTypeError, match=f"cannot encode the class {cls.__qualname__} itself"):
            encoder.encode({"a": [cls]}, recipe=recipe, **options)
        with pytest.raises(encoder.UnsupportedTypeError, match="as a key"):
            encoder.encode({cls: 1}, recipe=recipe, **options)


@by_recipe
def test_a_hook_is_offered_classes_and_a_rule_may_name_them(recipe: encoder.Recipe) -> None:
    """Before they are refused; a rule for `type` covers all classes, also those with a metaclass of their own."""
    seen: list[Any] = []

    def name(cls: Any) -> str:
        seen.append(cls)
        return cls.__name__

    assert json.loads(encoder.encode(CLASSES, recipe=recipe, default=name)) == [cls.__name__ for cls in CLASSES]
    assert seen == CLASSES
    assert encoder.encode([int, Colour, Made], recipe=recipe, rules={type: name}) == b'["int","Colour","Made"]'


@dataclass
class Shows:
    """Its properties encode it, or raise."""

    a: int

    @property
    def as_json(self) -> str:
        return encoder.encode_str(self)

    @property
    def trouble(self) -> Any:
        raise RuntimeError("a property was asked")


@dataclass(slots=True, frozen=True)
class ShowsInSlots:
    a: int
    as_json = Shows.as_json
    trouble = Shows.trouble


class ShowsPlainly:
    as_json = Shows.as_json
    trouble = Shows.trouble

    def __init__(self) -> None:
        self.a = 1


class ShowsAsTuple(NamedTuple):
    a: int
    as_json = Shows.as_json
    trouble = Shows.trouble


@by_recipe
def test_properties_are_no_fields_and_are_not_asked(recipe: encoder.Recipe) -> None:
    """Of records of every kind; one that encodes its own object, asked by somebody else, gives the same text."""
    one = Encoder(recipe, classes="fields", named_tuples="object")
    for thing in (Shows(1), ShowsInSlots(1), ShowsPlainly(), ShowsAsTuple(1)):
        assert one.encode(thing) == b'{"a":1}'
        assert one.encode([thing, {"x": thing}]) == b'[{"a":1},{"x":{"a":1}}]'
    assert Shows(1).as_json == '{"a":1}'


@by_recipe
def test_a_wrong_answer_is_met_like_any_other_value(recipe: encoder.Recipe) -> None:
    """What a hook gives follows the ordinary rules: refused with the place of what it stands for, or written."""
    for answer, path in ((float("inf"), ("a", 0)), ({"b": [X]}, ("a", 0, "b", 0)), ("\ud800", ("a", 0))):
        hook = lambda value, answer=answer: answer if type(value) is X else value  # noqa: E731
        with pytest.raises((encoder.InvalidValueError, encoder.CircularReferenceError, encoder.TooDeepError)) as caught:
            encoder.encode({"a": [X()]}, recipe=recipe, default=hook)
        assert caught.value.path[: len(path)] == path
    lists = [[number] for number in range(3)]
    text = encoder.encode([X(), X()], recipe=recipe, default=lambda value: lists)
    assert text == b"[[[0],[1],[2]],[[0],[1],[2]]]"  # one and the same answer twice is no circle
