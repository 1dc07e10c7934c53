"""What does the garbage collector see of a call that waits? The twin of collector.h."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable


def show_calls(cls: type, call_of: Callable[[object], object]) -> None:
    """Nothing to do: interpreted, a call is an object like any other."""
