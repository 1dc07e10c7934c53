"""Which Encoders do the functions of the face keep, and for which settings is one made at every call?"""

from __future__ import annotations

import gc
import weakref
from typing import Any

import encoder
from encoder import front


def kept() -> int:
    return len(front.KNOWN)


def test_rules_are_known_again_by_what_they_hold() -> None:
    """Another dict with the same classes and functions finds the same Encoder, and a changed dict another one."""
    front.KNOWN.clear()
    rules: dict[type, Any] = {int: str}
    for _ in range(2):
        assert encoder.encode([1, True], rules=rules) == b'["1","True"]'
        assert encoder.encode([1, True], rules=dict(rules)) == b'["1","True"]'
        assert kept() == 1
    rules[bool] = bool
    assert encoder.encode([1, True], rules=rules) == b'["1",true]' and kept() == 2
    rules[int] = float
    assert encoder.encode([1, True], rules=rules) == b"[1.0,true]" and kept() == 3
    del rules[int], rules[bool]
    assert encoder.encode([1, True], rules=rules) == b"[1,true]"


def test_rules_that_a_call_makes_are_not_kept() -> None:
    """What a function of a function, a bound method or a local class refers to would live as long as the memo."""
    front.KNOWN.clear()

    class Local:
        def spell(self, number: int) -> str:
            return "n"

    one = Local()
    for rules in ({int: lambda number: "n"}, {int: one.spell}, {int: {1: "n"}.get}, {Local: len}):
        encoder.encode([1], rules=rules)
        assert kept() == 0
    gone = weakref.ref(one)
    del one, rules
    gc.collect()
    assert gone() is None
