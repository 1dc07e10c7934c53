"""What is a case of torture? A value that is hard to encode, and what may come of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Hook = Callable[[Any], Any]
Again = Callable[..., bytes]
"""Encodes a value with the same encoder, and with a hook where one is given: for hooks that do."""
Check = Callable[[bytes], str]
"""What is wrong with a text, in a few words; empty where nothing is."""
Outcome = Literal["right", "refused", "wrong", "hang", "crash", "cannot"]
OUTCOMES: tuple[Outcome, ...] = ("right", "refused", "wrong", "hang", "crash", "cannot")
FALLEN: tuple[Outcome, ...] = ("wrong", "hang", "crash")
"""What nobody who calls an encoder can defend himself against."""


class Odd:
    """What no encoder knows, so that it asks its hook."""


@dataclass(frozen=True)
class Given:
    """What is encoded, and the hook for what the encoder does not know."""

    value: Any
    hook: Hook | None = None
    stack: int = 0
    """Encode in a thread whose stack has so many bytes; 0: in the main thread."""
    raises: type[BaseException] | None = None
    """What the hook raises, and the call therefore must."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One hard value under a name. ``make`` builds it in the process that encodes it."""

    name: str
    family: str
    about: str
    make: Callable[[Again], Given]
    check: Check
    expected: tuple[Outcome, ...]
    """What this encoder promises, in whatever build; of others only that they survive."""

    def __repr__(self) -> str:
        return f"Case({self.name!r}, {self.family!r})"


class Family(list[Case]):
    """Cases under one heading, each made by a function: its name, and its docstring's first line."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def case(self, check: Check, *expected: Outcome) -> Callable[[Callable], Callable]:
        """Make a case of a function that gives `Given`."""

        def register(make: Callable[[Again], Given]) -> Callable[[Again], Given]:
            about = (make.__doc__ or "").splitlines()[0].rstrip(".")
            name = make.__name__
            self.append(Case(name=name, family=self.name, about=about, make=make, check=check, expected=expected))
            return make

        return register
