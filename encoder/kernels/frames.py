"""Where is the walk? The twin of frames.h: a stack of frames, so that no document is too deep for Python's own."""

from __future__ import annotations

from collections.abc import Iterator

from encoder.kernels.state import (
    FRAME_DICT,
    FRAME_FIELDS,
    FRAME_ITEMS,
    FRAME_LIST,
    FRAME_ONE,
    NOTHING,
    STATUS_CHANGED,
    STATUS_CIRCULAR,
    STATUS_DEEP,
    STATUS_DONE,
    STATUS_END,
    STATUS_KEY,
    STATUS_VALUE,
    Call,
    Frame,
)


def push_frame(call: Call, container: object, kind: int, size: int) -> int:
    """Enter a container. STATUS_DONE, or why it may not be entered."""
    frames = call.frames
    depth = len(frames)
    # A look at every level would make depth quadratic; a cycle passes the powers of two as well.
    if depth >= 32 and (depth & (depth - 1) == 0 or depth >= call.max_depth) and kind != FRAME_ONE:
        if any(frame.container is container for frame in frames):
            call.value = container
            return STATUS_CIRCULAR
    if depth >= call.max_depth:
        call.value = container
        return STATUS_DEEP
    frame = Frame(container, kind, size)
    if kind == FRAME_DICT:
        frame.children = iter(container.items())
    elif kind == FRAME_ONE:
        frame.children = iter((container,))
    else:
        frame.children = iter(container)
    frames.append(frame)
    return STATUS_DONE


def push_fields(call: Call, record: object, names: tuple[str, ...], literals: tuple[bytes, ...]) -> int:
    """Enter a record: an object whose fields are asked by name."""
    status = push_frame(call, (), FRAME_FIELDS, len(names))
    if status == STATUS_DONE:
        frame = call.frames[-1]
        frame.container, frame.names, frame.literals = record, names, literals
        frame.children = fields(record, names)
    return status


def fields(record: object, names: tuple[str, ...]) -> Iterator[object]:
    for name in names:
        yield getattr(record, name)


def pin_frames(call: Call) -> None:
    """Nothing to do: here a frame owns its container from the start."""


def clear_frames(call: Call) -> None:
    call.frames.clear()


def is_unchanged(frame: Frame) -> bool:
    """Has a container as many members as when it was entered?"""
    return frame.kind not in (FRAME_LIST, FRAME_DICT) or len(frame.container) == frame.size


def next_child(call: Call) -> int:
    """The next child of the top frame, in `call.value` (and its key in `call.key`)."""
    frame = call.frames[-1]
    if not is_unchanged(frame):
        return STATUS_CHANGED
    if frame.kind == FRAME_FIELDS and frame.position < frame.size:
        call.key = frame.names[frame.position]
        frame.position += 1
    try:
        child = next(frame.children, NOTHING)
    except RuntimeError:
        if frame.kind == FRAME_DICT:
            return STATUS_CHANGED
        raise
    if child is NOTHING:
        return STATUS_END
    if frame.kind == FRAME_DICT or frame.kind == FRAME_ITEMS:
        frame.held, call.value = child
        call.key = frame.held
        return STATUS_VALUE if type(frame.held) is str else STATUS_KEY
    if frame.kind != FRAME_FIELDS:
        call.key = None
    call.value = child
    return STATUS_VALUE


def step(call: Call) -> int:
    """Advance without writing: what a tree needs, which wants to see every value."""
    frames = call.frames
    while frames:
        one = frames[-1].kind == FRAME_ONE
        status = next_child(call)
        if status != STATUS_END:
            return status
        frames.pop()
        if not one:
            return STATUS_END
    return STATUS_DONE


def take_value(call: Call) -> object:
    return call.value


def take_key(call: Call) -> object:
    return call.key


def top_container(call: Call) -> object:
    return call.frames[-1].container


def rest_of_dict(call: Call) -> list[tuple[object, object]]:
    """The entry that the top dict stands at and all that follow."""
    return [(call.key, call.value), *call.frames[-1].children]


def swap_for_items(call: Call, items: list[tuple[str, object]]) -> None:
    """Let the top dict go on with `items` in place of what is left of it."""
    frame = call.frames[-1]
    frame.container, frame.kind, frame.size = items, FRAME_ITEMS, len(items)
    frame.children = iter(items)


def frame_path(call: Call) -> tuple[object, ...]:
    """The place the frames stand at: keys and indexes, outermost first."""
    path: list[object] = []
    for frame in call.frames:
        if frame.kind == FRAME_DICT or frame.kind == FRAME_ITEMS:
            path.append(frame.held)
        elif frame.kind == FRAME_FIELDS:
            path.append(frame.names[frame.position - 1])
        elif frame.kind != FRAME_ONE:
            # An iterator knows how many are left, so that the loops need not count.
            path.append(frame.size - frame.children.__length_hint__() - 1)
    return tuple(path)
