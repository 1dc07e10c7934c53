"""What stands for JSON that is spelled already?"""

from __future__ import annotations


class Literal:
    """The bytes of one whole value: compact, and valid by whoever made it."""

    __slots__ = ("text",)

    def __init__(self, text: bytes) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Literal({self.text!r})"
