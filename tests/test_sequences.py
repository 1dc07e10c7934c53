"""Are sets, views and mappings written, and what can be iterated only where the options ask for it?"""

from __future__ import annotations

import io
import types
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque, namedtuple
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any
from unittest.mock import MagicMock

import pytest
from ruling import made, rule_of

import encoder
from encoder.options import Options
from encoder.types import rule as kinds
from encoder.types import sequences


class Own(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        return {"m": 1, "a": 2}[key]

    def __iter__(self) -> Iterator[str]:
        return iter(["m", "a"])

    def __len__(self) -> int:
        return 2**62  # who trusts it reserves that much


class Registered:
    def __getitem__(self, key: str) -> int:
        return 7

    def __iter__(self) -> Iterator[str]:
        return iter("xy")


Mapping.register(Registered)


class Lying(set[int]):
    def __len__(self) -> int:
        return 2**62

    def __iter__(self) -> Iterator[int]:
        return iter([3, 2])


class Letters(Sequence[str]):
    def __getitem__(self, index: Any) -> Any:
        return "ab"[index]

    def __len__(self) -> int:
        return 2


class Iterable:
    def __iter__(self) -> Iterator[int]:
        yield 1
        yield 2


class Refusing:
    __iter__ = None


def generator() -> Iterator[int]:
    yield 1
    yield 2


async def waiting() -> AsyncIterator[int]:
    yield 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({1}, [1]),
        (frozenset({1}), [1]),
        (set(), []),
        (Lying(), [3, 2]),
        (deque([1, 2], maxlen=2), [1, 2]),
        ({1: 2, 3: 4}.keys(), [1, 3]),
        ({1: 2, 3: 4}.values(), [2, 4]),
        ({1: 2, 3: 4}.items(), [(1, 2), (3, 4)]),
        (OrderedDict([(1, 2), (0, 4)]).keys(), [1, 0]),
        (OrderedDict([(1, 2), (0, 4)]).items(), [(1, 2), (0, 4)]),
        (UserList([1, [2]]), [1, [2]]),
        (type("Sub", (deque,), {})([1]), [1]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_arrays(value: Any, expected: list[Any]) -> None:
    """By default, as a list made for the call; no class is asked how long it is."""
    assert rule_of(sequences.rule_for, type(value)).kind == kinds.ELEMENTS
    result = made(sequences.rule_for, value)
    assert result == expected and type(result) is list


def test_a_range_is_not_held() -> None:
    """One that no memory could hold can still be begun."""
    assert made(sequences.rule_for, range(3, 0, -1)) == (3, 2, 1)
    rule = rule_of(sequences.rule_for, range)
    assert rule.kind == kinds.ITERATE and rule.apply is not None
    assert next(rule.apply(range(10**30))) == 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Own(), [("m", 1), ("a", 2)]),
        (Registered(), [("x", 7), ("y", 7)]),
        (ChainMap({"b": 2}, {"a": 1, "b": 3}), [("a", 1), ("b", 2)]),
        (UserDict(a=1), [("a", 1)]),
        (types.MappingProxyType({"p": 1, 2: 3}), [("p", 1), (2, 3)]),
        (types.MappingProxyType({}), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_mappings_are_objects(value: Any, expected: list[tuple[Any, Any]]) -> None:
    """In their own order, whatever the options say of iterables."""
    for options in ({}, {"iterables": "array"}, {"classes": "fields"}):
        assert rule_of(sequences.rule_for, type(value), **options).kind == kinds.ITEMS
        assert made(sequences.rule_for, value, **options) == expected


def test_a_user_string_is_a_text() -> None:
    """An exact str, so that it may also be a key; never a sequence of letters."""

    class Loud(UserString):
        def __str__(self) -> str:
            return "another text"

    for value in (UserString("ab"), Loud("ab")):
        assert rule_of(sequences.rule_for, type(value), iterables="array").kind == kinds.LEAF
        assert made(sequences.rule_for, value) == "ab"


ITERABLES = [
    generator(),
    iter([1, 2]),
    iter((1, 2)),
    map(int, "12"),
    filter(None, [1, 2]),
    Iterable(),
    (one for one in (1, 2)),
    reversed([2, 1]),
]


@pytest.mark.parametrize("value", ITERABLES, ids=lambda value: type(value).__name__)
def test_iterables_are_arrays_by_option(value: Any) -> None:
    """Consumed once, while they are written."""
    assert rule_of(sequences.rule_for, type(value), iterables="array").kind == kinds.ITERATE
    assert made(sequences.rule_for, value, iterables="array") == (1, 2)


@pytest.mark.parametrize("cls", [type(generator()), map, Iterable, Letters, type(MagicMock())])
def test_without_the_option_there_is_a_hint_and_no_rule(cls: type) -> None:
    """So that the caller's function is asked first, and a refusal can say what to do."""
    assert sequences.rule_for(cls, Options()) is None
    assert (sequences.hint_for(cls) or "").startswith("pass iterables='array'")


def test_sequences_of_ones_own_are_iterables() -> None:
    """Something that can be indexed may well be a text, so it takes the option."""
    assert made(sequences.rule_for, Letters(), iterables="array") == ("a", "b")
    assert sequences.rule_for(Letters, Options()) is None


def test_async_iterables_have_a_hint_and_no_rule() -> None:
    """Nothing here can wait for them, whatever the options say."""
    for options in (Options(), Options(iterables="array")):
        assert sequences.rule_for(type(waiting()), options) is None
    hint = "an async iterable can only be the whole value of adump or the records of adump_lines: await it first"
    assert sequences.hint_for(type(waiting())) == hint


def test_a_file_is_not_taken_for_its_lines() -> None:
    """Who passes a file in place of what is in it is not told to write its lines."""
    assert sequences.hint_for(io.StringIO) == "put what its read() gives in its place"


def test_a_set_has_no_canonical_form() -> None:
    """Its order would differ from run to run; `default` may give it one."""
    canonical = Options.canonical()
    for value in ({1, 2}, {"a": [frozenset("ab")]}):
        with pytest.raises(encoder.UnsupportedTypeError, match=r"no order.*sorted"):
            encoder.Encoder(options=canonical).encode(value)
    assert encoder.Encoder(options=canonical.with_(default=sorted)).encode([{3, 1, 2}]) == b"[[1,2,3]]"


def test_other_families_and_classes_are_left_alone() -> None:
    """Texts, buffers, JSON's own types and their subclasses, classes themselves, and what says it is not iterable."""
    others = [str, bytes, bytearray, memoryview, list, tuple, dict, int, float, object, type, type(Enum), Refusing]
    others += [OrderedDict, defaultdict, Counter, namedtuple("Pair", "a b"), type("Text", (str,), {})]
    for cls in others:
        assert sequences.rule_for(cls, Options()) is None
        assert sequences.rule_for(cls, Options(iterables="array")) is None
        assert sequences.hint_for(cls) is None


def test_an_instance_is_never_asked() -> None:
    """A class without __iter__ cannot be iterated, whatever its instances answer."""

    class Any_:
        def __getattr__(self, name: str) -> Any:
            return Any_()

    assert sequences.rule_for(Any_, Options(iterables="array")) is None
    assert sequences.hint_for(Any_) is None


def test_what_user_code_raises_comes_out() -> None:
    """From an iterator as from a mapping."""

    class Broken(Own):
        def __iter__(self) -> Iterator[str]:
            raise LookupError("row 0")

    with pytest.raises(LookupError, match="row 0"):
        made(sequences.rule_for, Broken())
