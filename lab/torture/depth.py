"""What if a value is nested deeper than a stack has room for?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lab.torture.case import Again, Family, Given, Odd
from lab.torture.checks import exactly, says, valid

CASES = Family("depth")
SHALLOW = 900
DEEP = 10_000
DEEPER = 300_000
DEEPEST = 1_000_000


@dataclass
class Link:
    """A record that holds another."""

    next: Any = None


def nested(around: Callable[[Any], Any], levels: int, inmost: Any = None) -> Any:
    """``inmost`` with so many containers around it, made from the inside out."""
    for _ in range(levels):
        inmost = around(inmost)
    return inmost


def _array(levels: int) -> bytes:
    return b"[" * levels + b"null" + b"]" * levels


def _object(levels: int, key: bytes = b"a") -> bytes:
    return b'{"%s":' % key * levels + b"null" + b"}" * levels


def _listed(inner: Any) -> list[Any]:
    return [inner]


def _tupled(inner: Any) -> tuple[Any]:
    return (inner,)


def _keyed(inner: Any) -> dict[str, Any]:
    return {"a": inner}


@CASES.case(exactly(_array(SHALLOW)), "right")
def lists_900(again: Again) -> Given:
    """Lists in lists, 900 levels."""
    return Given(nested(_listed, SHALLOW))


@CASES.case(exactly(_array(DEEP)), "refused")
def lists_10k(again: Again) -> Given:
    """Lists in lists, 10,000 levels."""
    return Given(nested(_listed, DEEP))


@CASES.case(exactly(_object(DEEP)), "refused")
def dicts_10k(again: Again) -> Given:
    """Dicts in dicts, 10,000 levels."""
    return Given(nested(_keyed, DEEP))


@CASES.case(exactly(_object(DEEP, b"next")), "refused")
def records_10k(again: Again) -> Given:
    """Dataclasses in dataclasses, 10,000 levels."""
    return Given(nested(Link, DEEP))


@CASES.case(exactly(_array(DEEP)), "refused")
def lists_10k_on_a_small_stack(again: Again) -> Given:
    """Lists in lists, 10,000 levels, in a thread with a stack of 256 KiB."""
    return Given(nested(_listed, DEEP), stack=256 << 10)


@CASES.case(exactly(_array(DEEPER)), "refused")
def tuples_300k(again: Again) -> Given:
    """Tuples in tuples, 300,000 levels."""
    return Given(nested(_tupled, DEEPER))


@CASES.case(exactly(_array(DEEPEST)), "refused")
def lists_1m(again: Again) -> Given:
    """Lists in lists, a million levels."""
    return Given(nested(_listed, DEEPEST))


@CASES.case(exactly(_object(DEEPEST)), "refused")
def dicts_1m(again: Again) -> Given:
    """Dicts in dicts, a million levels."""
    return Given(nested(_keyed, DEEPEST))


@CASES.case(exactly(b'[{"a":[' * DEEPER + b"null" + b"]}]" * DEEPER), "refused")
def mixed_900k(again: Again) -> Given:
    """Lists, dicts and tuples in turn, 900,000 levels."""
    return Given(nested(lambda inner: [{"a": (inner,)}], DEEPER))


@CASES.case(says(nested(_listed, 200)), "right")
def a_low_recursion_limit(again: Again) -> Given:
    """Lists in lists, 200 levels, where Python may recurse 80 deep."""
    value = nested(_listed, 200)
    sys.setrecursionlimit(80)
    return Given(value)


@CASES.case(valid, "refused")
def a_hook_that_goes_deeper(again: Again) -> Given:
    """A hook that answers every unknown object with a list of another one."""
    return Given(Odd(), hook=lambda odd: [Odd()])
