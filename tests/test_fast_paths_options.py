"""Does an option or a rule cost the fast paths of what it is about, and no other?"""

from __future__ import annotations

import decimal
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from test_fast_paths import ASKED, COMPILED, DOCUMENT, classes, counts, flat

from encoder.options import DEFAULTS

HARMLESS: list[dict[str, Any]] = [
    {"indent": 2}, {"indent": "\t", "newline": "\r\n"}, {"layout": "spaced"}, {"layout": "swift"},
    {"layout": (" , ", ": ")},
    {"non_finite": "null"}, {"non_finite": "literal"}, {"non_finite": ("+", "-", "?")}, {"decimals": "string"},
    {"dates": "seconds"}, {"durations": "seconds"}, {"uuids": "upper"}, {"enums": "name"}, {"iterables": "array"},
    {"classes": "fields"}, {"nothing": "object"}, {"key_rules": "swift"}, {"key_types": "raise"}, {"max_depth": 50},
    {"duplicate_keys": "keep"}, {"default": repr}, {"changed_lists": "follow"}, {"user_info": [1]}, {"retain": 0},
]  # fmt: skip
"""Options about values that are not there, and about what is done afterwards."""


@pytest.mark.parametrize("options", HARMLESS, ids=str)
def test_no_fast_path_is_lost_for_what_is_not_there(options: dict[str, Any]) -> None:
    """Every counter is as under default options, also those of records."""
    assert counts(DOCUMENT, **options) == counts(DOCUMENT) == {"plain": 1, "flat": flat(2, 4), "base64": 1}
    records = [cls("a", 1) for cls in classes() for _ in range(3)]
    assert counts(records, **options) == counts(records)


COSTS: list[tuple[dict[str, Any], dict[str, int]]] = [
    # Texts by the slot of the escaping rival, in one run.
    ({"ascii": True}, {"escaped": 12}),
    ({"escape": "html"}, {"escaped": 12}),
    ({"escape": "system_text_json"}, {"escaped": 12}),
    ({"surrogates": "escape"}, {"escaped": 12}),
    # Only records are written otherwise.
    ({"omit": "none"}, {}),
    ({"omit": "private"}, {}),
    ({"keys": "camel"}, {}),
    ({"named_tuples": "object"}, {}),
    ({"default": repr, "default_for": "stdlib"}, {}),
    # A type is written otherwise, so each of its values is met.
    ({"floats": "swift"}, {"met": 2, "flat": flat(2, 3)}),
    ({"floats": "ecmascript"}, {"met": 2, "flat": flat(2, 3)}),
    ({"bytes": "hex"}, {"met": 1, "base64": 0}),
    ({"padding": False}, {"met": 1, "base64": 0}),
    ({"big_ints": "string_53"}, {"met": 7, "flat": flat(0, 3)}),
    ({"big_ints": "raise_64"}, {"met": 7, "flat": flat(0, 3)}),
    ({"sort_keys": True}, {"met": 0, "flat": 6} if COMPILED else {"met": 3, "flat": 2}),  # interpreted, Python sorts
    ({"sort_keys": "utf16"}, {"met": 0, "flat": 6} if COMPILED else {"met": 3, "flat": 2}),
    ({"dict_keys": "camel"}, {"met": 3, "flat": 2}),
    ({"duplicate_keys": "last"}, {"met": 3, "flat": 2}),
    ({"surrogates": "replace"}, {"met": 3, "escaped": 12, "flat": 2}),  # two keys may become one
    ({"escape": "slashes"}, {"met": 1, "escaped": 13, "base64": 0}),  # base64 has slashes too
]


@pytest.mark.parametrize(("options", "changed"), COSTS, ids=[str(options) for options, _ in COSTS])
def test_an_option_costs_what_it_is_about(options: dict[str, Any], changed: dict[str, int]) -> None:
    """The general run in place of the plain one, one more for each value met, and no other counter changes."""
    found = {"plain": 0, "flat": flat(2, 4), "base64": 1, "met": 0, "escaped": 0, "asked": 0, "arrays": 0, **changed}
    found["general"] = 1 + found["met"]
    got = {word: 0 for word in found} | counts(DOCUMENT, **options)
    if changed == {}:  # it may just as well be the plain one
        found["plain"], found["general"] = got["plain"], 1 - got["plain"]
    assert got == found


def test_every_option_is_in_a_table() -> None:
    """None was forgotten; `rules` has tests of its own."""
    listed = {name for options in [*HARMLESS, *(options for options, _ in COSTS)] for name in options}
    assert listed | {"rules"} == set(DEFAULTS)


RULES: list[tuple[type, Callable[[Any], Any], int]] = [
    (float, lambda value: "float", 2),
    (bool, lambda value: 1, 5),  # and None, which goes with them
    (bytes, lambda value: "bytes", 1),
    (int, lambda value: "int", 12),  # bool is one
    (str, lambda value: None, 3),
    (dict, lambda value: list(value.values()), 3),
    (tuple, lambda value: list(value), 2),
    (list, lambda value: None, 5),  # those in a list that is gone are not there
    (date, lambda value: None, 0),
    (decimal.Decimal, float, 0),
]


@pytest.mark.parametrize(("cls", "function", "values"), RULES, ids=[cls.__name__ for cls, *_ in RULES])
def test_a_rule_bars_its_own_type_alone(cls: type, function: Callable[[Any], Any], values: int) -> None:
    """As many values are met as there are of the type that a function of `rules` is for, and no others."""
    found = counts(DOCUMENT, rules={cls: function})
    assert found.get("met", 0) == values
    assert found["general"] == values + 1
    assert found.get("base64", 0) == (cls is not bytes)


def test_a_rule_for_one_class_and_records_of_others() -> None:
    """Under any rule records are met one by one, since a plan knows of no functions; they are still read in place."""
    for cls in classes():
        found = counts([cls("a", 1) for _ in range(20)], rules={date: str})
        assert (found["general"], found["met"]) == (21 + 40 * ASKED * COMPILED, 20)
        assert found.get("asked", 0) == 40 * ASKED
