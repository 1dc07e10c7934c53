"""Which hooks of somebody else's watch this thread, and how are they set aside while it is measured?

Under a debugger, a profiler or a measurement of coverage every call has a frame object, and since CPython 3.12 every
event a number: none of it is asked for by what is measured.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_TOOLS = range(6)
"""Identities that `sys.monitoring` gives to tools of Python 3.12 and newer; its own hooks have others."""


@contextmanager
def set_aside() -> Iterator[None]:
    """No profile function, trace function or monitoring tool meanwhile; afterwards all of them as before."""
    profiler, tracer, watching = sys.getprofile(), sys.gettrace(), _watching()
    sys.setprofile(None)
    sys.settrace(None)
    for tool in watching:
        sys.monitoring.set_events(tool, 0)
    try:
        yield
    finally:
        for tool, events in watching.items():
            sys.monitoring.set_events(tool, events)
        if hasattr(profiler, "enable"):
            # cProfile's before 3.12: an object that is no function.
            profiler.enable()
        else:
            sys.setprofile(profiler)
        sys.settrace(tracer)


def unhook() -> None:
    """Switch memray's hook off in every thread: since CPython 3.12 one that has it slows, and charges, all others."""
    if hasattr(threading, "setprofile_all_threads"):
        threading.setprofile_all_threads(None)
    else:
        threading.setprofile(None)
        sys.setprofile(None)


def _watching() -> dict[int, int]:
    if not hasattr(sys, "monitoring"):
        return {}
    used = (tool for tool in _TOOLS if sys.monitoring.get_tool(tool) is not None)
    return {tool: events for tool in used if (events := sys.monitoring.get_events(tool))}
