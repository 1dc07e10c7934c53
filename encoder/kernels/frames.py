"""Where is the walk? The twin of frames.h: a stack of frames, so that no document is too deep for Python's own."""

from __future__ import annotations

from encoder.kernels.state import (
    FRAME_DICT,
    FRAME_FIELDS,
    FRAME_FINAL,
    FRAME_ITEMS,
    FRAME_ITERATOR,
    FRAME_LIST,
    FRAME_ONE,
    FRAME_TUPLE,
    NOTHING,
    STATUS_CIRCULAR,
    STATUS_DEEP,
    STATUS_DONE,
    Call,
    Frame,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable, Iterator
    from typing import Any

SOON = 1024


def subject(frame: Frame) -> object:
    """The object that a frame stands for: the items of a dict or a set are a list of ours."""
    if frame.kind == FRAME_FINAL:
        return None
    if frame.kind == FRAME_ONE or frame.kind == FRAME_ITEMS or (frame.kind == FRAME_LIST and frame.held is not None):
        return frame.held
    return frame.container


def period(call: Call, container: object) -> int:
    """How far below the top is `container`, which is about to be entered, met for the last time? 0: nowhere."""
    for distance, frame in enumerate(reversed(call.frames), 1):
        if subject(frame) is container:
            return distance
    return 0


def push_frame(call: Call, container: object, kind: int, size: int) -> int:
    """Enter a container. STATUS_DONE, or why it may not be entered."""
    depth = len(call.frames)
    # Looking for a cycle at every level would make depth quadratic; it passes the powers of two as well.
    if (depth >= 32 and depth & (depth - 1) == 0) or depth >= call.max_depth:
        if period(call, container):
            call.value = container
            return STATUS_CIRCULAR
    if depth >= call.max_depth:
        call.value = container
        return STATUS_DEEP
    frame = Frame(container, kind, size)
    frame.children = CHILDREN[kind](container)
    call.frames.append(frame)
    return STATUS_DONE


# The base class's own iterators: a subclass may iterate otherwise, and JSON is written from what it holds.
CHILDREN = {
    FRAME_LIST: list.__iter__,
    FRAME_TUPLE: tuple.__iter__,
    FRAME_DICT: lambda container: iter(list(container.items())),  # at once: another thread may run between two looks
    FRAME_ITEMS: iter,
    FRAME_FIELDS: lambda container: None,
    FRAME_ONE: lambda container: iter((container,)),
    FRAME_FINAL: lambda container: iter((container,)),
    FRAME_ITERATOR: lambda container: container,
}


def push_items(call: Call, items: list[tuple[str, object]], subject: object) -> int:
    """Enter what stands in for `subject`: a list of (str, value) or (str, value, what the path calls it)."""
    status = push_frame(call, subject, FRAME_FIELDS, len(items))
    if status == STATUS_DONE:
        frame = call.frames[-1]
        # Children first: a signal's handler may raise between any two lines, and then the path is read.
        frame.children = iter(items)
        frame.container, frame.kind, frame.held = items, FRAME_ITEMS, subject
    return status


def push_elements(call: Call, elements: list[object], subject: object) -> int:
    """Enter the members of `subject`, a list of ours."""
    status = push_frame(call, subject, FRAME_ONE, len(elements))
    if status == STATUS_DONE:
        frame = call.frames[-1]
        frame.children = iter(elements)
        frame.container, frame.kind, frame.held = elements, FRAME_LIST, subject
    return status


def push_answer(call: Call, answer: object, subject: object) -> int:
    """Enter what user code gave for `subject`. A cycle through it has new containers every round: look at once."""
    if len(call.frames) < SOON and period(call, subject):
        call.value = subject
        return STATUS_CIRCULAR
    status = push_frame(call, subject, FRAME_ONE, 1)
    if status == STATUS_DONE:
        frame = call.frames[-1]
        frame.container, frame.held = answer, subject
        frame.children = iter((answer,))
    return status


def leave_answer(call: Call, value: object) -> None:
    """A function of the option `rules` gave `value` itself: then its answer is no level of its own."""
    if call.frames and call.frames[-1].kind == FRAME_ONE and call.frames[-1].held is value:
        call.frames.pop()


def is_open(call: Call, value: object) -> bool:
    """Is `value`, which the last frame is for, met a second time, as an own type or an iterator?"""
    return any(
        frame.container is value and (frame.kind == FRAME_ITERATOR or (frame.kind == FRAME_ONE and frame.held is None))
        for frame in call.frames[-SOON:-1]
    )


def push_fields(
    call: Call,
    record: object,
    names: tuple[str, ...],
    keys: tuple[bytes, ...] | tuple[str, ...],
    read: Callable[[Any], Iterator[object]] | None,
    is_own: bool,
) -> int:
    """Enter a record: an object whose fields `read` gives, or getattr by name where there is no such function.

    keys: as they are written with their colon, or as str to be escaped.
    """
    status = push_frame(call, record, FRAME_FIELDS, len(names))
    if status == STATUS_DONE:
        frame = call.frames[-1]
        frame.names, frame.labels = names, keys
        frame.children = read(record) if read else (getattr(record, name) for name in names)
    return status


def push_final(call: Call, value: object, place: tuple[object, ...]) -> int:
    """Enter a value whose rules were applied already, at `place`: the keys and indexes from the root."""
    status = push_frame(call, value, FRAME_FINAL, 1)
    if status == STATUS_DONE:
        call.frames[-1].held = place
    return status


def pop_to(call: Call, depth: int) -> None:
    """Leave what was entered since there were `depth` frames."""
    del call.frames[depth:]


def clear_frames(call: Call) -> None:
    call.frames.clear()


def pin_frames(call: Call) -> None:
    """Nothing to do: here a frame owns its container from the start."""


def expose_frames(call: Call) -> None:
    """Code of the user's runs next: from here on notice what it does to a dict, even if the size stays."""
    for frame in reversed(call.frames):
        if frame.exposed:
            break  # and so is every frame below it
        frame.exposed = True
        if frame.kind == FRAME_DICT:
            try:
                rest = [key for key, _ in frame.children]
                frame.keys = list(frame.container)
            except RuntimeError:  # changed already, by another thread or a finalizer
                rest, frame.keys = [], [NOTHING]
            frame.children = entries(frame.container, rest)


def entries(container: dict[object, object], keys: list[object]) -> Iterator[tuple[object, object]]:
    for key in keys:
        yield key, container[key]


def take_value(call: Call) -> object:
    return call.value


def hold_stopped(call: Call, status: int) -> object:
    return call.value


def take_key(call: Call) -> object:
    return call.key


def top_container(call: Call) -> object:
    return call.frames[-1].container
