"""What is this machine able to measure, and what is missing for the rest?"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from typing import Literal

from lab.encoders import PACKAGES
from lab.measure.environment import version_of
from lab.workloads import files

Health = Literal["good", "missing", "bad"]

_NEEDED = ("click", "rich", "numpy", "scipy", "plotly", "cloudpickle", "platformdirs")
_NOTEBOOKS = ("jupyterlab", "ipykernel", "ipywidgets", "anywidget")
_ROOM = 500 << 20
"""Bytes of free disk that captures of one run may need for a moment."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing looked at: ``bad`` breaks a promise of the lab, ``missing`` takes something optional away."""

    topic: str
    state: str
    health: Health = "good"
    remedy: str = ""


def examine() -> tuple[Finding, ...]:
    """Look at everything once; takes a second or two, changes nothing."""
    return (*_machine(), *_encoder(), *_packages(), *_peers(), *_tools(), *_data())


def _machine() -> tuple[Finding, ...]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    found = [
        Finding(topic="python", state=f"{python}, {sys.executable}"),
        Finding(topic="machine", state=platform.platform()),
    ]
    if hasattr(os, "getloadavg"):
        load = os.getloadavg()[0]
        busy = load > 0.7 * cores
        found.append(
            Finding(
                topic="load",
                state=f"{load:.1f} on {cores} cores",
                health="missing" if busy else "good",
                remedy="Other programs are running; times will scatter." if busy else "",
            )
        )
    return tuple(found)


def _encoder() -> tuple[Finding, ...]:
    return tuple(_build(build) for build in ("interpreted", "compiled"))


def _build(build: str) -> Finding:
    """Ask a fresh process, because a build belongs to a process."""
    ask = "import encoder; print(encoder.build)"
    answer = subprocess.run(
        [sys.executable, "-c", ask],
        env=os.environ | {"ENCODER_BUILD": build},
        capture_output=True,
        text=True,
    )
    if answer.returncode == 0 and answer.stdout.strip() == build:
        return Finding(topic=f"encoder, {build}", state="works")
    reason = (answer.stderr.strip().splitlines() or ["no answer"])[-1]
    if build == "interpreted":
        return Finding(
            topic="encoder, interpreted", state=reason, health="bad", remedy="Run: python -m lab setup"
        )
    return Finding(
        topic="encoder, compiled",
        state=reason,
        health="missing",
        remedy="Install a C compiler, then run: python -m lab setup. Until then use --build interpreted.",
    )


def _packages() -> tuple[Finding, ...]:
    found = [_package(name, needed=True) for name in (*_NEEDED, *_NOTEBOOKS)]
    if sys.platform == "win32":
        state = "not made for Windows: no allocation is counted, recorded runs replay"
        found.append(Finding(topic="memray", state=state, health="missing"))
    else:
        found.append(_imported(_package("memray", needed=True)))
    return tuple(found)


def _imported(finding: Finding) -> Finding:
    """``finding`` of a package with compiled parts, which may be installed and yet not load: try it elsewhere."""
    if finding.health != "good":
        return finding
    ask = f"import {finding.topic}"
    answer = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
    if answer.returncode == 0:
        return finding
    reason = (answer.stderr.strip().splitlines() or [f"status {answer.returncode}"])[-1]
    state = f"{finding.state} is installed and does not import: {reason}"
    remedy = f"Run: {sys.executable} -m pip install --force-reinstall {finding.topic}"
    return Finding(topic=finding.topic, state=state, health="bad", remedy=remedy)


def _package(name: str, *, needed: bool) -> Finding:
    version = version_of(name)
    if version is None:
        health: Health = "bad" if needed else "missing"
        return Finding(topic=name, state="not installed", health=health, remedy="Run: python -m lab setup")
    if name == "ipykernel" and tuple(int(part) for part in version.split(".")[:2]) < (7, 4):
        # Before 7.4 a button's callback could run beside a running cell.
        return Finding(
            topic=name, state=version, health="bad", remedy="7.4 or newer is needed. Run: python -m lab setup"
        )
    return Finding(topic=name, state=version)


def _tools() -> tuple[Finding, ...]:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    valgrind = shutil.which("valgrind")
    free = shutil.disk_usage(os.environ.get("TMPDIR", os.path.abspath(os.sep))).free
    return (
        _compiler(),
        Finding(
            topic="chromium",
            state=chromium or "none",
            health="good" if chromium else "missing",
            remedy="" if chromium else "Only needed for the browser test.",
        ),
        Finding(
            topic="valgrind",
            state=valgrind or "none",
            health="good" if valgrind else "missing",
            remedy="" if valgrind else "Only needed for `cpu`, `copies` and `--work` (Linux: apt install valgrind).",
        ),
        Finding(
            topic="free disk",
            state=f"{free >> 20:,} MiB",
            health="good" if free > _ROOM else "bad",
            remedy="" if free > _ROOM else "Captures need a moment's room in the temporary folder.",
        ),
    )


def _compiler() -> Finding:
    """The compiler that building the encoder would call, tried on one line of C."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    at = shutil.which(command[0])
    why = "" if at else f"{command[0]} is not there"
    if at:
        with tempfile.TemporaryDirectory(prefix="encoder-lab-") as folder:
            source, compiled = os.path.join(folder, "one.c"), os.path.join(folder, "one.o")
            with open(source, "w", encoding="utf-8") as file:
                # The header of the system, since a compiler without it compiles nothing of ours.
                file.write("#include <stdlib.h>\nint one(void) { return abs(-1); }\n")
            tried = subprocess.run([*command, "-c", source, "-o", compiled], capture_output=True, text=True)
        if tried.returncode:
            lines = tried.stderr.strip().splitlines() or [f"status {tried.returncode}"]
            why = f"{at} does not compile one line of C: {lines[-1]}"
    if why:
        remedy = "Only needed to compile the encoder. $CC names another one."
        return Finding(topic="C compiler", state=why, health="missing", remedy=remedy)
    return Finding(topic="C compiler", state=at)


def _peers() -> tuple[Finding, ...]:
    absent = [name for name in PACKAGES if version_of(name) is None]
    remedy = f"Only needed for `python -m lab peers`. Missing: {', '.join(absent)}. Run: python -m lab setup"
    return (
        Finding(
            topic="other encoders",
            state=f"{len(PACKAGES) - len(absent)} of {len(PACKAGES)}",
            health="missing" if absent else "good",
            remedy=remedy if absent else "",
        ),
    )


def _data() -> tuple[Finding, ...]:
    absent = [name for name in files.FILES if not files.is_here(name)]
    return (
        Finding(
            topic="real payloads",
            state=f"{len(files.FILES) - len(absent)} of {len(files.FILES)} in {files.folder()}",
            health="missing" if absent else "good",
            remedy="Look-alikes serve. To get them: python -m lab data fetch" if absent else "",
        ),
    )
