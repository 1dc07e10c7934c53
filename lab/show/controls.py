"""What does the explorer look like? Widgets that show a panel's state and pass clicks on to its methods."""

from __future__ import annotations

import dataclasses
import html
import threading
from collections.abc import Iterable
from typing import Any

import ipywidgets as w

from lab.show import guesses, pictures, sentences
from lab.show.displays import outputs, style
from lab.show.keyboard import guard
from lab.show.questions import MARGINS

VIEWS = ("Picture", "Table", "Difference", "Source")
CHART = 320
"""Pixels: with the controls above it, a panel of 848 x 600 still shows the whole chart."""


class Screen:
    """The widgets of one panel. ``widget`` is their root; ``refresh`` redraws what changed."""

    def __init__(self, panel: Any) -> None:
        self.panel = panel
        self._drawn: dict[str, Any] = {}
        self._lock = threading.RLock()
        self._refreshing: int | None = None
        self._controls()
        self._views()
        keyboard = guard(panel.cancel)
        self.widget = w.VBox(
            [
                w.HTML(style(), layout={"display": "none"}),
                *([keyboard] if keyboard is not None else []),
                _row(self.payload, self.axis, self.baseline, self.candidate),
                _row(self.prompt, self.guess),
                _row(self.start, self.stop, self.bar, self.status),
                self.notice,
                self.finding,
                self.views,
                self.more,
            ]
        )
        self.widget.add_class("lab").add_class("lab-panel")
        self.refresh()
        panel.listen(self.refresh)

    def _controls(self) -> None:
        engine, ask = self.panel.engine, self._ask
        titles = [(title, name) for name, title in engine.payloads().items()]
        self.payload = _menu("Payload", titles, "payload", ask)
        self.axis = _menu("Axis", list(engine.rivals()), "axis", ask)
        self.baseline = _menu("A", [], "baseline", ask)
        self.candidate = _menu("B", [], "candidate", ask)
        self.build = _menu("Build", list(engine.builds()), "build", ask)
        self.method = _menu("Call", engine.methods(), "method", ask)
        margins = [(f"{margin:.0%}", margin) for margin in MARGINS]
        self.margin = _menu("Equivalent within", margins, "margin", ask)
        self.prompt = w.HTML()
        choices = [(text, number) for number, text in enumerate(guesses.CHOICES)]
        self.guess = w.ToggleButtons(options=choices, index=None)
        self.guess.add_class("lab-guess")
        self.guess.observe(lambda change: self._mine() or self.panel.choose(change["new"]), "value")
        self.start = w.Button(description="Run", button_style="primary", layout={"width": "90px"})
        self.start.add_class("lab-run")
        self.start.on_click(lambda _: self.panel.run())
        self.stop = w.Button(description="Cancel", layout={"width": "90px"})
        self.stop.add_class("lab-cancel")
        self.stop.on_click(lambda _: self.panel.cancel())
        self.bar = w.IntProgress(max=1, layout={"width": "140px"})
        self.status = w.HTML()
        self.status.add_class("lab-status")
        self.notice, self.finding, self.python = w.HTML(), w.HTML(), w.HTML()
        self.finding.add_class("lab-finding")

    def _views(self) -> None:
        self.outputs = {name: w.Output() for name in VIEWS}
        for name, place in self.outputs.items():
            place.add_class(f"lab-{name.lower()}")
        self.views = w.Tab(list(self.outputs.values()), titles=VIEWS, selected_index=0)
        self.views.add_class("lab-views")
        # A hidden tab has no width, and what is drawn in it comes out wrong: draw what is looked at.
        self.views.observe(lambda _: self._draw(), "selected_index")
        inside = w.VBox([_row(self.build, self.method, self.margin), self.python])
        title = "More: build, call, margin, copy as Python"
        self.more = w.Accordion([inside], titles=[title], selected_index=None)
        self.more.add_class("lab-more")

    def _ask(self, name: str, value: Any) -> None:
        if not self._mine() and value is not None:
            self.panel.ask(**{name: value})

    def _mine(self) -> bool:
        """Whether this thread is setting the menus itself, so that no hand moved them."""
        return self._refreshing == threading.get_ident()

    def refresh(self) -> None:
        """Show the panel's present state. Safe from any thread; prints nothing."""
        with self._lock:
            self._refreshing = threading.get_ident()
            try:
                self._set_menus(self.panel.question)
            finally:
                self._refreshing = None
            self._set_texts()
            self._draw()

    def _set_menus(self, question: Any) -> None:
        rivals = self.panel.engine.rivals()[question.axis]
        for menu in (self.baseline, self.candidate):
            if menu.options != tuple(rivals):
                menu.options = rivals
        for name in ("payload", "axis", "baseline", "candidate", "build", "method", "margin"):
            getattr(self, name).value = getattr(question, name)
        self.guess.index = self.panel.guess

    def _set_texts(self) -> None:
        panel, question, running = self.panel, self.panel.question, self.panel.state == "running"
        self.start.description = "Retry" if panel.state == "failed" else "Run"
        self.start.disabled, self.stop.disabled = running, not running
        self.bar.layout.display = None if running else "none"
        self.bar.max, self.bar.value = max(1, panel.progress.total), panel.progress.done
        self.prompt.value = html.escape(guesses.prompt(question.axis, question.baseline, question.candidate))
        self.status.value = f'<span class="lab-state-{panel.state}">{html.escape(status(panel))}</span>'
        self.notice.value = _notice(panel)
        self.finding.value = _finding(panel)
        self.python.value = f'<pre class="lab-python">{html.escape(question.python)}</pre>'
        for place in (self.finding, self.views):
            (place.add_class if running or panel.state == "stale" else place.remove_class)("lab-old")

    def _draw(self) -> None:
        name = VIEWS[self.views.selected_index or 0]
        result = self.panel.result
        if self._drawn.get(name) is result:
            return
        for other in VIEWS:
            # An older result must not flash up in a view that is looked at next.
            if other != name and self._drawn.get(other) is not result:
                self.outputs[other].outputs = ()
                self._drawn.pop(other, None)
        self._drawn[name] = result
        if result is None:
            return
        try:
            drawn = outputs(_view(name, result, self.panel.shown.axis), height=CHART, said=result.finding)
        except Exception as error:  # said where the picture would be: a thread may print nothing
            drawn = outputs([f"This view cannot be drawn: {type(error).__name__}: {error}"], height=CHART)
        self.outputs[name].outputs = drawn

    def close(self) -> None:
        """Take the widgets off the screen."""
        _close(self.widget)


