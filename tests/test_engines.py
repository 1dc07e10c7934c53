"""Does the explorer's real engine measure, replay, cancel and fail as the panel needs it?"""

from __future__ import annotations

import importlib.util
import os
import signal
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from absence import absent

from lab import places
from lab.errors import CancelledError, WorkerError
from lab.show.engines import Measuring
from lab.show.panels import Panel, explorer


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> Any:
    if importlib.util.find_spec("memray") is None:
        absent("memray")
    monkeypatch.setenv("LAB_QUICK", "1")
    panel = explorer("login", "writer", key="engines")
    yield panel
    panel.close()


def own_workers() -> set[Any]:
    return {child for child in psutil.Process().children(recursive=True) if "lab.measure" in _command(child)}


def _command(process: Any) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def wait_for_workers(panel: Panel) -> set[Any]:
    """The worker processes of a run, once there are any."""
    give_up = time.monotonic() + 20
    while not (found := own_workers()):
        assert panel.state == "running" and time.monotonic() < give_up, "no worker was started"
        time.sleep(0.01)
    return found


def test_the_published_pair_comes_first() -> None:
    """Each axis offers its published pair first, and every other rival after it."""
    rivals = Measuring().rivals()
    assert rivals["tree"][:2] == ["reference", "value"]
    assert rivals["writer"][:2] == ["fresh", "cached"] and "unpooled" in rivals["writer"]
    assert rivals["base64"][:2] == ["copying", "direct"]


def test_menus_list_every_payload_by_its_title() -> None:
    """A payload is chosen by its title; the scaled twins are not offered."""
    titles = Measuring().payloads()
    assert "canada" in titles and "canada_20" not in titles
    assert len(set(titles.values())) == len(titles)


def test_without_recorded_runs_the_panel_opens_empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Outside the repository there is nothing to replay, and that is no error."""
    monkeypatch.setattr(places, "_roots", lambda: iter([tmp_path]))
    panel = explorer("login", "writer", key="engines")
    assert panel.result is None and panel.state == "idle"
    assert "Nothing measured yet" in panel.screen.finding.value


@pytest.mark.slow
def test_a_run_measures_what_was_asked(panel: Panel) -> None:
    """Run brings a fresh result on the payload and designs of the menus, with all views to look at."""
    panel.run()
    row = panel.wait(60).row
    assert (row.workload, row.baseline, row.candidate) == ("login", "fresh", "cached")
    assert row.time is not None and row.bytes is not None and not panel.replayed
    for view, place in panel.screen.outputs.items():
        panel.screen.views.selected_index = list(panel.screen.outputs).index(view)
        assert place.outputs and "cannot be drawn" not in str(place.outputs)


@pytest.mark.slow
def test_cancel_ends_the_worker_within_a_quarter_second(panel: Panel) -> None:
    """Cancel returns within 0.25 s with every worker process gone, and nothing was saved."""
    former = panel.result
    panel.run()
    workers = wait_for_workers(panel)
    began = time.monotonic()
    panel.cancel()
    assert time.monotonic() - began < 0.25
    _, alive = psutil.wait_procs(workers, timeout=2)
    assert not alive and panel.result is former
    with pytest.raises(CancelledError, match="Nothing was saved"):
        panel.wait(10)


@pytest.mark.slow
def test_a_killed_worker_is_a_failure_with_its_cause(panel: Panel) -> None:
    """A worker that something else kills makes the run fail; the panel says why and offers Retry."""
    panel.run()
    for worker in wait_for_workers(panel):
        os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerError):
        panel.wait(60)
    assert panel.state == "failed" and panel.screen.start.description == "Retry"
    assert str(panel.error)[:20] in panel.screen.notice.value
