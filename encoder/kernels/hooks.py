"""When does a run ask `default` itself? The twin of hooks.h: never, for a call costs the same from anywhere here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.kernels.state import Call, Hook


def know_unknown(call: Call, hook: Hook, cls: type, function: Callable[[Any], Any]) -> None:
    """The walk has found no rule for a class."""
