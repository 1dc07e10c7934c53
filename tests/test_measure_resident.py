"""Does a forked contestant answer, and is it told how it ended where it does not?"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from lab.errors import PayloadError
from lab.measure import resident
from lab.measure.resident import FallenError, Resident


def echo(hear: Callable, answer: Callable) -> None:
    while True:
        answer(hear())


def test_it_answers_until_it_is_ended() -> None:
    """Requests and answers are any values; afterwards the process is gone, and ending it again does nothing."""
    with Resident(echo) as one:
        assert one.ask("text", b"\x00", [1.5]) == ("text", b"\x00", [1.5])
        pid = one.pid
    one.end()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "killed by SIGKILL"),
        (lambda: os._exit(7), "ended with status 7"),
        (lambda: [][0], "IndexError: list index out of range"),
    ],
)
def test_how_it_fell_is_told(what: Callable[[], Any], told: str) -> None:
    """A signal by its name, a status, or what it raised."""

    def serve(hear: Callable, answer: Callable) -> None:
        hear()
        what()

    with Resident(serve) as one, pytest.raises(FallenError) as fallen:
        one.ask("go")
    assert told in str(fallen.value)


def test_an_error_of_the_lab_keeps_its_words() -> None:
    """Its message is for people already, so no class name stands before it."""

    def serve(hear: Callable, answer: Callable) -> None:
        raise PayloadError("No such payload.")

    with Resident(serve) as one, pytest.raises(FallenError, match=r"^No such payload\.$"):
        one.ask("go")


def test_one_that_never_answers_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless loop in a peer does not become one of the lab."""
    monkeypatch.setattr(resident, "PATIENCE", 0.1)

    def serve(hear: Callable, answer: Callable) -> None:
        time.sleep(60)

    with Resident(serve) as one, pytest.raises(FallenError, match="no answer within 0.1 s"):
        one.ask("go")
    assert one.pid == 0
