"""What did the data say? Every title, label and alternative text, computed and never typed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from lab.model import Allocations, Curve, Pair, Profile, Row, Run, Trace
from lab.show import numbers
from lab.show.payloads import key
from lab.show.theme import VERDICTS

_VERBS = {
    "allocated": "allocates",
    "peak": "holds at its peak",
    "temporary": "uses briefly",
    "retained": "retains",
    "instructions": "takes",
    "copied": "moves",
}
UNITS = {"instructions": ("instructions", "call"), "copied": ("B", "copy")}
"""What the two columns of a call tree are, where they are not bytes and blocks."""


def finding(row: Row) -> str:
    """One row in one sentence: who, on what, how long, how many bytes, how high the peak.

    What was not measured is said too, so that no sentence with a hole passes for a whole one.
    """
    head = f"On {key(row.workload)} {row.method} ({row.build})"
    memory = [part for part in (allocated(row), peak(row)) if part]
    if row.time is None and not memory:
        why = f" {row.failure}" if row.failure else ""
        return f"{head}, nothing was measured of {row.candidate} against {row.baseline}.{why}"
    said = listed([timing(row) or "was not timed", *memory])
    return f"{head}, {row.candidate} {said}{'' if memory else '; its memory was not counted'}."


def timing(row: Row) -> str:
    """How long the candidate takes, with its interval and its verdict word; empty when not timed."""
    time = row.time
    if time is None:
        return ""
    figures = numbers.interval(time.ratio, time.low, time.high)
    word = f"{VERDICTS[row.verdict]['sign']} {row.verdict}" if row.verdict else "no verdict"
    return f"takes {figures} of {row.baseline}'s time ({word})"


def allocated(row: Row) -> str:
    """What the candidate allocates beside the baseline, and on which payload; empty when not counted."""
    said = _changed(row.bytes, "allocates")
    # Bytes of a scaled twin must not pass for those of the whole payload.
    return f"{said} on {key(row.memory_workload)}" if said and row.memory_workload != row.workload else said


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
        return f"{verb} {numbers.size(pair.candidate)}, {amounts([pair.baseline - pair.candidate])}"
    return f"{verb} {numbers.size(pair.candidate)} instead of {numbers.size(pair.baseline)}"


def amounts(saved: Iterable[float], unit: str = "B") -> str:
    """Bytes saved, the least to the most of them, with their direction; all zero is "the same"."""
    every = sorted(saved)
    low, high = every[0], every[-1]
    if low == high == 0:
        return "the same"
    if low < 0 < high:
        return f"{numbers.exact(-low, unit)} more to {numbers.exact(high, unit)} less"
    few, many = sorted((abs(low), abs(high)))
    span = numbers.exact(many, unit) if few == many else f"{numbers.exact(few, unit)} to {numbers.exact(many, unit)}"
    return f"{span} {'less' if high > 0 else 'more'}"


def verdicts(rows: Sequence[Row]) -> str:
    """How often each verdict fell, per candidate: the title of a ratio chart."""
    if len(rows) == 1:
        return finding(rows[0]).removesuffix(".")
    sentences = []
    for (baseline, candidate), group in _pairs(rows).items():
        counts = Counter(row.verdict or ("failed" if row.failure else "not timed") for row in group)
        said = [f"{counts[word]} {word}" for word in (*VERDICTS, "failed", "not timed") if counts[word]]
        if len(said) == 1 and len(group) > 1:
            said = [f"all {len(group)} {next(iter(counts))}"]
        sentences.append(f"{candidate} against {baseline}: {', '.join([*said, *_saving(group)])}")
    return "; ".join(sentences)


def _saving(rows: Sequence[Row]) -> list[str]:
    counted = [row.bytes for row in rows if row.bytes is not None]
    if not counted:
        return []
    saved = {pair.baseline - pair.candidate for pair in counted}
    if saved == {0}:
        return ["allocates the same bytes"]
    if len(saved) == 1 and len(counted) > 1:
        return [f"exactly {amounts(saved)} per call each time"]
    # Nothing against nothing is the same, though it has no quotient; something against nothing has none.
    ratios = [1.0 if pair.baseline == pair.candidate else pair.ratio for pair in counted]
    known = [ratio for ratio in ratios if ratio is not None]
    low, high = (numbers.ratio(end(known)) if known else "" for end in (min, max))
    if len(known) < len(ratios) or low == high == "1.00":
        return [f"{amounts(saved)} per call"]
    return [f"allocates {low if low == high else f'{low} to {high}'} of {rows[0].baseline}'s bytes"]


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
    """What the candidate saves per call, and what that is worth on the smallest and the largest result."""
    found = gaps(baseline, candidate)
    if not found:
        return f"{candidate.design} and {baseline.design} were not counted on the same sizes"
    (small, first), (large, last) = found[0], found[-1]
    every = {saved for _, saved in found}
    where = "at every size" if small != large else f"at {numbers.size(small)}"
    if every == {0}:
        return f"{candidate.design} allocates the same bytes per call as {baseline.design} {where}"
    exactly = "exactly " if len(every) == 1 else ""
    said = f"{candidate.design} allocates {exactly}{amounts(every)} per call than {baseline.design} {where}"
    costs = dict(zip(baseline.result_bytes, baseline.bytes, strict=True))
    if small == large or not costs[small] or not costs[large] or first * last <= 0:
        return said
    begin, end = numbers.percent(abs(first) / costs[small]), numbers.percent(abs(last) / costs[large])
    return f"{said}: {begin} of {baseline.design}'s bytes at {numbers.size(small)}, {end} at {numbers.size(large)}"


def gap_label(baseline: Curve, candidate: Curve) -> str:
    """The words beside the bracket between two growth curves."""
    every = {saved for _, saved in gaps(baseline, candidate)}
    return f"{amounts(every)}{' at every size' if len(every) == 1 else ''}"


def top(trace: Trace) -> int:
    """The most bytes that were alive at once during ``trace``."""
    return max(trace.live, default=0)


def temporary(baseline: Trace, candidate: Trace) -> str:
    """What one of two designs holds at its peak that the other never does."""
    ours, theirs = top(candidate), top(baseline)
    head = f"On {key(baseline.workload)}, {baseline.design}"
    if ours == theirs:
        return f"{head} and {candidate.design} peak at the same {numbers.size(ours)}"
    more = numbers.size(abs(theirs - ours))
    if theirs > ours:
        return (
            f"{head} peaks at {numbers.size(theirs)} and holds a temporary of {more}; "
            f"{candidate.design} peaks at {numbers.size(ours)}"
        )
    return f"{head} peaks at {numbers.size(theirs)}; {candidate.design} peaks {more} higher, at {numbers.size(ours)}"


def boxes(traces: Sequence[Trace], built: Mapping[str, int], *, counted_on: str = "") -> str:
    """What each tree holds before it writes; `built` has the blocks of the build phase by design.

    ``counted_on`` names the payload of those blocks, where it is a scaled one.
    """
    by_boxes = [f"{design} holds {numbers.plural(count, 'box')}" for design, count in built.items()]
    if by_boxes:
        by_boxes[0] += " before it writes byte one"
        return f"On {key(counted_on or traces[0].workload)}, {listed(by_boxes)}"
    peaks = [f"{trace.design} peaks at {numbers.size(top(trace))}" for trace in traces]
    result = numbers.size(traces[0].result_bytes)
    return f"On {key(traces[0].workload)}, {listed(peaks)} for a result of {result}"


def flame(profile: Profile, metric: str = "bytes") -> str:
    """Where one design or callable allocates, by phase, largest first."""
    values = getattr(profile, metric)
    total = sum(values)
    who = f"{profile.design} {_VERBS[profile.metric]}"
    what = f" on {key(profile.workload)}" if profile.workload else ""
    if not total:
        return f"{'' if profile.metric in UNITS else 'No allocations recorded: '}{who} nothing{what}"
    by_phase: Counter[str] = Counter()
    for phase, value in zip(profile.phase, values, strict=True):
        by_phase[profile.phases[phase] or "other"] += value
    parts = [
        f"{numbers.percent(value / total)} in {phase}" for phase, value in by_phase.most_common(3) if value
    ]
    unit, counted = UNITS.get(profile.metric, ("B", "block"))
    blocks = numbers.plural(sum(profile.blocks), counted)
    where = f": {listed(parts)}" if parts else ""
    amount = f"{numbers.exact(sum(profile.bytes), unit)} in {blocks}"
    return f"{who} {amount}{what}{where}"


def callable_finding(found: Allocations) -> str:
    """What one call of a callable does with memory: each figure by its name, no two of them alike."""
    return (
        f"{found.label} allocates {numbers.exact(found.allocated, 'B')} in {numbers.plural(found.blocks, 'block')}, "
        f"holds {numbers.exact(found.peak, 'B')} at its peak and retains {numbers.exact(found.retained, 'B')}"
    )


def difference(columns: Any, a: str, b: str) -> str:
    """What B allocates less or more than A, by phase; `columns` has the columns of a difference."""
    before, after = sum(columns.a_bytes), sum(columns.b_bytes)
    verb = _VERBS[columns.metric]
    unit, _ = UNITS.get(columns.metric, ("B", "block"))
    by_phase: Counter[str] = Counter()
    for phase, old, new in zip(columns.phase, columns.a_bytes, columns.b_bytes, strict=True):
        by_phase[columns.phases[phase] or "other"] += new - old
    changed = sorted(
        ((change, phase) for phase, change in by_phase.items() if change), key=lambda c: -abs(c[0])
    )
    same = f"{b} {verb} the same {numbers.exact(after, unit)} as {a} on {key(columns.workload)}"
    if not changed:
        return f"{same}, in the same phases"
    where = ", ".join(f"{phase} {_signed(change, unit)}" for change, phase in changed[:4])
    if before == after:
        return f"{same}, spread differently: {where}"
    # Both totals, so that nobody takes what remains for what went.
    share = f" ({_signed_percent(after / before - 1)})" if before else ""
    become = f"{numbers.exact(before, unit)} become {numbers.exact(after, unit)}{share}"
    return f"{b} {verb} {amounts([before - after], unit)} than {a} on {key(columns.workload)}: {become}; {where}"


def _signed_percent(change: float) -> str:
    return f"{'+' if change > 0 else '−'}{numbers.percent(abs(change))}"


def _signed(change: float, unit: str) -> str:
    amount = numbers.size(abs(change)) if unit == "B" else numbers.exact(abs(change))
    return f"{'+' if change > 0 else '−'}{amount}"


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def recorded(run: Run) -> str:
    """Where and when a replayed run was recorded: the banner above everything drawn from it."""
    if run.sources:
        return f"Merged from {len(run.sources)} runs, the last of them recorded {moment(run.recorded)}."
    where = machine(run.environment)
    return f"Recorded {moment(run.recorded)}{f' on {where}' if where else ''}; nothing was measured here."


def sources(run: Run) -> tuple[str, ...]:
    """Of a merged run: when and where each of its parts was recorded, a line each."""
    return tuple(
        f"Run {one.run_id}: {', '.join(filter(None, (moment(one.recorded), machine(one.environment))))}."
        for one in run.sources
    )


def moment(recorded: str) -> str:
    """An ISO 8601 time for people, to the minute: ``2026-01-02 03:04 UTC+01:00``."""
    try:
        when = datetime.fromisoformat(recorded)
    except ValueError:
        return recorded
    return f"{when:%Y-%m-%d %H:%M} {when.tzname() or ''}".rstrip()


def machine(environment: Mapping[str, Any]) -> str:
    """The processor, the system and the Python of a run, as far as its environment tells them."""
    processor = str(environment.get("processor") or "").replace("(R)", "").replace("(TM)", "")
    count = environment.get("processors")
    python = environment.get("python")
    parts = (
        " ".join(processor.split()),
        numbers.plural(count, "processor") if count else "",
        str(environment.get("system") or ""),
        f"Python {python}" if python else "",
    )
    return ", ".join(filter(None, parts))
