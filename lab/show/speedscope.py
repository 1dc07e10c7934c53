"""How is a call tree of allocations written for speedscope, so that its weights add up to the table?

The format is speedscope's own (https://www.speedscope.app/file-format-schema.json), with sampled profiles: a stack
and a weight for each frame that asked for something itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.model import Profile
from lab.show import payloads
from lab.show.flame import columns

_OUTER = _INNER = 100
"""Frames that are kept at both ends of a deeper stack; a profile of thousands of them would fill the disk."""
_FOLDED = "… folded …"


def speedscope(profile: Profile) -> dict[str, Any]:
    """The profile once by each of its columns, such as bytes and blocks; write it as JSON and open it in speedscope."""
    facts = (payloads.key(profile.workload), profile.method, profile.design, f"({profile.build})")
    who = " ".join(filter(None, facts))
    asked = (node for node, both in enumerate(zip(profile.bytes, profile.blocks, strict=True)) if any(both))
    stacks = {node: _stack(profile, node) for node in asked}
    frames = [_frame(*frame) for frame in zip(profile.names, profile.places, strict=True)]
    if any(len(profile.names) in stack for stack in stacks.values()):
        frames.append({"name": _FOLDED})
    return {
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": f"{who}, {profile.metric}",
        "exporter": "encoder-lab",
        "shared": {"frames": frames},
        "profiles": [
            _sampled(f"{who}, {what} {profile.metric}", "bytes" if what == "bytes" else "none", stacks, amounts)
            for what, amounts in zip(columns(profile.metric), (profile.bytes, profile.blocks), strict=True)
        ],
    }


def _stack(profile: Profile, node: int) -> list[int]:
    """Names from the root to ``node``; of a very deep one its two ends, and between them the name past the last."""
    names = []
    while node >= 0:
        names.append(profile.name[node])
        node = profile.parent[node]
    names.reverse()
    if len(names) <= _OUTER + _INNER + 1:
        return names
    return [*names[:_OUTER], len(profile.names), *names[-_INNER:]]


def _sampled(name: str, unit: str, stacks: dict[int, list[int]], amounts: Sequence[int]) -> dict[str, Any]:
    own = [node for node, amount in enumerate(amounts) if amount]
    return {
        "type": "sampled",
        "name": name,
        "unit": unit,
        "startValue": 0,
        "endValue": sum(amounts),
        "samples": [stacks[node] for node in own],
        "weights": [amounts[node] for node in own],
    }


def _frame(name: str, place: str) -> dict[str, Any]:
    file, _, line = place.rpartition(":")
    if not (file and line.isdecimal()):
        return {"name": name, **({"file": place} if place else {})}
    return {"name": name, "file": file, "line": int(line)}
