"""Which classes does the standard library's `json` write by itself? Those of its table and their subclasses."""

from __future__ import annotations

from operator import itemgetter

from encoder.errors import UnsupportedTypeError
from encoder.types.rule import Rule, items, refuse
from encoder.types.rules import BASES

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

KEYS = (str, int, float, type(None))


def family(is_sorted: bool, skips: bool) -> Callable[[type], Rule | None]:
    """The rule of each class, for the option `rules`. What has none goes to `default`.

    is_sorted: members in the order of their keys before these are text; skips: without those that have no key in JSON.
    """

    def members(mapping: dict[Any, Any]) -> list[tuple[Any, Any]]:
        if not dict.__len__(mapping):
            return []  # whatever the items of a subclass are
        found = list(mapping.items())
        if is_sorted:
            # Only a subclass may have equal keys, and then the standard library compares the values.
            found.sort(key=first if type(mapping) is dict else None)
        return [pair for pair in found if isinstance(pair[0], KEYS)] if skips else found

    first = itemgetter(0)
    ordered = items(members)

    def rule_for(cls: type) -> Rule | None:
        if cls is bytes:
            return BYTES
        if issubclass(cls, dict):
            return ordered if cls is not dict or is_sorted or skips else None
        if cls in BASES:
            return None
        return next((rule for base, rule in BASES.items() if issubclass(cls, base)), None)

    return rule_for


BYTES = refuse(UnsupportedTypeError, "cannot use bytes as a key")
FAMILIES = {(is_sorted, skips): family(is_sorted, skips) for is_sorted in (False, True) for skips in (False, True)}
"""By `sort_keys` and `skipkeys`."""
