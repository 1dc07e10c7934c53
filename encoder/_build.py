"""Which build is this: compiled or interpreted, and why?"""

from __future__ import annotations

import os
import sys

# What importlib.machinery has its names from: with that comes warnings, half a millisecond for both.
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import EXTENSION_SUFFIXES, ExtensionFileLoader

HOT = (
    "encoder.axes.writer",
    "encoder.axes.base64",
    "encoder.axes.escaping",
    "encoder.axes.arrays",
    "encoder.axes.path",
    "encoder.axes.output",
    "encoder.axes.tree",
    "encoder.settings",
    "encoder.members",
    "encoder.failures",
    "encoder.host",
    "encoder.meeting",
    "encoder.walk",
    "encoder.encoder",
    "encoder.pieces",
    "encoder.lines",
    "encoder.front",
    "encoder.tokens",
)
"""The modules that are compiled; every other module is Python in both builds."""

HERE = os.path.dirname(os.path.abspath(__file__))
COMPILED = os.path.join(HERE, "_compiled")
FINGERPRINT = f"fingerprint.{sys.implementation.cache_tag}"
"""The file in that folder that says from which sources the modules of this Python were compiled."""
FLAGS = (
    "-O3",
    "-g1",  # line numbers, so that allocations in compiled code can be shown at their place
    "-fno-semantic-interposition",
    "-ftls-model=initial-exec",  # a thread's state in half a nanosecond instead of three
    "-Wno-unused-function",  # a header is made of functions, and no module needs all of them
)
DIRECTIVES = {
    "language_level": 3,
    "binding": False,
    "initializedcheck": False,
    "embedsignature": True,  # C functions have no other way to tell inspect.signature
    "embedsignature.format": "clinic",
}
CHOICES = ("auto", "compiled", "interpreted")


def stem_of(name: str) -> str:
    """Where the files of a module lie, up to the dot before their ending."""
    return os.path.join(HERE, *name.split(".")[1:])


def sources() -> list[str]:
    """Every file that the compiled modules are made of: one stale file among them makes all of them stale."""
    files = [stem_of(name) + end for name in HOT for end in (".py", ".pxd")]
    kernels = os.path.join(HERE, "kernels")
    files += [os.path.join(kernels, name) for name in os.listdir(kernels) if name.endswith((".h", ".pxd"))]
    files.append(os.path.join(kernels, "powers.py"))
    return sorted(files)


def fingerprint() -> str:
    """One hash over all sources and flags. It is there to notice an edit, not an attacker: CRC-32 is enough."""
    from zlib import crc32  # only where `stamps` cannot tell

    total = crc32(f"{FLAGS} {DIRECTIVES}".encode())
    for path in sources():
        with open(path, "rb") as file:
            total = crc32(file.read(), total)
    return f"{total:08x}"


def stamps() -> str:
    """Size and time of change of all sources, and of this file for its flags: where these are as they were, so are the
    contents. Python trusts a .pyc by the same, and reading a hundred files costs more than importing most modules.
    """
    found = [(path, os.stat(path)) for path in (*sources(), os.path.abspath(__file__))]
    return "\n".join(f"{os.path.basename(path)} {one.st_size} {one.st_mtime_ns}" for path, one in found)


def record() -> str:
    """What stands in the file FINGERPRINT beside modules that were compiled from the sources as they are."""
    return f"{fingerprint()}\n{stamps()}"


def path_of(name: str) -> str:
    """Where the compiled file of a hot module lies, whether or not it is there."""
    return os.path.join(COMPILED, *name.split(".")[1:]) + EXTENSION_SUFFIXES[0]


class Finder:
    """Finds the compiled file of a hot module before Python finds its source."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None):
        if name not in HOT:
            return None
        file = path_of(name)
        # Not importlib.util.spec_from_file_location: importing that takes longer than all of this package.
        spec = ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)
        spec.has_location = True
        return spec


def refuse_strays() -> None:
    """A compiled file beside its source would win every import and make "interpreted" a lie."""
    stems = {stem_of(name) for name in HOT}
    for folder in {os.path.dirname(stem) for stem in stems}:
        for file in os.listdir(folder):
            base, _, end = file.partition(".")
            if end.endswith(("so", "pyd")) and os.path.join(folder, base) in stems:
                raise ImportError(f"{os.path.join(folder, file)} hides {base}.py: delete it, then build again")


def verdict() -> str:
    """Why the compiled modules cannot be used; empty when they can."""
    try:
        with open(os.path.join(COMPILED, FINGERPRINT), encoding="utf-8") as file:
            built, _, stamped = file.read().partition("\n")
    except OSError:
        return "there are no compiled modules (no C compiler at install?): run 'pip install -e .' to build them"
    missing = [name for name in HOT if not os.path.exists(path_of(name))]
    if missing:
        return f"not compiled for this Python: {', '.join(missing)}; run 'pip install -e .' to build them"
    if stamped != stamps() and built != fingerprint():
        return "the sources changed since they were compiled: run 'pip install -e .' to build them again"
    return ""


def choose() -> tuple[str, str]:
    """The build of this process and the reason for it; in place before any hot module is imported."""
    wanted = os.environ.get("ENCODER_BUILD", "auto")
    if wanted not in CHOICES:
        raise ImportError(f"ENCODER_BUILD={wanted!r}: it must be one of {', '.join(CHOICES)}")
    refuse_strays()
    if wanted == "interpreted":
        return "interpreted", "ENCODER_BUILD=interpreted"
    problem = verdict()
    if not problem:
        sys.meta_path.insert(0, Finder)
        return "compiled", f"ENCODER_BUILD={wanted}"
    if wanted == "compiled":
        raise ImportError(f"ENCODER_BUILD=compiled, but {problem}")
    if os.path.exists(os.path.join(COMPILED, FINGERPRINT)):
        import warnings

        warnings.warn(f"encoder runs interpreted, which is much slower: {problem}", RuntimeWarning, stacklevel=3)
    return "interpreted", problem


def report(build: str, reason: str, isa: str, layouts: str) -> dict[str, str]:
    """What a reader of a measurement must know about the build behind it."""
    return {
        "build": build,
        "reason": reason,
        "python": sys.version.split()[0],
        "isa": isa,
        "layouts": layouts,
        "fingerprint": fingerprint(),
        "flags": " ".join(FLAGS) if build == "compiled" else "",
    }
