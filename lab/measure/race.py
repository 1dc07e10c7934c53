"""How does one case go, in the worker that all contestants are forks of?

Texts are compared before anything is timed. Who cannot take part, crashes or says something else loses its place
and leaves a sentence; the others go on.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from lab.errors import PayloadError
from lab.measure.contender import Entry, call_of, compete, gather, once, reside
from lab.measure.field import FallenError, Resident
from lab.measure.settings import LARGE, Settings
from lab.rivals.call import CannotError
from lab.rivals.cases import PeerCase

_TOLD_EVERY = 0.2
Tell = Callable[[float], None]


@dataclass(kw_only=True)
class _Contestant:
    """What is known of one contestant of one case."""

    entry: Entry
    note: str = ""
    form: str = ""
    """How its text agrees with ours: ``bytes``, ``json`` (equal once parsed) or ``meaning``."""
    grown: int = 0
    failure: str = ""
    resident: Resident | None = None
    samples: Sequence[float] = ()
    firsts: Sequence[float] = ()

    def told(self) -> dict[str, Any]:
        names = ("note", "form", "grown", "failure", "samples", "firsts")
        return {name: getattr(self, name) for name in names}


@dataclass
class Race:
    """One case with everybody on the list; the first entry is ours, whose text is the measure."""

    case: PeerCase
    entries: Sequence[Entry]
    settings: Settings
    seed: str
    everyone: list[_Contestant] = field(default_factory=list)

    def run(self, tell: Tell = lambda share: None) -> dict[str, Any]:
        """Raises ``PayloadError`` where we ourselves cannot write it."""
        with contextlib.ExitStack() as stack:
            size = self._enter(stack)
            tell(0.1)
            if size <= LARGE and self._together():
                return self._answer(size)
            self._in_turns(tell)
        return self._answer(size)

    def _answer(self, size: int) -> dict[str, Any]:
        found = {one.entry.label: one.told() for one in self.everyone}
        return {"output_bytes": size, "origin": self.case.origin, "contestants": found}

    @property
    def _standing(self) -> list[_Contestant]:
        return [one for one in self.everyone if not one.failure]

    def _enter(self, stack: contextlib.ExitStack) -> int:
        """Give everybody a process, and compare what they write; the length of our own text."""
        ours = b""
        # What building one needs only once, such as a file that is read, the forks inherit.
        self.case.build()
        for entry in self.entries:
            one = _Contestant(entry=entry)
            self.everyone.append(one)
            try:
                one.note = call_of(entry, self.case).note
                serve = partial(reside, entry, self.case, self.settings)
                one.resident = stack.enter_context(Resident(serve))
                text, one.grown = one.resident.ask("text")
            except CannotError as error:
                one.failure = f"Cannot: {error}."
            except Exception as error:
                one.failure = f"Failed: {_said(error)}."
            else:
                ours = ours or text
                one.form, one.failure = agreement(self.case, ours, text)
            if one is self.everyone[0] and one.failure:
                raise PayloadError(f"{entry.label} on {self.case.name}. {one.failure}")
        return len(ours)

    def _together(self) -> bool:
        """All in one process; False where that died, since then each must show by itself who it was."""
        entries = [one.entry for one in self._standing]
        with Resident(partial(gather, entries, self.case, self.settings, self.seed)) as arena:
            try:
                answer = arena.ask("go")
            except FallenError:
                return False
        for one in self._standing:
            one.samples = answer["samples"][one.entry.label]
            one.firsts = answer["firsts"][one.entry.label]
        return True

    def _in_turns(self, tell: Tell) -> None:
        pilots = {one.entry.label: self._asked(one, "settle") for one in self._standing}
        standing = {one.entry.label: one for one in self._standing}
        last = time.monotonic()

        def turn(one: _Contestant, what: str) -> float:
            nonlocal last
            if time.monotonic() - last > _TOLD_EVERY:
                last = time.monotonic()
                tell(0.5)
            return 0.0 if one.failure else self._asked(one, what)

        turns = {label: partial(turn, one, "sample") for label, one in standing.items()}
        # A first call is a mode of its own: only its cases go without the repeated one.
        repeated: Mapping[str, Sequence[float]] = {}
        if self.case.mode == "repeated":
            idle = {label for label, one in standing.items() if one.grown > 0}
            repeated = compete(turns, pilots, self.settings, seed=self.seed, idle=idle)
        turns = {label: partial(turn, one, "first") for label, one in standing.items()}
        first = once(turns, self.case, pilots, self.settings, seed=self.seed)
        for label, one in standing.items():
            if not one.failure:
                one.samples, one.firsts = repeated.get(label, ()), first[label]

    def _asked(self, one: _Contestant, what: str) -> float:
        """The answer of a resident; one that falls gives 0 from then on."""
        try:
            return one.resident.ask(what)
        except FallenError as error:
            one.failure = f"Failed: {_said(error)}."
            if one is self.everyone[0]:
                raise PayloadError(f"{one.entry.label} on {self.case.name}. {one.failure}") from error
            return 0.0


def agreement(case: PeerCase, ours: bytes, theirs: bytes) -> tuple[str, str]:
    """How two texts agree, and what is wrong where they do not: one of the two is empty."""
    if theirs == ours:
        return "bytes", ""
    if case.exact:
        return "", f"Not compared: its text differs. {_difference(ours, theirs)}"
    try:
        parsed = [_parsed(case, text) for text in (ours, theirs)]
        if parsed[0] == parsed[1]:
            return "json", ""
        if case.meaning(parsed[0]) == case.meaning(parsed[1]):
            return "meaning", ""
    except Exception as error:
        return "", f"Not compared: its text cannot be read ({_said(error)})."
    return "", f"Not compared: its text says something else. {_difference(ours, theirs)}"


def _parsed(case: PeerCase, text: bytes) -> Any:
    if case.need == "lines":
        return [json.loads(line) for line in text.splitlines()]
    return json.loads(text)


def _difference(ours: bytes, theirs: bytes) -> str:
    pairs = enumerate(zip(ours, theirs, strict=False))
    place = next((i for i, (a, b) in pairs if a != b), min(len(ours), len(theirs)))
    start = max(place - 12, 0)
    return f"From byte {place} on: {theirs[start : place + 12]!r}, not {ours[start : place + 12]!r}."


def _said(error: BaseException) -> str:
    return str(error).rstrip(".") or type(error).__name__
