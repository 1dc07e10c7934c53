"""Which designs can take part, and what are they called?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lab.errors import require
from lab.model import Design

_AGAIN = " again"


def check(axis: str, *rivals: str, known: Mapping[str, Iterable[str]] | None = None) -> None:
    """Raise ``UnknownNameError`` unless ``axis`` is one of ``known`` (the encoder's) and ``rivals`` are its own."""
    if known is None:
        import encoder

        known = encoder.strategies()
    require("axis", axis, known)
    for rival in rivals:
        require(f"rival of {axis}", rival, known[axis])


def design_of(axes: Mapping[str, str] | Design) -> Design:
    """A design by the axes in which it departs from the default recipe. Raises ``UnknownNameError``."""
    whole = isinstance(axes, Design)
    for axis, rival in (axes.axes if whole else axes).items():
        check(axis, rival)
    if whole:
        return axes
    if len(axes) == 1:
        return Design(label=next(iter(axes.values())), axes=dict(axes))
    return Design(label=", ".join(f"{axis}={rival}" for axis, rival in axes.items()) or "FAST", axes=dict(axes))


def distinct(first: Design, others: Iterable[Design]) -> tuple[Design, ...]:
    """``others`` under labels that tell everyone apart, also where a design meets itself to show the noise."""
    taken, found = {first.label}, []
    for design in others:
        label = design.label
        while label in taken:
            label += _AGAIN
        taken.add(label)
        found.append(Design(label=label, axes=design.axes, preset=design.preset))
    return tuple(found)


def original(label: str) -> str:
    """The label that a design had before `distinct`."""
    while label.endswith(_AGAIN):
        label = label.removesuffix(_AGAIN)
    return label
