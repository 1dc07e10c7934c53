"""How far is the encoder ahead of its peers, and which of them is the one to beat?"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lab.judge.verdicts import judged, verdict
from lab.model import Remark, Row

EXPERIMENT = "peers"
FIRST = "peers_first"
"""The same cases, each value encoded once."""
NOISE = "peers_noise"
"""The encoder against itself."""
EXPERIMENTS = (EXPERIMENT, FIRST, NOISE)
CACHED = "cached_text"
_HIGHEST_FLOOR = 0.05
"""However noisy the machine, more than 5 % is no tie."""
_ENOUGH = 10
"""Fewer cases say too little of the machine's noise."""


def fastest(rows: Iterable[Row], *, experiment: str = EXPERIMENT) -> dict[str, Row]:
    """The row of the fastest peer of each case, of those that do the same work."""
    found: dict[str, Row] = {}
    for row in rows:
        if row.experiment != experiment or row.time is None or is_cached(row):
            continue
        best = found.get(row.workload)
        # Every row has the encoder as its candidate: the highest ratio is the quickest peer.
        if best is None or row.time.ratio > best.time.ratio:
            found[row.workload] = row
    return found


def is_cached(row: Row) -> bool:
    """Whether the peer spares itself the work of the repeated call by a copy in the caller's strings."""
    return any(remark.code == CACHED for remark in row.remarks)


def decided(rows: Sequence[Row], *, margin: float) -> tuple[Row, ...]:
    """``rows`` with their verdicts: adjusted by Holm over the fastest peers, which are what one reads first."""
    best = list(fastest(rows).values())
    told = dict(zip(map(_key, best), judged(best, margin=margin), strict=True))
    return tuple(
        told.get(_key(row))
        or dataclasses.replace(
            row, verdict=verdict(row.time.low, row.time.high, margin=margin) if row.time else None
        )
        for row in rows
    )


def _key(row: Row) -> tuple[str, ...]:
    return (row.experiment, row.workload, row.baseline)


def floor(rows: Iterable[Row], *, margin: float) -> float:
    """By how much the encoder's time may differ from its own: the 95th percentile over the cases of a run.

    At least the ``margin`` within which the lab counts two designs as equal, at most 5 %.
    """
    own = sorted(abs(row.time.ratio - 1) for row in rows if row.experiment == NOISE and row.time)
    if len(own) < _ENOUGH:
        return margin
    return min(_HIGHEST_FLOOR, max(margin, own[math.ceil(0.95 * len(own)) - 1]))


def summary(rows: Sequence[Row], *, noise_floor: float, base64: Sequence[str]) -> dict[str, Any]:
    """The encoder's time over the fastest peer's, over all cases.

    ``above`` counts the cases above 1.00 by more than the noise floor. ``base64`` names the cases of bytes.
    """
    best = fastest(rows)
    ratios = {name: row.time.ratio for name, row in best.items()}
    above = {name: ratio for name, ratio in ratios.items() if ratio > 1 + noise_floor}
    return {
        "geometric_mean": geometric_mean(ratios.values()),
        "above": len(above),
        "cases": len(ratios),
        "ties": sum(1 < ratio <= 1 + noise_floor for ratio in ratios.values()),
        "noise_floor": noise_floor,
        "above_cases": above,
        "base64": {name: ratio for name, ratio in ratios.items() if name in base64},
        "fastest": {name: row.baseline for name, row in best.items()},
        "exact_blocks": _exact(list(weighed(rows, best).values())),
    }


def geometric_mean(ratios: Iterable[float]) -> float | None:
    """None of no ratios."""
    logs = [math.log(ratio) for ratio in ratios]
    return math.exp(math.fsum(logs) / len(logs)) if logs else None


def growth_of(costs: Sequence[float], new_memory: Sequence[float]) -> tuple[float, float]:
    """By how much a byte costs more at the worst size than at the best: as it is, and without what the memory costs
    for being new. Both sequences are nanoseconds a byte at the same sizes."""
    own = [max(cost - new, 0.0) for cost, new in zip(costs, new_memory, strict=True)]
    return max(costs) / min(costs), max(own) / min(own) if min(own) else math.inf


def weighed(rows: Iterable[Row], best: Mapping[str, Row]) -> dict[str, Row]:
    """A row of each case that has memory: the fastest peer's, else another's; our side is the same in all."""
    found: dict[str, Row] = {}
    for row in rows:
        if row.blocks is None or "left" not in row.steady:
            continue
        if row.workload not in found or row is best.get(row.workload):
            found[row.workload] = row
    return found


def _exact(weighed: Sequence[Row]) -> dict[str, int]:
    """In how many weighed cases a call asks for one block, and in how many it leaves nothing behind."""
    return {
        "cases": len(weighed),
        "one_block": sum(row.blocks.candidate == 1 for row in weighed),
        "nothing_left": sum(row.steady["left"].candidate <= 0 for row in weighed),
    }


def cached(label: str, grown: int) -> Remark:
    """A peer whose repeated call finds its own copies."""
    text = (
        f"{label} leaves UTF-8 copies in the caller's strings ({grown:,} B here) and does not repeat the work: its "
        "repeated call is shown and not compared; its first call is."
    )
    return Remark(code=CACHED, text=text)


def form(label: str, how: str) -> Remark | None:
    """How a peer's text agrees with ours, where it is not the same to the byte."""
    texts = {
        "json": f"{label} writes another form: equal after json.loads.",
        "meaning": f"{label} writes another form: equal in meaning once each text is read as what it stands for.",
    }
    return Remark(code="form", text=texts[how]) if how in texts else None
