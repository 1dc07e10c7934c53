"""Where in the value does a call stand? The twin of place.h: its frames are the path."""

from __future__ import annotations

from encoder.kernels.frames import period, subject
from encoder.kernels.state import FRAME_DICT, FRAME_FIELDS, FRAME_FINAL, FRAME_ITEMS, FRAME_ITERATOR, FRAME_ONE, Call


def first_repeated(call: Call, container: object) -> int:
    """The first frame that stands for the same object as one before it: there the cycle closed."""
    frames = call.frames
    rounds = period(call, container)
    for i in range(rounds, len(frames)):
        if subject(frames[i]) is subject(frames[i - rounds]) is not None:
            return i
    return len(frames)


def path_from(call: Call, before: tuple[object, ...], first: int, depth: int) -> tuple[object, ...]:
    """The place that the frames from `first` to before `depth` stand at, those before them at `before`: keys and
    indexes, outermost first."""
    path = list(before)
    for frame in call.frames[max(first, 0) : depth]:
        if frame.kind == FRAME_DICT:
            path.append(frame.held)
        elif frame.kind == FRAME_FIELDS:
            if frame.position:
                path.append(frame.names[frame.position - 1])
        elif frame.kind == FRAME_ITERATOR:
            if frame.position:
                path.append(frame.position - 1)
        elif frame.kind == FRAME_FINAL:
            path[:] = frame.held
        elif frame.kind != FRAME_ONE:
            # An iterator knows how many are left, so that the loops need not count.
            index = frame.size - frame.children.__length_hint__() - 1
            pair = frame.container[index] if frame.kind == FRAME_ITEMS else (index,)
            path.append(pair[2] if len(pair) > 2 else pair[0])
    return tuple(path)


def frame_path(call: Call) -> tuple[object, ...]:
    return path_from(call, (), 0, len(call.frames))


def circular_path(call: Call) -> tuple[object, ...]:
    """The way to the place where the container that STATUS_CIRCULAR is about holds itself."""
    return path_from(call, (), 0, first_repeated(call, call.value))
