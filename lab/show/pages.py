"""Which file does a run's page go into, so that no other run's page is lost?"""

from __future__ import annotations

import contextlib
import html
import os
import re
from pathlib import Path

from lab import disk
from lab.errors import DiskError
from lab.model import Run
from lab.show.exports import slug

TITLE = "Encoder lab, run "
"""What the title of a page begins with; its run id follows."""
_HEAD = 4096
"""Bytes of a page within which its title ends."""


def own(run: Run, *, stem: str = "report") -> Path:
    """The page that is named by its run: ``report-<run id>.html``."""
    return Path(f"{stem}-{slug(run.run_id)}.html")


def put(page: str, run: Run, place: str | os.PathLike[str]) -> Path | None:
    """Write the ``page`` of ``run`` to ``place``; where to what was there has been renamed, or None.

    The page of another run gets that run's id into its name, any other file the word ``older``; an earlier page of
    ``run`` itself is replaced. Raises ``DiskError``, and then everything is as it was.
    """
    path = Path(place)
    older = _aside(run, path)
    try:
        disk.write(page, path)
    except DiskError:
        if older is not None:
            older.rename(path)
        raise
    return older


def _aside(run: Run, path: Path) -> Path | None:
    if not path.is_file() or (found := _run_of(path)) == run.run_id:
        return None
    base = path.with_name(f"{path.stem}-{slug(found) if found else 'older'}{path.suffix}")
    target, number = base, 1
    while target.exists():
        number += 1
        target = base.with_name(f"{base.stem}.{number}{base.suffix}")
    try:
        path.rename(target)
    except OSError as error:
        raise DiskError(f"{path} is another run's page and cannot be put aside: {error.strerror}.") from error
    return target


def _run_of(path: Path) -> str | None:
    """The id of the run whose page is at ``path``; None for a file that is no page of this lab."""
    head = ""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        head = file.read(_HEAD).decode("utf-8", "replace")
    found = re.search(rf"<title>{re.escape(TITLE)}(.*?)</title>", head)
    return html.unescape(found[1]) if found else None
