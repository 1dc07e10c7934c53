"""What do the published tables say when they are judged anew, and do their columns follow from one another?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lab.judge.published import Comparison, Figure
from lab.judge.statistics import CONFIDENCE, holm
from lab.judge.welch import Chances, chances
from lab.model import MARGIN, Verdict


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One published cell, its columns computed again by BenchmarkDotNet's definitions from the others."""

    seed: str
    payload: str
    method: str
    mode: str | None
    figure: Figure
    error_ns: float | None
    """Half the 99.9 % Student interval, from StdDev and the recovered sample count; None without a spread."""
    stderr_ns: float | None
    ratio: float
    """Mean over the mean before. BenchmarkDotNet's own Ratio is a mean of quotients, which is not published."""
    alloc_ratio: float | None
    """None where the baseline allocates nothing, as BenchmarkDotNet prints NA."""


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """A published pair, what Welch's tests say of it alone, and what is left of that among its table's pairs."""

    published: Comparison
    chances: Chances | None
    """None where no spread was published."""
    verdict: Verdict | None
    """By itself, each one-sided test at 5 %."""
    chance: float | None
    """The chance of the verdict's own claim to be wrong."""
    adjusted: float | None
    """The same after Holm's adjustment over the pairs of one source."""
    after_holm: Verdict | None


def cells(pairs: Iterable[Comparison]) -> tuple[Cell, ...]:
    """Every cell of ``pairs`` once, the one before a change ahead of the one after it."""
    found: dict[tuple, Cell] = {}
    for pair in pairs:
        for figure in (pair.before, pair.after):
            key = (pair.seed, pair.payload, pair.method, pair.mode, figure.variant)
            # A cell compared with two older versions keeps the ratio to the nearest one, which comes last.
            found[key] = _cell(pair, figure)
    return tuple(found.values())


def judged(pairs: Iterable[Comparison], *, margin: float = MARGIN) -> tuple[Judgement, ...]:
    """Every pair of ``pairs`` with its verdict before and after Holm's adjustment over its source."""
    pairs = tuple(pairs)
    families: dict[str, list[int]] = {}
    for place, pair in enumerate(pairs):
        if pair.verdict is not None:
            families.setdefault(pair.seed, []).append(place)
    known = {place: _chances(pairs[place], margin) for places in families.values() for place in places}
    adjusted: dict[int, float] = {}
    for places in families.values():
        own = [known[place].of(_verdict(known[place])) for place in places]
        adjusted.update(zip(places, holm(own), strict=True))
    return tuple(_judgement(pair, known.get(place), adjusted.get(place)) for place, pair in enumerate(pairs))


def _judgement(pair: Comparison, known: Chances | None, adjusted: float | None) -> Judgement:
    if known is None or adjusted is None:
        return Judgement(
            published=pair, chances=None, verdict=None, chance=None, adjusted=None, after_holm=None
        )
    word = _verdict(known)
    return Judgement(
        published=pair,
        chances=known,
        verdict=word,
        chance=known.of(word),
        adjusted=adjusted,
        after_holm=word if adjusted <= 1 - CONFIDENCE else "Inconclusive",
    )


def _verdict(known: Chances) -> Verdict:
    words: tuple[Verdict, ...] = ("Faster", "Slower", "Equivalent")
    # The three claims exclude one another, so at most one of them can be this unlikely to be wrong.
    return next((word for word in words if known.of(word) <= 1 - CONFIDENCE), "Inconclusive")


def _chances(pair: Comparison, margin: float) -> Chances:
    before, after = pair.before.moments, pair.after.moments
    assert before is not None and after is not None, "a verdict needs both spreads"
    return chances(before, after, margin=margin)


def _cell(pair: Comparison, figure: Figure) -> Cell:
    moments, baseline = figure.moments, pair.before.alloc_bytes
    counted = baseline and figure.alloc_bytes is not None
    return Cell(
        seed=pair.seed,
        payload=pair.payload,
        method=pair.method,
        mode=pair.mode,
        figure=figure,
        error_ns=moments and moments.reach(0.999),
        stderr_ns=moments and moments.stderr,
        ratio=figure.mean_ns / pair.before.mean_ns,
        alloc_ratio=figure.alloc_bytes / baseline if counted else None,
    )
