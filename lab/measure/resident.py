"""How does each contestant get a process of its own, all from one and the same beginning?

A resident is a fork of a worker that has loaded every encoder and has called none: it starts within milliseconds,
from the same state of memory as the others, and may crash without taking anybody along.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection, Pipe
from typing import Any

from lab.errors import LabError
from lab.measure.orphans import end_with_starter

PATIENCE = 300
"""Seconds; the slowest answer, a million blocks counted on a busy machine, takes a tenth of that."""
Serve = Callable[[Callable[[], tuple], Callable[[Any], None]], None]
"""What a resident does until it ends: it gets a function that hears a request, and one that answers."""


def signal_name(number: int) -> str:
    """``SIGSEGV`` of 11; a number without a name as it is."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class FallenError(LabError):
    """A resident that refused, failed or died; its message says how."""


class Resident:
    """One forked process, and the pipe to it."""

    def __init__(self, serve: Serve, *, patience: float | None = None) -> None:
        self._patience = PATIENCE if patience is None else patience
        self._pipe, theirs = Pipe()
        self.pid = os.fork()
        if self.pid == 0:
            end_with_starter()
            _live(serve, theirs)
        theirs.close()

    def __enter__(self) -> Resident:
        return self

    def __exit__(self, *failure: Any) -> None:
        self.end()

    def ask(self, *request: Any) -> Any:
        """Its answer. Raises `FallenError` where it refuses or is gone."""
        try:
            with contextlib.suppress(BrokenPipeError):
                # One that has failed by now may have said why.
                self._pipe.send(request)
            if not self._pipe.poll(self._patience):
                self.end()
                raise FallenError(f"it gave no answer within {self._patience:g} s and was ended")
            fine, answer = self._pipe.recv()
        except (EOFError, OSError):
            raise FallenError(self._how_it_ended()) from None
        if not fine:
            raise FallenError(answer)
        return answer

    def end(self) -> None:
        """Kill it; it holds nothing that anybody needs."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._wait()
        self._pipe.close()

    def _wait(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return status

    def _how_it_ended(self) -> str:
        status = self._wait() if self.pid else 0
        if os.WIFSIGNALED(status):
            return f"it was killed by {signal_name(os.WTERMSIG(status))}"
        return f"its process ended with status {os.waitstatus_to_exitcode(status)}"


def _live(serve: Serve, pipe: Connection) -> None:
    """Serve until the end, which is the end of the process: no handler of the parent's may run in a fork."""
    status = 1
    try:
        serve(pipe.recv, lambda answer: pipe.send((True, answer)))
        status = 0
    except EOFError:
        status = 0
    except BaseException as error:
        with contextlib.suppress(OSError):
            text = str(error) if isinstance(error, LabError) else f"{type(error).__name__}: {error}"
            pipe.send((False, text[:300]))
    finally:
        os._exit(status)
