"""How are comparisons of a design with itself told?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.judge.noise import ENOUGH_DECIDED, MOST_FALSE, Outcome
from lab.measure.plan import Plan
from lab.show import numbers


def plan(plans: Sequence[Plan], *, load: int) -> str:
    """What will be done, and how long it will take."""
    case = plans[0].cases[0]
    payloads = dict.fromkeys(case.workload for case in plans[0].cases)
    beside = f", beside {load} busy {'process' if load == 1 else 'processes'}" if load else ""
    return (
        f"{case.candidates[0].label} against {case.baseline.label}, {len(plans[0].cases)} times on "
        f"{', '.join(payloads)}; {' and '.join(one.builds[0] for one in plans)}{beside}: "
        f"about {sum(one.seconds for one in plans):.0f} s."
    )


def finding(found: Outcome, *, seconds: float, load: int) -> str:
    """One sentence on the counts, one on what they mean."""
    share = found.right / found.repeats
    counts = (
        f"{found.repeats} comparisons, {found.build}, {seconds / found.repeats:.1f} s each: {found.count('Faster')} "
        f"Faster, {found.count('Slower')} Slower, {found.count('Equivalent')} Equivalent, "
        f"{found.count('Inconclusive')} Inconclusive."
    )
    if found.inject:
        return f"{counts} {_injected(found, share)}"
    return f"{counts} {_same(found, share, load)}"


def _same(found: Outcome, share: float, load: int) -> str:
    allowed = numbers.percent(MOST_FALSE)
    told = "which is more than" if not found.passed else "within"
    sentence = (
        f"{found.false} of {found.repeats} verdicts are false, {told} the {allowed} allowed; the noise floor is "
        f"{100 * found.floor:.1f} % at a margin of {numbers.percent(found.margin)}."
    )
    if not found.passed:
        return f"{sentence} Do not trust verdicts of this machine as it is now: stop other programs and run it again."
    if share >= ENOUGH_DECIDED or load:
        return sentence
    decided = numbers.percent(share)
    return f"{sentence} Only {decided} were decided: the machine is busy or too noisy for this margin."


def _injected(found: Outcome, share: float) -> str:
    wanted = f"a slowdown of {numbers.percent(found.inject)}"
    if found.work_ratio is not None:
        counted = "instructions" if found.build == "compiled" else "bytecodes"
        wanted += f" ({numbers.ratio(found.work_ratio)} of the {counted})"
    if found.false:
        return f"{found.false} verdicts deny {wanted} that is there: do not trust this machine as it is now."
    if not found.passed:
        return (
            f"Only {numbers.percent(share)} find {wanted}, where {numbers.percent(ENOUGH_DECIDED)} should: "
            "the machine is busy or too noisy."
        )
    return f"{numbers.percent(share)} find {wanted}, and none denies it."


def told(found: Sequence[Outcome]) -> dict[str, Any]:
    """All builds together, then each, as plain JSON values."""
    each = {outcome.build: outcome.told() for outcome in found}
    counts = ("repeats", "false", "equivalent", "inconclusive", "faster", "slower")
    return {
        **{name: sum(one[name] for one in each.values()) for name in counts},
        "passed": all(one["passed"] for one in each.values()),
        "builds": each,
    }
