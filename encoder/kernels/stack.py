"""Is there C stack enough for one more own type? The twin of stack.h: Python counts its own levels."""

from __future__ import annotations


def is_stack_short() -> bool:
    return False
