"""How do the published tables read once they are judged anew, and their columns computed again?"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lab.judge.published import Comparison
from lab.judge.rejudged import Cell, Judgement, cells, judged
from lab.show import numbers
from lab.show.beside import called, names
from lab.show.grid import Grid, Grids

_JUDGED = ("Payload", "Call", "N", "Ratio [90 %]", "Printed", "Verdict", "p", "Holm p", "After Holm")
_CELLS = (
    *("Payload", "Call", "Variant", "N", "Mean", "Error", "again", "StdDev", "StdErr"),
    *("Ratio", "of means", "Alloc Ratio", "again", "MannWhitney(3%)"),
)
_WORDS = frozenset({"Payload", "Call", "Variant", "Printed", "Verdict", "After Holm", "MannWhitney(3%)"})

_JUDGED_NOTES = (
    "Verdict: Welch's one-sided tests against 3 % either way, each at 5 %; p is the chance of its claim to be wrong. "
    "Holm p is adjusted over the pairs of this source.",
    "Printed: BenchmarkDotNet's MannWhitney(3%), whose Same says that no difference beyond 3 % was shown, "
    "not that there is none.",
)
_CELL_NOTES = (
    "N is recovered from Error = t(0.9995, N-1) * StdDev / sqrt(N); Error again is computed from it. "
    "Ratio of means is the mean over the baseline's; the printed Ratio is a mean of quotients of single iterations, "
    "which were not published.",
)


def table(pairs: Iterable[Comparison], *, brief: bool = False) -> Grids:
    """A table of verdicts a source, and unless ``brief`` one of all its cells with their columns computed again."""
    pairs = tuple(pairs)
    judgements, found = judged(pairs), cells(pairs)
    return Grids(_grids(judgements, () if brief else found))


def to_json(pairs: Iterable[Comparison], *, brief: bool = False) -> dict[str, list[dict[str, Any]]]:
    """What `table` shows, as plain values: ``rejudged``, and unless ``brief`` every cell under ``recomputed``."""
    pairs = tuple(pairs)
    parts = {"rejudged": judged(pairs), "recomputed": () if brief else cells(pairs)}
    return {name: [dataclasses.asdict(one) for one in found] for name, found in parts.items()}


def _grids(judgements: Sequence[Judgement], found: Sequence[Cell]) -> Iterator[Grid]:
    for seed in dict.fromkeys(one.published.seed for one in judgements):
        mine = [one for one in judgements if one.published.seed == seed]
        spread = any(one.verdict for one in mine)
        yield Grid(
            caption=f"{seed} · judged anew, after over before",
            headings=_JUDGED,
            rows=tuple(map(_judged_line, mine)),
            words=_WORDS,
            dear=("Payload", "Call", "Ratio [90 %]", "Printed", "Verdict", "After Holm"),
            notes=_JUDGED_NOTES if spread else ("No spread was published: a ratio, and no verdict.",),
        )
        own = [cell for cell in found if cell.seed == seed and cell.error_ns is not None]
        if own:
            yield Grid(
                caption=f"{seed} · every cell, its columns computed again",
                headings=_CELLS,
                rows=tuple(map(_cell_line, own)),
                words=_WORDS,
                dear=("Payload", "Call", "Variant", "N", "Ratio", "of means"),
                notes=_CELL_NOTES,
            )


def _judged_line(one: Judgement) -> tuple[str, ...]:
    pair = one.published
    ratio = numbers.ratio(pair.ratio)
    if pair.low is not None and pair.high is not None:
        ratio = numbers.interval(pair.ratio, pair.low, pair.high)
    before, after = pair.before.samples, pair.after.samples
    return (
        *names(pair),
        numbers.MISSING if before is None or after is None else f"{before}+{after}",
        ratio,
        pair.after.printed_verdict or numbers.MISSING,
        one.verdict or numbers.MISSING,
        _chance(one.chance),
        _chance(one.adjusted),
        one.after_holm or numbers.MISSING,
    )


def _cell_line(cell: Cell) -> tuple[str, ...]:
    figure = cell.figure
    return (
        *called(cell.payload, cell.method, cell.mode),
        figure.variant,
        str(figure.samples),
        *(numbers.time(ns, like=figure.mean_ns) for ns in (figure.mean_ns, figure.error_ns, cell.error_ns)),
        *(numbers.time(ns, like=figure.mean_ns) for ns in (figure.stddev_ns, cell.stderr_ns)),
        numbers.ratio(figure.printed_ratio),
        f"{cell.ratio:.3f}",
        numbers.ratio(figure.printed_alloc_ratio),
        numbers.ratio(cell.alloc_ratio),
        figure.printed_verdict or numbers.MISSING,
    )


def _chance(value: float | None) -> str:
    if value is None or value >= 1:
        # To claim nothing has no chance of being wrong that would be worth a figure.
        return numbers.MISSING
    return f"{value:.3f}" if value >= 0.0005 else "< 0.0005"
