"""How do the answers about one case become rows, one for each peer?"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from lab.encoders import OURS, cases
from lab.judge import peers, remarks
from lab.judge.statistics import interval, paired
from lab.measure.environment import environment, now
from lab.measure.peers.plan import TWIN, PeerCell, PeerPlan
from lab.model import Pair, Remark, Row, Run, TimeRatio

_FAR_BEHIND = 0.7
_QUANTITIES = ("bytes", "blocks", "kept", "left")


@dataclass(kw_only=True)
class Found:
    """What the workers answered for one cell, filled in while the run goes on."""

    cell: PeerCell
    contestants: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By label: note, form, grown, failure, samples and firsts, nanoseconds paired by position."""
    groups: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """How many samples, and how many first calls, of each contestant came from each generation."""
    weights: dict[str, Any] = field(default_factory=dict)
    output_bytes: int = 0
    origin: str = "generated"
    others: float | None = None
    failure: str = ""

    def add(self, answer: Mapping[str, Any]) -> None:
        """Take what one generation found."""
        self.output_bytes, self.origin = answer["output_bytes"], answer["origin"]
        if answer["others"] is not None:
            self.others = max(answer["others"], self.others or 0.0)
        for label, told in answer["contestants"].items():
            known = self.contestants.setdefault(label, {"samples": [], "firsts": [], "failure": ""})
            failure = known["failure"] or told["failure"]
            known |= {name: told[name] for name in ("note", "form", "grown")}
            known["failure"] = failure
            counted = self.groups.setdefault(label, {"samples": [], "firsts": []})
            for kind in ("samples", "firsts"):
                known[kind] += told[kind]
                counted[kind].append(len(told[kind]))


def run_of(
    plan: PeerPlan,
    found: Sequence[Found],
    reports: Mapping[str, Any],
    *,
    versions: Mapping[str, str],
    missing: Mapping[str, str],
    growth: Mapping[str, Any] = MappingProxyType({}),
) -> Run:
    """The judged run, with its summary."""
    rows = [row for one in found for row in _rows(one, plan, missing)]
    noise = peers.floor(rows, margin=plan.margin)
    builds = list(dict.fromkeys(cell.build for cell in plan.cases))
    base64 = [case.name for case in cases.listed() if case.need == "bytes"]
    judged: dict[str, tuple[Row, ...]] = {}
    for build in builds:
        judged[build] = peers.decided([row for row in rows if row.build == build], margin=noise)
    summaries = {build: peers.summary(own, noise_floor=noise, base64=base64) for build, own in judged.items()}
    broken = [one for one in found if one.failure or isinstance(one.weights.get(OURS), str)]
    installed = {label: version for label, version in versions.items() if label != TWIN}
    absent = [f"{label} is not here ({why})." for label, why in missing.items()]
    return Run(
        run_id=time.strftime("%Y%m%d-%H%M%S-") + secrets.token_hex(3),
        recorded=now(),
        quick=plan.settings.quick,
        environment=environment() | {"builds": dict(reports), "margin": noise, "peers": installed},
        seeds={"order": plan.settings.seed, "bootstrap": plan.settings.seed},
        rows=tuple(row for own in judged.values() for row in own),
        remarks=(
            *remarks.on_builds(builds),
            *(Remark(code="missing_peer", text=text, severity="warning") for text in absent),
            *(remarks.failed(one.cell.label, one.failure) for one in broken if one.failure),
            *([remarks.failed("Growth", growth["failure"])] if "failure" in growth else []),
            *([remarks.incomplete([one.cell.label for one in broken])] if broken else []),
        ),
        summary=summaries[builds[0]] | {"builds": summaries} | ({"growth": growth} if "documents" in growth else {}),
    )


def _rows(one: Found, plan: PeerPlan, missing: Mapping[str, str]) -> Iterator[Row]:
    if one.failure:
        return
    mode = cases.get(one.cell.name).mode
    kind = "samples" if mode == "repeated" else "firsts"
    yield _row(one, plan, peers.NOISE, kind, before=OURS, after=TWIN)
    for entry in plan.peers:
        if entry.label not in missing:
            yield _row(one, plan, peers.EXPERIMENT, kind, before=entry.label, after=OURS)
    for entry in plan.peers if mode == "repeated" else ():
        if entry.label not in missing and one.contestants[entry.label]["firsts"]:
            yield _row(one, plan, peers.FIRST, "firsts", before=entry.label, after=OURS)


