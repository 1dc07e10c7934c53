"""What is done for every byte? Each kernel that the Python modules call twice: a C header, and its twin of the
same name; headers without a twin serve the others."""

from __future__ import annotations

import sys

FROM_C = {
    "buffer", "changes", "children", "codec", "collector", "door", "frames", "hooks", "layout", "memory", "place",
    "stack", "state", "styled",
}  # fmt: skip
"""Twins that a compiled module names, as its source does, and takes nothing of: it has the C."""


class Twin:
    """Stands for a twin until something of it is asked for."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, attribute: str) -> object:
        from importlib import import_module

        return getattr(import_module(self.__name__), attribute)


def __getattr__(name: str) -> Twin:
    if name in FROM_C and getattr(sys.modules["encoder"], "build", None) == "compiled":
        return Twin(f"{__name__}.{name}")  # so that `import encoder` does not wait for it
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