def _close(widget: Any) -> None:
    for child in getattr(widget, "children", ()):
        _close(child)
    widget.close()


def status(panel: Any) -> str:
    """The state in a few words; a screen reader hears this."""
    progress, seconds = panel.progress, panel.progress.seconds_left
    if panel.state == "running":
        left = f" · about {max(1, round(seconds))} s left" if seconds is not None else ""
        return f"{progress.label}{left}"
    if panel.state == "cancelled":
        return "Cancelled. Nothing was saved."
    if panel.state == "failed":
        return "This run failed."
    if panel.state == "stale":
        shown, asked = _differences(panel, panel.shown), _differences(panel, panel.question)
        return f"Shown: {shown}. Press Run for {asked}."
    return "Ready" if panel.result is None or panel.replayed else "Done"


def _differences(panel: Any, question: Any) -> str:
    """How ``question`` would be named next to the other one, by what differs only."""
    other = panel.shown if question is panel.question else panel.question
    named = []
    if question.payload != other.payload:
        named.append(panel.engine.payloads()[question.payload])
    designs, others = (f"{q.axis} {q.baseline} / {q.candidate}" for q in (question, other))
    if designs != others:
        named.append(designs)
    if question.method != other.method:
        named.append(question.method)
    if question.build != other.build:
        named.append(f"the {question.build} build")
    if question.margin != other.margin:
        named.append(f"a margin of {question.margin:.0%}")
    return ", ".join(named)


def _notice(panel: Any) -> str:
    notices = []
    if panel.state == "failed":
        cause = str(panel.error) or type(panel.error).__name__
        notices.append(("lab-trouble", f"{cause} What is shown below is older. Press Retry to try again."))
    builds = panel.engine.builds()
    able = [build for build, refusal in builds.items() if not refusal]
    for build, refusal in builds.items():
        if refusal and build == panel.question.build:
            notices.append(("lab-trouble", refusal))
        elif refusal:
            notices.append(("lab-trouble", f"{refusal} Run measures the {' or '.join(able)} build."))
    if panel.replayed:
        # Where it was recorded stands in the caption below, for every result alike.
        when = sentences.moment(panel.result.run.recorded)
        notices.append(("lab-replay", f"Recorded {when}. Press Run to measure it here."))
    return "".join(f'<div class="lab-notice {kind}">{html.escape(text)}</div>' for kind, text in notices)


def _finding(panel: Any) -> str:
    result = panel.result
    if result is None:
        return '<div class="lab-finding-text">Nothing measured yet. Press Run.</div>'
    run, row = result.run, result.row
    caption = html.escape(sentences.machine(run.environment))
    guess = ""
    if panel.guess is not None and panel.state == "idle" and not panel.replayed:
        guess = f"<div>{html.escape(guesses.answer(panel.guess, panel.shown.axis, row))}</div>"
    return (
        f'<div class="lab-finding-text">{html.escape(result.finding)}</div>{guess}'
        f'<div class="lab-caption">{caption} · run <span class="lab-run-id">{run.run_id}</span></div>'
    )


def _view(name: str, result: Any, axis: str) -> Iterable[Any]:
    """What one tab shows of a result."""
    return {
        "Picture": lambda: (result.ratios(), *_story(result, axis)),
        "Table": lambda: (result.table(),),
        "Difference": lambda: (result.diff(),),
        "Source": lambda: (result.source(),),
    }[name]()


def _story(result: Any, axis: str) -> tuple[Any, ...]:
    """The picture that tells the story of ``axis``, where the run has the data for it."""
    rows = tuple(dataclasses.replace(row, experiment=axis) for row in result.run.rows)
    picture = pictures.of(dataclasses.replace(result.run, rows=rows), axis, build=result.row.build)
    return (picture,) if picture is not None else ()


def _menu(label: str, options: list[Any], name: str, ask: Any) -> Any:
    menu = w.Dropdown(options=options, description=label, layout={"width": "auto"})
    menu.style.description_width = "auto"
    menu.add_class(f"lab-{name}")
    menu.observe(lambda change: ask(name, change["new"]), "value")
    return menu


def _row(*children: Any) -> Any:
    row = w.Box(children)
    row.add_class("lab-row")
    return row