def _row(one: Found, plan: PeerPlan, experiment: str, kind: str, *, before: str, after: str) -> Row:
    case = cases.get(one.cell.name)
    told = one.contestants[before]
    ratio, samples, remarked = _time(one, plan, kind, before, after)
    weights = [one.weights.get(label) for label in (before, after)]
    steady: dict[str, Pair] = {}
    peak = None
    if experiment == peers.EXPERIMENT and all(isinstance(weight, dict) for weight in weights):
        steady = {name: _pair(*(weight[name] for weight in weights)) for name in _QUANTITIES}
        peak = _pair(*(weight["peak"] for weight in weights))
    return Row(
        experiment=experiment,
        workload=case.name,
        method="to_str" if case.need == "standard" else "to_bytes",
        mode="repeated" if kind == "samples" else "first",
        build=one.cell.build,
        baseline=before,
        candidate=after,
        output_bytes=one.output_bytes,
        origin=one.origin,
        memory_workload=case.name,
        time=ratio,
        bytes=steady.get("bytes"),
        blocks=steady.get("blocks"),
        peak=peak,
        steady=steady,
        cold={},
        samples=samples,
        verdict=None,
        remarks=(*remarked, *_remarks(one, told, before, kind, experiment, weights)),
    )


def _time(
    one: Found, plan: PeerPlan, kind: str, before: str, after: str
) -> tuple[TimeRatio | None, dict[str, tuple[float, ...]], list[Remark]]:
    """The ratio, its samples paired by position, and what they give away.

    Who is far behind has fewer samples, the first of each generation; only those are paired.
    """
    both: tuple[list[float], list[float]] = ([], [])
    groups = []
    places = [0, 0]
    for counts in zip(*(one.groups[label][kind] for label in (before, after)), strict=True):
        groups.append(min(counts))
        for side, label in enumerate((before, after)):
            own = one.contestants[label][kind]
            both[side].extend(own[places[side] : places[side] + groups[-1]])
            places[side] += counts[side]
    if one.contestants[before]["failure"] or not both[0]:
        return None, {}, []
    groups = [count for count in groups if count]
    found = interval(paired(*both), groups=groups, seed=plan.settings.seed)
    ratio = TimeRatio(
        ratio=found.ratio,
        low=found.low,
        high=found.high,
        min_ratio=min(both[1]) / min(both[0]),
        baseline_ns=sorted(both[0])[len(both[0]) // 2],
        candidate_ns=sorted(both[1])[len(both[1]) // 2],
        pairs=len(both[0]),
    )
    samples = {"baseline": _short(both[0]), "candidate": _short(both[1])}
    remarked = remarks.on_samples(*both, ratio, margin=plan.margin)
    if ratio.high < _FAR_BEHIND:
        # The run itself let it go after a few rounds; nobody needs more to tell three from one.
        remarked = [remark for remark in remarked if remark.code != "few_samples"]
    return ratio, samples, remarked


def _short(samples: Sequence[float]) -> tuple[float, ...]:
    """A tenth of a nanosecond is more than any clock knows."""
    return tuple(round(ns, 1) for ns in samples)


def _remarks(
    one: Found, told: Mapping[str, Any], label: str, kind: str, experiment: str, weights: Sequence[Any]
) -> Iterator[Remark]:
    if not told["failure"]:
        yield from remarks.on_load(one.others)
    yield from remarks.on_payload(one.cell.name, one.cell.name, one.origin)
    if experiment == peers.NOISE:
        return
    if told["failure"]:
        yield Remark(code="no_part", text=f"{label}: {told['failure']}")
        return
    if told["note"]:
        yield Remark(code="counted", text=f"{label}: {told['note']}.")
    if (other := peers.form(label, told["form"])) is not None:
        yield other
    # What a first call leaves is of no use to the next one, which gets another value.
    if kind == "samples" and told["grown"] > 0:
        yield peers.cached(label, told["grown"])
    for who, weight in zip((label, OURS), weights, strict=True):
        if isinstance(weight, str):
            yield remarks.failed(f"Memory of {who}", weight)


def _pair(baseline: int, candidate: int) -> Pair:
    return Pair(baseline=baseline, candidate=candidate, ratio=candidate / baseline if baseline else None)
