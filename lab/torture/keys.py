"""What if a key is no text, is there twice, or acts while it is written?"""

from __future__ import annotations

import math
from typing import Any

from lab.torture.case import Again, Family, Given
from lab.torture.changes import overwrite
from lab.torture.checks import says, valid

CASES = Family("keys")
_OVER_THE_LIMIT = 10**5000
"""More digits than CPython turns into text by default."""


class Acting:
    """A key that clears its dict when it is asked for its text."""

    def __init__(self, target: dict[Any, Any]) -> None:
        self.target = target

    def __str__(self) -> str:
        self.target.clear()
        overwrite()
        return "key"

    __repr__ = __str__


class Twin(str):
    """A text that is unequal to itself as a plain str: both may be keys of one dict."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


@CASES.case(valid, "refused")
def a_key_whose_text_clears_the_dict(again: Again) -> Given:
    """A key whose __str__ clears the dict in which it stands."""
    value: dict[Any, Any] = {"first": [0]}
    value[Acting(value)] = [1]
    value |= {f"key {number}": [number] for number in range(100)}
    return Given(value)


@CASES.case(says({"1": "a"}, {"1": "b"}, {"1": ["a", "b"]}), "refused")
def a_key_twice(again: Again) -> Given:
    """The keys 1 and "1", which have the same text."""
    return Given({1: "a", "1": "b"})


@CASES.case(valid, "refused")
def a_text_twice(again: Again) -> Given:
    """Two texts that are the same to a reader and differ for their dict."""
    return Given({Twin("a"): 1, "a": 2})


@CASES.case(valid, "refused")
def keys_that_are_no_number(again: Again) -> Given:
    """NaN twice, which is unequal to itself, and infinity as keys."""
    return Given({math.nan: 1, float("nan"): 2, math.inf: 3})


@CASES.case(says({"1" + "0" * 5000: 1}), "refused")
def a_key_of_5001_digits(again: Again) -> Given:
    """An int as a key whose text CPython refuses to make."""
    return Given({_OVER_THE_LIMIT: 1})


@CASES.case(valid, "refused")
def a_key_that_is_half_a_character(again: Again) -> Given:
    """A lone surrogate as a key."""
    return Given({"a": 1, "\ud800": 2})


@CASES.case(valid, "refused")
def a_key_that_is_a_tuple(again: Again) -> Given:
    """A key that JSON has no text for."""
    return Given({(1, 2): 3})
