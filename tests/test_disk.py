"""Is a file on the disk either whole or what it was before?"""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lab import disk
from lab.errors import DiskError


def test_a_text_replaces_the_former_file(tmp_path: Path) -> None:
    """The place holds the new text in UTF-8, and nothing else is left beside it."""
    (tmp_path / "a.txt").write_text("a longer text than the new one")
    assert disk.write("né", tmp_path / "a.txt").read_bytes() == b"n\xc3\xa9"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails is one clear error; the former file stays, and nothing half-written does."""
    (tmp_path / "a.txt").write_text("before")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskError, match=r"a\.txt could not be written: the disk is full"):
        disk.write("after", tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == "before" and os.listdir(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("place", ["nowhere/a.txt", "folder"])
def test_a_place_that_takes_no_file(tmp_path: Path, place: str) -> None:
    """A folder that is not there, or one in the file's place, is told by name."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(DiskError, match=place):
        disk.write("text", tmp_path / place)
    assert os.listdir(tmp_path) == ["folder"]


def test_a_probe_leaves_no_trace(tmp_path: Path) -> None:
    """Where a file may be written, trying so makes none and harms none; elsewhere it is the same error."""
    (tmp_path / "a.txt").write_text("before")
    disk.probe(tmp_path / "a.txt")
    disk.probe(tmp_path / "b.txt")
    assert os.listdir(tmp_path) == ["a.txt"] and (tmp_path / "a.txt").read_text() == "before"
    for place in ("nowhere/a.txt", "."):
        with pytest.raises(DiskError, match="could not be written"):
            disk.probe(tmp_path / place)


def test_a_name_that_is_no_utf_8_is_written(tmp_path: Path) -> None:
    """A path in a run may hold bytes that are no text; they are spelled out."""
    place = disk.write("mine \udcff.json", tmp_path / "run.md")
    assert place.read_text() == "mine \\udcff.json"
