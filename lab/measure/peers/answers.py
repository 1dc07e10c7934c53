"""What does a worker answer when it is asked about the encoder among its peers?

    {"do": "enlist", entries}                         load them all: versions, and why some are missing
    {"do": "compare", case, entries, settings, seed} all of them on one case, each in a fork
    {"do": "weigh", case, entries, settings, folder}  their memory, each in a fork
    {"do": "grow", quick}                             the encoder alone, on ever larger documents
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from lab.encoders import cases
from lab.measure.environment import Load
from lab.measure.peers.comparison import Comparison
from lab.measure.peers.contestant import Entry
from lab.measure.resident import Resident
from lab.measure.settings import Settings

_LONG = 3600.0
"""Seconds that one case may take, in which every single answer has its own limit."""
_LIBRARIES = ("numpy", "attrs", "pydantic")
"""What some cases import, paid once and not in every fork."""


def enlist(request: Mapping[str, Any]) -> dict[str, Any]:
    """Import every entry's file, so that the forks begin with it loaded."""
    for library in _LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(library)
    versions, missing = {}, {}
    for entry in _entries(request):
        try:
            versions[entry.label] = str(importlib.import_module(entry.module).version)
        except Exception as error:
            missing[entry.label] = f"{type(error).__name__}: {error}"
    return {"event": "enlisted", "versions": versions, "missing": missing}


def compare(request: Mapping[str, Any]) -> dict[str, Any]:
    """The samples of everybody on one case, and how each one's text agrees with ours."""
    case = cases.get(request["case"])
    if case.document and case.document not in cases.MARSHALLED:
        with Resident(partial(_marshal, case.document)) as one:
            cases.MARSHALLED[case.document] = one.ask("marshal")
    load, before = Load(), sum(os.times()[:4])
    # In a fork, so that what it parses and drops leaves no holes for the cases that come after it.
    comparison = Comparison(case, _entries(request), _settings(request), request["seed"])
    with Resident(partial(_run, comparison), patience=_LONG) as one:
        answer = one.ask("run")
    # The forks have ended by now, and what they used counts as this process's.
    others = load.others(besides=sum(os.times()[:4]) - before)
    return {"event": "compared", "others": others, **answer}


def _marshal(document: str, hear: Callable, answer: Callable) -> None:
    hear()
    answer(cases.marshalled(document))


def _run(comparison: Comparison, hear: Callable, answer: Callable) -> None:
    hear()
    answer(comparison.run())


def weigh(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One answer a contestant, then ``done``."""
    # Imported before the forks, so that it is paid once.
    from lab.measure.meters import tracking, weights

    tracking.require_memray()
    case, folder = cases.get(request["case"]), Path(request["folder"])
    for label, weight in weights.all_of(_entries(request), case, _settings(request), folder):
        yield {"event": "weighed", "label": label, "weight": weight}
    yield {"event": "done"}


def grow(request: Mapping[str, Any]) -> dict[str, Any]:
    """How the encoder's time per byte and a dump's memory grow, measured in a fork."""
    from lab.measure.meters import growing

    with Resident(partial(growing.grow, request["quick"])) as one:
        return {"event": "grown", "growth": one.ask("grow")}


def _entries(request: Mapping[str, Any]) -> list[Entry]:
    return [Entry(**entry) for entry in request["entries"]]


def _settings(request: Mapping[str, Any]) -> Settings:
    settings = dict(request["settings"])
    settings["rounds"] = tuple(settings["rounds"])
    return Settings(**settings)
