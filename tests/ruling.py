"""What do the rules of one family make of a value? Plain data, for tests of the family alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from encoder.options import Options
from encoder.types import rule as kinds
from encoder.types.rule import Literal, Rule

Family = Callable[[type, Options], Rule | None]


def rule_of(family: Family, cls: type, **options: Any) -> Rule:
    """The rule of a class that the family knows."""
    found = family(cls, Options(**options))
    assert found is not None, f"{cls} is not of this family"
    return found


def made(family: Family, value: Any, **options: Any) -> Any:
    """One step: what the rule gives for `value`; pairs as a list of tuples, an iterator as a tuple."""
    found = rule_of(family, type(value), **options)
    if found.kind == kinds.FIELDS:
        return [(text, getattr(value, name)) for name, text in zip(found.names, found.spelled, strict=True)]
    assert found.apply is not None
    result = found.apply(value)
    if isinstance(result, Literal):
        return result.text
    if found.kind == kinds.MEMBERS:
        return [pair[:2] for pair in result]  # without the names for paths
    return tuple(result) if found.kind == kinds.ITERATE else result
