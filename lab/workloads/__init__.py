"""Which payloads can one encode? One file a family; here they are found by name."""

from __future__ import annotations

import os
from typing import Any

from lab.errors import UnknownWorkloadError
from lab.workloads import blobs, canada, documents, numbers, records, text, twitter, yours
from lab.workloads.text import GROWTH
from lab.workloads.workload import Workload

__all__ = ["GROWTH", "Workload", "get", "listed", "names", "of", "yours"]

_FAMILIES = (numbers, records, text, blobs, twitter, canada, documents)


def of(payload: Any) -> Workload:
    """``payload`` as a workload: one already, a name, a path, JSON text, ``module:function``, or any other value.

    Raises ``UnknownWorkloadError`` for a text that is none of these, ``DataError`` for data that does not serve.
    """
    if isinstance(payload, Workload):
        return payload
    if isinstance(payload, os.PathLike):
        return yours.from_file(payload)
    if not isinstance(payload, str):
        return yours.from_value(payload)
    return yours.named(payload) if yours.is_named(payload) else get(payload)


def get(name: str) -> Workload:
    """The workload called ``name``, or the JSON file that ``file:PATH`` points to.

    Raises ``UnknownWorkloadError`` with the nearest names, ``DataError`` for a file that does not serve.
    """
    if name.startswith(yours.PREFIX):
        return yours.from_file(name.removeprefix(yours.PREFIX))
    for workload in listed(every=True):
        if workload.name == name:
            return workload
    raise UnknownWorkloadError(name, names(every=True))


def listed(*, every: bool = False) -> list[Workload]:
    """The workloads a menu offers; with ``every`` also the scaled twins and the growth series."""
    found = [workload for family in _FAMILIES for workload in family.workloads()]
    if every:
        return found
    scaled = {workload.small for workload in found} | set(GROWTH)
    return [workload for workload in found if workload.name not in scaled]


def names(*, every: bool = False) -> list[str]:
    """Their names, in the same order."""
    return [workload.name for workload in listed(every=every)]
