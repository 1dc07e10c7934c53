"""Which noise floor is known of this machine? What ``python -m lab aa`` measured, kept in the user's cache folder."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from pathlib import Path
from typing import Any

from lab import disk
from lab.judge.noise import ENOUGH, Floor, Outcome
from lab.measure.environment import environment, now
from lab.model import Build
from lab.workloads import files

_MACHINE = ("processor", "processors", "machine", "python")


def known(build: Build, *, quick: bool) -> Floor | None:
    """The floor measured last in ``build``, at these settings if there is one; None where `aa` has not run yet."""
    here = [entry["floor"] for entry in _entries() if entry["machine"] == _machine()]
    found = [floor for entry in here if (floor := _floor(entry)) and floor.build == build]
    return max(found, key=lambda floor: (floor.quick == quick, floor.recorded), default=None)


def keep(outcome: Outcome, *, quick: bool, load: int) -> Floor | None:
    """Keep the floor of ``outcome``, and return it; None where it says nothing of this machine as it usually is.

    Raises ``DiskError``.
    """
    if outcome.inject or load or outcome.repeats < ENOUGH:
        return None
    floor = Floor(build=outcome.build, quick=quick, share=outcome.floor, repeats=outcome.repeats, recorded=now())
    same = {"machine": _machine(), "floor": {"build": floor.build, "quick": quick}}
    others = [entry for entry in _entries() if _key(entry) != _key(same)]
    place = _place()
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
    disk.write(json.dumps([*others, {**same, "floor": dataclasses.asdict(floor)}], indent=2) + "\n", place)
    return floor


def _place() -> Path:
    return files.folder() / "noise.json"


def _machine() -> dict[str, Any]:
    told = environment()
    return {name: told[name] for name in _MACHINE}


def _entries() -> list[dict[str, Any]]:
    """What is in the file; a damaged one is as good as none, since `aa` writes it anew."""
    try:
        entries = json.loads(_place().read_text(encoding="utf-8"))
        return [entry for entry in entries if entry["machine"] and entry["floor"]["build"]]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def _floor(entry: dict[str, Any]) -> Floor | None:
    try:
        return Floor(**entry)
    except TypeError:
        return None


def _key(entry: dict[str, Any]) -> tuple[Any, ...]:
    return entry["machine"], entry["floor"]["build"], entry["floor"].get("quick")
