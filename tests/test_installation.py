"""Can a bare Python install the lab, and does a failing step say so and leave nothing marked as done?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lab import installation
from lab.installation import SetupError, install

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Every command that would have run; all of them succeed."""
    ran: list[list[str]] = []

    def run(command: list[str], **_: Any) -> SimpleNamespace:
        ran.append(command)
        return SimpleNamespace(returncode=0, stdout="compiled|\n", stderr="")

    monkeypatch.setattr(installation.subprocess, "run", run)
    return ran


def failing(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """Let each command that contains ``word`` fail."""

    def run(command: list[str], **_: Any) -> SimpleNamespace:
        return SimpleNamespace(returncode=int(word in command), stdout="interpreted|no compiler\n", stderr="")

    monkeypatch.setattr(installation.subprocess, "run", run)


def test_setup_starts_without_any_package() -> None:
    """``python -m lab setup --help`` works in a Python that has the standard library alone."""
    answer = subprocess.run(
        [sys.executable, "-E", "-s", "-S", "-m", "lab", "setup", "--help"],
        **{"cwd": ROOT, "capture_output": True, "text": True, "timeout": 60},
    )
    assert answer.returncode == 0, answer.stderr
    assert "--venv" in answer.stdout


def test_other_commands_say_how_to_get_the_packages() -> None:
    """Without click, one message names the setup; there is no traceback."""
    answer = subprocess.run(
        [sys.executable, "-E", "-s", "-S", "-m", "lab", "doctor"],
        **{"cwd": ROOT, "capture_output": True, "text": True, "timeout": 60},
    )
    assert answer.returncode == 1 and "Traceback" not in answer.stderr
    assert "python -m lab setup" in answer.stderr


def test_the_steps_come_in_order(commands: list[list[str]], tmp_path: Path) -> None:
    """An environment, the install, a look at what came and at the build, the payloads; then the mark for make."""
    said: list[str] = []
    venv = tmp_path / ".venv"
    venv.mkdir()
    install(venv, say=said.append)
    words = [next(w for w in ("venv", "pip", "-c", "data") if w in command) for command in commands]
    assert words == ["venv", "pip", "-c", "pip", "-c", "data"]
    assert commands[1][-1] == f"{ROOT}[lab,test]" and "--editable" in commands[1]
    assert (venv / installation.STAMP).exists()
    assert any("compiled" in line for line in said)


def test_a_peer_without_a_wheel_is_tolerated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the peers cannot be installed together each one gets its own chance; the rest counts as installed."""
    failing(monkeypatch, "ujson")
    said: list[str] = []
    install(tmp_path, say=said.append)
    assert (tmp_path / installation.STAMP).exists()
    told = [line for line in said if line.startswith("Going on without ujson:")]
    assert len(told) == 1


def test_no_network_for_the_payloads_is_tolerated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The rest counts as installed, and a line says that look-alikes serve; so does one about the build."""
    failing(monkeypatch, "fetch")
    said: list[str] = []
    install(tmp_path, say=said.append)
    assert (tmp_path / installation.STAMP).exists()
    assert any("look-alikes serve" in line for line in said)
    assert any("interpreted: no compiler" in line for line in said)


def test_a_failing_install_is_not_marked_as_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """pip's failure raises with the command, and an older mark is gone."""
    failing(monkeypatch, "pip")
    (tmp_path / installation.STAMP).touch()
    with pytest.raises(SetupError, match="pip install"):
        install(tmp_path, say=lambda line: None)
    assert not (tmp_path / installation.STAMP).exists()


def test_a_python_that_is_too_old_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """3.10 is refused in words, before anything is made."""
    monkeypatch.setattr(installation.sys, "version_info", (3, 10, 4))
    with pytest.raises(SetupError, match=r"3\.11 or newer"):
        install(tmp_path / ".venv", say=lambda line: None)
    assert os.listdir(tmp_path) == []


def test_a_folder_without_the_source_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Installed elsewhere, setup has nothing to install from, and says so."""
    monkeypatch.setattr(installation, "ROOT", tmp_path)
    with pytest.raises(SetupError, match=r"no pyproject\.toml"):
        install(tmp_path / ".venv", say=lambda line: None)


def test_extras_that_do_not_exist_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """pip would only warn and install less; here a wrong name ends it before anything is made."""
    failing(monkeypatch, "nothing")
    with pytest.raises(SetupError, match="no extras named nope. Known: lab, test, peers"):
        install(tmp_path / ".venv", extras="lab,nope", say=lambda line: None)
    assert os.listdir(tmp_path) == []


def test_a_missing_dependency_is_not_done() -> None:
    """A package that did not come, or is too old, is named; one for another system is not asked for."""
    here = Path(sys.executable)
    installation._check(here, ["pytest>=8.0", "no-such-package; sys_platform == 'nowhere'"])
    with pytest.raises(SetupError, match=r"missing: no-such-package>=1, pytest>=999"):
        installation._check(here, ["no-such-package>=1", "pytest>=999", "click"])
