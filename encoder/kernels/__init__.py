"""What is done for every byte? Each kernel that the Python modules call twice: a C header, and its twin of the
same name; headers without a twin serve the others."""

import sys

FROM_C = {
    "buffer", "changes", "children", "codec", "door", "frames", "hooks", "layout", "memory", "place", "stack", "state",
}  # fmt: skip
"""Twins of which a compiled module takes nothing: it names them, as its source does, and has the C."""


def __getattr__(name: str) -> None:
    if name in FROM_C and getattr(sys.modules["encoder"], "build", None) == "compiled":
        return None  # so that nobody waits for the twin to be imported
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
