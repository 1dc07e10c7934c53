"""Which text has a key, and can it be lost: odd keys, order, enums, naming, clashes?"""

from __future__ import annotations

import json
from collections import OrderedDict, UserDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, Flag, IntEnum, StrEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from covering import by_recipe
from places import Named, encoder_for, wrong_errors, wrong_texts

import encoder


class Mixed(Enum):
    D = date(2024, 1, 1)
    N = None
    T = (1, "a")
    F = 1.5


class Colour(str, Enum):  # noqa: UP042 (the older spelling is its own case)
    RED = "r"

    def __str__(self) -> str:
        return "M!"

    def __format__(self, spec: str) -> str:
        return "F!"


class Mood(StrEnum):
    GOOD = "g"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Rights(Flag):
    READ = 4


class Odd(str, Enum):  # noqa: UP042
    A = "a"

    @property
    def value(self) -> str:
        raise RuntimeError("no value")


class Name(str):
    pass


MAPPINGS: list[Callable[[dict[Any, Any]], Any]] = [dict, Named, OrderedDict, UserDict, MappingProxyType]


@by_recipe
def test_a_member_is_the_value_it_was_given(recipe: encoder.Recipe) -> None:
    """By the ordinary rules for that value, in every place and kind of container; its texts and `value` have no say."""
    cases = [
        (Mixed.D, b'"2024-01-01"'), (Mixed.N, b"null"), (Mixed.T, b'[1,"a"]'), (Mixed.F, b"1.5"), (Odd.A, b'"a"'),
        (Colour.RED, b'"r"'), (Mood.GOOD, b'"g"'), (Level.HIGH, b"2"), (Rights.READ, b"4"),
    ]  # fmt: skip
    assert wrong_texts(recipe, cases) == []
    mixed = {"l": [Level.LOW], "t": (Level.HIGH,), "s": frozenset({Level.LOW}), "d": {Level.LOW: Level.HIGH}}
    assert encoder.encode(mixed, recipe=recipe) == b'{"l":[1],"t":[2],"s":[1],"d":{"1":2}}'


@by_recipe
@pytest.mark.parametrize("indent", [None, 2])
def test_a_key_and_a_value_follow_one_rule(indent: int | None, recipe: encoder.Recipe) -> None:
    """The same member is the same text on both sides of the colon, by value and by name, in every mapping."""
    scalars = [Mixed.D, Mixed.F, Odd.A, Colour.RED, Mood.GOOD, Level.HIGH, Rights.READ]
    for enums, texts in (
        ("value", ["2024-01-01", 1.5, "a", "r", "g", 2, 4]),
        ("name", ["D", "F", "A", "RED", "GOOD", "HIGH", "READ"]),
    ):
        one = encoder.Encoder(recipe, enums=enums, indent=indent)
        for member, text in zip(scalars, texts, strict=True):
            for mapping in MAPPINGS:
                assert json.loads(one.encode([mapping({member: member})])) == [{str(text): text}]
    assert json.loads(encoder.encode({Mixed.N: Mixed.N}, recipe=recipe)) == {"null": None}


@by_recipe
def test_a_rule_comes_first_for_values(recipe: encoder.Recipe) -> None:
    """`rules` win over what is supported anyway, for subclasses too, in every place. They are for values: a key has
    the text that it would have without them, since what a rule gives need not be one."""
    rules: dict[type, Any] = {
        Level: lambda member: member.name, Name: str.upper, Named: lambda table: [*table], Enum: lambda member: "E"
    }  # fmt: skip
    cases = [(Level.HIGH, b'"HIGH"'), (Name("n"), b'"N"'), (Named(a=1), b'["a"]'), (Mood.GOOD, b'"E"'), (1, b"1")]
    wrong = [found for found in wrong_texts(recipe, cases, rules=rules) if found[0] != "dict subclass"]
    assert wrong == []
    assert encoder.encode({Level.HIGH: Level.HIGH, Name("n"): 0}, rules=rules, recipe=recipe) == b'{"2":"HIGH","n":0}'


@by_recipe
def test_a_scalar_key_is_its_spelling(recipe: encoder.Recipe) -> None:
    """As JSON spells it, in every mapping; and what is written as a text or number has that text."""
    keys = {
        None: "null", True: "true", 2.5: "2.5", -7: "-7", 10**30: str(10**30), Decimal("0.10"): "0.10", "s": "s",
        datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC): "2020-01-02T03:04:05+00:00", date(2020, 1, 2): "2020-01-02",
        time(1, 2): "01:02:00", timedelta(seconds=90): "PT90S", UUID(int=5): "00000000-0000-0000-0000-000000000005",
        PurePosixPath("/a/b"): "/a/b",
    }  # fmt: skip
    for mapping in MAPPINGS:
        written = encoder.encode(mapping(dict.fromkeys(keys, [1])), recipe=recipe)
        assert json.loads(written) == dict.fromkeys(keys.values(), [1])
        assert list(json.loads(written)) == list(keys.values())
    assert encoder.encode({datetime(2020, 1, 1, tzinfo=UTC): 1}, dates="iso_z", recipe=recipe) == (
        b'{"2020-01-01T00:00:00Z":1}'
    )


