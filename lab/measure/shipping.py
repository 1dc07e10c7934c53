"""How does a callable of the user's get into a measuring process, and what if it cannot?

A process that measures is a fresh one, so the callable is pickled by value with cloudpickle: lambdas, closures and
what a notebook's cells define are taken along; what stands in a module that can be imported goes by its name. What
cannot be pickled (a lock, an open file) is named, and may be measured in the caller's own process, with a remark.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lab.errors import ShippingError
from lab.judge import remarks
from lab.model import Remark
from lab.workloads import yours


def pack(call: Callable[..., Any], *, label: str | None = None) -> Path:
    """The file that `unpack` turns into ``call`` again, in any process of this user; removed when this one ends.

    Its path is all that a request has to carry. Raises `ShippingError` with what cannot be pickled, and
    ``TypeError`` for what is no callable.
    """
    if not callable(call):
        raise TypeError(f"a {type(call).__name__} is not callable")
    import cloudpickle

    try:
        content = cloudpickle.dumps(call)
    # Any error at all may come from a __reduce__ of the user's.
    except Exception as error:
        parts = ", ".join(f"{name!r} ({type(part).__name__})" for name, part in _unpicklable(call))
        because = f"because of {parts}" if parts else f"{type(error).__name__}: {error}"
        raise ShippingError(
            f"{label or label_of(call)} cannot be copied into a measuring process, {because}. "
            "Make such things inside the callable."
        ) from error
    place = yours.folder() / f"{hashlib.sha256(content).hexdigest()[:16]}.pickle"
    place.write_bytes(content)
    return place


def unpack(place: str | Path) -> Callable[..., Any]:
    """The callable in a file of `pack`, as a copy. Raises `ShippingError` where this process lacks what it needs."""
    try:
        return pickle.loads(Path(place).read_bytes())
    except Exception as error:
        raise ShippingError(
            f"The callable cannot be rebuilt in a measuring process ({type(error).__name__}: {error}). "
            "It must find there whatever it imports."
        ) from error


def label_of(call: Callable[..., Any]) -> str:
    """What people call ``call``: its qualified name without the places it was made in."""
    if isinstance(call, functools.partial):
        return label_of(call.func)
    name = getattr(call, "__qualname__", None) or type(call).__qualname__
    return name.rpartition("<locals>.")[2]


def stayed(label: str, error: ShippingError) -> Remark:
    """The remark on a callable that was measured in the caller's own process, since ``error`` kept it there."""
    return remarks.in_process(label, str(error))


def _unpicklable(call: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Names and values, among those that a function uses, that are to blame."""
    import cloudpickle

    try:
        used = inspect.getclosurevars(inspect.unwrap(call))
    except (TypeError, ValueError):
        return
    for name, value in {**used.globals, **used.nonlocals}.items():
        try:
            cloudpickle.dumps(value)
        except Exception:
            yield name, value
