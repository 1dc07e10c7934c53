"""Which child of the top frame comes next? The twin of children.h: its iterator knows; what was asked comes anew."""

from __future__ import annotations

from _operator import is_  # operator has it from there, and takes 0.4 ms to be imported

from encoder.kernels.frames import expose_frames
from encoder.kernels.state import (
    COUNT_ASKED,
    FRAME_DICT,
    FRAME_FIELDS,
    FRAME_FINAL,
    FRAME_ITEMS,
    FRAME_ITERATOR,
    FRAME_LIST,
    FRAME_ONE,
    NOTHING,
    STATUS_CHANGED,
    STATUS_DONE,
    STATUS_END,
    STATUS_FINAL,
    STATUS_KEY,
    STATUS_VALUE,
    Call,
    Frame,
    count,
)


def is_unchanged(frame: Frame) -> bool:
    """Has a container as many members as when it was entered?"""
    if frame.kind == FRAME_LIST:
        return list.__len__(frame.container) == frame.size
    return frame.kind != FRAME_DICT or len(frame.container) == frame.size


def is_intact(frame: Frame) -> bool:
    """Are a dict's keys still the ones that were there before code of the user's ran?"""
    return frame.keys is None or all(map(is_, frame.keys, frame.container))


def next_child(call: Call) -> int:
    """The next child of the top frame, in `call.value` (and its key in `call.key`)."""
    frame = call.frames[-1]
    name = None
    if not is_unchanged(frame):
        return STATUS_CHANGED
    asked = frame.kind == FRAME_FIELDS and frame.position < frame.size
    if asked:
        key = frame.labels[frame.position]
        name = key if type(key) is str else frame.names[frame.position]
    if asked or frame.kind == FRAME_ITERATOR:
        frame.position += 1
        count(call, COUNT_ASKED)
        expose_frames(call)
    try:
        child = next(frame.children, NOTHING)
    except (RuntimeError, KeyError):
        if frame.kind == FRAME_DICT:
            return STATUS_CHANGED
        raise
    call.key = name  # only now: code of the user's may have put values into a container, with keys of their own
    if child is NOTHING:
        return STATUS_END if is_intact(frame) else STATUS_CHANGED
    if frame.kind == FRAME_DICT or frame.kind == FRAME_ITEMS:
        call.key, call.value = child[0], child[1]
        if frame.kind == FRAME_DICT:
            frame.held = call.key
        if type(call.key) is str:
            return STATUS_VALUE
        return STATUS_KEY if is_intact(frame) else STATUS_CHANGED
    frame.size += frame.kind == FRAME_ITERATOR
    call.value = child
    return STATUS_VALUE


def ask_next(call: Call) -> None:
    """Nothing to do: interpreted, a field is asked for when it is needed."""


def step(call: Call) -> int:
    """Advance without writing: what a tree needs, which wants to see every value."""
    frames = call.frames
    while frames:
        kind = frames[-1].kind
        status = next_child(call)
        if status != STATUS_END:
            return status
        frames.pop()
        if kind == FRAME_FINAL:
            return STATUS_FINAL
        if kind != FRAME_ONE:
            return STATUS_END
    return STATUS_DONE
