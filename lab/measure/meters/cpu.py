"""Which functions does the processor spend one call in? Counted in instructions, by callgrind.

Nothing is sampled: the same call gives the same figures however busy the machine is, all but the few instructions by
which malloc searches differently where other things lie in memory. They are not times. callgrind counts an
instruction that repeats itself (``rep movsb``, by which large blocks are copied) once a byte, so copying weighs more
than it lasts; and it knows AVX2 but no AVX-512, so the kernels for that one are not seen. Of the interpreted build
the total is right, and the functions are CPython's own, without names.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lab.errors import WorkerError
from lab.measure.meters import trees
from lab.measure.meters.captures import Frame, Stack
from lab.measure.meters.trees import Block
from lab.measure.meters.valgrind import AROUND
from lab.model import Design, Profile

_NAME = re.compile(r"(c?)(ob|fl|fi|fe|fn)=\((\d+)\)(?: (.*))?$")
_KINDS = {"fi": "fl", "fe": "fl"}
"""All three name files, and share their numbers."""


def profile(folder: Path, *, phases: Mapping[str, str], design: Design, about: Mapping[str, Any]) -> Profile:
    """The call tree of the call that `lab.measure.meters.valgrind.run` made under callgrind, in instructions.

    ``bytes`` are instructions and ``blocks`` are calls. What the same way of calling takes for nothing is subtracted
    from the root. Raises ``WorkerError`` where there are no two dumps.
    """
    dumps = sorted(folder.glob("calls.*"), key=lambda path: int(path.suffix[1:]))
    if len(dumps) != 2:
        raise WorkerError(f"callgrind left {len(dumps)} dumps in place of 2.")
    nothing, calls = (list(blocks(path.read_text(encoding="utf-8", errors="replace"))) for path in dumps)
    surroundings = sum(block.size for block in nothing)
    return trees.profile(
        [*calls, Block(size=-surroundings, stack=(), count=0)],
        metric="instructions",
        phases=phases,
        design=design,
        about=about,
    )


def blocks(dump: str) -> Iterator[Block]:
    """Instructions and calls of each stack in a dump made with ``--separate-callers``, which names whole stacks."""
    names: dict[tuple[str, str], str] = {}
    files: dict[str, str] = {}
    own: dict[str, int] = defaultdict(int)
    calls: dict[str, int] = defaultdict(int)
    file = callee_file = function = callee = ""
    lines = iter(dump.splitlines())
    for line in lines:
        if named := _NAME.match(line):
            called, kind, number, text = named.groups()
            key = (_KINDS.get(kind, kind), number)
            text = names.setdefault(key, text or "")
            if kind == "fn":
                callee, function = (text, function) if called else (callee, text)
                files.setdefault(text, callee_file if called else file)
                # Whoever is called stands in the caller's file until another is named.
                callee_file = file
            elif key[0] == "fl":
                file, callee_file = (file, text) if called else (text, text)
        elif line.startswith("calls="):
            calls[callee] += int(line[6:].split()[0])
            # What the callee spends is in its own lines.
            next(lines)
        elif line[:1] in "+-*0123456789" and line:
            own[function] += int(line.split()[1])
    short = {text.partition("'")[0]: place for text, place in files.items()}
    for text in dict.fromkeys(itertools.chain(own, calls)):
        yield Block(size=own[text], stack=_stack(text, short), count=calls[text])


def _stack(text: str, files: Mapping[str, str]) -> Stack:
    """``inner'outer'...`` from the call inwards; a number between two names is a level of recursion."""
    frames: list[Frame] = []
    for name in text.split("'"):
        if name == AROUND:
            break
        if not name.isdigit():
            frames.append((name, files.get(name, ""), 0))
    return tuple(reversed(frames))
