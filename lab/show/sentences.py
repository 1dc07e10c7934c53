"""What did the data say? Every title, label and alternative text, computed and never typed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lab.model import Curve, Pair, Profile, Row, Trace
from lab.show import numbers
from lab.show.theme import VERDICTS

_VERBS = {"allocated": "allocates", "peak": "holds at its peak"}


def finding(row: Row) -> str:
    """One row in one sentence: who, on what, how long, how many bytes, how high the peak."""
    parts = [part for part in (timing(row), allocated(row), peak(row)) if part]
    head = f"On {row.workload} {row.method} ({row.build})"
    if not parts:
        return f"{head}, nothing was measured of {row.candidate} against {row.baseline}."
    return f"{head}, {row.candidate} {listed(parts)}."


def timing(row: Row) -> str:
    """How long the candidate takes, with its interval and its verdict word; empty when not timed."""
    time = row.time
    if time is None:
        return ""
    interval = f"{time.ratio:.2f} [{time.low:.2f}, {time.high:.2f}]"
    word = f"{VERDICTS[row.verdict]['sign']} {row.verdict}" if row.verdict else "no verdict"
    return f"takes {interval} of {row.baseline}'s time ({word})"


def allocated(row: Row) -> str:
    """What the candidate allocates beside the baseline; empty when not counted."""
    return _changed(row.bytes, "allocates")


def peak(row: Row) -> str:
    """How many bytes the candidate holds at its highest; empty when not counted."""
    return _changed(row.peak, "peaks at")


def _changed(pair: Pair | None, verb: str) -> str:
    if pair is None:
        return ""
    if pair.baseline == pair.candidate:
        return f"{verb} the same {numbers.size(pair.candidate)}"
    if numbers.size(pair.baseline) == numbers.size(pair.candidate):
        # 152 bytes of 2 MB vanish in rounding, but they are exact, so say them.
        return f"{verb} {numbers.size(pair.candidate)}, {_less(pair.baseline - pair.candidate)}"
    return f"{verb} {numbers.size(pair.candidate)} instead of {numbers.size(pair.baseline)}"


def _less(saved: float) -> str:
    return f"{numbers.exact(abs(saved), 'B')} {'less' if saved > 0 else 'more'}"


def verdicts(rows: Sequence[Row]) -> str:
    """How often each verdict fell, per candidate: the title of a ratio chart."""
    if len(rows) == 1:
        return finding(rows[0])
    sentences = []
    for (baseline, candidate), group in _pairs(rows).items():
        timed = [row for row in group if row.verdict]
        counts = Counter(row.verdict for row in timed)
        said = [f"{counts[word]} {word}" for word in VERDICTS if counts[word]]
        if len(said) == 1 and len(timed) > 1:
            said = [f"all {len(timed)} {next(iter(counts))}"]
        sentences.append(f"{candidate} against {baseline}: {', '.join(said) or 'not timed'}{_saving(group)}")
    return "; ".join(sentences)


def _saving(rows: Sequence[Row]) -> str:
    counted = [row.bytes for row in rows if row.bytes is not None]
    if not counted:
        return ""
    saved = {pair.baseline - pair.candidate for pair in counted}
    if saved == {0}:
        return ", allocates the same bytes"
    if len(saved) == 1 and len(counted) > 1:
        return f", exactly {_less(saved.pop())} a call each time"
    ratios = [pair.ratio for pair in counted if pair.ratio is not None]
    if not ratios:
        return ""
    low, high = numbers.ratio(min(ratios)), numbers.ratio(max(ratios))
    return f", allocates {low} of its bytes" if low == high else f", allocates {low} to {high} of its bytes"


def _pairs(rows: Iterable[Row]) -> dict[tuple[str, str], list[Row]]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.baseline, row.candidate), []).append(row)
    return groups


def gaps(baseline: Curve, candidate: Curve) -> list[tuple[int, int]]:
    """``(result bytes, bytes the candidate saves)`` at every size that both curves have."""
    ours = dict(zip(candidate.result_bytes, candidate.bytes, strict=True))
    pairs = zip(baseline.result_bytes, baseline.bytes, strict=True)
    return [(size, cost - ours[size]) for size, cost in pairs if size in ours]


def growth(baseline: Curve, candidate: Curve) -> str:
    """What the candidate saves a call, and what that is worth on the smallest and the largest result."""
    found = gaps(baseline, candidate)
    if not found:
        return f"{candidate.design} and {baseline.design} were not counted on the same sizes"
    costs = dict(zip(baseline.result_bytes, baseline.bytes, strict=True))
    (small, first), (large, last) = found[0], found[-1]
    every = {saved for _, saved in found}
    amount = f"exactly {_less(first)}" if len(every) == 1 else f"{_less(first)} to {_less(last)}"
    shares = [
        numbers.percent(abs(saved) / costs[size]) for size, saved in (found[0], found[-1]) if costs[size]
    ]
    worth = ""
    if len(shares) == 2 and small != large:
        worth = f": {shares[0]} of the call at {numbers.size(small)}, {shares[1]} at {numbers.size(large)}"
    return f"{candidate.design} allocates {amount} a call than {baseline.design} at every size{worth}"


def gap_label(baseline: Curve, candidate: Curve) -> str:
    """The words beside the bracket between two growth curves."""
    every = {saved for _, saved in gaps(baseline, candidate)}
    if len(every) == 1:
        return f"{numbers.exact(abs(every.pop()), 'B')} at every size"
    return f"{numbers.exact(min(every, key=abs), 'B')} to {numbers.exact(max(every, key=abs), 'B')}"


def temporary(baseline: Trace, candidate: Trace) -> str:
    """What the baseline holds at its peak that the candidate never does."""
    high, low = max(baseline.live), max(candidate.live)
    head = f"On {baseline.workload}, {baseline.design} peaks at {numbers.size(high)}"
    if high == low:
        return f"{head} and {candidate.design} at the same {numbers.size(low)}"
    where = "holds a temporary of" if high > low else "saves"
    return (
        f"{head} and {where} {numbers.size(abs(high - low))}; {candidate.design} peaks at {numbers.size(low)}"
    )


def boxes(traces: Sequence[Trace], built: Mapping[str, int], *, counted_on: str = "") -> str:
    """What each tree holds before it writes; `built` has the blocks of the build phase by design.

    ``counted_on`` names the payload of those blocks, where it is a scaled one.
    """
    by_boxes = [f"{design} holds {numbers.plural(count, 'box')}" for design, count in built.items()]
    if by_boxes:
        by_boxes[0] += " before it writes byte one"
        return f"On {counted_on or traces[0].workload}, {listed(by_boxes)}"
    peaks = [f"{trace.design} peaks at {numbers.size(max(trace.live))}" for trace in traces]
    result = numbers.size(traces[0].result_bytes)
    return f"On {traces[0].workload}, {listed(peaks)} for a result of {result}"


def flame(profile: Profile, metric: str = "bytes") -> str:
    """Where one design allocates, by phase, largest first."""
    values = getattr(profile, metric)
    total = sum(values)
    by_phase: Counter[str] = Counter()
    for phase, value in zip(profile.phase, values, strict=True):
        by_phase[profile.phases[phase] or "other"] += value
    parts = [
        f"{numbers.percent(value / total)} in {phase}" for phase, value in by_phase.most_common(3) if value
    ]
    blocks = numbers.plural(sum(profile.blocks), "block")
    where = f": {listed(parts)}" if parts else ""
    amount = f"{numbers.exact(sum(profile.bytes), 'B')} in {blocks}"
    return f"{profile.design} {_VERBS[profile.metric]} {amount} on {profile.workload}{where}"


def difference(columns: Any, a: str, b: str) -> str:
    """What B allocates less or more than A, by phase; `columns` has the columns of a difference."""
    before, after = sum(columns.a_bytes), sum(columns.b_bytes)
    verb = _VERBS[columns.metric]
    by_phase: Counter[str] = Counter()
    for phase, old, new in zip(columns.phase, columns.a_bytes, columns.b_bytes, strict=True):
        by_phase[columns.phases[phase] or "other"] += new - old
    changed = sorted(
        ((change, phase) for phase, change in by_phase.items() if change), key=lambda c: -abs(c[0])
    )
    if not changed:
        return f"{b} {verb} the same {numbers.exact(after, 'B')} as {a}, in the same phases"
    where = ", ".join(f"{phase} {_signed(change)}" for change, phase in changed[:4])
    if before == after:
        return f"{b} {verb} the same {numbers.exact(after, 'B')} as {a}, spread differently: {where}"
    share = f", {numbers.percent(after / before)} of its bytes" if before else ""
    return f"{b} {verb} {_less(before - after)} than {a}{share}: {where}"


def _signed(change: float) -> str:
    return f"{'+' if change > 0 else '−'}{numbers.size(abs(change))}"


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def recorded(run: Any) -> str:
    """Where and when a replayed run was recorded: the banner above everything drawn from it."""
    known = (run.environment.get(part) for part in ("cpu", "platform", "system"))
    machine = ", ".join(str(part) for part in known if part)
    python = run.environment.get("python")
    where = f" on {machine}" if machine else ""
    on = f" with Python {python}" if python else ""
    return f"Recorded {run.recorded.replace('T', ' ')}{where}{on}; nothing was measured here."
