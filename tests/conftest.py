"""What do all tests share? This folder on the path, so that they may import its modules, and the command line."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import Says


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path) -> Says:
    """Run the command line in an empty folder and return its status, stdout and stderr."""
    from lab import cli

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.delenv("LAB_QUICK", raising=False)

    def run(*arguments: str) -> SimpleNamespace:
        monkeypatch.setattr(sys, "argv", ["lab", *arguments])
        status = cli.main()
        written = capsys.readouterr()
        return SimpleNamespace(status=status, out=written.out, err=written.err)

    return run


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """An engine that measures nothing: it notes what it was asked, and answers with a synthetic run."""
    from synthetic import a_row, a_run

    import lab

    asked: list[dict] = []

    def run(names: tuple[str, ...], *, progress: Callable[[dict], None], **settings: Any) -> Any:
        asked.append({"names": tuple(names), **settings})
        for done in range(3):
            progress({"done": done, "total": 2, "label": "tree on canada", "seconds_left": 90.0 - done})
        return a_run(builds=settings["builds"])

    def compare(workload: str, *, progress: Callable[[dict], None], **settings: Any) -> Any:
        asked.append({"workload": workload, **settings})
        row = a_row(workload=workload, build=settings["build"], method=settings["method"])
        whole = dataclasses.replace(a_run(), rows=(row,))
        return SimpleNamespace(run=whole, finding=f"The finding of the {settings['build']} build.")

    monkeypatch.setattr(lab, "run", run, raising=False)
    monkeypatch.setattr(lab, "compare", compare, raising=False)
    monkeypatch.setattr("encoder.build", "compiled")
    return asked
