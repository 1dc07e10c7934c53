"""How do the blocks of one call become a call tree whose sums are the table's figures?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lab.judge.columns import columns
from lab.measure.meters.captures import Operation, Stack
from lab.measure.meters.frames import Names
from lab.model import Design, Metric, Profile, Trace

ROOT = "call"
TRACE_POINTS = 2000
_NEAR = 100
"""Frame objects of the hook that may stand before a block: as many as calls are entered without asking for any."""
_HOOK = frozenset(("call_trace", "call_instrumentation_vector"))
"""Where CPython calls profile hooks (3.11, 3.12 and later); native stacks show it."""

Path = tuple[tuple[str, str], ...]


@dataclass(slots=True, kw_only=True)
class Block:
    """One block of a call: which it was in the order of asking, how large, and who asked; or so many of them."""

    size: int
    stack: Stack
    count: int = 1


def attributed(counted: Operation, traced: Operation) -> list[Block] | None:
    """The blocks of ``counted``, each with its stack from ``traced``; None where the two do not match.

    ``traced`` is the same call under memray's profile hook: the same blocks in the same order, and frame
    objects of the hook in between. Where one of those has the size of the next real block, the stack
    decides: a block that is followed by one from deeper down is the frame of the function just entered.
    """
    # Few stacks serve very many blocks, so each is looked at once; equal stacks are one object.
    stacks = {id(stack): stack for stack in traced.stacks if stack is not None}
    real = {key for key, stack in stacks.items() if not any(function in _HOOK for function, *_ in stack)}
    observed = [
        Block(size=size, stack=stack)
        for size, stack in zip(traced.sizes, traced.stacks, strict=True)
        if id(stack) in real
    ]
    return _embed(counted.asked, observed, by_stack=True) or _embed(counted.asked, observed, by_stack=False)


def _embed(expected: Sequence[int], observed: Sequence[Block], *, by_stack: bool) -> list[Block] | None:
    found: list[Block] = []
    spare = len(observed) - len(expected)
    for place, block in enumerate(observed):
        if len(found) < len(expected) and block.size == expected[len(found)]:
            if not (by_stack and spare > 0 and _enters(block, observed[place + 1 : place + 2])):
                found.append(block)
                continue
        spare -= 1
        if spare < 0:
            return None
    return found if len(found) == len(expected) else None


def placed(counted: Operation, traced: Operation) -> list[Block]:
    """The blocks of ``counted``, each with its stack from ``traced`` if one of its size comes up near its turn.

    The rest get no stack. This is for calls that `attributed` cannot match: one that raises and catches, for example,
    makes frame objects of its own, which the hook has made before.
    """
    seen = [(size, stack) for size, stack in zip(traced.sizes, traced.stacks, strict=True) if stack is not None]
    found, place = [], 0
    for size in counted.asked:
        near = range(place, min(place + _NEAR, len(seen)))
        at = next((here for here in near if seen[here][0] == size), None)
        found.append(Block(size=size, stack=() if at is None else seen[at][1]))
        place = place if at is None else at + 1
    return found


def _enters(block: Block, following: Sequence[Block]) -> bool:
    if not following or len(following[0].stack) <= len(block.stack):
        return False
    # Lines differ within one activation, so only functions are compared.
    return all(a[:2] == b[:2] for a, b in zip(block.stack, following[0].stack, strict=False))


def profile(
    blocks: Iterable[Block],
    *,
    metric: Metric,
    phases: Mapping[str, str],
    design: Design,
    about: Mapping[str, Any],
) -> Profile:
    """The call tree of ``blocks`` with recursion folded. ``about`` has the workload, method and build."""
    names = Names(phases)
    totals: dict[Path, list[int]] = {(): [0, 0]}
    paths: dict[int, Path] = {}
    for block in blocks:
        path = paths.get(id(block.stack))
        if path is None:
            path = paths[id(block.stack)] = _folded(filter(None, map(names, block.stack)))
        entry = totals.setdefault(path, [0, 0])
        entry[0] += block.size
        entry[1] += block.count
    for path in list(totals):
        for length in range(len(path)):
            totals.setdefault(path[:length], [0, 0])
    tree = columns(
        totals,
        root=(ROOT, ROOT),
        name_of=lambda path: path[-1][0],
        phase_of=lambda path, above: names.phase(path[-1][0]) or above,
    )
    # Of a function that was seen at several lines, the lowest is told.
    places = {ROOT: "", **dict(sorted({frame for path in totals for frame in path}, reverse=True))}
    sizes, counts = tree.figures
    return Profile(
        **about,
        design=design.label,
        metric=metric,
        names=tree.names,
        places=tuple(map(places.__getitem__, tree.names)),
        phases=tree.phases,
        name=tree.name,
        parent=tree.parent,
        phase=tree.phase,
        bytes=sizes,
        blocks=counts,
    )


def _folded(frames: Iterable[tuple[str, str]]) -> Path:
    path: list[tuple[str, str]] = []
    for frame in frames:
        known = next((place for place, other in enumerate(path) if other[0] == frame[0]), None)
        if known is None:
            path.append(frame)
        else:
            del path[known + 1 :]
    return tuple(path)


def live_trace(operation: Operation, *, design: Design, about: Mapping[str, Any], result_bytes: int) -> Trace:
    """Live bytes after each event, from 0 on, thinned to the least and the most of every stretch."""
    live = [0, *operation.live]
    stretch = -(-2 * len(live) // TRACE_POINTS)
    kept = {0, len(live) - 1}
    for start in range(0, len(live), stretch):
        part = range(start, min(start + stretch, len(live)))
        kept.add(min(part, key=live.__getitem__))
        kept.add(max(part, key=live.__getitem__))
    events = tuple(sorted(kept))
    return Trace(
        **about,
        design=design.label,
        event=events,
        live=tuple(live[event] for event in events),
        events=len(live) - 1,
        result_bytes=result_bytes,
    )
