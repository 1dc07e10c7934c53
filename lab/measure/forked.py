"""What if a contestant cannot leave the process that has it? Then a worker is a fork of that process."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
import tempfile
import time
import warnings

from lab.errors import BuildError
from lab.measure.orphans import end_with_starter
from lab.measure.process import Purpose, Worker
from lab.model import Build

_LOOKED = 0.005
"""Seconds between two looks at whether it has ended."""


class Forked(Worker):
    """A worker that has everything this process has, and may crash or be ended like any other.

    What this process loaded, and how its memory lies, is part of what is measured: a remark says so.
    """

    def __init__(self, build: Build, *, purpose: Purpose = "time") -> None:
        import encoder

        if encoder.build != build:
            raise BuildError(
                f"A contestant cannot leave this process, which has the {encoder.build} build of the encoder, and the "
                f"{build} one was asked for. Ask for build={encoder.build!r}, or start with ENCODER_BUILD={build}."
            )
        self.build = build
        self._errors = tempfile.TemporaryFile()
        self._process = _Fork(self._errors.fileno())
        self._begin()


class _Fork:
    """As much of a ``subprocess.Popen`` as a worker needs, of a process that was forked."""

    def __init__(self, errors: int) -> None:
        (theirs_in, ours_in), (ours_out, theirs_out) = os.pipe(), os.pipe()
        sys.stdout.flush()
        with warnings.catch_warnings():
            # Python 3.12 warns of forks beside threads, which may hold locks; a limit of time ends one that waits.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if self.pid == 0:
            end_with_starter()
            _serve(theirs_in, theirs_out, errors)
        os.close(theirs_in)
        os.close(theirs_out)
        self.stdin = os.fdopen(ours_in, "wb", buffering=0)
        self.stdout = os.fdopen(ours_out, "rb", buffering=0)
        self._status: int | None = None

    def poll(self) -> int | None:
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._status = os.waitstatus_to_exitcode(status) if pid else None
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("a fork", timeout or 0)
            time.sleep(_LOOKED)
        return status


def _serve(asked: int, answered: int, errors: int) -> None:
    """Be a worker until the requests end, which is the end of this process."""
    status = 1
    try:
        os.setsid()
        # Where this process has its crashes told, that of a contestant would be told as its own.
        faulthandler.disable()
        for stream in (1, 2):
            os.dup2(errors, stream)
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        from lab.measure import worker

        with os.fdopen(asked, encoding="utf-8") as requests:
            worker.serve(requests, worker.sender(answered))
        status = 0
    finally:
        os._exit(status)
