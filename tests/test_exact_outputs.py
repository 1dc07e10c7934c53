"""Do the presets of Swift and System.Text.Json give what those two give, byte for byte, under every recipe?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest
from covering import by_recipe
from exact import STJ, SWIFT, Own, keyed, nothing

from encoder import Encoder, InvalidValueError, Options, Recipe, TooDeepError, WriterStateError


def test_the_rows_have_names_of_their_own() -> None:
    """A row that was overwritten by another one would not be missed."""
    for rows in (SWIFT, STJ):
        assert len({name for name, *_ in rows}) == len(rows)


@by_recipe
@pytest.mark.parametrize(("value", "fields", "expected"), [row[1:] for row in SWIFT], ids=[row[0] for row in SWIFT])
def test_swift(recipe: Recipe, value: Any, fields: dict[str, Any], expected: str) -> None:
    """JSONEncoder's text, from its tests and source."""
    one = Encoder(recipe, Options.swift(**fields))
    assert one.encode_str(value) == expected
    assert one.encode(value) == expected.encode()


@by_recipe
@pytest.mark.parametrize(("value", "fields", "expected"), [row[1:] for row in STJ], ids=[row[0] for row in STJ])
def test_system_text_json(recipe: Recipe, value: Any, fields: dict[str, Any], expected: str) -> None:
    """JsonSerializer's text, from its tests and source."""
    one = Encoder(recipe, Options.system_text_json(**fields))
    assert one.encode_str(value) == expected
    assert one.encode(value) == expected.encode()


@dataclass
class Field:
    someValue: Any


@dataclass
class Struct:
    nestedValue: Any


def in_nested_containers(to: Any) -> None:
    to.keyed().nested_unkeyed("outerList").nested_keyed()["innerField"] = keyed(someValue=math.nan)


def in_a_super_encoder(to: Any) -> None:
    to.keyed().super_encoder("baseClass").keyed()["someValue"] = math.nan


def in_a_later_item(to: Any) -> None:
    items = to.unkeyed()
    items.append(1)
    items.nested_keyed()["k"] = 1
    items.append([0, math.nan])


PATHS: list[tuple[str, Any, tuple[Any, ...]]] = [
    ("root", math.nan, ()),
    (
        "dictionaries and structs",
        {"key": {"sub_key": keyed(nestedValue=keyed(someValue=math.nan))}},
        ("key", "sub_key", "nestedValue", "someValue"),
    ),
    ("a dictionary of a property", keyed(aProperty={"aKey": math.nan}), ("aProperty", "aKey")),
    (
        "a dictionary of a property, and on",
        keyed(aProperty={"aKey": [keyed(someValue=math.nan)]}),
        ("aProperty", "aKey", 0, "someValue"),
    ),
    ("nested containers", Own(in_nested_containers), ("outerList", 0, "innerField", "someValue")),
    ("a super encoder", Own(in_a_super_encoder), ("baseClass", "someValue")),
    ("a later item", Own(in_a_later_item), (2, 1)),
    ("records", {"key": Struct([Field(math.nan)])}, ("key", "nestedValue", 0, "someValue")),
]


@by_recipe
@pytest.mark.parametrize("strategy", ["keep", "snake", lambda path, key: f"<{key}>"], ids=["keep", "snake", "custom"])
@pytest.mark.parametrize(("value", "path"), [row[1:] for row in PATHS], ids=[row[0] for row in PATHS])
def test_paths_are_whole(recipe: Recipe, strategy: Any, value: Any, path: tuple[Any, ...]) -> None:
    """An error leads to the place by the names of the program, also where Swift's path has gaps: in a nested container,
    and in a dictionary under a key strategy."""
    with pytest.raises(InvalidValueError) as caught:
        Encoder(recipe, Options.swift(keys=strategy)).encode(value)
    assert caught.value.path == path


@by_recipe
def test_the_path_of_an_own_type_is_whole(recipe: Recipe) -> None:
    """What `to.path` says under a key strategy: original names, those of containers and dictionaries included."""
    seen: list[tuple[Any, ...]] = []

    def inner(to: Any) -> None:
        seen.append(to.path)
        to.single().set(1)

    def outer(to: Any) -> None:
        nested = to.keyed().nested_keyed("firstLevel")
        nested["ownValue"] = Own(inner)
        nested["ownDict"] = {"dictKey": [Own(inner)]}
        nested.nested_unkeyed("aList").append(Own(inner))

    expected = '[{"first_level":{"own_value":1,"own_dict":{"dictKey":[1]},"a_list":[1]}}]'
    assert Encoder(recipe, Options.swift(keys="snake")).encode_str([Own(outer)]) == expected
    first = (0, "firstLevel")
    assert seen == [(*first, "ownValue"), (*first, "ownDict", "dictKey", 0), (*first, "aList", 0)]


@by_recipe
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf], ids=str)
def test_what_is_not_finite_is_refused(recipe: Recipe, value: float) -> None:
    """Both systems throw where no text was chosen: alone, in an array of floats, in a field."""
    for options in (Options.swift(), Options.system_text_json()):
        for held, path in ((value, ()), ([1.5, value], (1,)), (keyed(f=value), ("f",))):
            with pytest.raises(InvalidValueError) as caught:
                Encoder(recipe, options).encode(held)
            assert caught.value.path == path


@by_recipe
def test_nothing_at_all_is_an_error(recipe: Recipe) -> None:
    """At the top level there is no `{}` for what encodes nothing."""
    with pytest.raises(InvalidValueError, match="encodes nothing"):
        Encoder(recipe, Options.swift()).encode(nothing)


@by_recipe
@pytest.mark.parametrize("first", ["keyed", "unkeyed", "scalar"])
def test_the_other_kind_of_container_is_refused(recipe: Recipe, first: str) -> None:
    """Where Swift traps: an object and an array on one key, or a container where a scalar is."""

    def act(to: Any) -> None:
        outer = to.keyed()
        if first == "scalar":
            outer["key"] = 42
        else:
            getattr(outer, f"nested_{first}")("key")
        (outer.nested_unkeyed if first == "keyed" else outer.nested_keyed)("key")

    with pytest.raises(WriterStateError) as caught:
        Encoder(recipe, Options.swift()).encode({"a": Own(act)})
    assert caught.value.path == ("a", "key")


@by_recipe
@pytest.mark.parametrize(("options", "levels"), [(Options.swift(), 511), (Options.system_text_json(), 64)])
def test_how_deep_each_goes(recipe: Recipe, options: Options, levels: int) -> None:
    """So many levels, and not one more."""
    value: Any = []
    for _ in range(levels - 1):
        value = [value]
    one = Encoder(recipe, options)
    assert one.encode(value) == b"[" * levels + b"]" * levels
    with pytest.raises(TooDeepError):
        one.encode([value])


@by_recipe
def test_a_custom_key_strategy_sees_original_paths(recipe: Recipe) -> None:
    """It is called with the names as they are in the program, also those above."""
    seen: list[tuple[tuple[Any, ...], str]] = []

    def strategy(path: tuple[Any, ...], key: str) -> str:
        seen.append((path, key))
        return key.upper()

    value = {"top": keyed(one=keyed(two=[keyed(three=1)]))}
    expected = '{"top":{"ONE":{"TWO":[{"THREE":1}]}}}'
    assert Encoder(recipe, Options.swift(keys=strategy)).encode_str(value) == expected
    assert sorted(set(seen)) == [
        (("top",), "one"),
        (("top", "one"), "two"),
        (("top", "one", "two", 0), "three"),
    ]
