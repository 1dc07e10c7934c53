"""Do the notebooks run from top to bottom, fast and silent, and are their sources tidy?"""

from __future__ import annotations

import json
import os
import re
import time
from functools import cache
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
NAMES = ("00_welcome", "01_writer_cache", "02_base64", "03_trees")
SECONDS, LINES = 60, 15
PLOTLY, WIDGET = "application/vnd.plotly.v1+json", "application/vnd.jupyter.widget-view+json"


def source(name: str) -> dict[str, Any]:
    return json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))


@cache
def executed(name: str) -> tuple[Any, float]:
    """The notebook after Run All at quick settings, without a browser, and the seconds that took."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    root = str(NOTEBOOKS.parent)
    environment = {**os.environ, "LAB_QUICK": "1", "PYTHONPATH": root, "PYTHONWARNINGS": "default"}
    client = nbclient.NotebookClient(
        notebook, timeout=SECONDS, resources={"metadata": {"path": str(NOTEBOOKS)}}, store_widget_state=False
    )
    began = time.perf_counter()
    client.execute(env=environment)
    return notebook, time.perf_counter() - began


def outputs(name: str) -> list[Any]:
    cells = executed(name)[0].cells
    return [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]


def shown(name: str, kind: str) -> list[Any]:
    """Everything that the notebook shows under one MIME type."""
    return [output["data"][kind] for output in outputs(name) if kind in output.get("data", {})]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_runs_within_a_minute(name: str) -> None:
    """Run All at quick settings ends within 60 s, and no cell raises."""
    assert executed(name)[1] < SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_writes_nothing_to_the_streams(name: str) -> None:
    """Nothing is printed and nothing warns: what there is to say is said in outputs."""
    assert [output for output in outputs(name) if output["output_type"] == "stream"] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_shows_panel_chart_and_flame_before_anything_is_run(name: str) -> None:
    """After Run All there is the panel, a chart with its words for who cannot see it, and a flame graph."""
    assert len(shown(name, WIDGET)) == 1
    assert shown(name, PLOTLY)
    pages = shown(name, "text/html")
    assert any("<img alt=" in page for page in pages)
    assert any("lab-flame" in page for page in pages)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_says_when_its_pictures_were_recorded(name: str) -> None:
    """Recorded pictures stand under a banner with the date, so that nobody takes them for measured here."""
    assert any(re.search(r"Recorded 20\d\d-\d\d-\d\d", page) for page in shown(name, "text/html"))


@pytest.mark.parametrize("name", NAMES)
def test_sources_have_no_outputs(name: str) -> None:
    """What is in git is the text and the code; outputs would go stale."""
    cells = [cell for cell in source(name)["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    assert "widgets" not in source(name)["metadata"]


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_short_and_have_names(name: str) -> None:
    """A code cell holds one idea: 15 lines at most; each cell has a readable id of its own."""
    cells = source(name)["cells"]
    too_long = [c["id"] for c in cells if c["cell_type"] == "code" and len(c["source"]) > LINES]
    assert too_long == []
    ids = [cell["id"] for cell in cells]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-z][a-z-]*", one) for one in ids)


@pytest.mark.parametrize("name", NAMES)
def test_are_valid_notebooks(name: str) -> None:
    """The sources follow the notebook format to the letter."""
    nbformat.validate(nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4))


@pytest.mark.parametrize("name", NAMES)
def test_links_between_notebooks_lead_somewhere(name: str) -> None:
    """A link to another notebook names a file that is there."""
    text = "".join("".join(cell["source"]) for cell in source(name)["cells"])
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith("https://")]
    assert [link for link in links if not (NOTEBOOKS / link).is_file()] == []


@pytest.mark.parametrize("name", NAMES[1:])
def test_tell_the_story_in_the_same_order(name: str) -> None:
    """Each asks for a guess before it runs, explains after it, and puts published beside measured."""
    ids = [cell["id"] for cell in source(name)["cells"]]
    stations = ["story", "guess", "panel", "recorded", "run", "explain", "published", "misconception", "next"]
    assert [one for one in ids if one in stations] == stations


@pytest.mark.parametrize("name", NAMES)
def test_numbers_in_the_text_are_computed(name: str) -> None:
    """No measured figure is typed into the text: ratios, percentages and byte counts come from results."""
    text = "".join(
        "".join(cell["source"]) for cell in source(name)["cells"] if cell["cell_type"] == "markdown"
    )
    typed = re.findall(r"\b0\.\d+\b|\b\d+(?:\.\d+)? ?(?:ns|µs|ms)\b|\b\d+,\d{3}\b", text)
    assert typed == []
