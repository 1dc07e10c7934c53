"""How do published figures and a run's own stand side by side?"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lab.judge.published import Beside, Comparison, Figure
from lab.model import Pair
from lab.show.numbers import MISSING, exact, interval, ratio
from lab.show.tables import style
from lab.show.theme import theme

_ABOUT = (
    "Agreement is judged in direction and size class only (none to 3 %, slight to 10 %, clear to 30 %, large "
    "beyond): another runtime's nanoseconds are not reproduced. Published intervals are 90 %, by Welch."
)

_WIDE = 110
"""Columns that a terminal needs for intervals and sample counts beside the rest."""
_SHORTENED = f"Intervals and sample counts need {_WIDE} columns."


@dataclass(frozen=True, kw_only=True)
class Block:
    """The pairs of one source in one quantity: a caption, headings, lines of text."""

    caption: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


class Table:
    """Published pairs beside the rows of ``build``; shows itself in a terminal and in a notebook."""

    def __init__(self, pairs: Iterable[Beside], *, build: str = "compiled") -> None:
        self.pairs = tuple(pairs)
        self.blocks = tuple(_blocks(self.pairs, build=build))

    def __repr__(self) -> str:
        return f"<Table of {len(self.pairs)} published pairs>"

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.table import Table as Grid
        from rich.text import Text

        narrow = options.max_width < _WIDE
        for block in self.blocks:
            kept = [i for i, heading in enumerate(block.headings) if not (narrow and heading == "N")]
            grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold underline")
            for i in kept:
                # Words may go on below; a name or a figure is not broken.
                heading = block.headings[i]
                grid.add_column(heading, overflow="fold", no_wrap=heading not in ("Call", "Agreement"))
            for line in block.lines:
                grid.add_row(*(Text(line[i].partition(" [")[0] if narrow else line[i]) for i in kept))
            yield Text(block.caption, style="bold")
            yield grid
            yield Text()
        yield Text(f"{_ABOUT} {_SHORTENED if narrow else ''}", style="dim")

    def markdown(self) -> str:
        """One pipe table a source and quantity, and what agreement means."""
        parts = []
        for block in self.blocks:
            rows = [block.headings, tuple("---" for _ in block.headings), *block.lines]
            cells = "\n".join(f"| {' | '.join(row)} |" for row in rows)
            parts.append(f"**{block.caption}**\n\n{cells}\n")
        return "\n".join([*parts, _ABOUT, ""])

    def html(self) -> str:
        """One ``<table>`` a source and quantity: caption, column and row scopes."""
        parts = []
        for block in self.blocks:
            head = "".join(
                f'<th scope="col"{_class(title)}>{html.escape(title)}</th>' for title in block.headings
            )
            body = "".join(_row(block.headings, line) for line in block.lines)
            caption = html.escape(block.caption)
            parts.append(
                f'<div class="lab-scroll" tabindex="0" role="group" aria-label="{caption}">'
                f'<table class="lab-table"><caption>{caption}</caption>'
                f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
            )
        return "".join([*parts, f'<p class="lab-notes">{html.escape(_ABOUT)}</p>'])

    def _repr_html_(self) -> str:
        return f'<div class="lab"><style>{theme().css()}{style()}</style>{self.html()}</div>'


def _row(headings: tuple[str, ...], line: tuple[str, ...]) -> str:
    first, *rest = map(html.escape, line)
    cells = "".join(f"<td{_class(title)}>{text}</td>" for title, text in zip(headings[1:], rest, strict=True))
    return f'<tr><th scope="row">{first}</th>{cells}</tr>'


def _class(heading: str) -> str:
    return ' class="n"' if heading in ("N", "Published", "Measured", "Ratio") else ""


def _blocks(pairs: tuple[Beside, ...], *, build: str) -> Iterator[Block]:
    for seed in dict.fromkeys(pair.published.seed for pair in pairs):
        ours = [pair for pair in pairs if pair.published.seed == seed]
        yield Block(
            caption=f"{seed} · time, after over before · measured in the {build} build",
            headings=("Payload", "Call", "N", "Published", "Verdict", "Measured", "Verdict", "Agreement"),
            lines=tuple(_time(pair) for pair in ours),
        )
        counted = [pair for pair in ours if pair.published.before.alloc_bytes is not None]
        if counted:
            yield Block(
                caption=f"{seed} · bytes allocated per call · measured in the {build} build",
                headings=("Payload", "Call", "Published", "Ratio", "Measured", "Ratio", "Agreement"),
                lines=tuple(_bytes(pair) for pair in counted),
            )


def names(published: Comparison) -> tuple[str, str]:
    """The payload and the call of a published pair, as short as they can be."""
    payload, call = called(published.payload, published.method, published.mode)
    older = published.before.variant
    return payload if older == "before" else f"{payload} (over {older})", call


def called(payload: str, method: str, mode: str | None) -> tuple[str, str]:
    """A published payload and its call, without what all of one source share."""
    # Every call of one source begins alike: what tells them apart is the rest.
    call = method.removeprefix("SerializeTo").removeprefix("Serialize")
    return payload.replace("<string,string>", ""), f"{call}, {mode}" if mode else call


def _time(pair: Beside) -> tuple[str, ...]:
    published, row = pair.published, pair.measured
    theirs = _interval(published.ratio, published.low, published.high)
    ours = None if row is None else row.time
    return (
        *names(published),
        _samples(published.before, published.after),
        theirs,
        published.verdict or MISSING,
        MISSING if ours is None else _interval(ours.ratio, ours.low, ours.high),
        (row.verdict if row is not None else None) or MISSING,
        pair.time,
    )


def _bytes(pair: Beside) -> tuple[str, ...]:
    published, row = pair.published, pair.measured
    theirs = f"{exact(published.before.alloc_bytes)} → {exact(published.after.alloc_bytes)}"
    ours: Pair | None = None if row is None else row.bytes
    mine = MISSING if ours is None else f"{exact(ours.baseline)} → {exact(ours.candidate)}"
    return (
        *names(published),
        theirs,
        ratio(published.bytes_ratio),
        mine,
        ratio(None if ours is None else ours.ratio),
        pair.bytes,
    )


def _samples(before: Figure, after: Figure) -> str:
    if before.samples is None or after.samples is None:
        return MISSING
    return f"{before.samples}+{after.samples}"


def _interval(middle: float, low: float | None, high: float | None) -> str:
    return ratio(middle) if low is None or high is None else interval(middle, low, high)
