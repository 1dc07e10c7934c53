"""Does a callable arrive in another process as it was, and is it said what cannot?"""

from __future__ import annotations

import functools
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from lab.errors import ShippingError
from lab.measure import shipping

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = "import sys; from lab.measure import shipping; print(repr(shipping.unpack(sys.argv[1])()))"
LOCK = threading.Lock()


def elsewhere(call: Any) -> str:
    """What ``call`` gives in a fresh process, as text."""
    found = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(shipping.pack(call))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


def test_a_closure_takes_its_values_along() -> None:
    """A lambda gives in a fresh process what it gives here."""
    values = {"a": [1, 2.5], "b": "é"}
    assert elsewhere(lambda: [values, len(values)]) == repr([values, 2])


def test_what_a_notebook_defines_is_taken_along() -> None:
    """A function and a class of a module that nobody can import there arrive by value."""
    cell: dict[str, Any] = {"__name__": "__main__"}
    source = "class Point:\n    def __repr__(self): return 'a point'\ndef make():\n    return [Point()]"
    exec(source, cell)
    assert elsewhere(cell["make"]) == "[a point]"


def test_a_builtin_with_arguments_arrives() -> None:
    """So does a partial of a C function."""
    assert elsewhere(functools.partial(sorted, [3, 1, 2])) == "[1, 2, 3]"


def test_what_cannot_be_pickled_is_named() -> None:
    """The error names the variable and its type, and says what to do."""
    here = threading.Lock()

    def guarded() -> None:
        with here, LOCK:
            pass

    with pytest.raises(ShippingError, match=r"guarded cannot .* because of 'LOCK' \(lock\), 'here' \(lock\)\. Make"):
        shipping.pack(guarded)


def test_a_value_that_refuses_gives_its_own_reason() -> None:
    """Whatever a __reduce__ raises is in the message, under the label that was given."""

    class Refusing:
        def __reduce__(self) -> Any:
            raise ZeroDivisionError("no copies")

        def __call__(self) -> None:
            pass

    with pytest.raises(ShippingError, match="mine cannot .*, ZeroDivisionError: no copies"):
        shipping.pack(Refusing(), label="mine")


def test_what_is_no_callable_is_refused() -> None:
    """A value is a payload, not a call."""
    with pytest.raises(TypeError, match="a dict is not callable"):
        shipping.pack({})  # type: ignore[arg-type]


def test_what_is_missing_over_there_is_told(tmp_path: Path) -> None:
    """A callable of a module that the process cannot import is one clear error."""
    place = tmp_path / "call.pickle"
    place.write_bytes(b"cnowhere_to_be_found\ncall\n.")
    with pytest.raises(ShippingError, match="ModuleNotFoundError.*nowhere_to_be_found"):
        shipping.unpack(place)


def test_labels_are_short() -> None:
    """A callable is called by its name, a partial by its function's, an instance by its class's."""

    class Job:
        def __call__(self) -> None:
            pass

        def work(self) -> None:
            pass

    assert [shipping.label_of(call) for call in (len, functools.partial(sorted, []), Job(), Job().work)] == [
        "len",
        "sorted",
        "Job",
        "Job.work",
    ]


def test_who_stays_is_remarked_on() -> None:
    """The remark carries the reason, as a warning."""
    remark = shipping.stayed("mine", ShippingError("it holds a lock."))
    assert (remark.code, remark.severity) == ("in_process", "warning")
    assert remark.text.startswith("mine was measured in this process") and "it holds a lock." in remark.text
