"""How does a run proceed while its caller waits, watches or changes its mind?"""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from lab.errors import CancelledError
from lab.measure.forked import Forked
from lab.measure.plan import Plan
from lab.measure.process import Purpose, Worker
from lab.model import Build, Run

Listener = Callable[[dict[str, Any]], None]
"""Is told ``{"done", "total", "label", "seconds_left"}``; called from the run's own threads."""


class Executor(Protocol):
    """Something that turns a plan into a run: by measuring, or by looking it up."""

    def execute(self, plan: Plan, job: Job) -> Run:
        """Do it; ask ``job`` for workers and tell it how far the work is."""


def run(plan: Plan, executor: Executor, *, progress: Listener | None = None) -> Run:
    """Execute ``plan`` and wait. An interrupt ends the workers before it goes on to the caller."""
    job = Job(plan, executor, progress=progress)
    try:
        return job.wait()
    except BaseException:
        job.cancel()
        raise


class Job:
    """A run in a thread of its own, which begins at once."""

    def __init__(self, plan: Plan, executor: Executor, *, progress: Listener | None = None) -> None:
        self.plan = plan
        self.result: Run | None = None
        self.reports: dict[Build, dict[str, Any]] = {}
        """What each build said about itself when a worker had loaded it."""
        self._executor = executor
        self._clock = _Clock(plan, progress)
        self._lock = threading.Lock()
        self._workers: set[Worker] = set()
        self._cancelled = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="lab run", daemon=True)
        # A worker must not outlive the interpreter that wanted its answer.
        atexit.register(self.cancel)
        self._thread.start()

    def __repr__(self) -> str:
        state = "cancelled" if self._cancelled else "done" if self.done else "running"
        return f"Job({self.plan!r}, {state})"

    @property
    def done(self) -> bool:
        """Whether it ended, in whatever way."""
        return not self._thread.is_alive()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called before the end."""
        return self._cancelled

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the workers that run now."""
        with self._lock:
            return tuple(worker.pid for worker in self._workers)

    def cancel(self) -> None:
        """Kill every worker with its forks, within a quarter of a second. Nothing is kept."""
        with self._lock:
            if not self._thread.is_alive():
                return
            self._cancelled = True
            workers = list(self._workers)
        for worker in workers:
            worker.kill()

    def wait(self, timeout: float | None = None) -> Run:
        """The run. Raises what went wrong in it, and ``TimeoutError`` after ``timeout`` seconds."""
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise TimeoutError(f"the run has not ended within {timeout} s")
        if self._error:
            raise self._error
        return self.result

    @contextlib.contextmanager
    def worker(
        self, build: Build, *, purpose: Purpose = "time", under: Sequence[str] = (), here: bool = False
    ) -> Iterator[Worker]:
        """A worker process that has loaded ``build``, ended afterwards or when the job is cancelled.

        With ``here`` it is a fork of this process.
        """
        with self._lock:
            self.check()
            worker = Forked(build, purpose=purpose) if here else Worker(build, purpose=purpose, under=under)
            self._workers.add(worker)
        try:
            with worker:
                self.reports[build] = worker.begin()["report"]
                yield worker
        finally:
            with self._lock:
                self._workers.discard(worker)

    def check(self) -> None:
        """Raise ``CancelledError`` if the job was cancelled."""
        if self._cancelled:
            raise CancelledError("The run was cancelled. Nothing was saved.")

    def tell(self, label: str, share: float = 0.0) -> None:
        """Report that ``label`` is being measured and is done by ``share``."""
        self._clock.tell(label, share)

    def finished(self, seconds: float) -> None:
        """Report that a cell which the plan expected to take ``seconds`` is done."""
        self._clock.finished(seconds)

    def _work(self) -> None:
        try:
            self.result = self._executor.execute(self.plan, self)
        except BaseException as error:
            self._error = error
        finally:
            atexit.unregister(self.cancel)
            if self._cancelled:
                # A killed worker's last words would hide the reason.
                self.result = None
                self._error = CancelledError("The run was cancelled. Nothing was saved.")


class _Clock:
    """Turns finished cells into time left: what is still expected, at the pace so far."""

    def __init__(self, plan: Plan, listener: Listener | None) -> None:
        self._listener = listener
        self._lock = threading.Lock()
        self._expected = plan.seconds
        self._total = sum(case.timed + case.counted + case.worked for case in plan.cases)
        self._done = 0
        self._passed = 0.0
        self._start = time.monotonic()
        self._label = ""

    def tell(self, label: str, share: float) -> None:
        with self._lock:
            self._label = label
            self._report(share)

    def finished(self, seconds: float) -> None:
        with self._lock:
            self._done += 1
            self._passed += seconds
            self._report(0.0)

    def _report(self, share: float) -> None:
        if self._listener is None:
            return
        elapsed = time.monotonic() - self._start
        # One finished cell says little about pace; until then the plan's guess stands.
        pace = elapsed / self._passed if self._done > 1 else 1.0
        left = max(0.0, self._expected - self._passed) * pace
        done = min(self._total, self._done + share)
        self._listener({"done": done, "total": self._total, "label": self._label, "seconds_left": left})