@by_recipe
def test_two_keys_never_become_one_unnoticed(recipe: encoder.Recipe) -> None:
    """None and "null", 1 and "1", 1.0 and "1.0", a day and its text, in either order: refused, with the dict's path.
    By option the last one wins, or both stay."""
    for key, text in ((None, "null"), (1, "1"), (True, "true"), (1.5, "1.5"), (date(2020, 1, 2), "2020-01-02")):
        pairs = {text: 1, "x": 0, key: 2}
        for value in ({key: 1, text: 2}, {text: 1, key: 2}, Named(pairs), UserDict(pairs)):
            with pytest.raises(encoder.DuplicateKeyError) as caught:
                encoder.encode({"a": [value]}, recipe=recipe)
            assert caught.value.path == ("a", 0) and text in str(caught.value)
            last = json.loads(encoder.encode(value, duplicate_keys="last", recipe=recipe))
            assert last == {text: 2, **({"x": 0} if "x" in value else {})}
        both = encoder.encode({key: 1, text: 2}, duplicate_keys="keep", recipe=recipe)
        assert json.loads(both, object_pairs_hook=list) == [(text, 1), (text, 2)]


@by_recipe
def test_order_is_that_of_the_final_text(recipe: encoder.Recipe) -> None:
    """Any mix of keys, by code point, whatever they compare like themselves; compact and indented alike."""
    mixed = {"b": 1, None: 2, 3: 4, "a": 5, True: 6, 10: 7, 2.5: 8, Level.HIGH: 9}
    order = ["10", "2", "2.5", "3", "a", "b", "null", "true"]
    for indent in (None, 2):
        assert list(json.loads(encoder.encode(mixed, sort_keys=True, indent=indent, recipe=recipe))) == order
    texts = ["Z", "a", "B", "10", "2", "é", "\uffff", "\U0001f600", "", "a\0", "ab", "a"]
    points = ["", "10", "2", "B", "Z", "a", "a\0", "ab", "é", "\uffff", "\U0001f600"]
    units = [*points[:-2], "\U0001f600", "\uffff"]  # in UTF-16 a surrogate comes before U+FFFF
    for mapping in MAPPINGS:
        value = mapping(dict.fromkeys(texts, 0))
        assert list(json.loads(encoder.encode(value, sort_keys=True, recipe=recipe))) == points
        assert list(json.loads(encoder.encode(value, sort_keys="utf16", recipe=recipe))) == units


@by_recipe
def test_what_is_no_key_is_refused(recipe: encoder.Recipe) -> None:
    """Never its str or repr: an error that names the type, with the path of its dict, in every place."""
    keys = [b"hello", (1, 2), object(), int, frozenset(), 1j, Mixed.T, encoder.Raw(b'{"a":1}'), encoder.Raw(b'"a\\n"')]
    assert wrong_errors(recipe, encoder.UnsupportedTypeError, [{key: 1} for key in keys]) == []
    for key in (1, None, 2.5, Level.LOW, date(2020, 1, 2), *keys[:6]):
        options = {} if key in keys[:6] else {"key_types": "raise"}
        with pytest.raises(encoder.UnsupportedTypeError, match=type(key).__name__) as caught:
            encoder.encode({"rows": [{"a": 0, key: 1}]}, recipe=recipe, **options)
        assert caught.value.path == ("rows", 0)


@dataclass
class Clash:
    userID: int  # noqa: N815
    userId: int  # noqa: N815


class ClashTuple(NamedTuple):
    userID: int
    userId: int


@by_recipe
def test_no_field_is_lost_to_a_name(recipe: encoder.Recipe) -> None:
    """Two fields with one name are an error that says both, whatever may become of two equal keys of a dict."""
    for options in ({}, {"duplicate_keys": "last"}, {"duplicate_keys": "keep"}, {"omit": "none"}, {"sort_keys": True}):
        for keys in ("snake", lambda path, name: "same"):
            with pytest.raises(encoder.DuplicateKeyError, match="userID.*userId"):
                encoder.encode([Clash(1, 2)], keys=keys, recipe=recipe, **options)
    with pytest.raises(encoder.DuplicateKeyError, match="userID.*userId"):
        encoder.encode([ClashTuple(1, 2)], keys="snake", named_tuples="object", recipe=recipe)
    with pytest.raises(encoder.DuplicateKeyError) as caught:
        encoder.encode({"a": {"userID": 1, "userId": 2}}, dict_keys="snake", recipe=recipe)
    assert caught.value.path == ("a",)


@by_recipe
def test_names_of_fields_are_not_keys_of_data(recipe: encoder.Recipe) -> None:
    """`keys` renames fields and leaves dicts alone, at every depth; `dict_keys` is the other way round."""

    @dataclass
    class Request:
        theHeaders: dict[str, Any]  # noqa: N815

    value = {"outerKey": Request({"X-Trace-Id": "1", "someKey": [Request({})]})}
    assert encoder.encode(value, keys="snake", recipe=recipe) == (
        b'{"outerKey":{"the_headers":{"X-Trace-Id":"1","someKey":[{"the_headers":{}}]}}}'
    )
    assert encoder.encode(value, dict_keys="snake", recipe=recipe) == (
        b'{"outer_key":{"theHeaders":{"x_trace_id":"1","some_key":[{"theHeaders":{}}]}}}'
    )


@by_recipe
def test_a_replacement_of_surrogates_makes_no_key_twice(recipe: encoder.Recipe) -> None:
    """Two keys that differ only in what is replaced are one text, and refused like any other two."""
    value = dict.fromkeys(["\ud800", "\ufffd"], 1)
    with pytest.raises(encoder.DuplicateKeyError):
        encoder.encode([value], surrogates="replace", recipe=recipe)
    assert encoder_for(recipe, surrogates="replace").encode([{"\ud800": 1, "b": 2}]) == '[{"\ufffd":1,"b":2}]'.encode()
