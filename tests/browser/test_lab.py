"""Does the welcome notebook work in a real JupyterLab with no network, from opening it to Cancel?"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
OWN_FOLDERS = (
    *("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"),
    *("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR"),
)
IDLE = """() => {
    const notebook = window.jupyterapp?.shell.currentWidget;
    return notebook?.context?.isReady && notebook.sessionContext.session?.kernel?.status === 'idle';
}"""
# Two cores shared with the measurement and with a software renderer: generous, and still finite.
PATIENCE = 90_000

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The lab's own JupyterLab, on a copy of the notebooks, away from the user's settings."""
    from lab.show.jupyter import serve

    home = tmp_path_factory.mktemp("jupyter")
    notebooks = home / "notebooks"
    notebooks.mkdir()
    for path in NOTEBOOKS.glob("*.ipynb"):
        shutil.copy(path, notebooks)
    environment = {name: str(home / name.lower()) for name in OWN_FOLDERS}
    environment["LAB_QUICK"] = "1"
    options = ("--LabApp.expose_app_in_browser=True",)
    with serve("00_welcome.ipynb", folder=notebooks, environment=environment, options=options) as server:
        server.await_answer()
        yield server


@pytest.fixture
def welcome(server: Any, new_page: Callable[..., Any]) -> Any:
    """The welcome notebook after Run All, in a page that refuses every request off this machine."""
    page = new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.url}&reset")
    page.wait_for_function(IDLE)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_selector(".lab-panel .lab-run-id")
    return page


def run_id(page: Any) -> str:
    return page.inner_text(".lab-panel .lab-run-id")


def press_run(page: Any) -> str:
    """Press Run and wait for the run id that was not there before; returns it."""
    before = run_id(page)
    page.click(".lab-panel .lab-run")
    page.wait_for_function(
        "before => document.querySelector('.lab-panel .lab-run-id').textContent !== before", arg=before
    )
    return run_id(page)


def view(page: Any, name: str) -> Any:
    """Look at one view of the panel; returns its place."""
    page.get_by_role("tab", name=name, exact=True).click()
    return page.locator(f".lab-panel .lab-{name.lower()}")


def workers(server: Any) -> set[Any]:
    """The processes that kernels of ``server`` have started."""
    kernels = psutil.Process(server.process.pid).children()
    return {child for kernel in kernels for child in kernel.children(recursive=True)}


def wait_for(claim: Callable[[], bool], seconds: float) -> bool:
    """Whether ``claim`` came true in time."""
    give_up = time.monotonic() + seconds
    while not claim():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.02)
    return True


def keep_screenshot(page: Any, name: str) -> None:
    """A picture for a person to look at, where LAB_SCREENSHOTS names a folder."""
    folder = os.environ.get("LAB_SCREENSHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def test_run_all_shows_recorded_pictures(welcome: Any, outside: list[str]) -> None:
    """After Run All, without pressing Run, a chart and a flame graph are drawn and nothing asked outside."""
    welcome.wait_for_selector(".lab-panel .lab-replay")
    welcome.wait_for_selector(".jp-OutputArea-output .js-plotly-plot .point")
    welcome.wait_for_selector(".jp-OutputArea-output [data-ready]")
    assert welcome.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert outside == []


def test_run_brings_a_new_run_with_table_chart_and_flame(welcome: Any, outside: list[str]) -> None:
    """Run shows a run id that was not there, one line a design, one mark a ratio and a drawn flame graph."""
    press_run(welcome)
    picture = view(welcome, "Picture")
    picture.locator(".js-plotly-plot .point").first.wait_for()
    # One time ratio, one ratio of allocated bytes, one of the peak.
    assert picture.locator(".js-plotly-plot .point").count() == 3
    keep_screenshot(welcome, "picture")
    table = view(welcome, "Table")
    table.locator("tbody tr").first.wait_for()
    assert table.locator("tbody tr").count() == 2
    keep_screenshot(welcome, "table")
    view(welcome, "Difference").locator("[data-ready]").first.wait_for()
    keep_screenshot(welcome, "difference")
    assert view(welcome, "Source").locator("pre").first.inner_text().startswith("class ")
    keep_screenshot(welcome, "source")
    assert outside == []


def test_cancel_ends_the_worker(welcome: Any, server: Any, outside: list[str]) -> None:
    """Run starts a worker process; Cancel ends it, says that nothing was saved and keeps the old result."""
    before, shown = workers(server), run_id(welcome)
    welcome.click(".lab-panel .lab-run")
    assert wait_for(lambda: bool(workers(server) - before), 20), "no worker was started"
    started = workers(server) - before
    welcome.click(".lab-panel .lab-cancel")
    welcome.wait_for_selector(".lab-panel .lab-state-cancelled")
    assert wait_for(lambda: not any(worker.is_running() for worker in started), 2), f"{started} survived"
    assert "Nothing was saved" in welcome.inner_text(".lab-panel .lab-status")
    assert run_id(welcome) == shown
    keep_screenshot(welcome, "cancelled")
    assert outside == []


def test_running_the_cell_again_leaves_no_orphan(welcome: Any, server: Any) -> None:
    """A cell that is run again while its panel measures ends that worker and shows one panel, not two."""
    before = workers(server)
    welcome.click(".lab-panel .lab-run")
    assert wait_for(lambda: bool(workers(server) - before), 20), "no worker was started"
    started = workers(server) - before
    welcome.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    assert wait_for(lambda: not any(worker.is_running() for worker in started), 20), f"{started} survived"
    # Without a compiled build it asks for another one than the recorded one that it shows.
    welcome.wait_for_selector(".lab-panel .lab-state-idle, .lab-panel .lab-state-stale")
    assert welcome.locator(".lab-panel").count() == 1


def test_keys_in_the_panel_do_not_reach_the_notebook(welcome: Any) -> None:
    """With a button focused, x, which cuts a cell in JupyterLab, does nothing; Esc cancels a run."""
    cells = welcome.locator(".jp-Cell").count()
    welcome.focus(".lab-panel .lab-run")
    welcome.keyboard.press("x")
    welcome.keyboard.press("Enter")
    welcome.wait_for_selector(".lab-panel .lab-state-running")
    welcome.keyboard.press("Escape")
    welcome.wait_for_selector(".lab-panel .lab-state-cancelled")
    assert welcome.locator(".jp-Cell").count() == cells
