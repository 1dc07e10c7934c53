"""Does the explorer do what its buttons say, in every state, with and without a screen?"""

from __future__ import annotations

import dataclasses
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest
import synthetic

from lab.errors import CancelledError, LabError, UnknownNameError, UnknownWorkloadError
from lab.model import Pair
from lab.show import guesses
from lab.show.panels import Panel, explorer
from lab.show.questions import Question

PAIR = Pair(baseline=100, candidate=40, ratio=0.4)


def result(payload: str = "canada", *, replayed: bool = False, run_id: str = "run-1") -> Any:
    """A result as the engine gives it, with nothing measured."""
    designs = {"experiment": "tree", "baseline": "reference", "candidate": "value"}
    row = synthetic.a_row(workload=payload, peak=PAIR, **designs)
    return SimpleNamespace(
        run=dataclasses.replace(synthetic.a_run(replayed=replayed), run_id=run_id, rows=(row,)),
        row=row,
        finding=f"value takes 0.65 of the time of reference on {payload} <really>",
        ratios=lambda: "ratios",
        flame=lambda: "flame",
        table=lambda: "table",
        diff=lambda: "difference",
        source=lambda: "source",
    )


class FakeJob:
    """A run that ends when the test says so."""

    def __init__(self, payload: str, progress: Any) -> None:
        self.payload, self.progress = payload, progress
        self.ended = threading.Event()
        self.error: Exception | None = None
        self.cancelled = False

    def finish(self, error: Exception | None = None) -> None:
        self.error = error
        self.ended.set()

    def cancel(self) -> None:
        self.cancelled = True
        self.finish(LabError("cancelled"))

    def wait(self, timeout: float | None = None) -> Any:
        assert self.ended.wait(10)
        if self.error is not None:
            raise self.error
        return result(self.payload, run_id=f"run-of-{self.payload}")


class FakeEngine:
    """An engine that measures nothing: jobs end by hand, Canada's trees are recorded."""

    def __init__(self, **refusals: str) -> None:
        self.jobs: list[FakeJob] = []
        self.calls: list[dict[str, Any]] = []
        self.refusals = refusals

    def payloads(self) -> dict[str, str]:
        return {"canada": "Canada", "twitter": "Twitter"}

    def rivals(self) -> dict[str, list[str]]:
        return {"tree": ["reference", "value", "direct"], "writer": ["fresh", "cached", "unpooled"]}

    def methods(self) -> list[str]:
        return ["to_bytes", "to_str"]

    def builds(self) -> dict[str, str | None]:
        return {"compiled": None, "interpreted": None, **self.refusals}

    def recorded(self, question: Question) -> Any:
        recorded = (question.payload, question.axis) == ("canada", "tree")
        return result(replayed=True, run_id="run-recorded") if recorded else None

    def compare(self, payload: str, *, progress: Any, **call: Any) -> FakeJob:
        self.calls.append({"payload": payload, **call})
        self.jobs.append(FakeJob(payload, progress))
        return self.jobs[-1]


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def panel(engine: FakeEngine) -> Any:
    panel = explorer(engine=engine, key="test")
    yield panel
    panel.close()


def test_opens_with_a_recorded_result(panel: Panel) -> None:
    """Before anyone presses Run, the panel shows a result from a file and says so."""
    assert panel.state == "idle" and panel.replayed
    assert "Recorded 2026-01-02" in panel.screen.notice.value
    assert "run-recorded" in panel.screen.finding.value


def test_run_returns_at_once_and_wait_gives_the_result(panel: Panel, engine: FakeEngine) -> None:
    """Run starts a job and returns; wait gives its result, which is then the one shown."""
    panel.run()
    assert panel.state == "running"
    engine.jobs[0].finish()
    assert panel.wait(10).run.run_id == "run-of-canada"
    assert panel.state == "idle" and not panel.replayed


def test_what_is_measured_is_what_copy_as_python_says(panel: Panel, engine: FakeEngine) -> None:
    """The line under "Copy as Python" makes the very call that Run makes."""
    panel.ask(candidate="direct", method="to_str", margin=0.05)
    panel.run()
    asked: dict[str, Any] = {}
    lab = SimpleNamespace(compare=lambda payload, **call: asked.update(payload=payload, **call))
    eval(panel.question.python, {"lab": lab})
    assert asked == engine.calls[0]


def test_the_old_result_is_dimmed_while_a_run_is_under_way(panel: Panel, engine: FakeEngine) -> None:
    """While a run is under way the old result stays, dimmed, and only Cancel can be pressed."""
    screen = panel.screen
    panel.run()
    assert "lab-old" in screen.views._dom_classes and "run-recorded" in screen.finding.value
    assert screen.start.disabled and not screen.stop.disabled
    engine.jobs[0].finish()
    panel.wait(10)
    assert "lab-old" not in screen.views._dom_classes
    assert not screen.start.disabled and screen.stop.disabled


