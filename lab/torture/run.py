"""How is every encoder put through every case, each with a process that may die?"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from lab.encoders import OURS, PACKAGES, PEERS
from lab.errors import MissingToolError, WorkerError, require
from lab.measure.environment import environment, now, version_of
from lab.measure.settings import settings
from lab.model import BUILDS, Build
from lab.torture import matching
from lab.torture.case import Case
from lab.torture.limits import FULL, QUICK, Limits
from lab.torture.result import Tortured, Trial

_TOGETHER = 2
"""Encoders that are tried at a time."""
Progress = Callable[[dict[str, Any]], None]


def torture(
    case: str | Iterable[str] = (),
    *,
    peer: str | Iterable[str] = (),
    build: Build | Iterable[Build] = BUILDS,
    quick: bool | None = None,
    progress: Progress | None = None,
) -> Tortured:
    """Put this encoder and others through the cases, or those that are named, also by patterns or families.

    Raises ``UnknownNameError`` for a name that there is not, ``MissingToolError`` where no process can be forked.
    """
    cases = matching([case] if isinstance(case, str) else case)
    peers = [peer] if isinstance(peer, str) else list(peer)
    builds = [build] if isinstance(build, str) else list(build)
    for one in peers:
        require("peer", one, PEERS)
    for one in builds:
        require("build", one, BUILDS)
    if not hasattr(os, "fork"):
        raise MissingToolError("Every case runs in a fork of one process, which this system does not have.")
    short = settings(quick).quick
    limits = QUICK if short else FULL
    entries = [*((OURS, one) for one in builds), *((one, "") for one in peers or PEERS)]
    work = _Work(cases, limits, total=len(entries) * len(cases), progress=progress)
    work.through(entries)
    order = {entry: place for place, entry in enumerate(entries)}
    trials = sorted(work.trials, key=lambda trial: order[trial.encoder, trial.build])
    return Tortured(
        recorded=now(),
        quick=short,
        limits=dataclasses.asdict(limits),
        environment=environment(),
        versions={label: version for label in peers or PEERS if (version := _version(label))},
        missing=work.missing,
        trials=tuple(trials),
    )


def _version(label: str) -> str | None:
    if label == "json":
        return environment()["python"]
    package = next(name for name in PACKAGES if name.endswith(label))
    return version_of(package)


class _Work:
    """What is to do, what came of it, and whom to tell."""

    def __init__(self, cases: Sequence[Case], limits: Limits, *, total: int, progress: Progress | None) -> None:
        self._cases, self._limits, self._total = cases, limits, total
        self._progress = progress
        self._lock = threading.Lock()
        self._start = time.monotonic()
        self._chambers: set[subprocess.Popen] = set()
        self._stopped = False
        self.trials: list[Trial] = []
        self.missing: dict[str, str] = {}

    def through(self, entries: Sequence[tuple[str, str]]) -> None:
        """Try every entry, some at a time; an interrupt ends them all."""
        waiting, failures = deque(entries), []

        def work() -> None:
            while waiting and not failures and not self._stopped:
                with contextlib.suppress(IndexError):
                    try:
                        self._try(*waiting.popleft())
                    except Exception as error:
                        failures.append(error)

        threads = [threading.Thread(target=work, name="lab torture", daemon=True) for _ in range(_TOGETHER)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            self._stop()
            raise
        if failures:
            raise failures[0]

    def _try(self, label: str, build: str) -> None:
        arguments = [label, str(self._limits.seconds), str(self._limits.megabytes)]
        found = os.pathsep.join(dict.fromkeys(path or os.getcwd() for path in sys.path))
        chamber = subprocess.Popen(
            [sys.executable, "-P", "-m", "lab.torture.chamber", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "ENCODER_BUILD": build or "auto", "PYTHONHASHSEED": "0", "PYTHONPATH": found},
            start_new_session=True,
            text=True,
        )
        with chamber:
            self._chambers.add(chamber)
            try:
                self._ask(chamber, label, build)
            finally:
                self._chambers.discard(chamber)
                _end(chamber)

    def _ask(self, chamber: subprocess.Popen, label: str, build: str) -> None:
        first = self._told(chamber, label)
        if "missing" in first:
            self.missing[label] = first["missing"]
            self._report(label, steps=len(self._cases))
            if label == OURS:
                raise WorkerError(f"The {build} build of the encoder cannot be tried: {first['missing']}.")
            return
        for case in self._cases:
            if self._stopped:
                return
            chamber.stdin.write(case.name + "\n")
            chamber.stdin.flush()
            told = self._told(chamber, label)
            self.trials.append(
                Trial(
                    case=case.name,
                    family=case.family,
                    about=case.about,
                    encoder=label,
                    build=build,
                    outcome=told["outcome"],
                    detail=told["detail"],
                    expected=case.expected if label == OURS else (),
                    seconds=told["seconds"],
                )
            )
            self._report(f"{label}: {case.name}")

    def _told(self, chamber: subprocess.Popen, label: str) -> dict[str, Any]:
        line = chamber.stdout.readline()
        if not line.endswith("\n"):
            raise WorkerError(f"The process that tries {label} ended with status {chamber.wait()} between two cases.")
        return json.loads(line)

    def _report(self, label: str, *, steps: int = 1) -> None:
        with self._lock:
            self._done = getattr(self, "_done", 0) + steps
            pace = (time.monotonic() - self._start) / self._done
            left = pace * (self._total - self._done)
            if self._progress is not None:
                self._progress({"done": self._done, "total": self._total, "label": label, "seconds_left": left})

    def _stop(self) -> None:
        self._stopped = True
        for chamber in list(self._chambers):
            _end(chamber)


def _end(chamber: subprocess.Popen) -> None:
    """End it with its forks."""
    with contextlib.suppress(OSError):
        os.killpg(chamber.pid, signal.SIGKILL)
