"""What can one do with the explorer, and what state is it in? The panel without its looks.

Every button is a plain call here, so a script or a test can do what a hand can:

    panel = lab.explorer("twitter"); panel.run(); panel.wait().finding
"""

from __future__ import annotations

import atexit
import dataclasses
import functools
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

from lab.errors import CancelledError, LabError
from lab.show.questions import Engine, Job, Progress, Question, check, opponents

State = Literal["idle", "running", "cancelled", "failed", "stale"]

DRAW_EVERY = 0.25
"""Seconds between two redraws of the progress: at 4 Hz a browser keeps up with every chart."""


class Panel:
    """The explorer: a question, a result and a state. Show it in a notebook, or call its methods.

    ``state`` is ``idle`` (``result`` answers ``question``, or nothing was asked yet), ``running``,
    ``cancelled``, ``failed`` (``error`` says why) or ``stale`` (the controls ask something else than
    ``result`` answers). Methods may be called from any thread; listeners run on the thread that changed it.
    """

    def __init__(self, engine: Engine, question: Question) -> None:
        self.engine = engine
        self.shown: Question | None = None
        self.result: Any = None
        # Where one build cannot be measured, its recorded result is still worth a look.
        for build in dict.fromkeys((question.build, *engine.builds())):
            asked = dataclasses.replace(question, build=build)
            if self.result is None and (found := engine.recorded(asked)) is not None:
                self.result, self.shown = found, asked
        self.error: BaseException | None = None
        self.progress = Progress()
        self.guess: int | None = None
        self.question = question
        self._outcome: State = "idle"
        self._lock = threading.RLock()
        self._listeners: list[Callable[[], None]] = []
        self._job: Job | None = None
        self._watcher: threading.Thread | None = None
        self._ticket: object = None
        self._drawn = 0.0
        self._screen: Any = None

    def __repr__(self) -> str:
        return f"<Panel {self.state}: {self.question.python}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.screen.widget._repr_mimebundle_(**options)

    @property
    def screen(self) -> Any:
        """The widgets that show this panel, made at the first look."""
        if self._screen is None:
            from lab.show.controls import Screen

            self._screen = Screen(self)
        return self._screen

    @property
    def state(self) -> State:
        if self._job is not None:
            return "running"
        if self._outcome == "idle" and self.shown is not None and self.shown != self.question:
            return "stale"
        return self._outcome

    @property
    def replayed(self) -> bool:
        """Whether the result shown was read from a file instead of measured here."""
        return self.result is not None and self.result.run.replayed

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener()`` after every change."""
        self._listeners.append(listener)

    def ask(self, **changes: Any) -> None:
        """Change the question; what is shown stays until the next run. A new axis brings its own rivals."""
        if "axis" in changes and changes["axis"] != self.question.axis:
            first, second = opponents(self.engine, changes["axis"])
            changes = {"baseline": first, "candidate": second, **changes}
        question = dataclasses.replace(self.question, **changes)
        check(self.engine, question)
        with self._lock:
            self.question = question
            if self._outcome in ("cancelled", "failed"):
                self._outcome, self.error = "idle", None
        self._changed()

    def run(self) -> None:
        """Start measuring and return at once; a run under way is cancelled first."""
        with self._lock:
            if self._job is not None:
                self._job.cancel()
            self.error, self.progress, self._outcome = None, Progress(), "idle"
            question = self.question
            try:
                refusal = self.engine.builds().get(question.build)
                if refusal:
                    raise LabError(refusal)
                # Events of a cancelled run may still arrive; each run has a ticket by which to know its own.
                self._ticket = ticket = object()
                tick = functools.partial(self._tick, ticket)
                started = self.engine.compare(question.payload, progress=tick, **question.call)
            except Exception as error:
                self._job, self.error, self._outcome = None, error, "failed"
            else:
                self._job = started
                # A daemon: a kernel that shuts down need not wait for a measurement.
                self._watcher = threading.Thread(
                    target=self._watch, args=(started, question), name="lab-panel", daemon=True
                )
                self._watcher.start()
        self._changed()

    def cancel(self) -> None:
        """Stop the run; its worker is gone on return and nothing was saved. Without a run: nothing."""
        with self._lock:
            job, self._job = self._job, None
            if job is None:
                return
            self._outcome = "cancelled"
        job.cancel()
        self._changed()

    def wait(self, timeout: float | None = None) -> Any:
        """The result once the run ended; ``timeout`` is in seconds.

        Raises what made the run fail, ``CancelledError`` after a cancel, TimeoutError while it still runs.
        """
        watcher = self._watcher
        if watcher is not None:
            watcher.join(timeout)
            if self._job is not None:
                raise TimeoutError(f"the comparison still runs after {timeout} s")
        if self.error is not None:
            raise self.error
        if self._outcome == "cancelled":
            raise CancelledError("The run was cancelled. Nothing was saved.")
        return self.result

    def choose(self, guess: int | None) -> None:
        """Note a guess: 0, 1 or 2, an index into ``lab.show.guesses.CHOICES``; None takes it back."""
        self.guess = guess
        self._changed()

    def close(self) -> None:
        """Cancel what runs and take the widgets off the screen."""
        self.cancel()
        if self._screen is not None:
            self._screen.close()

    def _watch(self, job: Job, question: Question) -> None:
        result, error = None, None
        try:
            result = job.wait()
        except BaseException as caught:  # whatever ended the run must reach the panel, not a thread's stderr
            error = caught
        with self._lock:
            if self._job is not job:
                return  # cancelled or overtaken: this outcome is nobody's any more
            self._job, self.error = None, error
            self._outcome = "failed" if error is not None else "idle"
            if error is None:
                self.result, self.shown = result, question
        self._changed()

    def _tick(self, ticket: object, event: Mapping[str, Any]) -> None:
        if ticket is not self._ticket:
            return
        self.progress = Progress(**event)
        now = time.monotonic()
        if self._job is not None and now - self._drawn >= DRAW_EVERY:
            self._drawn = now
            self._changed()

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()


_PANELS: dict[object, Panel] = {}


def explorer(
    payload: str = "canada",
    axis: str = "tree",
    *,
    baseline: str | None = None,
    candidate: str | None = None,
    method: str = "to_bytes",
    build: str | None = None,
    engine: Engine | None = None,
    key: object = None,
) -> Panel:
    """The panel on two rivals of ``axis`` writing ``payload``; it opens with a recorded result.

    A panel made again under the same ``key`` (in a notebook: in the same cell) takes the place of the
    former one and cancels what that one runs. Raises `UnknownNameError` for a name that does not exist.
    """
    if engine is None:
        from lab.show.engines import Measuring

        engine = Measuring()
    first, second = opponents(engine, axis)
    if build is None:
        build = next((name for name, refusal in engine.builds().items() if not refusal), "compiled")
    question = Question(
        payload=payload,
        axis=axis,
        baseline=baseline or first,
        candidate=candidate or second,
        method=method,
        build=build,
    )
    check(engine, question)
    key = key if key is not None else _cell() or (payload, axis)
    former = _PANELS.pop(key, None)
    if former is not None:
        former.close()
    _PANELS[key] = Panel(engine, question)
    return _PANELS[key]


def _cell() -> str | None:
    """The id of the notebook cell that is running, where there is one."""
    import sys

    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    parent = getattr(shell, "parent_header", None) or {}
    return parent.get("metadata", {}).get("cellId") if isinstance(parent, dict) else None


@atexit.register
def _leave_no_orphan() -> None:
    for panel in _PANELS.values():
        panel.cancel()
