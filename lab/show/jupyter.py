"""How does JupyterLab start on the notebooks, offline and without asking anyone anything?"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lab import places
from lab.errors import LabError

FIRST_PORT = 8888
"""The usual one, so that an address over ssh stays the same; where it is taken, one near it."""
START_SECONDS = 90.0
"""A first start with cold caches was seen to take 17 s; a busy classroom laptop gets five times that."""

OVERRIDES = {
    # The "Jupyter news" toast asks jupyter.org and covers the notebook.
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    # A windowed notebook drops cells that scroll out of sight, and their charts with them.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}


class ServerError(LabError):
    """JupyterLab is missing or did not start; the message has its last words."""


class Server:
    """A JupyterLab of our own. Once it answers, ``url`` opens the notebook, token included."""

    def __init__(self, process: subprocess.Popen, *, path: str, token: str, log: Path, card: Path) -> None:
        self.process, self.token = process, token
        self._path, self._log, self._card = path, log, card
        self.root = ""

    def __repr__(self) -> str:
        return f"<Server {self.root} {'running' if self.process.poll() is None else 'stopped'}>"

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        return f"{self.root}{self._path}?token={self.token}"

    def await_answer(self, seconds: float = START_SECONDS) -> None:
        """Return once the server answers. Raises `ServerError` where it ends or stays silent."""
        give_up = time.monotonic() + seconds
        while not self._answers():
            if self.process.poll() is not None:
                raise ServerError(f"JupyterLab ended at once. Its last words:\n{self._last_words()}")
            if time.monotonic() > give_up:
                words = self._last_words()
                self.stop()
                raise ServerError(f"JupyterLab did not answer within {seconds:.0f} s. It said:\n{words}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        # The port is the server's choice, told in this file: one chosen here may be taken before it starts.
        try:
            port = json.loads(self._card.read_text("utf-8"))["port"]
        except (OSError, ValueError):
            return False
        self.root = f"http://127.0.0.1:{port}"
        status = f"{self.root}/api/status"
        request = urllib.request.Request(status, headers={"Authorization": f"token {self.token}"})
        # A proxy from the environment has no business between this process and its own server.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=5):
                return True
        except OSError:
            return False

    def wait(self) -> int:
        """Block until the server ends; Ctrl-C ends it. Returns its exit status."""
        try:
            return self.process.wait()
        except KeyboardInterrupt:
            self.stop()
            return 0

    def stop(self, seconds: float = 10.0) -> None:
        """End the server and with it its kernels."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._log.unlink(missing_ok=True)

    def _last_words(self) -> str:
        return "\n".join(self._log.read_text("utf-8", "replace").splitlines()[-8:])


def serve(
    notebook: str = "00_welcome.ipynb",
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
) -> Server:
    """Start JupyterLab on ``notebook`` in ``folder`` (default: the repository's notebooks); returns at once.

    Listens on 127.0.0.1 only, behind a fresh token. Settings come with it, so the user's own stay untouched.
    """
    folder = folder or places.folder("notebooks")
    if not (folder / notebook).is_file():
        found = ", ".join(sorted(path.name for path in folder.glob("*.ipynb"))) or "none"
        raise ServerError(f"There is no notebook {notebook} in {folder}. Found: {found}.")
    token, home = secrets.token_hex(16), _own_folder()
    log = home / f"jupyter-{token[:8]}.log"
    # The token goes by the environment: every user of a machine can read a command line.
    variables = {**os.environ, **_settings(home), **(environment or {}), "JUPYTER_TOKEN": token}
    command = [
        sys.executable,
        *("-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={FIRST_PORT}"),
        *("--ServerApp.port_retries=50", f"--ServerApp.root_dir={folder}", "--ServerApp.answer_yes=True"),
        # The extension manager would list PyPI when its tab is opened; a lab needs no shop.
        "--LabApp.extension_manager=readonly",
        # In a container everyone is root, and the server would refuse to start.
        *(["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []),
        *options,
    ]
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, env=variables, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT
        )
    card = _runtime_folder(variables) / f"jpserver-{process.pid}.json"
    return Server(process, path=f"/lab/tree/{notebook}", token=token, log=log, card=card)


def open_lab(
    notebook: str = "00_welcome.ipynb", *, browser: bool | None = None, say: Callable[[str], Any] = print
) -> int:
    """Start JupyterLab on ``notebook``, open it in the browser where there is one, and stay until Ctrl-C.

    ``browser`` None looks for one. ``say`` gets the URL and what to do with it. Returns the exit status.
    """
    try:
        import jupyterlab  # noqa: F401
    except ImportError:
        raise ServerError("JupyterLab is not installed here. Run: make install") from None
    say("Starting JupyterLab ...")
    with _polite_end(), serve(notebook) as server:
        try:
            server.await_answer()
        except KeyboardInterrupt:
            return 0
        opened = (_has_browser() if browser is None else browser) and webbrowser.open(server.url)
        say(f"{'Opened' if opened else 'Open this in a browser:'} {server.url}")
        say("Press Ctrl-C here to end it.")
        return server.wait()


@contextlib.contextmanager
def _polite_end() -> Iterator[None]:
    """Inside, a polite kill (SIGTERM) acts like Ctrl-C, so that the server does not outlive its starter."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)


def _settings(home: Path) -> dict[str, str]:
    """The environment that makes a JupyterLab find our settings, written under ``home``."""
    overrides = home / "labconfig" / "default_setting_overrides.json"
    overrides.parent.mkdir(parents=True, exist_ok=True)
    overrides.write_text(json.dumps(OVERRIDES, indent=2), "utf-8")
    paths = [str(home), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    environment = {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths))}
    source = Path(places.__file__).resolve().parents[1]
    if (source / "pyproject.toml").is_file():
        # Started from a source tree that is not installed, kernels must still find the packages.
        known = [str(source), os.environ.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, known))
    return environment


def _own_folder() -> Path:
    import platformdirs

    home = Path(platformdirs.user_cache_dir("encoder-lab", appauthor=False)) / "jupyter"
    home.mkdir(parents=True, exist_ok=True)
    return home


def _runtime_folder(variables: Mapping[str, str]) -> Path:
    """Where a server with this environment says who it is."""
    from jupyter_core.paths import jupyter_runtime_dir

    return Path(variables.get("JUPYTER_RUNTIME_DIR") or jupyter_runtime_dir())


def _has_browser() -> bool:
    try:
        name = getattr(webbrowser.get(), "name", "")
    except webbrowser.Error:
        return False
    # Text browsers count as browsers there, and none of them runs JupyterLab.
    return name not in ("www-browser", "links", "elinks", "lynx", "w3m")
