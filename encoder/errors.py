"""What can go wrong while a value is encoded, and where in the value was it?

EncodeError
├── UnsupportedTypeError         also TypeError: nothing says how to write this type
├── InvalidValueError            also ValueError: NaN, an infinity, a lone surrogate, ...
├── CircularReferenceError       also ValueError: a container is its own ancestor
├── TooDeepError                 also RecursionError: more levels than `max_depth`
├── DuplicateKeyError            also ValueError: two keys of a mapping have the same text
├── ChangedDuringEncodingError   also RuntimeError: a container changed while it was being written
├── BufferTooSmallError          also ValueError: `encode_into` met the end of the caller's buffer
└── WriterStateError             also RuntimeError: a Writer was given a token that cannot stand there
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Sequence


class EncodeError(Exception):
    """The root of all errors of this package. `path` leads from the root value to the place: keys and indexes."""

    def __init__(self, reason: str, path: Sequence[object] = ()) -> None:
        super().__init__(reason, tuple(path))
        self.reason: str = reason
        self.path: tuple[object, ...] = tuple(path)

    def __str__(self) -> str:
        return f"{spell_path(self.path)}: {self.reason}"


class UnsupportedTypeError(EncodeError, TypeError):
    """No rule says how to write a value, or a mapping's key, of this type."""


class InvalidValueError(EncodeError, ValueError):
    """The type can be written, but not this value: JSON has no form for it."""


class CircularReferenceError(EncodeError, ValueError):
    """A container holds itself, directly or further down."""


class TooDeepError(EncodeError, RecursionError):
    """The value is nested deeper than `max_depth`."""


class DuplicateKeyError(EncodeError, ValueError):
    """Two keys of one mapping, such as ``1`` and ``"1"``, would be written as the same text."""


class ChangedDuringEncodingError(EncodeError, RuntimeError):
    """A container gained, lost or swapped members while it was being written."""


class BufferTooSmallError(EncodeError, ValueError):
    """The buffer given to `encode_into` ends before the JSON does."""


class WriterStateError(EncodeError, RuntimeError):
    """A `Writer` was given a token that cannot stand where it is put; the message says what was expected."""


def relocate(error: Exception, place: tuple[object, ...], below: int = 0) -> None:
    """Let an error that was met in a value of its own say that this value is at a place of something larger.

    below: how many parts of its path lead to that value and are replaced.
    """
    notes = getattr(error, "__notes__", None)
    old = NOTE + "[0]" * below
    if isinstance(error, EncodeError) and not notes:
        error.path = (*place, *error.path[below:])
        error.args = (error.reason, error.path)
    elif isinstance(notes, list) and isinstance(notes[-1], str) and notes[-1].startswith(old):
        # Not the encoder's own: the walk left a note in it.
        notes[-1] = f"while encoding {spell_path(place)}{notes[-1][len(old) :]}"


NOTE = "while encoding $"

SHOWN = 16
"""Parts of a path that a message shows at either end; all are in `path`."""


def spell_path(path: Sequence[object]) -> str:
    """`path` as text: ``("users", 3, "a b")`` is ``$.users[3]["a b"]``; a long one without its middle."""
    if len(path) > 2 * SHOWN:
        left_out = f" ... {len(path) - 2 * SHOWN} more ... "
        return spell_path(path[:SHOWN]) + left_out + spell_path(path[-SHOWN:])[1:]
    from encoder.kernels.escape import encode_basestring

    text = "$"
    for part in path:
        if isinstance(part, str) and part.isidentifier():
            text += "." + part
        elif isinstance(part, str):
            text += f"[{encode_basestring(part).encode('utf-8', 'backslashreplace').decode()}]"
        else:
            text += f"[{part!r}]"
    return text
