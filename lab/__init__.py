"""What does the lab offer? Experiments on the encoder, and calls that run, compare and profile its designs.

Names are loaded when first used, so that importing the lab costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "Design": "lab.model",
    "EXPERIMENTS": "lab.experiments",
    "Experiment": "lab.model",
    "LabError": "lab.errors",
    "Profiled": "lab.profiled",
    "Result": "lab.result",
    "Run": "lab.model",
    "aa": "lab.noise",
    "compare": "lab.calls",
    "contestant": "lab.calls",
    "copies": "lab.meters",
    "cpu": "lab.meters",
    "explorer": "lab.show.panels",
    "load": "lab.calls",
    "merge": "lab.merging",
    "peers": "lab.among_peers",
    "profile": "lab.calls",
    "recorded": "lab.show.recordings",
    "run": "lab.calls",
    "save": "lab.saved",
    "threads": "lab.meters",
}
__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'lab' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
