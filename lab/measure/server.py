"""How does a worker answer each request?

A request is an object with ``do``:

    {"do": "time", case, settings}             all contestants in this process, interleaved
    {"do": "reside", case, settings, design}   one contestant of a large payload, ready for ...
    {"do": "sample"}                           ... one sample each time it is asked, ...
    {"do": "rebuild"}                          ... with a new encoder and a new value
    {"do": "agree", case, settings}            whether all contestants give the same bytes, and where not
    {"do": "first", case, settings}            a first call of each, in forks: `lab.measure.first`
    {"do": "rehearse", case, settings, hard}   who falls when tried alone: `lab.measure.rehearsal`
    {"do": "count", case, settings, folder}    memory and runs of the collector, each contestant in clean forks
    {"do": "profile", call, label, folder}     memory of a callable of the user's: `lab.measure.profiling`
    {"do": "scale" | "hold", case, counts, settings, folder}   several threads: `lab.measure.meters.threads`
    {"do": "isolate", case, design, switch}    one call, in a process under valgrind: `lab.measure.meters.valgrind`
    {"do": "work", case, settings, folder}     bytecodes or instructions of each contestant
    {"do": "enlist" | "compare" | "weigh" | "grow", ...}   the encoder among its peers: `lab.measure.peers.answers`

An answer has ``event``: ``progress``, ``done``, ``large`` (ask residents instead), ``ready``, ``sample``,
``counted``, ``collected`` and ``worked`` for each contestant, or ``error`` with a kind, a text and the cause.
"""

from __future__ import annotations

import gc
import hashlib
import itertools
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from lab import workloads
from lab.errors import LabError, WorkerError
from lab.measure import rehearsal, together
from lab.measure.contestants import Contestant, agree, contestant, naming_refusals
from lab.measure.first import first_calls
from lab.measure.meters import threads
from lab.measure.meters import time as timing
from lab.measure.orphans import end_with_starter
from lab.measure.peers import answers
from lab.measure.resident import signal_name
from lab.measure.settings import LARGE, Settings
from lab.model import Case, Design, Foreign
from lab.workloads import Workload

Send = Callable[[Mapping[str, Any]], None]
_PROGRESS_EVERY = 0.2
_STEPS = 3
"""Counting may take as many limits of one call."""
_TOLD = 70
"""How a fork ends that said what went wrong."""
_UNCOUNTED = 71
"""How one ends that said so of a contestant alone."""


