"""Does JupyterLab start with our settings, and is what is missing said in one message?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from lab.show import jupyter


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(jupyter, "_own_folder", lambda: tmp_path)


def a_server(code: str, log: Path) -> jupyter.Server:
    """A server whose process runs `code` instead of JupyterLab."""
    with log.open("wb") as sink:
        process = subprocess.Popen([sys.executable, "-c", code], stdout=sink, stderr=subprocess.STDOUT)
    return jupyter.Server(process, path="/lab", token="t", log=log, card=log.with_suffix(".json"))


def test_settings_switch_off_what_asks_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No news, no update check; the user's own configuration is still found after ours."""
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/their/own")
    environment = jupyter._settings(tmp_path)
    assert environment["JUPYTER_CONFIG_PATH"] == os.pathsep.join([str(tmp_path), "/their/own"])
    overrides = json.loads((tmp_path / "labconfig" / "default_setting_overrides.json").read_text())
    news = overrides["@jupyterlab/apputils-extension:notification"]
    assert news["fetchNews"] == "false" and news["checkForUpdates"] is False


def test_a_notebook_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A wrong name lists the notebooks that exist, before any server is started."""
    (tmp_path / "00_welcome.ipynb").touch()
    with pytest.raises(jupyter.ServerError, match="99_nothing.*Found: 00_welcome"):
        jupyter.serve("99_nothing.ipynb", folder=tmp_path)


def test_a_server_that_ends_at_once_is_quoted(tmp_path: Path) -> None:
    """The message has the last words of a JupyterLab that did not start."""
    with pytest.raises(jupyter.ServerError, match="no kernel for you"):
        a_server("print('no kernel for you')", tmp_path / "log").await_answer()


def test_a_silent_server_is_ended(tmp_path: Path) -> None:
    """A server that never answers is stopped, and its log is named."""
    server = a_server("import time; time.sleep(60)", tmp_path / "log")
    with pytest.raises(jupyter.ServerError, match="did not answer"):
        server.await_answer(0.2)
    assert server.process.poll() is not None


def test_the_servers_own_port_is_the_one_used(tmp_path: Path) -> None:
    """The server may have found its port taken and chosen another; the address follows what it says."""
    body = "b'HTTP/1.0 200 OK\\r\\n\\r\\n'"
    card = tmp_path / "log.json"
    code = (
        "import socket, json; s = socket.create_server(('127.0.0.1', 0)); "
        f"json.dump({{'port': s.getsockname()[1]}}, open({str(card)!r}, 'w')); "
        f"c, _ = s.accept(); c.recv(999); c.sendall({body}); c.close()"
    )
    server = a_server(code, tmp_path / "log")
    server.await_answer(20)
    port = json.loads(card.read_text())["port"]
    assert server.url == f"http://127.0.0.1:{port}/lab?token=t"


def test_the_url_is_told_where_no_browser_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a browser the URL, token included, is said instead of opened."""
    server = a_server("", tmp_path / "log")
    monkeypatch.setattr(server, "await_answer", lambda: None)
    monkeypatch.setattr(jupyter, "serve", lambda notebook: server)

    def none_here() -> Any:
        raise webbrowser.Error("no browser")

    monkeypatch.setattr(webbrowser, "get", none_here)
    said: list[str] = []
    assert jupyter.open_lab(say=said.append) == 0
    assert any("Open this in a browser: " in line and "/lab?token=t" in line for line in said)


@pytest.mark.parametrize(("name", "usable"), [("firefox", True), ("www-browser", False), ("lynx", False)])
def test_a_text_browser_does_not_count(name: str, usable: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """JupyterLab needs a browser that runs JavaScript."""
    monkeypatch.setattr(webbrowser, "get", lambda: type("Browser", (), {"name": name})())
    assert jupyter._has_browser() is usable
