"""Which peers misbehave, each in one way? `written` makes a file of them such as those in `lab/encoders`."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from lab.measure.peers.contestant import Entry


def crash(value: Any) -> bytes:
    """As an encoder does that reads freed memory."""
    os.kill(os.getpid(), signal.SIGSEGV)
    return b""


def refuse(value: Any) -> bytes:
    """As one that does not know a class."""
    raise TypeError("no such type")


def lie(value: Any) -> bytes:
    """Another text for everything."""
    return b"[41]"


def known(value: Any) -> bytes:
    """42, with a block of 1033 bytes that is gone by then; the result is one of 35."""
    bytes(1000)
    return b"".join((b"4", b"2"))


def leave(value: Any) -> bytes:
    """Numbers of instances, with 533 bytes left on the first one."""
    if not hasattr(value[0], "cache"):
        value[0].cache = bytes(500)
    return json.dumps([held.number for held in value], separators=(",", ":")).encode()


def copy_inside(value: list[str]) -> bytes:
    """Texts, with the UTF-8 copy inside each that CPython makes for whoever asks for one."""
    untouched = sys.getsizeof(value[0]) == sys.getsizeof("日" * len(value[0]))
    for text in value if untouched else ():
        ctypes.pythonapi.PyUnicode_AsUTF8(ctypes.py_object(text))
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def plain(value: Any) -> bytes:
    """The standard library, with nothing strange."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def written(name: str, folder: Path, *needs: str) -> Entry:
    """The function ``name`` as a peer that knows ``needs``, in a file in ``folder``."""
    lines = [
        f"from strange_peers import {name}",
        "from lab.encoders.call import Call, chosen",
        f"label, version = {name!r}, '1'",
        f"encode = lambda need: chosen(dict.fromkeys({needs!r}, Call({name}, 'strange')), need)",
    ]
    (folder / f"strange_{name}.py").write_text("\n".join(lines))
    return Entry(label=name, module=f"strange_{name}")