class Server:
    """Answers requests one by one; holds the resident contestant, if there is one."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._resident: timing.Turn | None = None
        self._rebuilt: Callable[[], timing.Turn] | None = None

    def answer(self, request: Mapping[str, Any]) -> None:
        """Do what ``request`` asks; a failure becomes an ``error`` answer and the server goes on."""
        try:
            getattr(self, f"_{request['do']}")(request)
        except Exception as error:
            self._send(_failure(error))

    def _time(self, request: Mapping[str, Any]) -> None:
        case, settings = _read(request)
        payload = workloads.get(case.workload)
        with naming_refusals(case.baseline, payload):
            first = contestant(case.baseline, payload.build, case.method)
            size = len(first.output())
        if size > LARGE:
            self._send({"event": "large"})
            return
        everyone = [first, *_contestants(case, payload, case.candidates)]
        agree(everyone, payload.build, case.method)
        outputs = [one.output() if one.design.foreign else b"" for one in everyone]
        with timing.quiet(collector=case.gc):
            samples, groups = together.compete(
                everyone,
                lambda place: contestant(case.designs[place], payload.build, case.method),
                settings,
                seed=f"{settings.seed}:{case.label}",
                progress=self._progress(),
            )
        for one, output in zip(everyone, outputs, strict=True):
            if one.design.foreign and one.output() != output:
                raise WorkerError(f"{one.design.label} wrote something else after a while.")
        told = {"samples": samples, "groups": groups}
        self._send({"event": "done", "output_bytes": size, "origin": payload.origin, **told})

    def _reside(self, request: Mapping[str, Any]) -> None:
        case, settings = _read(request)
        payload = workloads.get(case.workload)
        design = next(one for one in case.designs if one.label == request["design"])
        (one,) = _contestants(case, payload, [design])
        # Everyone asks the standard library, so that every process has lived through the same.
        output = agree([one], payload.build, case.method)
        digest, size = hashlib.sha256(output).hexdigest(), len(output)
        del output
        gc.collect()
        if not case.gc:
            # Nothing else runs in this process any more, so it may stay off until the end.
            gc.disable()
        loops = timing.calibrate(one.operation, settings.sample)
        self._resident = timing.turn(one.operation, loops, primed=True)
        timing.warm([self._resident], settings)
        self._rebuilt = lambda: timing.turn(
            contestant(design, payload.build, case.method).operation, loops, primed=True
        )
        self._send({"event": "ready", "digest": digest, "output_bytes": size, "origin": payload.origin})

    def _first(self, request: Mapping[str, Any]) -> None:
        self._send({"event": "done", "first": first_calls(*_read(request))})

    def _rehearse(self, request: Mapping[str, Any]) -> None:
        case, settings = _read(request)
        told = rehearsal.rehearse(case, settings, hard=request["hard"], progress=self._step)
        self._send({"event": "done", **told})

    def _step(self, share: float) -> None:
        self._send({"event": "progress", "share": round(share, 3)})

    def _rebuild(self, request: Mapping[str, Any]) -> None:
        # The old objects are alive until the new ones are there, so that these lie elsewhere.
        self._resident = self._rebuilt()
        self._resident()
        self._send({"event": "ready"})

    def _sample(self, request: Mapping[str, Any]) -> None:
        if self._resident is None:
            raise WorkerError("No contestant is resident in this worker.")
        self._send({"event": "sample", "ns": self._resident()})

    def _agree(self, request: Mapping[str, Any]) -> None:
        case, _ = _read(request)
        payload = workloads.get(case.workload)
        output = agree(_contestants(case, payload, case.designs), payload.build, case.method)
        self._send({"event": "done", "output_bytes": len(output)})

    def _count(self, request: Mapping[str, Any]) -> None:
        # Imported before the forks, so that it is paid once.
        from lab.measure.meters import collections, memory, tracking

        tracking.require_memray()
        case, settings = _read(request)
        for design in case.designs:
            meters = [partial(memory.measure, case, design, settings, folder=Path(request["folder"]))]
            if case.timed:
                meters.append(partial(collections.measure, case, design))
            for meter in meters:
                status = self._forked(meter, design, patience=_STEPS * settings.limit)
                if status == _TOLD:
                    return
                if status == _UNCOUNTED:
                    break
                if status:
                    # What dies here dies alone: the others are counted all the same.
                    how = f"was killed by {signal_name(-status)}" if status < 0 else f"ended with status {status}"
                    told = f"the process that counted {design.label} {how}"
                    self._send({"event": "uncounted", "design": design.label, "text": told})
                    break
        self._send({"event": "done"})

    def _work(self, request: Mapping[str, Any]) -> None:
        from lab.measure.meters import work

        case, _ = _read(request)
        for design in case.designs:
            work.measure(case, design, folder=Path(request["folder"]), send=self._send)
        self._send({"event": "done"})

    def _forked(self, measure: Callable[..., None], design: Design, *, patience: float) -> int:
        """How a process ended that did ``measure`` and nothing else: 0, or `_TOLD` where it sent an error."""
        child = os.fork()
        if child == 0:
            end_with_starter()
            status = _TOLD
            try:
                # Nobody hears an alarm, so it ends the process, also one that is in a loop of C.
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.setitimer(signal.ITIMER_REAL, patience)
                measure(send=self._send_at_last)
                status = 0
            except BaseException as error:
                if design.foreign and not isinstance(error, LabError):
                    # A function that fails now and then costs its own row.
                    status, said = _UNCOUNTED, f"{design.label} raised {type(error).__name__}: {error}"
                    self._send_at_last({"event": "uncounted", "design": design.label, "text": said})
                else:
                    self._send_at_last(_failure(error))
            finally:
                os._exit(status)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def _send_at_last(self, answer: Mapping[str, Any]) -> None:
        """Send what a fork found out; no alarm may cut the line in two."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._send(answer)

    def _profile(self, request: Mapping[str, Any]) -> None:
        from lab.measure import profiling

        profiling.serve(request["call"], request["label"], request["folder"])
        self._send({"event": "profiled"})

    def _scale(self, request: Mapping[str, Any]) -> None:
        case, settings = _read(request)
        payload = workloads.get(case.workload)
        agree(_contestants(case, payload, case.designs), payload.build, case.method)
        with timing.quiet():
            rates = threads.compete(case, request["counts"], settings, self._progress())
        self._send({"event": "done", "rates": rates})

    def _hold(self, request: Mapping[str, Any]) -> None:
        case, settings = _read(request)
        for design, count in itertools.product(case.designs, request["counts"]):
            meter = partial(threads.measure, case, design, count, folder=Path(request["folder"]))
            if (status := self._forked(meter, design, patience=_STEPS * settings.limit)) == _TOLD:
                return
            if status:
                raise WorkerError(f"The process with {count} threads of {design.label} ended with status {status}.")
        self._send({"event": "done"})

    def _isolate(self, request: Mapping[str, Any]) -> None:
        from lab.measure.meters import valgrind

        case, _ = _read(request)
        payload = workloads.get(case.workload)
        design = next(one for one in case.designs if one.label == request["design"])
        (one,) = _contestants(case, payload, [design])
        size = len(agree([one], payload.build, case.method))
        valgrind.run(one.operation, switch=request["switch"])
        self._send({"event": "done", "output_bytes": size})

    def _enlist(self, request: Mapping[str, Any]) -> None:
        self._send(answers.enlist(request))

    def _compare(self, request: Mapping[str, Any]) -> None:
        self._send(answers.compare(request))

    def _weigh(self, request: Mapping[str, Any]) -> None:
        for answer in answers.weigh(request):
            self._send(answer)

    def _grow(self, request: Mapping[str, Any]) -> None:
        self._send(answers.grow(request))

    def _progress(self) -> Callable[[float], None]:
        last = time.monotonic()

        def report(share: float) -> None:
            nonlocal last
            if time.monotonic() - last > _PROGRESS_EVERY:
                last = time.monotonic()
                self._send({"event": "progress", "share": round(share, 3)})

        return report


def _read(request: Mapping[str, Any]) -> tuple[Case, Settings]:
    case = dict(request["case"])
    case["baseline"] = _design(case["baseline"])
    case["candidates"] = tuple(map(_design, case["candidates"]))
    settings = dict(request["settings"])
    settings["rounds"] = tuple(settings["rounds"])
    return Case(**case), Settings(**settings)


def _design(plain: Mapping[str, Any]) -> Design:
    foreign = plain["foreign"]
    return Design(**{**plain, "foreign": foreign and Foreign(**foreign)})


def _contestants(case: Case, payload: Workload, designs: Iterable[Design]) -> list[Contestant]:
    made = []
    for design in designs:
        with naming_refusals(design, payload):
            made.append(contestant(design, payload.build, case.method))
    return made


def _failure(error: BaseException) -> dict[str, Any]:
    known = isinstance(error, LabError)
    return {
        "event": "error",
        "kind": type(error).__name__ if known else "WorkerError",
        "text": str(error) if known else f"{type(error).__name__}: {error}",
        "cause": "".join(traceback.format_exception(error)),
    }
