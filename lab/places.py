"""Where do the notebooks and the recorded runs lie, whatever folder one starts from?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lab.errors import LabError


class NotFoundError(LabError):
    """A folder of the repository that is needed and is not there."""


def folder(name: str) -> Path:
    """The folder ``name`` (``"notebooks"``, ``"data"``) of the repository.

    Looked for beside the package, then from the current folder upwards: an installed package has left
    the repository, but whoever runs the notebooks is inside it. Raises `NotFoundError`.
    """
    for root in _roots():
        if (root / "notebooks" / "00_welcome.ipynb").is_file() and (root / name).is_dir():
            return root / name
    raise NotFoundError(
        f"The folder {name!r} is not here. Change to the repository (the folder with notebooks/) and retry."
    )


def recorded(name: str) -> Path:
    """The file of a recorded run, such as ``recorded("tree")``. Raises `NotFoundError`."""
    path = folder("data") / "recorded" / f"{name}.json"
    if not path.is_file():
        raise NotFoundError(f"No run {name!r} is recorded in {path.parent}. Make one: python -m lab record.")
    return path


def _roots() -> Iterator[Path]:
    yield Path(__file__).resolve().parents[1]
    here = Path.cwd()
    yield here
    yield from here.parents
