"""What does a callable do with memory, in figures and in pictures?"""

from __future__ import annotations

import html
from typing import Any

from lab.errors import require
from lab.model import METRICS, Allocations, Metric, Remark

_MEANING = {
    "allocated": "all bytes that one call asks for, of Python's allocators and of malloc",
    "blocks": "how often it asks (a count)",
    "peak": "the most of them alive at once",
    "temporary": "those freed before two more blocks were asked for",
    "retained": "those still there when it has returned: in its result, or kept somewhere",
}


class Profiled:
    """The memory of one call of a callable: ``allocated``, ``peak``, ``retained``, ``blocks``, and flame graphs."""

    def __init__(self, found: Allocations) -> None:
        self.found = found

    @property
    def allocated(self) -> int:
        """All bytes that one call asks for."""
        return self.found.allocated

    @property
    def blocks(self) -> int:
        """How often it asks for some."""
        return self.found.blocks

    @property
    def peak(self) -> int:
        """The most of its bytes that are alive at once."""
        return self.found.peak

    @property
    def temporary(self) -> int:
        """Bytes that are freed before two more blocks are asked for."""
        return self.found.temporary

    @property
    def retained(self) -> int:
        """Bytes that are there when it has returned and a collection has run: in its result, or kept somewhere."""
        return self.found.retained

    def __repr__(self) -> str:
        return f"Profiled({self.finding!r})"

    def _repr_markdown_(self) -> str:
        lines = [f"**{html.escape(self.finding)}**", "", "| | B | |", "|---|---:|---|"]
        lines += [f"| {name} | {getattr(self.found, name):,} | {meaning} |" for name, meaning in _MEANING.items()]
        return "\n".join([*lines, "", *(f"- {html.escape(remark.text)}" for remark in self.remarks)])

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What one must know before believing the figures."""
        return self.found.remarks

    @property
    def finding(self) -> str:
        """One sentence with the figures."""
        from lab.show import sentences

        return sentences.callable_finding(self.found)

    def flame(self, metric: Metric = "allocated") -> Any:
        """The flame graph of what the call allocates, or of another of `lab.model.METRICS`; it adds up to the figure.

        Raises ``UnknownNameError`` for another word.
        """
        from lab.show import flame

        require("metric", metric, METRICS)
        return flame.graph(next(tree for tree in self.found.profiles if tree.metric == metric))
