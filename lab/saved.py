"""How is a run kept in a file, and read back without trusting the file?"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import re
import types
import typing
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from lab import disk, intact
from lab.errors import ForeignResultError
from lab.model import SCHEMA, Run

_FAMILY, _, _VERSION = SCHEMA.rpartition("/")
LARGEST = 256 * 2**20
"""Bytes of a file above which it is no run: the largest that were measured have some megabytes."""


def save(run: Run, path: str | os.PathLike[str]) -> Path:
    """Write ``run`` to ``path`` as JSON. A failure leaves what was there: it raises ``DiskError``."""
    return disk.write(text(run), path)


def text(run: Run) -> str:
    """``run`` as the JSON that `load` reads."""
    return strict(run.to_json())


def strict(value: Any, *, indent: int | None = None) -> str:
    """``value`` as JSON, what is not finite as null: a reader of another language must not meet a bare NaN."""
    close = (",", ":") if indent is None else None
    return json.dumps(_finite(value), allow_nan=False, separators=close, indent=indent, default=_plain)


def load(path: str | os.PathLike[str]) -> Run:
    """The run in ``path``, marked as replayed; null where a number must be is NaN.

    Raises ``ForeignResultError`` for a file that is missing, huge, damaged, of something else or of a newer lab.
    """
    place = Path(path)
    try:
        with open(place, "rb") as file:
            # Not its size, which a pipe or a device does not tell.
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise ForeignResultError(f"{place} cannot be read: {error.strerror}.") from error
    if len(content) > LARGEST:
        raise ForeignResultError(f"{place} has more than {LARGEST >> 20} MiB: that is no result of this lab.")
    try:
        plain = json.loads(content.decode("utf-8"), parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise ForeignResultError(f"{place} is not JSON, or is cut short: {error}.") from error
    return from_json(plain, source=str(place))


def from_json(plain: Any, *, source: str) -> Run:
    """The run that ``to_json`` made ``plain`` of; ``source`` is named in a ``ForeignResultError``."""
    schema = plain.get("schema") if isinstance(plain, dict) else None
    family, _, version = schema.rpartition("/") if isinstance(schema, str) else ("", "", "")
    if family != _FAMILY or not re.fullmatch(r"[1-9][0-9]{0,5}", version):
        raise ForeignResultError(
            f"{source} is not a result of this lab: its schema is {schema!r}, not {SCHEMA!r}. "
            "Results come from `python -m lab --json FILE` and from `.save(FILE)`."
        )
    if int(version) > int(_VERSION):
        raise ForeignResultError(
            f"{source} has schema {schema}, and this lab reads none after {SCHEMA}. Update the lab."
        )
    fields = {name: value for name, value in plain.items() if name != "schema"}
    try:
        run = _typed(Run, fields)
        intact.demand(run)
    except (TypeError, ValueError, KeyError) as error:
        raise ForeignResultError(f"{source} is damaged: {error}.") from error
    return dataclasses.replace(run, replayed=True)


def _finite(value: Any) -> Any:
    """``value`` with None in place of every number that is not finite."""
    if isinstance(value, Mapping):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _plain(value: Any) -> Any:
    """A number or an array of numpy as Python's own, as ``json`` asks for what it does not know."""
    if hasattr(value, "tolist"):
        return _finite(value.tolist())
    raise TypeError(f"{value!r:.40} is a {type(value).__name__}, which JSON does not have")


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _typed(kind: Any, value: Any) -> Any:
    """``value`` as ``kind``, a type of `lab.model`; raises TypeError where it is another."""
    origin = typing.get_origin(kind)
    if dataclasses.is_dataclass(kind):
        return _record(kind, value)
    if origin is tuple:
        element = typing.get_args(kind)[0]
        return tuple(_typed(element, one) for one in _checked(list, value))
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        element = typing.get_args(kind)[1]
        return {name: _typed(element, one) for name, one in _checked(dict, value).items()}
    if origin is typing.Literal:
        if value not in typing.get_args(kind):
            raise ValueError(f"{value!r} is none of {', '.join(map(str, typing.get_args(kind)))}")
        return value
    if origin in (types.UnionType, typing.Union):
        if value is None:
            return None
        (other,) = (one for one in typing.get_args(kind) if one is not type(None))
        return _typed(other, value)
    if kind is Any:
        return value
    if kind is float and type(value) is int:
        return value
    if kind is float and value is None:
        return math.nan
    return _checked(kind, value)


def _record(kind: type, value: Any) -> Any:
    types_of = _hints(kind)
    fields = _checked(dict, value)
    unknown = fields.keys() - types_of.keys()
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    return kind(**{name: _typed(types_of[name], one) for name, one in fields.items()})


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _checked(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.40} is a {type(value).__name__}, not a {kind.__name__}")
    return value
