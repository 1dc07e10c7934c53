"""How does your own data encode? Any JSON file, any text, any value, any function that makes one is a workload.

A workload of one's own is named ``file:PATH``. The name is all that travels to a worker process, which reads
the payload there: JSON again, lines of JSON, or a pickle that this process wrote into a folder of its own for a value
that JSON cannot give back (dataclasses, bytes). The folder goes when this process ends; no result holds a payload.
"""

from __future__ import annotations

import atexit
import dataclasses
import functools
import hashlib
import importlib
import json
import os
import pickle
import re
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lab.errors import DataError
from lab.workloads import reading
from lab.workloads.workload import Workload

PREFIX = "file:"
_LINES = (".ndjson", ".jsonl")
_KEPT = re.compile(r"[0-9a-f]{16}(?:-(.+))?")
_SLUG = re.compile(r"[^\w.:=, ()'-]+")


def is_named(text: str) -> bool:
    """Whether ``text`` is meant as data of one's own: a path, JSON itself, or ``module:function``."""
    return _is_text(text) or _is_path(text) or (":" in text and not text.startswith(PREFIX))


def named(text: str) -> Workload:
    """The payload that ``text`` means: a path, JSON itself, or ``module:function``. Raises ``DataError``."""
    if _is_text(text):
        return from_text(text)
    return from_file(text) if _is_path(text) else from_function(text)


def _is_text(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _is_path(text: str) -> bool:
    return not text.startswith(PREFIX) and (os.sep in text or text.endswith((".json", *_LINES)))


def from_file(path: str | os.PathLike[str]) -> Workload:
    """The file at ``path``, JSON or lines of it (.ndjson, .jsonl), parsed here to be sure. Raises ``DataError``."""
    place = Path(path).expanduser().absolute()
    try:
        reading.check_size(place.stat().st_size, source=str(place))
        content = place.read_bytes()
    except OSError as error:
        raise DataError(f"{place} cannot be read: {error.strerror}.") from error
    if place.suffix == ".pickle":
        return _workload(place, title=shown(f"{PREFIX}{place}"), build=partial(pickle.loads, content))
    lines = place.suffix in _LINES
    reading.parse(content, source=str(place), lines=lines)
    build = partial(reading.parse, content, source=str(place), lines=True) if lines else partial(json.loads, content)
    return _workload(place, title=shown(f"{PREFIX}{place}"), build=build)


def shown(name: str) -> str:
    """What a reader calls the workload ``name``: a file's own name without its folders, else just ``name``."""
    if not name.startswith(PREFIX):
        return name
    place = Path(name.removeprefix(PREFIX))
    if kept := _KEPT.fullmatch(place.stem):
        # Kept by this module under a hash, which tells nobody anything.
        return kept[1] or ("your value" if place.suffix == ".pickle" else "pasted text")
    return place.name


def from_text(text: str, *, title: str = "pasted text") -> Workload:
    """JSON text as a workload. Raises ``DataError`` where it is not JSON."""
    content = text.encode("utf-8", "surrogatepass")
    reading.parse(content, source=title)
    return _workload(_keep(content, title, ".json"), title=title, build=partial(json.loads, content))


def from_value(value: Any, *, title: str = "your value") -> Workload:
    """Any value that can be encoded as a workload; each build is a fresh copy.

    It is one of JSON's types, bytes and dataclasses, by which the standard library can judge what contestants write; or
    else one that this encoder knows, such as a date. Raises ``DataError`` for any other.
    """
    try:
        json.dumps(value, default=_stand_in, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        _encodable(value, title)
    # cloudpickle takes classes that live in a notebook along; the worker could not import those.
    import cloudpickle

    try:
        content = cloudpickle.dumps(value)
    except Exception as error:
        raise DataError(f"{title} cannot be copied into a worker process: {error}.") from error
    reading.check_size(len(content), source=title)
    return _workload(_keep(content, title, ".pickle"), title=title, build=partial(pickle.loads, content))


def from_function(make: str | Callable[..., Any], *, title: str = "", **parameters: Any) -> Workload:
    """What a function makes, or one that is named ``module:function``, called once with ``parameters``.

    Raises ``DataError`` where there is none, where it fails, and for a value that cannot be encoded.
    """
    name = make if isinstance(make, str) else getattr(make, "__qualname__", type(make).__name__)
    function = _imported(make) if isinstance(make, str) else make
    told = ", ".join(f"{key}={value!r:.20}" for key, value in parameters.items())
    try:
        value = function(**parameters)
    except Exception as error:
        raise DataError(f"{name}({told}) made no payload: {type(error).__name__}: {error}.") from error
    return from_value(value, title=title or f"{name}({told})")


def _imported(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise DataError(f"{name} cannot be had: {error}. A function that makes a payload is MODULE:NAME.") from error
    if not callable(found):
        raise DataError(f"{name} is a {type(found).__name__}, and no function that makes a payload.")
    return found


def _encodable(value: Any, title: str) -> None:
    import encoder

    try:
        encoder.encode(value)
    except Exception as error:
        raise DataError(f"{title} cannot be encoded as JSON: {error}") from error


def _stand_in(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, bytes | bytearray | memoryview):
        return ""
    raise TypeError(f"a {type(value).__name__} is neither of JSON's types nor bytes nor a dataclass")


def _workload(place: Path, *, title: str, build: partial) -> Workload:
    return Workload(name=f"{PREFIX}{place}", title=title, family="yours", build=build, note=str(place))


def _keep(content: bytes, title: str, suffix: str) -> Path:
    slug = "" if title in ("your value", "pasted text") else f"-{_SLUG.sub('_', title)[:80]}"
    place = folder() / f"{hashlib.sha256(content).hexdigest()[:16]}{slug}{suffix}"
    place.write_bytes(content)
    return place


@functools.cache
def folder() -> Path:
    """Where files lie that other processes of this user read; removed when this one ends."""
    # mkdtemp gives the folder to this user alone, so nobody else can put a pickle there.
    made = tempfile.mkdtemp(prefix="encoder-lab-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)
