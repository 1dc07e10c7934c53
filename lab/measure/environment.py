"""On what machine, with which versions, and how busy?"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from time import monotonic
from typing import Any

_TOLD = ("encoder-lab", "memray", "numpy", "scipy", "Cython", "plotly")


def environment() -> dict[str, Any]:
    """What a reader needs to judge or repeat a run; nothing in it names a person or a folder."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "compiler": platform.python_compiler(),
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "versions": {name: version for name in _TOLD if (version := version_of(name))},
    }


def now() -> str:
    """ISO 8601 with the local offset, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def version_of(name: str) -> str | None:
    """The version of an installed distribution; None where it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")


class Load:
    """How many processors others kept busy since this was made; Linux only."""

    def __init__(self) -> None:
        self._since = monotonic()
        self._busy = _busy_seconds()

    def others(self, own: Sequence[int] = (), *, besides: float = 0.0) -> float | None:
        """Processors kept busy by anyone but the processes ``own``; None where that is not known.

        ``besides`` are seconds of processor time that are known to be one's own too.
        """
        busy, passed = _busy_seconds(), monotonic() - self._since
        if busy is None or self._busy is None or passed <= 0:
            return None
        mine = besides + sum(_own_seconds(pid) for pid in own)
        return max(0.0, (busy - self._busy - mine) / passed)


def _busy_seconds() -> float | None:
    if sys.platform != "linux":
        return None
    try:
        fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:]
    except OSError:
        return None
    user, nice, system, _idle, _wait, interrupt, soft, *_ = map(int, fields)
    return (user + nice + system + interrupt + soft) / os.sysconf("SC_CLK_TCK")


def _own_seconds(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    # The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
    fields = text.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
