"""What is wrong where a call cannot go on?"""

from __future__ import annotations

from encoder.errors import (
    BufferTooSmallError,
    ChangedDuringEncodingError,
    CircularReferenceError,
    InvalidValueError,
    TooDeepError,
)
from encoder.kernels import frames, place, state
from encoder.members import LONG
from encoder.naming import spell_type

SURROGATE = "has no UTF-8 form: pass surrogates='replace' or 'escape', or decode the text anew"
NON_FINITE = "pass non_finite='null', or put None or a str in its place"
SMALL = "the buffer ends before the JSON does: give a larger one"


def error_for(call, status, path):
    """The error that a status stands for, at the place where the call stands."""
    if status == state.STATUS_CHANGED:
        return ChangedDuringEncodingError("this container changed while it was being encoded", path.read(call)[:-1])
    if status == state.STATUS_DEEP:
        limit = call.policy.max_depth
        return TooDeepError(f"nested deeper than max_depth={limit}: allow more", path.read(call))
    if status == state.STATUS_CIRCULAR:
        # First of all take hold of what it is about: making a path may run a collection, and that anything.
        value = frames.take_value(call)
        return CircularReferenceError(f"this {spell_type(value)} holds itself", place.circular_path(call))
    if status == state.STATUS_SURROGATE:
        return InvalidValueError(f"a str with a lone surrogate {SURROGATE}", path.read(call))
    if status == state.STATUS_KEY_SURROGATE:
        return InvalidValueError(f"a key with a lone surrogate {SURROGATE}", path.read(call))
    if status == state.STATUS_NON_FINITE:
        value = frames.take_value(call)
        return InvalidValueError(f"JSON has no form for {value!r}: {NON_FINITE}", path.read(call))
    if status == state.STATUS_LONG:
        return InvalidValueError(LONG, path.read(call))
    return BufferTooSmallError(SMALL, path.read(call))
