"""Is the candidate faster, slower, equivalent, or is it not decided?"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import partial

from lab.judge.remarks import not_after_holm
from lab.judge.statistics import CONFIDENCE, chance_above, chance_below, holm, paired
from lab.model import Row, Verdict


def verdict(low: float, high: float, *, margin: float) -> Verdict:
    """The verdict of one interval ``low .. high`` of the time ratio; ``margin`` is the share that matters."""
    if high < 1 - margin:
        return "Faster"
    if low > 1 + margin:
        return "Slower"
    if low > 1 - margin and high < 1 + margin:
        return "Equivalent"
    return "Inconclusive"


def judged(rows: Iterable[Row], *, margin: float) -> tuple[Row, ...]:
    """``rows`` with their verdicts, each table (one experiment in one build) adjusted by Holm.

    A table of twenty rows at 95 % each would hold one false alarm on average. So a verdict other than
    Inconclusive must also survive Holm's adjustment of its one-sided test, else the row says so in a remark.
    """
    given = list(rows)
    tables: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(given):
        if row.time:
            tables.setdefault((row.experiment, row.build), []).append(place)
    for places in tables.values():
        own = [verdict(given[p].time.low, given[p].time.high, margin=margin) for p in places]
        chances = [_chance(given[p], word, margin) for p, word in zip(places, own, strict=True)]
        for place, word, chance in zip(places, own, holm(chances), strict=True):
            row = given[place]
            if chance <= 1 - CONFIDENCE or word == "Inconclusive":
                given[place] = dataclasses.replace(row, verdict=word)
            else:
                remark = not_after_holm(word, rows=len(places))
                given[place] = dataclasses.replace(
                    row, verdict="Inconclusive", remarks=(*row.remarks, remark)
                )
    return tuple(given)


def _chance(row: Row, word: Verdict, margin: float) -> float:
    """How likely samples like these are if ``word`` is wrong."""
    ratios = paired(row.samples["baseline"], row.samples["candidate"])
    below, above = (partial(test, ratios, groups=row.time.groups) for test in (chance_below, chance_above))
    if word == "Faster":
        return below(1 - margin)
    if word == "Slower":
        return above(1 + margin)
    if word == "Equivalent":
        return max(above(1 - margin), below(1 + margin))
    return 1.0
