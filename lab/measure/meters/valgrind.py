"""How is one call run under valgrind so that it alone counts?

valgrind runs a whole process, at a tenth of its speed or less. What belongs to the call is told by a function that
is around it and around nothing else: PyNumber_MatrixMultiply, which CPython exports in every build, runs for
``a @ b`` and calls for nothing else here. So the call is made by an ``@`` of our own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lab.errors import MissingToolError
from lab.measure.meters.captures import MARK

AROUND = "PyNumber_MatrixMultiply"
_WARM = 3
_NOTHING = partial(len, ())
_DEEP = 250
"""Frames of C from the call inwards; a stack that is cut short would lose its call."""


class _Around:
    """The left side of the ``@``; the right side is what is called."""

    def __matmul__(self, operation: Callable[[], Any]) -> None:
        operation()


def absent() -> str:
    """Why nothing can be measured with valgrind here, as a sentence; empty where it can."""
    if shutil.which("valgrind") is None or shutil.which("vgdb") is None:
        return "valgrind is not installed: get it from your system's packages (Linux; it is called valgrind there)."
    return ""


def require() -> None:
    """Raise ``MissingToolError`` where there is no valgrind."""
    if why := absent():
        raise MissingToolError(f"Not measured: {why}")


def callgrind(folder: Path) -> tuple[str, ...]:
    """The command under which each call leaves its instructions, by stack, in a file of its own in ``folder``.

    Nothing is instrumented until `run` switches it on: the imports before it would take a minute.
    """
    return (
        "valgrind",
        "--tool=callgrind",
        "--quiet",
        f"--callgrind-out-file={folder / 'calls'}",
        "--instr-atstart=no",
        "--collect-atstart=no",
        f"--toggle-collect={AROUND}",
        f"--dump-after={AROUND}",
        f"--separate-callers={_DEEP}",
    )


def dhat(folder: Path) -> tuple[str, ...]:
    """The command under which a process leaves, in ``folder``, every copy by stack and every call of malloc's."""
    return (
        "valgrind",
        "--tool=dhat",
        "--quiet",
        "--mode=copy",
        f"--dhat-out-file={folder / 'copies'}",
        "--trace-malloc=yes",
        f"--log-file={folder / 'mallocs'}",
        f"--num-callers={_DEEP}",
        # A file is known by its folder.
        "--fullpath-after=",
    )


def run(operation: Callable[[], Any], *, switch: bool) -> None:
    """Make the call that counts, in a process under `callgrind` (``switch``) or `dhat`.

    Under callgrind a call of nothing goes before it, from which its surroundings are known.
    """
    around = _Around()
    for _ in range(_WARM):
        operation()
    if switch:
        for _ in range(_WARM):
            around @ operation
        _switch_on()
        around @ _NOTHING
        around @ operation
        return
    # Blocks of a size that nobody else asks for tell where the call begins and ends in the log of malloc.
    bytes(MARK)
    around @ operation
    bytes(MARK)


def _switch_on() -> None:
    command = ["vgdb", f"--pid={os.getpid()}", "instrumentation", "on"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as told:
        # A process that sleeps is woken by ptrace, which may be forbidden; one that is awake looks by itself.
        while told.poll() is None:
            pass
        if told.returncode:
            why = told.stderr.read().decode("utf-8", "replace").strip()[-200:]
            raise MissingToolError(f"Not measured: valgrind did not take the order to begin. {why}")