def test_cancel_kills_the_run_and_saves_nothing(panel: Panel, engine: FakeEngine) -> None:
    """After Cancel the job is gone, the former result stands and wait says that there is no new one."""
    panel.run()
    began = time.monotonic()
    panel.cancel()
    assert time.monotonic() - began < 0.25
    assert engine.jobs[0].cancelled and panel.state == "cancelled"
    assert "Nothing was saved" in panel.screen.status.value
    with pytest.raises(CancelledError, match="Nothing was saved"):
        panel.wait(10)
    assert panel.result.run.run_id == "run-recorded"


def test_a_run_that_ends_while_it_is_cancelled_stays_cancelled(panel: Panel, engine: FakeEngine) -> None:
    """What a cancelled run still reports is ignored, even a result."""
    panel.run()
    watcher, job = panel._watcher, engine.jobs[0]
    job.cancel = lambda: job.finish()  # type: ignore[method-assign]
    panel.cancel()
    watcher.join(10)
    job.progress({"done": 9, "total": 9, "label": "late"})
    assert panel.state == "cancelled" and panel.result.run.run_id == "run-recorded"


def test_a_failure_names_cause_and_remedy_and_offers_retry(panel: Panel, engine: FakeEngine) -> None:
    """A failed run shows its message, turns Run into Retry and raises in headless use too."""
    panel.run()
    engine.jobs[0].finish(LabError("The worker was killed. Close other programs and try again."))
    with pytest.raises(LabError, match="worker was killed"):
        panel.wait(10)
    assert panel.state == "failed" and panel.screen.start.description == "Retry"
    assert "Close other programs" in panel.screen.notice.value
    panel.run()
    engine.jobs[1].finish()
    assert panel.wait(10) is panel.result and panel.error is None


def test_without_a_compiled_build_the_panel_says_why_and_shows_the_recorded_one() -> None:
    """It opens on the build that can be measured, with the compiled result from a file and the reason beside it."""
    engine = FakeEngine(compiled="The compiled build cannot be measured here: no C compiler.")
    engine.recorded = lambda question: result(replayed=True) if question.build == "compiled" else None
    panel = explorer(engine=engine, key="uncompiled")
    notice = panel.screen.notice.value
    assert "no C compiler. Run measures the interpreted build." in notice and "Recorded 2026-01-02" in notice
    assert "Press Run for the interpreted build" in panel.screen.status.value
    panel.run()
    assert engine.calls[0]["build"] == "interpreted"
    panel.close()


def test_other_controls_make_the_result_stale(panel: Panel) -> None:
    """A result that answers another question than the controls ask is dimmed and named."""
    panel.ask(payload="twitter")
    assert panel.state == "stale"
    assert "Shown: Canada. Press Run for Twitter." in panel.screen.status.value
    panel.ask(payload="canada")
    assert panel.state == "idle"


def test_every_control_has_its_own_words_when_stale(panel: Panel) -> None:
    """Whatever differs from the result is named, each control in its own words."""
    panel.ask(candidate="direct", method="to_str", build="interpreted", margin=0.1)
    said = panel.screen.status.value
    for words in ("tree reference / direct", "to_str", "the interpreted build", "a margin of 10%"):
        assert words in said


def test_a_question_changed_during_a_run_leaves_its_result_stale(panel: Panel, engine: FakeEngine) -> None:
    """A result belongs to the question it was asked with, not to what the menus say when it arrives."""
    panel.run()
    panel.ask(payload="twitter")
    engine.jobs[0].finish()
    panel.wait(10)
    assert panel.state == "stale" and panel.shown.payload == "canada"


def test_a_new_axis_brings_its_published_pair(panel: Panel) -> None:
    """Choosing an axis chooses the designs before and after the published change."""
    panel.screen.axis.value = "writer"
    assert (panel.question.baseline, panel.question.candidate) == ("fresh", "cached")
    assert panel.screen.candidate.value == "cached"


def test_a_second_run_replaces_the_first(panel: Panel, engine: FakeEngine) -> None:
    """Pressing Run twice measures once: the first job is cancelled."""
    panel.run()
    panel.run()
    assert engine.jobs[0].cancelled
    engine.jobs[1].finish()
    assert panel.wait(10) is not None


def test_a_cell_run_again_leaves_no_orphan(engine: FakeEngine) -> None:
    """The panel that takes another's place cancels what that one runs."""
    first = explorer(engine=engine, key="cell")
    first.run()
    second = explorer(engine=engine, key="cell")
    assert engine.jobs[0].cancelled and first.state == "cancelled"
    second.close()


def test_progress_reaches_the_screen_at_most_four_times_a_second(panel: Panel, engine: FakeEngine) -> None:
    """A thousand progress events cause a handful of redraws, and the time left is shown."""
    panel.run()
    redraws = []
    panel.listen(lambda: redraws.append(panel.progress.done))
    for done in range(1000):
        engine.jobs[0].progress({"done": done, "total": 1000, "label": "timing", "seconds_left": 3.2})
    assert len(redraws) < 5
    assert "timing · about 3 s left" in panel.screen.status.value


