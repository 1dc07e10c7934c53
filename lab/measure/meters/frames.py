"""What is a frame of a captured stack called, in either build?

Both builds give one name: ``module.qualname``, such as ``encoder.axes.tree.Reference.scalar``. A C function
of the kernels keeps its own name, without the ending that tells its instruction set.
"""

from __future__ import annotations

import functools
import os
import re
import sys
import types
from collections.abc import Iterator, Mapping
from pathlib import Path

Frame = tuple[str, str, int]

_INSTRUCTION_SETS = re.compile(r"_(baseline|ssse3|sse\d*|avx2|avx512\w*|neon|portable)(?:\.\w+)*$")
_COPIES = re.compile(r"\.(?:constprop|isra|part|cold|lto_priv)\b.*$")
_CYTHON = re.compile(r"__pyx_(?P<kind>f|pf|tp_new|mdef|getprop|setprop)_(?P<rest>\d.*)$")
_DYNAMIC = re.compile(r"<(?!unknown>|frozen )")
"""A cell, an ``exec`` or a callable that came from another process: the file of Python code that stands in none."""
_COPYING = re.compile(r"_*(mem(?:p?cpy|move))\b|_*(mem(?:p?cpy|move))_")
_LENGTH = re.compile(r"\d+")


class Names:
    """Names, places and phases of frames; frames of CPython, libc and Cython's glue have none, but those that copy."""

    def __init__(self, phases: Mapping[str, str]) -> None:
        self._phases = phases
        self._known: dict[Frame, tuple[str, str] | None] = {}

    def __call__(self, frame: Frame) -> tuple[str, str] | None:
        """``(name, place)``, or None for a frame to leave out."""
        if frame not in self._known:
            self._known[frame] = self._find(*frame)
        return self._known[frame]

    def phase(self, name: str) -> str | None:
        """The phase of the function called ``name``: its own, or its class's, or its module's."""
        while name and name not in self._phases:
            name = name.rpartition(".")[0]
        return self._phases.get(name)

    def _find(self, function: str, file: str, line: int) -> tuple[str, str] | None:
        # Line directives give Cython's C functions the name of their Python file.
        if function.startswith(("__pyx_", "__Pyx_")):
            name = demangled(function)
            return (name, "") if name else None
        if file.endswith(".py"):
            return _python(function, file, line)
        if _DYNAMIC.match(file):
            return function, ""
        plain = _INSTRUCTION_SETS.sub("", _COPIES.sub("", function))
        if plain in self._phases or "/kernels/" in file:
            return plain, f"{_short(file)}:{line}" if line else ""
        # The C library has one a processor: __memcpy_avx_unaligned_erms.
        copying = _COPYING.match(plain)
        return (copying[1] or copying[2], "") if copying else None


def demangled(symbol: str) -> str | None:
    """The Python name of a Cython C function; None for wrappers and glue.

    ``__pyx_f_7encoder_4axes_4tree_9Reference_scalar`` is ``encoder.axes.tree.Reference.scalar``: each part is
    preceded by its length. ``__pyx_pf_...`` functions (bodies of Python-visible ones) have a running number
    before the last part.
    """
    match = _CYTHON.match(_COPIES.sub("", symbol))
    if match is None:
        return None
    parts, rest = [], match["rest"]
    while (length := _LENGTH.match(rest)) is not None:
        start, end = length.end(), length.end() + int(length[0])
        if end > len(rest) or rest[end : end + 1] not in ("", "_"):
            break
        parts.append(rest[start:end])
        rest = rest[end + 1 :]
    if rest:
        parts.append(rest.lstrip("0123456789") if match["kind"] == "pf" else rest)
    if match["kind"] == "tp_new":
        parts.append("__new__")
    return ".".join(parts)


def _python(function: str, file: str, line: int) -> tuple[str, str]:
    """memray tells a function's bare name; its source file tells in which class it stands."""
    best = None
    for code in _codes(file):
        if code.co_name == function and code.co_firstlineno <= line <= _last_line(code):
            # Nested functions of one name: the innermost begins last.
            if best is None or code.co_firstlineno >= best.co_firstlineno:
                best = code
    qualname = best.co_qualname if best else function
    place = f"{_short(file)}:{best.co_firstlineno if best else line}"
    return f"{_module(file)}.{qualname}", place


@functools.cache
def _codes(file: str) -> tuple[types.CodeType, ...]:
    try:
        module = compile(Path(file).read_bytes(), file, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError):
        return ()
    return tuple(_nested(module))


def _nested(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _nested(constant)


@functools.cache
def _last_line(code: types.CodeType) -> int:
    own = max((line for *_, line in code.co_lines() if line is not None), default=code.co_firstlineno)
    return max([own, *(_last_line(inner) for inner in _nested(code))])


@functools.cache
def _module(file: str) -> str:
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) == file:
            return name
    return Path(file).stem


@functools.cache
def _short(file: str) -> str:
    """The path from the package on, so that no result tells where somebody keeps the project."""
    for folder in sorted(filter(None, sys.path), key=len, reverse=True):
        if file.startswith(folder + os.sep):
            return Path(file).relative_to(folder).as_posix()
    return Path(file).name
