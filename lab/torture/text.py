"""What if a text is half a character, all escapes, or larger than memory?"""

from __future__ import annotations

from lab.torture.case import Again, Family, Given
from lab.torture.checks import exactly, says, valid

CASES = Family("text")
_EVERY = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x11000))))
_MEGA = 1 << 20


class Name(str):
    """Says that it is something else."""

    def __str__(self) -> str:
        return '"}{'

    def encode(self, *arguments: str) -> bytes:
        return b'"}{'

    __repr__ = __str__


@CASES.case(valid, "refused")
def half_a_character(again: Again) -> Given:
    """Lone surrogates, which UTF-8 has no bytes for."""
    return Given(["a\ud800b", "\udfff"])


@CASES.case(valid, "refused")
def half_a_character_far_behind(again: Again) -> Given:
    """A lone surrogate at the end of a long text."""
    return Given({"a": ["x" * 100_003 + "\udc80"]})


@CASES.case(says([_EVERY]), "right")
def every_character_of_the_first_planes(again: Again) -> Given:
    """65,536 characters: controls, quotes, line separators and what is beyond 16 bits."""
    return Given([_EVERY])


@CASES.case(says(["name", {"name": 1}]), "right")
def a_text_that_lies(again: Again) -> Given:
    """A subclass of str whose __str__ and encode() say something else."""
    return Given([Name("name"), {Name("name"): 1}])


@CASES.case(exactly(b'"' + b"\\u0001" * _MEGA + b'"'), "right")
def a_million_escapes(again: Again) -> Given:
    """A text that is six times as long when it is written."""
    return Given("\x01" * _MEGA)


@CASES.case(valid, "refused")
def more_than_memory(again: Again) -> Given:
    """One text of a megabyte 4000 times, under a limit of memory that its JSON would exceed."""
    return Given(["x" * _MEGA] * 4000)


@CASES.case(valid, "refused")
def a_view_of_nothing(again: Again) -> Given:
    """A memoryview that was released."""
    view = memoryview(b"abc")
    view.release()
    return Given([view])
