"""Which error does the standard library's `json` raise where the encoder raises its own?"""

from __future__ import annotations

import json
import sys

from encoder import errors


def translated(error: errors.EncodeError, checks_circular: bool) -> Exception:
    """The standard library's error in place of one of ours."""
    if isinstance(error, errors.CircularReferenceError) and checks_circular:
        return ValueError("Circular reference detected")
    if isinstance(error, (errors.CircularReferenceError, errors.TooDeepError)):
        return RecursionError("maximum recursion depth exceeded while encoding a JSON object")
    if isinstance(error, errors.ChangedDuringEncodingError):
        return RuntimeError("dictionary changed size during iteration")
    if isinstance(error, errors.UnsupportedTypeError):
        name = error.reason.removeprefix("cannot use ").partition(" as a key")[0].rpartition(".")[2]
        return TypeError(f"keys must be str, int, float, bool or None, not {name}")
    if isinstance(error, errors.InvalidValueError):
        if number := non_finite_in(error.reason):
            try:  # its text is another one from Python 3.12 on
                json.dumps(float(number), allow_nan=False)
            except ValueError as stdlibs:
                return ValueError(*stdlibs.args)
        return ValueError(
            f"Exceeds the limit ({sys.get_int_max_str_digits()} digits) for integer string conversion; "
            "use sys.set_int_max_str_digits() to increase the limit"
        )
    return error


def non_finite_in(reason: str) -> str | None:
    """The number that a refusal is about."""
    start = reason.removeprefix("JSON has no form for ").removeprefix("the key ")
    return next((number for number in ("inf", "-inf", "nan") if start.startswith(number)), None)
