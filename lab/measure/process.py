"""How is a worker process started, asked, heard and ended?"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from lab import errors
from lab.errors import BuildError, WorkerError
from lab.measure.resident import PATIENCE, signal_name
from lab.model import Build

Purpose = Literal["time", "reside", "count"]
_ALLOCATORS: dict[Purpose, dict[str, str]] = {
    "time": {},
    # glibc gives large blocks back to the system or keeps them by thresholds that move with what was freed
    # before. Whether each call faults its pages in anew was luck, worth 0.6 to 1.6 of the time: keep them.
    "reside": {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 30)},
    # Blocks come one by one from malloc: no arenas blur the peak. The sizes asked for are the same.
    "count": {"PYTHONMALLOC": "malloc"},
}
_GRACE = 2.0
"""Seconds that a worker may take to end once its input is closed."""
_LAST_WORDS = 600
_PART = 1 << 16


class Worker:
    """One worker process in a process group of its own, so that its forks die with it."""

    def __init__(self, build: Build, *, purpose: Purpose = "time", under: Sequence[str] = ()) -> None:
        """Start one; ``under`` is the command of a tool that runs it, such as valgrind."""
        environment = {
            **os.environ,
            "ENCODER_BUILD": build,
            # Sets and some dict sizes follow the hash seed, and figures must repeat to the byte.
            "PYTHONHASHSEED": "0",
            # The worker finds what this process finds, a notebook's own modules included.
            "PYTHONPATH": os.pathsep.join(dict.fromkeys(path or os.getcwd() for path in sys.path)),
        }
        environment |= _ALLOCATORS[purpose]
        self.build = build
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [*under, sys.executable, "-P", "-m", "lab.measure.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            start_new_session=True,
            bufsize=0,
        )
        # A tool writes its findings at the end.
        self._begin(_GRACE * 30 if under else _GRACE)

    def _begin(self, grace: float = _GRACE) -> None:
        self._grace = grace
        self._heard = b""

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *failure: Any) -> None:
        if failure[0] is None:
            self.close()
        else:
            self.kill()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            with contextlib.suppress(OSError):
                stream.close()

    @property
    def pid(self) -> int:
        """The worker's process id, which is its group's id too."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it is gone."""
        return self._process.poll() is not None

    def stay(self, processor: int) -> None:
        """Run on ``processor`` only, where the system lets one choose."""
        if hasattr(os, "sched_setaffinity"):
            with contextlib.suppress(OSError):
                os.sched_setaffinity(self.pid, {processor})

    def begin(self) -> dict[str, Any]:
        """Its ``start`` answer. Raises ``BuildError`` where it could not load the build."""
        answer = self.hear()
        if answer["event"] != "start" or answer["build"] != self.build:
            raise BuildError(f"A worker for the {self.build} build answered {answer}.")
        return answer

    def ask(self, request: Mapping[str, Any]) -> None:
        """Send one request. Raises ``WorkerError`` where the worker is gone."""
        try:
            self._process.stdin.write((json.dumps(request) + "\n").encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._gone() from error

    def hear(self, *, patience: float = PATIENCE) -> dict[str, Any]:
        """The next answer. Raises what an ``error`` answer names, and ``WorkerError`` where none comes.

        A worker that is silent for ``patience`` seconds is ended.
        """
        answer = json.loads(self._line(patience))
        if answer["event"] == "error":
            error = errors.named(answer["kind"], answer["text"])
            if "cause" in answer:
                error.add_note(answer["cause"])
            raise error
        return answer

    def _line(self, patience: float) -> bytes:
        stream = self._process.stdout
        while b"\n" not in self._heard:
            if not select.select([stream], [], [], patience)[0]:
                self.kill()
                raise WorkerError(f"A measuring process gave no answer within {patience:g} s and was ended.")
            part = stream.read(_PART)
            if not part:
                raise self._gone()
            self._heard += part
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def close(self) -> None:
        """Let it end by closing its input; kill it where it does not."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(self._grace)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it and its forks at once. Safe from any thread, more than once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _gone(self) -> WorkerError:
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self.kill()
            return WorkerError("A measuring process closed its output without ending, and was ended.")
        how = f"was killed by {signal_name(-status)}" if status < 0 else f"ended with status {status}"
        hint = " (out of memory?)" if status == -signal.SIGKILL else ""
        return WorkerError(f"A measuring process {how}{hint} before it answered.{self._last_words()}")

    def _last_words(self) -> str:
        try:
            self._errors.seek(0)
            text = self._errors.read().decode("utf-8", "replace").strip()
        except (OSError, ValueError):
            return ""
        return f" It said: {text[-_LAST_WORDS:]}" if text else ""
