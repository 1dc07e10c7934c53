"""What is a payload called, where there is room for more than its key?"""

from __future__ import annotations

from functools import cache

from lab import workloads


def title(name: str) -> str:
    """The human name of the payload `name`; empty where it has none of its own, or is not of this lab."""
    found = _titles().get(name, "")
    return "" if found.lower() == name.lower() else found


def key(name: str) -> str:
    """What heads a row: the payload's own key, or of a file of the reader's its name without the folders."""
    return workloads.yours.shown(name)


def named(name: str) -> str:
    """The key, and the human name beside it: ``canada_20 (Canada, 20 rings)``."""
    found = title(name)
    return f"{key(name)} ({found})" if found else key(name)


@cache
def _titles() -> dict[str, str]:
    return {workload.name: workload.title for workload in workloads.listed(every=True)}
