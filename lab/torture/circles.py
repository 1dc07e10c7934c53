"""What if a value contains itself?"""

from __future__ import annotations

from typing import Any

from lab.torture.case import Again, Check, Family, Given, Odd
from lab.torture.depth import Link

CASES = Family("circles")


def _endless(text: bytes) -> str:
    return "a circle has no text"


refused: Check = _endless


@CASES.case(refused, "refused")
def a_list_in_itself(again: Again) -> Given:
    """A list that contains itself."""
    value: list[Any] = [1]
    value.append(value)
    return Given(value)


@CASES.case(refused, "refused")
def a_dict_in_itself(again: Again) -> Given:
    """A dict that is one of its own values."""
    value: dict[str, Any] = {"a": 1}
    value["self"] = value
    return Given(value)


@CASES.case(refused, "refused")
def a_tuple_in_itself(again: Again) -> Given:
    """A tuple that contains itself by way of a list."""
    inner: list[Any] = []
    value = (inner,)
    inner.append(value)
    return Given(value)


@CASES.case(refused, "refused")
def a_record_in_itself(again: Again) -> Given:
    """A dataclass that is its own field."""
    value = Link()
    value.next = value
    return Given(value)


@CASES.case(refused, "refused")
def a_long_circle(again: Again) -> Given:
    """A thousand lists and dicts, the last of which contains the first."""
    first: list[Any] = []
    value: Any = first
    for _ in range(500):
        value = [{"a": value}]
    first.append(value)
    return Given(value)


@CASES.case(refused, "refused")
def a_hook_that_closes_a_circle(again: Again) -> Given:
    """A hook that answers with the list in which the unknown object stands."""
    value: list[Any] = [1, Odd()]
    return Given(value, hook=lambda odd: value)
