"""Which inputs break encoders? Cases in families, each with an outcome that was expected beforehand."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable

from lab.errors import UnknownNameError
from lab.torture import changes, circles, classes, depth, hooks, keys, numbers, text, threads
from lab.torture.case import Case

FAMILIES = (depth, circles, changes, hooks, keys, numbers, text, classes, threads)


def listed() -> list[Case]:
    """Every case, family by family."""
    return [case for family in FAMILIES for case in family.CASES]


def matching(wanted: Iterable[str]) -> list[Case]:
    """The cases that bear one of the names, or are in a family of that name; patterns serve too. All for none.

    Raises ``UnknownNameError`` for a name that matches nothing.
    """
    patterns = list(wanted)
    if not patterns:
        return listed()
    for pattern in patterns:
        if not any(_matches(case, pattern) for case in listed()):
            known = [family.CASES.name for family in FAMILIES] + [case.name for case in listed()]
            raise UnknownNameError("case", pattern, known)
    return [case for case in listed() if any(_matches(case, pattern) for pattern in patterns)]


def _matches(case: Case, pattern: str) -> bool:
    return fnmatch.fnmatch(case.name, pattern) or fnmatch.fnmatch(case.family, pattern)
