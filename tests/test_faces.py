"""Is the lab's face what it says, and cheap to look at?"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import lab

ROOT = Path(__file__).resolve().parents[1]
HEAVY = (
    "numpy",
    "scipy",
    "plotly",
    "memray",
    "IPython",
    "ipywidgets",
    "anywidget",
    "rich",
    "click",
    "cloudpickle",
)
SECONDS = 0.3


def ask(code: str) -> dict:
    """What a fresh Python answers, as JSON."""
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def test_importing_the_lab_loads_nothing_heavy() -> None:
    """What draws, counts and measures comes when it is first called."""
    loaded = ask(f"import lab, sys, json; print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))")
    assert loaded == []


def test_importing_the_lab_is_quick() -> None:
    """At most 300 ms of processor time; the best of three, since a first start reads the disk."""
    code = (
        "import time, json; t = time.process_time(); import lab; print(json.dumps(time.process_time() - t))"
    )
    assert min(ask(code) for _ in range(3)) < SECONDS


@pytest.mark.parametrize("name", ["run", "compare", "profile", "load", "Experiment", "Design", "EXPERIMENTS"])
def test_the_face_has_what_the_notebooks_use(name: str) -> None:
    """Each public name is there, is listed, and says what it is for."""
    assert name in dir(lab) and name in lab.__all__
    thing = getattr(lab, name)
    assert isinstance(thing, dict) or inspect.getdoc(thing)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A lazy face still answers like a module."""
    with pytest.raises(AttributeError, match="no_such_name"):
        lab.no_such_name  # noqa: B018
