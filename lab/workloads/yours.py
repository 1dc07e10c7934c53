"""How does your own data encode? Any JSON file, any value that can be encoded, becomes a workload.

A workload of one's own is named ``file:PATH``. The name is all that travels to a worker process, which reads
the payload there: JSON again, or a pickle that this process wrote into a folder of its own for a value that
JSON cannot give back (dataclasses, bytes).
"""

from __future__ import annotations

import atexit
import dataclasses
import functools
import hashlib
import json
import pickle
import re
import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from lab.errors import DataError
from lab.workloads.workload import Workload

PREFIX = "file:"


def from_file(path: str | Path) -> Workload:
    """The JSON file at ``path`` as a workload, parsed once here to be sure. Raises ``DataError``."""
    place = Path(path).expanduser().absolute()
    try:
        content = place.read_bytes()
    except OSError as error:
        raise DataError(f"{place} cannot be read: {error.strerror}.") from error
    if place.suffix == ".pickle":
        return _workload(place, title=shown(f"{PREFIX}{place}"), build=partial(pickle.loads, content))
    _parse(content, source=str(place))
    return _workload(place, title=place.name, build=partial(json.loads, content))


def shown(name: str) -> str:
    """What a reader calls the workload ``name``: a file's own name without its folders, else just ``name``."""
    if not name.startswith(PREFIX):
        return name
    place = Path(name.removeprefix(PREFIX))
    if re.fullmatch(r"[0-9a-f]{16}", place.stem):
        # Kept by this module under a hash, which tells nobody anything.
        return "your value" if place.suffix == ".pickle" else "pasted text"
    return place.name


def from_text(text: str, *, title: str = "pasted text") -> Workload:
    """JSON text as a workload. Raises ``DataError`` where it is not JSON."""
    content = text.encode("utf-8", "surrogatepass")
    _parse(content, source=title)
    return _workload(_keep(content, suffix=".json"), title=title, build=partial(json.loads, content))


def from_value(value: Any, *, title: str = "your value") -> Workload:
    """Any value of JSON's types, bytes or dataclasses as a workload; each build is a fresh copy.

    Raises ``DataError`` where the standard library, told what bytes and dataclasses mean, cannot encode it.
    """
    try:
        json.dumps(value, default=_stand_in, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise DataError(f"{title} cannot be encoded as JSON: {error}.") from error
    # cloudpickle takes classes that live in a notebook along; the worker could not import those.
    import cloudpickle

    try:
        content = cloudpickle.dumps(value)
    except Exception as error:
        raise DataError(f"{title} cannot be copied into a worker process: {error}.") from error
    return _workload(_keep(content, suffix=".pickle"), title=title, build=partial(pickle.loads, content))


def _stand_in(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, bytes | bytearray | memoryview):
        return ""
    raise TypeError(f"a {type(value).__name__} is neither of JSON's types nor bytes nor a dataclass")


def _parse(content: bytes, *, source: str) -> None:
    try:
        json.loads(content, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{source} is not JSON that Python's json module reads: {error}.") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")


def _workload(place: Path, *, title: str, build: partial) -> Workload:
    return Workload(name=f"{PREFIX}{place}", title=title, family="yours", build=build, note=str(place))


def _keep(content: bytes, *, suffix: str) -> Path:
    place = _folder() / (hashlib.sha256(content).hexdigest()[:16] + suffix)
    place.write_bytes(content)
    return place


@functools.cache
def _folder() -> Path:
    # mkdtemp gives the folder to this user alone, so nobody else can put a pickle there.
    folder = tempfile.mkdtemp(prefix="encoder-lab-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
