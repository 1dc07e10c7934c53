"""Which functions misbehave as contestants, each in one way? Found by name in a process of their own."""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import resource
import signal
from collections.abc import Callable
from typing import Any

_COUNT = itertools.count(1)
LATE = 60
"""More calls than counting memory makes, and fewer than timing does."""


def plain(value: Any) -> bytes:
    """Nothing strange, in the encoder's own form."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def spaced(value: Any) -> str:
    """The same in another form, as str."""
    return json.dumps(value)


def segfault(value: Any) -> bytes:
    """As an encoder does that reads freed memory."""
    return ctypes.string_at(0)


def killed(value: Any) -> bytes:
    """As the system does where memory ends."""
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def greedy(value: Any) -> bytes:
    """More memory than it is given."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, resource.RLIM_INFINITY))
    return bytes(1 << 40)


def gone(value: Any) -> bytes:
    """Ends the process as if all were well."""
    os._exit(0)


def quits(value: Any) -> bytes:
    """Raises what no ``except Exception`` catches."""
    raise SystemExit(1)


def refuses(value: Any) -> bytes:
    """As one that does not know a class."""
    raise NotImplementedError("no such type")


def endless(value: Any) -> bytes:
    """Never comes back."""
    while True:
        pass


def nothing(value: Any) -> None:
    """As one that writes into a file."""


def number(value: Any) -> int:
    """As one that gives the length."""
    return 3


def lies(value: Any) -> bytes:
    """Another text for everything."""
    return b"[41]"


def counts(value: Any) -> bytes:
    """Another text each time, which says the same: a space more."""
    return plain(value) + b" " * next(_COUNT)


def prints(value: Any) -> bytes:
    """Writes on the way, as a debugging print does."""
    print("here")
    return plain(value)


def late(end: Callable[[Any], Any]) -> Callable[[Any], bytes]:
    """Well for so many calls, then ``end``."""
    calls = itertools.count(1)
    return lambda value: plain(value) if next(calls) < LATE else end(value)
