"""How does each case get a process of its own, with limits, whatever becomes of it?

Run as ``python -m lab.torture.chamber ENCODER SECONDS MEGABYTES``: names of cases come on stdin, a JSON line with
the outcome of each goes to stdout. The encoder is loaded here once, and every case runs in a fork, so that it starts
within milliseconds and may crash, hang or eat memory alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import sys
import time

from lab import torture
from lab.measure.orphans import end_with_starter
from lab.torture import callers, trial
from lab.torture.case import Case, Odd, Outcome

_PATIENCE = 6
"""Times the limit of processor time that may pass on a clock: others use the machine too, and a lock uses none."""
_LIMIT_OF_A_PIPE = 4000


def main(label: str, seconds: int, megabytes: int) -> None:
    """Serve until the input ends."""
    out = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    _silence()
    try:
        encode = callers.caller(label)
    except ImportError as error:
        out.write(json.dumps({"missing": str(error)}) + "\n")
        return
    # What an encoder loads when it first asks a hook is loaded before the forks.
    with contextlib.suppress(Exception):
        encode([Odd()], lambda odd: 1)
    out.write(json.dumps({"ready": label}) + "\n")
    cases = {case.name: case for case in torture.listed()}
    for line in sys.stdin:
        start = time.monotonic()
        outcome, detail = run(cases[line.strip()], encode, seconds=seconds, megabytes=megabytes)
        spent = round(time.monotonic() - start, 3)
        out.write(json.dumps({"case": line.strip(), "outcome": outcome, "detail": detail, "seconds": spent}) + "\n")


def run(case: Case, encode: callers.Encode, *, seconds: int, megabytes: int) -> tuple[Outcome, str]:
    """The outcome of ``case`` in a fork that may use so much processor time and so much memory more."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        end_with_starter()
        _suffer(case, encode, writing, seconds, megabytes)
    os.close(writing)
    late = not select.select([reading], [], [], seconds * _PATIENCE)[0]
    if late:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    told = b""
    while part := os.read(reading, _LIMIT_OF_A_PIPE):
        told += part
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    if told:
        outcome, detail = json.loads(told)
        return outcome, detail
    return _ended(status, late=late, seconds=seconds)


def _ended(status: int, *, late: bool, seconds: int) -> tuple[Outcome, str]:
    """What the end of a process says that had not told anything."""
    if late:
        return "hang", f"no answer in {seconds * _PATIENCE} s"
    if not os.WIFSIGNALED(status):
        return "crash", f"ended its process with status {os.waitstatus_to_exitcode(status)}"
    name = signal.Signals(os.WTERMSIG(status)).name
    if name == "SIGXCPU":
        return "hang", f"no end in {seconds} s of processor time"
    return "crash", f"{name}{' (out of memory)' if name == 'SIGKILL' else ''}"


def _suffer(case: Case, encode: callers.Encode, writing: int, seconds: int, megabytes: int) -> None:
    """Try ``case`` in this process, which ends with it."""
    try:
        _silence()
        _limit(seconds, megabytes)
        told = json.dumps(trial.attempt(case, encode)).encode()
        os.write(writing, told[:_LIMIT_OF_A_PIPE])
    except MemoryError:
        os.write(writing, b'["refused", "MemoryError"]')
    finally:
        os._exit(0)


def _silence() -> None:
    """Nobody hears what an encoder prints, nor its last words: the signal says what happened."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _limit(seconds: int, megabytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with contextlib.suppress(OSError, ValueError):
        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20), resource.RLIM_INFINITY))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
