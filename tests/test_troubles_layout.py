"""Is an indented text laid out as its plain data would be, whatever stood in the data's place?"""

from __future__ import annotations

import io
import json
import random
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nesting
import pytest
from covering import by_recipe

import encoder
from encoder import Encoder, Raw


class X:
    __slots__ = ()


class Listed(list[Any]):
    """A list that says that it is empty."""

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return False


class Lengthy(dict[str, Any]):
    """A dict that says that it is not."""

    def __len__(self) -> int:
        return 5


@dataclass
class NoFields:
    pass


def own(act: Any) -> Any:
    return nesting.Own(lambda to, value: act(to), None)


EMPTY_ARRAYS: list[Any] = [
    [], (), set(), frozenset(), deque(), range(0), {}.keys(), {}.values(), Listed(), b"", nesting.Row(),
    own(lambda to: to.unkeyed()), own(lambda to: to.single().set(())), Raw(b" [ ] "),
]  # fmt: skip
EMPTY_OBJECTS: list[Any] = [
    {}, Lengthy(), nesting.Ordered(), NoFields(), own(lambda to: to.keyed()), Raw(b"{\n}"),
    own(lambda to: to.single().set({})),
]  # fmt: skip


@by_recipe
def test_what_is_empty_stays_on_its_line(recipe: encoder.Recipe) -> None:
    """Whatever it is that is empty: lists, views, generators, records, containers of own types; and what only says
    that it is."""
    one = Encoder(recipe, indent=2, bytes="array", iterables="array", default=lambda value: [])
    arrays = [*EMPTY_ARRAYS, iter(()), (item for item in ()), X()]
    lines = ",\n".join(["    []"] * len(arrays))
    more = ",\n".join(["    {}"] * len(EMPTY_OBJECTS))
    expected = f'{{\n  "a": [\n{lines}\n  ],\n  "o": [\n{more}\n  ]\n}}'
    assert one.encode({"a": arrays, "o": EMPTY_OBJECTS}).decode() == expected
    for value in (*EMPTY_ARRAYS, X()):
        assert one.encode(value) == b"[]", type(value)
    for value in EMPTY_OBJECTS:
        assert one.encode(value) == b"{}", type(value)
    full = encoder.encode([Listed([1, Listed()]), Lengthy(a=Lengthy())], recipe=recipe, indent=1)
    assert full == b'[\n [\n  1,\n  []\n ],\n {\n  "a": {}\n }\n]'


@by_recipe
@pytest.mark.parametrize("indent", [0, 1, 3, "\t", "", " \t"])
def test_what_stands_for_plain_data_is_laid_out_like_it(indent: Any, recipe: encoder.Recipe) -> None:
    """Answers of hooks below every kind of container, at their level: as the standard library lays out the data."""
    answer = {"h": [1, {}, {"x": [None]}], "t": "a\n  [b],{c}:"}
    one = Encoder(recipe, indent=indent, default=lambda value: answer, **nesting.OPTIONS)
    for names in nesting.CHAINS[:: 1 if indent == 1 else 5]:
        shape = {"l": [nesting.shape_of(names, answer)], "d": answer}
        text = one.encode_str({"l": [nesting.within(names, X())], "d": X()})
        assert text == json.dumps(shape, indent=indent, ensure_ascii=False), names


@by_recipe
def test_lines_end_as_the_option_says_on_every_system(recipe: encoder.Recipe, tmp_path: Path) -> None:
    """Line feeds alone by default; the other newline only between members, never inside a text."""
    value = {"a": [1, {"b": "x\r\ny"}], "c": b"\r\n"}
    plain = json.dumps({"a": [1, {"b": "x\r\ny"}], "c": "DQo="}, indent=2).encode()
    one, other = Encoder(recipe, indent=2), Encoder(recipe, indent=2, newline="\r\n")
    assert one.encode(value) == plain and b"\r" not in plain
    assert other.encode(value) == plain.replace(b"\n", b"\r\n")
    for encode, expected in ((one, plain), (other, plain.replace(b"\n", b"\r\n"))):
        path = tmp_path / "out.json"
        encode.dump(value, path)
        assert path.read_bytes() == expected
        with open(path, "w", encoding="utf-8", newline="") as file:
            encode.dump(value, file)
        assert path.read_bytes() == expected
        assert encode.encode_str(value).encode() == expected
        memory = bytearray(len(expected) + 2)
        assert encode.encode_into(value, memory, 1) == len(expected) + 1 and memory[1:-1] == expected


LAYOUTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"layout": "spaced"}, {}),
    ({"layout": "spaced", "indent": 2}, {"indent": 2}),
    ({"layout": (" , ", " : ")}, {"separators": (" , ", " : ")}),
    ({"layout": (",", " : "), "indent": 1}, {"separators": (",", " : "), "indent": 1}),
    ({"layout": "compact", "indent": 4, "sort_keys": True}, {"indent": 4, "sort_keys": True}),
]


@pytest.mark.parametrize(("options", "keywords"), LAYOUTS, ids=lambda one: repr(one))
@by_recipe
def test_layouts_are_those_of_the_standard_library(
    options: dict[str, Any], keywords: dict[str, Any], recipe: encoder.Recipe
) -> None:
    """Random values with texts full of brackets, quotes and backslashes: nothing in a text is taken for structure."""
    chance = random.Random(8)
    one = Encoder(recipe, **options)
    for _ in range(15):
        value = a_value(chance, 5)
        assert one.encode_str(value) == json.dumps(value, ensure_ascii=False, **keywords)


def a_value(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(7 if depth else 5)
    if kind == 5:
        return [a_value(chance, depth - 1) for _ in range(chance.randrange(4))]
    if kind == 6:
        return {a_text(chance): a_value(chance, depth - 1) for _ in range(chance.randrange(4))}
    return (None, True, chance.randrange(-9, 9), a_text(chance), 1.5)[kind]


def a_text(chance: random.Random) -> str:
    return "".join(chance.choice('"\\[]{},: \n\té') for _ in range(chance.randrange(12)))


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537])
def test_a_text_across_the_end_of_a_piece_is_laid_out_like_any_other(size: int) -> None:
    """Escapes, quotes and brackets that fall on the border of two pieces of a file, at each of its last places."""
    for tail in ('\\"', "\\\\", '"', "[", "{", "é", "\U0001f600"):
        for before in range(size - 12, size + 3):
            value = ["x" * before + tail, [1], {"k": tail}]
            file = io.StringIO()
            encoder.dump(value, file, indent=1)
            assert file.getvalue() == json.dumps(value, indent=1, ensure_ascii=False)


@by_recipe
def test_a_changed_default_never_stays(recipe: encoder.Recipe) -> None:
    """Compact after indented, spaced after compact, and the other way round: each call has its own layout."""
    ways: list[tuple[dict[str, Any], bytes]] = [
        ({}, b'{"a":[1,{}]}'),
        ({"indent": 1}, b'{\n "a": [\n  1,\n  {}\n ]\n}'),
        ({"layout": "spaced"}, b'{"a": [1, {}]}'),
        ({"layout": "swift"}, b'{"a":[1,{}]}'),
        ({"layout": "swift", "indent": 2}, b'{\n  "a" : [\n    1,\n    {\n\n    }\n  ]\n}'),
    ]
    for options, text in (*ways, *reversed(ways)):
        assert encoder.encode({"a": [1, {}]}, recipe=recipe, **options) == text, options


def test_an_endless_indent_is_refused_before_anything_is_written() -> None:
    """A number that is none, or that would fill the memory, raises at once; the largest that is allowed works."""
    for indent in (-1, 1001, 10**9, 2.0, True, [2], b"  "):
        with pytest.raises((ValueError, TypeError), match="indent"):
            encoder.encode([1], indent=indent)
    assert encoder.encode([[1]], indent=1000).count(b" ") == 4000


@by_recipe
def test_a_long_document_is_laid_out_while_it_is_written(recipe: encoder.Recipe) -> None:
    """Of many pieces, one of them a text longer than all others; a hook lays out documents of its own meanwhile."""
    inner = {"deep": [[1, {"x": "y" * 50}]] * 400}

    def answer(thing: Any) -> Any:
        return one.encode_str(inner)

    one = Encoder(recipe, indent=2, default=answer)
    written = json.dumps(inner, indent=2)
    rows: list[Any] = [{"id": n, "text": 'a"b\\' * (n % 60), "none": [], "list": [n, [n]]} for n in range(900)]
    rows[500] = "long" * 40_000
    plain, things = [*rows, written, rows, written], [*rows, X(), rows, X()]
    expected = json.dumps(plain, indent=2)
    for _ in range(2):
        assert one.encode_str(things) == expected
        assert one.encode(things) == expected.encode()


@by_recipe
def test_a_failure_leaves_nothing_laid_out_behind(recipe: encoder.Recipe) -> None:
    """Where much is written already when a value cannot be, the next call begins at the margin."""
    one = Encoder(recipe, indent=3)
    for size in (1, 3000):
        with pytest.raises(encoder.EncodeError):
            one.encode([[{"a": [n]} for n in range(size)], X()])
        assert one.encode({"a": [1]}) == b'{\n   "a": [\n      1\n   ]\n}'
