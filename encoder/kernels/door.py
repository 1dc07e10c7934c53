"""How does a call with one argument get in quickly? The twin of door.h."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any


def front_door(
    kernels: Any, quick: Callable[[Any], Any], slow: Callable[..., Any], name: bytes, doc: bytes
) -> Callable[..., Any]:
    """Interpreted, a second function would cost more than it saves: the general one does."""
    return slow
