"""How much work is one call, in a figure that does not depend on how busy the machine is?

Interpreted, it is the bytecodes that Python executes. Compiled, it is the instructions of the processor, counted by
callgrind, under which the whole worker then runs (see `lab.measure.meters.cpu` for what it counts). Neither is time:
an instruction that waits for memory counts like any other. But two runs give the same figure, and a change of one
percent shows at once.
"""

from __future__ import annotations

import gc
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import encoder
from lab import workloads
from lab.errors import WorkerError
from lab.measure.contestants import contestant, naming_refusals
from lab.measure.meters import valgrind
from lab.model import Case, Design

_WARM = 30
"""Calls before the one that is counted: enough for CPython to have specialised what it will."""
_TOOLS = range(6)


def measure(case: Case, design: Design, *, folder: Path, send: Callable[[Mapping[str, Any]], None]) -> None:
    """Count for ``design`` on the case's ``memory_workload`` and send a ``worked`` answer."""
    payload = workloads.get(case.memory_workload)
    with naming_refusals(design, payload):
        one = contestant(design, payload.build, case.method)
        for _ in itertools.repeat(None, _WARM):
            one.operation()
    work = instructions(one.operation, folder=folder) if encoder.build == "compiled" else bytecodes(one.operation)
    send({"event": "worked", "design": design.label, "work": work})


def bytecodes(operation: Callable[[], Any]) -> int:
    """Bytecodes that Python executes in one call of ``operation``; what C code does inside is not seen."""
    count = _monitored if sys.version_info >= (3, 12) else _traced
    with _undisturbed():
        return count(operation)


def _traced(operation: Callable[[], Any]) -> int:
    done = 0

    def entered(frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return executed

    def executed(frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
        nonlocal done
        done += event == "opcode"
        return executed

    before = sys.gettrace()
    # This frame was entered before, so its own bytecodes are not told.
    sys.settrace(entered)
    try:
        operation()
    finally:
        sys.settrace(before)
    return done


def _monitored(operation: Callable[[], Any]) -> int:
    """The same by PEP 669, which is quicker from 3.12 on, and right: there ``f_trace_opcodes`` missed frames."""
    monitoring = sys.monitoring
    tool = next(number for number in _TOOLS if monitoring.get_tool(number) is None)
    done = 0

    def executed(code: CodeType, offset: int) -> None:
        nonlocal done
        done += 1

    def count(call: Callable[[], Any]) -> int:
        nonlocal done
        done = 0
        monitoring.set_events(tool, monitoring.events.INSTRUCTION)
        try:
            call()
        finally:
            monitoring.set_events(tool, monitoring.events.NO_EVENTS)
        return done

    monitoring.use_tool_id(tool, "encoder lab")
    monitoring.register_callback(tool, monitoring.events.INSTRUCTION, executed)
    try:
        # What is executed around a call that executes nothing is subtracted.
        return count(operation) - count(int)
    finally:
        monitoring.register_callback(tool, monitoring.events.INSTRUCTION, None)
        monitoring.free_tool_id(tool)


def instructions(operation: Callable[[], Any], *, folder: Path) -> int:
    """Instructions of one call of ``operation`` in this process, which `valgrind.callgrind` runs.

    What the same way of calling takes for nothing is subtracted. Raises ``WorkerError`` where callgrind says nothing.
    """
    with _undisturbed():
        # The first time finds memory as whatever was before left it.
        for _ in range(2):
            valgrind.run(operation, switch=True)
    dumps = sorted(folder.glob("calls.*"), key=lambda place: int(place.suffix[1:]))[-2:]
    found = [re.search(rb"^summary: (\d+)$", dump.read_bytes(), re.M) for dump in dumps]
    if len(found) < 2 or None in found:
        raise WorkerError("callgrind wrote no counts for this process.")
    nothing, call = (int(one[1]) for one in found)
    return call - nothing


@contextmanager
def _undisturbed() -> Iterator[None]:
    """No run of the cyclic collector inside: when it comes depends on what was done before."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
