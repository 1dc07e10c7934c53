"""How does one case go, in the process that all its contestants are forks of?

They are forked before anything else happens: whatever this process parsed and dropped would leave holes in the heap
of each, and their values would lie scattered in memory. Texts are compared before anything is timed. Who cannot take
part, crashes or says something else loses its place and leaves a sentence; the others go on.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from lab.encoders.cases import PeerCase
from lab.errors import PayloadError
from lab.measure.peers import turns
from lab.measure.peers.contestant import Entry, serve_alone, serve_together
from lab.measure.resident import FallenError, Resident
from lab.measure.settings import LARGE, Settings


@dataclass(kw_only=True)
class _Outcome:
    """What is known of one contestant of one case."""

    entry: Entry
    resident: Resident
    note: str = ""
    form: str = ""
    """How its text agrees with ours: ``bytes``, ``json`` (equal once parsed) or ``meaning``."""
    grown: int = 0
    failure: str = ""
    samples: Sequence[float] = ()
    firsts: Sequence[float] = ()

    def told(self) -> dict[str, Any]:
        names = ("note", "form", "grown", "failure", "samples", "firsts")
        return {name: getattr(self, name) for name in names}


@dataclass
class Comparison:
    """One case with everybody on the list; the first entry is ours, whose text is the measure."""

    case: PeerCase
    entries: Sequence[Entry]
    settings: Settings
    seed: str
    everyone: list[_Outcome] = field(default_factory=list)

    def run(self) -> dict[str, Any]:
        """Raises ``PayloadError`` where we ourselves cannot write it."""
        with contextlib.ExitStack() as stack:
            for entry in self.entries:
                serve = partial(serve_alone, entry, self.case, self.settings)
                self.everyone.append(_Outcome(entry=entry, resident=stack.enter_context(Resident(serve))))
            serve = partial(serve_together, self.entries, self.case, self.settings, self.seed)
            shared = stack.enter_context(Resident(serve))
            size = self._compare()
            if size > LARGE or not self._together(shared):
                self._in_turns()
        return self._answer(size)

    def _answer(self, size: int) -> dict[str, Any]:
        found = {one.entry.label: one.told() for one in self.everyone}
        return {"output_bytes": size, "origin": self.case.origin, "contestants": found}

    @property
    def _standing(self) -> list[_Outcome]:
        return [one for one in self.everyone if not one.failure]

    def _compare(self) -> int:
        """Let everybody write, and compare what comes; the length of our own text."""
        ours = b""
        for one in self.everyone:
            try:
                told = one.resident.ask("text")
            except FallenError as error:
                one.failure = f"Failed: {_said(error)}."
            else:
                if isinstance(told, str):
                    one.failure = f"Cannot: {told}."
                else:
                    text, one.grown, one.note = told
                    ours = ours or text
                    one.form, one.failure = agreement(self.case, ours, text)
            if one is self.everyone[0] and one.failure:
                raise PayloadError(f"{one.entry.label} on {self.case.name}. {one.failure}")
        return len(ours)

    def _together(self, shared: Resident) -> bool:
        """All in one process; False where that died, since then each must show by itself who it was."""
        try:
            answer = shared.ask(*(one.entry.label for one in self._standing))
        except FallenError:
            return False
        for one in self._standing:
            one.samples = answer["samples"][one.entry.label]
            one.firsts = answer["firsts"][one.entry.label]
        return True

    def _in_turns(self) -> None:
        pilots = {one.entry.label: self._asked(one, "settle") for one in self._standing}
        standing = {one.entry.label: one for one in self._standing}
        # A first call is a mode of its own: only its cases go without the repeated one.
        repeated: Mapping[str, Sequence[float]] = {}
        if self.case.mode == "repeated":
            samplers = {label: partial(self._asked, one, "sample") for label, one in standing.items()}
            idle = {label for label, one in standing.items() if one.grown > 0}
            repeated = turns.repeated(samplers, pilots, self.settings, seed=self.seed, idle=idle)
        samplers = {label: partial(self._asked, one, "first") for label, one in standing.items()}
        first = turns.first_calls(samplers, self.case, pilots, self.settings, seed=self.seed)
        for label, one in standing.items():
            if not one.failure:
                one.samples, one.firsts = repeated.get(label, ()), first[label]

    def _asked(self, one: _Outcome, what: str) -> float:
        """The answer of a resident; one that falls gives 0 from then on."""
        if one.failure:
            return 0.0
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
