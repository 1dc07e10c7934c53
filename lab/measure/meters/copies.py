"""How many bytes does one call move from one place to another?

DHAT, a tool of valgrind's, stands in for memcpy, memmove and their kind in the whole process, and notes the size and
the stack of every call of them: counted, not modelled, and the same each time. Seen is what the encoder, CPython and
the C library copy by such a call. Not seen are copies of a few bytes that a compiler made into instructions, and the
kernels' own loops, which read a value and write its text: that is encoding. Nor is it seen what realloc moves, since
malloc may enlarge a block where it is or let the system move its pages. So the bytes in blocks that were reallocated
are counted apart, from the log of every call of malloc's: no more than those can have moved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lab.counts import Copies
from lab.errors import WorkerError
from lab.measure.meters import trees
from lab.measure.meters.captures import MARK_BLOCK, Frame
from lab.measure.meters.trees import Block
from lab.measure.meters.valgrind import AROUND
from lab.model import Design, Profile

_FRAME = re.compile(r"0x[0-9A-F]+: (?P<function>.+?)(?: \((?:in )?(?P<file>.+?)(?::(?P<line>\d+))?\))?$")
_MARK = re.compile(rf"calloc\(1,{MARK_BLOCK}\)")
_EVENT = re.compile(
    r"-- (malloc|calloc|realloc|free)\((0x[0-9A-F]+)?,?([\d,]*)\)(?:malloc\(\d+\))?(?: = (0x[0-9A-F]+))?"
)


def measured(
    folder: Path, *, size: int, phases: Mapping[str, str], design: Design, about: Mapping[str, Any]
) -> tuple[Copies, Profile]:
    """The ledger of the call that `lab.measure.meters.valgrind.run` made under dhat, and who copied.

    ``size`` is that of its output. In the profile ``bytes`` are bytes copied and ``blocks`` are copies. Raises
    ``WorkerError`` where dhat left nothing.
    """
    try:
        found = json.loads((folder / "copies").read_text(encoding="utf-8", errors="replace"))
        log = (folder / "mallocs").read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError) as error:
        raise WorkerError(f"dhat left no ledger: {error}.") from error
    who = trees.profile(blocks(found), metric="copied", phases=phases, design=design, about=about)
    held = list(reallocated(log))
    ledger = Copies(
        **about,
        design=design.label,
        output_bytes=size,
        copied=sum(who.bytes),
        copies=sum(who.blocks),
        reallocated=sum(held),
        reallocations=len(held),
    )
    return ledger, who


def blocks(found: Mapping[str, Any]) -> Iterator[Block]:
    """Bytes and number of the copies of each stack below the call that counts."""
    frames = [_frame(text) for text in found["ftbl"]]
    for point in found["pps"]:
        inwards = [frames[number] for number in reversed(point["fs"])]
        call = next((place for place, frame in enumerate(inwards) if frame[0] == AROUND), None)
        if call is not None:
            yield Block(size=point["tb"], stack=tuple(inwards[call + 1 :]), count=point["tbk"])


def _frame(text: str) -> Frame:
    found = _FRAME.match(text)
    return (found["function"], found["file"] or "", int(found["line"] or 0)) if found else (text, "", 0)


def reallocated(log: str) -> Iterator[int]:
    """For each realloc of the call that counts, the bytes that the block had and kept."""
    sizes: dict[str, int] = {}
    marks = 0
    for line in log.splitlines():
        if _MARK.search(line):
            marks += 1
            continue
        event = _EVENT.search(line)
        if event is None:
            continue
        what, before, asked, after = event.groups()
        old = sizes.pop(before, 0)
        if after is None:
            continue
        size = 1
        for factor in filter(None, asked.split(",")):
            size *= int(factor)
        sizes[after] = size
        if marks == 1 and what == "realloc" and old:
            yield min(old, size)
    if marks != 2:
        raise WorkerError("The log of malloc does not show where the call begins and ends.")