def test_a_build_that_cannot_be_measured_says_why() -> None:
    """Without a compiler the panel opens on the other build; asking for compiled says what to do."""
    panel = explorer(engine=FakeEngine(compiled="No compiler. Install gcc, run make install."), key="test")
    assert panel.question.build == "interpreted"
    panel.ask(build="compiled")
    panel.run()
    assert panel.state == "failed" and "Install gcc" in panel.screen.notice.value
    with pytest.raises(LabError, match="Install gcc"):
        panel.wait()


def test_unknown_names_are_refused_with_a_hint(engine: FakeEngine) -> None:
    """A misspelt payload, axis or rival is an error that lists what exists."""
    with pytest.raises(UnknownWorkloadError, match="canada"):
        explorer("canda", engine=engine)
    with pytest.raises(UnknownNameError, match="tree"):
        explorer(axis="treee", engine=engine)
    with pytest.raises(UnknownNameError, match="value"):
        explorer(baseline="valu", engine=engine)


def test_a_guess_is_answered_after_the_run_only(panel: Panel, engine: FakeEngine) -> None:
    """A guess is judged by exact memory, and never against the recorded result that gave it away."""
    panel.screen.guess.index = 0
    assert "You guessed" not in panel.screen.finding.value
    panel.run()
    engine.jobs[0].finish()
    panel.wait(10)
    assert "You guessed it" in panel.screen.finding.value


@pytest.mark.parametrize(("guess", "said"), [(0, "guessed it"), (1, "guessed “less”"), (2, "“the same or")])
def test_guesses_are_compared_with_what_was_counted(guess: int, said: str) -> None:
    """The answer names the guess, the ratio and the right choice."""
    answer = guesses.answer(guess, "tree", SimpleNamespace(peak=PAIR))
    assert said in answer and "0.40" in answer and "“about half or less”" in answer


@pytest.mark.parametrize(
    ("candidate", "said"),
    [(1_485_520, "192 B less (1.00 times as much), “less”"), (1_485_712, "the same (1.00"), (1_485_713, "1 B more")],
)
def test_only_equal_figures_are_the_same(candidate: int, said: str) -> None:
    """A guess is judged to the byte: a quotient that rounds to 1.00 makes nothing equal."""
    pair = Pair(baseline=1_485_712, candidate=candidate, ratio=candidate / 1_485_712)
    assert said in guesses.answer(0, "tree", SimpleNamespace(peak=pair))


def test_views_are_drawn_when_they_are_looked_at(panel: Panel) -> None:
    """Only the visible tab is drawn, since a chart drawn in a hidden one has no width."""
    screen = panel.screen
    assert screen.outputs["Picture"].outputs and not screen.outputs["Table"].outputs
    screen.views.selected_index = 1
    assert "table" in screen.outputs["Table"].outputs[0]["data"]["text/html"]


def test_a_new_result_leaves_nothing_of_the_old_one(panel: Panel, engine: FakeEngine) -> None:
    """Views that are not looked at are emptied by a new result, so that no old one flashes up later."""
    screen = panel.screen
    screen.views.selected_index = 1
    panel.run()
    engine.jobs[0].finish()
    panel.wait(10)
    assert screen.outputs["Table"].outputs and not screen.outputs["Picture"].outputs


def test_text_from_results_cannot_break_the_page(panel: Panel) -> None:
    """Markup in a sentence is shown, not interpreted."""
    assert "&lt;really&gt;" in panel.screen.finding.value


def test_a_view_that_cannot_be_drawn_says_so_in_its_place(panel: Panel) -> None:
    """An error in one picture is shown where the picture would be, and nothing is raised in a callback."""
    panel.result.table = lambda: 1 / 0
    panel.screen.views.selected_index = 1
    assert "ZeroDivisionError" in panel.screen.outputs["Table"].outputs[0]["data"]["text/html"]


def test_nothing_is_printed_from_threads(panel: Panel, engine: FakeEngine, capfd: Any) -> None:
    """A failing run writes to neither stdout nor stderr: threads' prints land in somebody else's cell."""
    panel.run()
    engine.jobs[0].finish(RuntimeError("boom"))
    with pytest.raises(RuntimeError):
        panel.wait(10)
    assert capfd.readouterr() == ("", "")


def test_plotly_figures_are_small_outputs() -> None:
    """A chart in the panel costs kilobytes and takes the width of its place."""
    import plotly.graph_objects as go

    from lab.show.displays import PLOTLY, outputs

    figure = go.Figure(go.Bar(x=[1], y=[2]), layout={"width": 900, "template": "none"})
    (chart,) = outputs([figure], height=200)
    layout = chart["data"][PLOTLY]["layout"]
    assert layout["height"] == 200 and "width" not in layout
