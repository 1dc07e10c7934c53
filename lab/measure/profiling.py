"""How is a callable of the user's profiled: in a process of its own, or in this one where it cannot leave it?"""

from __future__ import annotations

import dataclasses
import pickle
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import encoder
from lab.errors import LabError, ShippingError, WorkerError
from lab.measure import shipping
from lab.measure.meters import callables, limits, session, tracking
from lab.measure.process import Worker
from lab.model import Allocations, Build

_OUTCOME = "outcome.pickle"


def profile(call: Callable[[], Any], *, build: Build | None = None, limit: int | None = None) -> Allocations:
    """What a call asks for, holds and leaves. A capture larger than ``limit`` bytes ends it with ``CaptureError``.

    What ``call`` raises is raised here. Raises ``AlreadyProfilingError`` within another profile of this process.
    """
    session.refuse()
    tracking.require_memray()
    label = shipping.label_of(call)
    limit = limits.MOST if limit is None else limit
    build = build or encoder.build
    with tempfile.TemporaryDirectory(prefix="encoder-lab-") as place:
        folder = Path(place)
        try:
            return _elsewhere(shipping.pack(call, label=label), label, folder, build=build, limit=limit)
        except ShippingError as error:
            with limits.limited(folder, limit, stop=tracking.stop):
                found = callables.measure(call, label=label, folder=folder)
            return dataclasses.replace(found, remarks=(shipping.stayed(label, error), *found.remarks))


def _elsewhere(packed: Path, label: str, folder: Path, *, build: Build, limit: int) -> Allocations:
    with Worker(build, purpose="count") as worker, limits.limited(folder, limit, stop=worker.kill):
        worker.begin()
        worker.ask({"do": "profile", "call": str(packed), "label": label, "folder": str(folder)})
        worker.hear()
    outcome = pickle.loads((folder / _OUTCOME).read_bytes())
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def serve(call: str, label: str, folder: str) -> None:
    """Profile the packed ``call`` in this process and leave the outcome in ``folder``.

    That is an exception where the callable raised one: any at all, an interrupt too.
    """
    found: Allocations | BaseException
    operation = shipping.unpack(call)
    try:
        found = callables.measure(operation, label=label, folder=Path(folder))
    except LabError:
        raise
    except BaseException as error:
        found = error
        found.add_note("It was raised in the measuring process:\n" + "".join(traceback.format_exception(error)))
    Path(folder, _OUTCOME).write_bytes(_pickled(found))


def _pickled(outcome: Allocations | BaseException) -> bytes:
    import cloudpickle

    try:
        content = cloudpickle.dumps(outcome)
        pickle.loads(content)
    except Exception:
        # Some exceptions cannot be built again from what they hold.
        text = "".join(traceback.format_exception(outcome)) if isinstance(outcome, BaseException) else repr(outcome)
        return pickle.dumps(WorkerError(f"The callable raised what cannot be brought here:\n{text}"))
    return content
