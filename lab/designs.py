"""Which designs can take part, and what are they called?"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lab.errors import DesignError, require
from lab.model import Design, Foreign

_AGAIN = " again"


def check(axis: str, *rivals: str, known: Mapping[str, Iterable[str]] | None = None) -> None:
    """Raise ``UnknownNameError`` unless ``axis`` is one of ``known`` (the encoder's) and ``rivals`` are its own."""
    if known is None:
        import encoder

        known = encoder.strategies()
    require("axis", axis, known)
    for rival in rivals:
        require(f"rival of {axis}", rival, known[axis])


def function_of(text: str) -> Design:
    """A function named as ``module:attribute``, such as ``orjson:dumps``. Raises ``DesignError`` where it is none."""
    module, _, attribute = text.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError, ValueError) as error:
        raise DesignError(
            f"{text} cannot be had: {error}. A function is written MODULE:NAME, such as orjson:dumps, and its module "
            f"must be installed in {sys.executable}."
        ) from error
    if not callable(found):
        raise DesignError(f"{text} is a {type(found).__name__}, which cannot be called.")
    return Design(label=text, foreign=Foreign(place=text))


def parse(text: str) -> dict[str, str]:
    """``tree=reference,writer=cached`` as axes. Raises ``DesignError``, ``UnknownNameError`` for a wrong name."""
    chosen = {}
    for part in text.split(","):
        axis, equals, rival = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise DesignError(
                f"A design is written AXIS=RIVAL, such as tree=reference, and a function of another library "
                f"MODULE:NAME, such as orjson:dumps; not {part!r}. The axes: {offered()}."
            )
        check(axis, rival)
        chosen[axis] = rival
    return chosen


def read(text: str) -> dict[str, str] | str:
    """``text`` as axes, or as it is where it names a function; both are checked. Raises as `design_of` does."""
    if _is_function(text):
        function_of(text)
        return text
    return parse(text)


def _is_function(text: str) -> bool:
    return ":" in text and "=" not in text


def offered() -> str:
    """Every axis of the encoder with its rivals, for a message."""
    import encoder

    return "; ".join(f"{axis} ({', '.join(rivals)})" for axis, rivals in encoder.strategies().items())


def design_of(axes: Mapping[str, str] | Design | str) -> Design:
    """A design by the axes in which it departs from the default recipe, also as text: ``"tree=value"``.

    A function of another library is written ``"orjson:dumps"``.

    Raises ``UnknownNameError``, and ``DesignError`` for what is no design.
    """
    if isinstance(axes, str):
        if _is_function(axes):
            return function_of(axes)
        axes = parse(axes)
    if not isinstance(axes, Mapping | Design):
        raise DesignError(
            f"A design is axes and rivals, such as {{'tree': 'reference'}}, or a function, not {axes!r:.60}."
        )
    whole = isinstance(axes, Design)
    for axis, rival in (axes.axes if whole else axes).items():
        check(axis, rival)
    if whole:
        return axes
    if len(axes) == 1:
        return Design(label=next(iter(axes.values())), axes=dict(axes))
    return Design(label=", ".join(f"{axis}={rival}" for axis, rival in axes.items()) or "FAST", axes=dict(axes))


def contestants(asked: Sequence[Mapping[str, str] | Design | str]) -> list[Design]:
    """The designs that meet in one comparison, the baseline first.

    Where they name different axes, each is labelled by every axis in which they differ: of
    ``tree=value`` against ``writer=cached`` the trees differ too, and no label may hide that.
    """
    found = [design_of(one) for one in asked]
    if any(design.foreign for design in found):
        # Beside other libraries a rival's name alone would say nothing.
        return [
            design if isinstance(one, Design) or design.foreign else replace(design, label=_whole_label(design))
            for one, design in zip(asked, found, strict=True)
        ]
    if len({frozenset(design.axes) for design in found}) == 1:
        return found
    whole = [recipe(design) for design in found]
    differing = {axis: axes[axis] for axes in whole[:1] for axis in axes if len({one[axis] for one in whole}) > 1}
    return [
        # A Design that came whole has a label of its own.
        design if not differing or isinstance(one, Design) else design_of({axis: axes[axis] for axis in differing})
        for one, design, axes in zip(asked, found, whole, strict=True)
    ]


def _whole_label(design: Design) -> str:
    return ", ".join(f"{axis}={rival}" for axis, rival in design.axes.items()) or "encoder"


def recipe(design: Design) -> dict[str, str]:
    """The rival of ``design`` on every axis."""
    import encoder

    return dict(getattr(encoder, design.preset).with_(**design.axes).axes)


def distinct(first: Design, others: Iterable[Design]) -> tuple[Design, ...]:
    """``others`` under labels that tell everyone apart, also where a design meets itself to show the noise."""
    taken, found = {first.label}, []
    for design in others:
        label = design.label
        while label in taken:
            label += _AGAIN
        taken.add(label)
        found.append(replace(design, label=label))
    return tuple(found)


def original(label: str) -> str:
    """The label that a design had before `distinct`."""
    while label.endswith(_AGAIN):
        label = label.removesuffix(_AGAIN)
    return label
