"""How does a frame go on with other children than it began with? The twin of changes.h."""

from __future__ import annotations

from encoder.kernels.state import FRAME_ITEMS, FRAME_LIST, FRAME_TUPLE, Call


def rest_of_dict(call: Call) -> list[tuple[object, object]] | None:
    """The entry that the top dict stands at and all that follow; None where the dict changed."""
    try:
        return [(call.key, call.value), *call.frames[-1].children]
    except (RuntimeError, KeyError):
        return None


def entries_before(call: Call) -> int:
    """How many entries of the top dict were handed out before the one it stands at?"""
    keys = list(call.frames[-1].container)
    return next((index for index, key in enumerate(keys) if key is call.key), 0)


def follow_list(call: Call) -> bool:
    """Let the top list, whose length changed, go on with what it holds now. False: it is no list of the caller's."""
    frame = call.frames[-1]
    if frame.kind != FRAME_LIST or frame.held is not None:
        return False
    state = frame.children.__reduce__()  # length_hint knows no place behind the end
    position = state[2] if len(state) == 3 else frame.size
    frame.size = max(list.__len__(frame.container), position)
    if frame.size == position:  # over, and shorter than what is written of it
        frame.kind, frame.container, frame.children = FRAME_TUPLE, (), iter(())
    return True


def swap_for_items(call: Call, items: list[tuple[str, object]]) -> None:
    """Let the top dict go on with `items` in place of what is left of it."""
    frame = call.frames[-1]
    frame.held = frame.container
    frame.children, frame.keys = iter(items), None
    frame.container, frame.kind, frame.size = items, FRAME_ITEMS, len(items)
