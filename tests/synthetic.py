"""What might a run look like? Invented figures of the right shape and size; nothing here was measured."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lab.model import Curve, Pair, Profile, Remark, Row, Run, TimeRatio, Trace

SIZES = {
    "int": 2,
    "login": 83,
    "location": 203,
    "dictionary_100": 5916,
    "index": 12_600,
    "my_events": 76_000,
    "twitter": 466_906,
    "canada": 2_090_234,
    "int_array": 48_891,
    "binary_1k": 1384,
    "blob_1m": 1_398_118,
}
_LOOKS = {
    # experiment: (baseline, {candidate: (time ratio, bytes saved, peak ratio)}, workloads, methods)
    "writer": (
        "fresh",
        {"cached": (0.97, 152, 0.99), "unpooled": (1.06, -344, 1.02)},
        ("int", "login", "location", "dictionary_100", "my_events"),
        ("to_bytes", "to_str"),
    ),
    "base64": (
        "copying",
        {"direct": (0.71, 0, 0.5)},
        ("binary_1k", "blob_1m"),
        ("to_writer", "to_bytes", "to_str"),
    ),
    "tree": (
        "reference",
        {"value": (0.68, 0, 0.39), "direct": (0.55, 0, 0.2)},
        ("canada", "twitter", "int_array", "login"),
        ("to_bytes",),
    ),
}
PHASES = ("build", "walk", "escape", "number", "base64", "buffer", "result")


def a_run(*, builds: tuple[str, ...] = ("compiled", "interpreted"), replayed: bool = False) -> Run:
    """A whole run: three experiments, profiles, traces and curves; the same at every call."""
    return Run(
        run_id="20260102-030405-synthetic",
        recorded="2026-01-02T03:04:05+01:00",
        quick=True,
        environment={
            "python": "3.11.7",
            "system": "Linux 6.1",
            "processor": "Example(R) Processor",
            "processors": 2,
            "versions": {"memray": "1.20.0", "numpy": "2.4.6"},
        },
        seeds={"pairs": 12345, "bootstrap": 54321},
        rows=tuple(row for build in builds for row in _rows(build)),
        profiles=tuple(profile for build in builds for profile in _profiles(build)),
        traces=tuple(_traces(builds[0])),
        curves=tuple(_curves(builds[0])),
        remarks=(
            Remark(code="loaded", text="The machine was busy: load 1.9 on 2 cores.", severity="warning"),
        ),
        replayed=replayed,
    )


def a_row(**changes: object) -> Row:
    """One row: the cached writer beside the fresh one, on ``login``; `changes` replace its fields."""
    fields: dict[str, object] = dict(
        experiment="writer",
        workload="login",
        method="to_bytes",
        mode="generated",
        build="compiled",
        baseline="fresh",
        candidate="cached",
        output_bytes=83,
        origin="generated",
        memory_workload="login",
        time=TimeRatio(
            ratio=0.9, low=0.88, high=0.92, min_ratio=0.9, baseline_ns=1000.0, candidate_ns=900.0, pairs=9
        ),
        bytes=Pair(baseline=268, candidate=116, ratio=116 / 268),
        blocks=Pair(baseline=3, candidate=1, ratio=1 / 3),
        peak=Pair(baseline=268, candidate=116, ratio=116 / 268),
        steady={},
        cold={},
        samples={"baseline": (1000.0, 1010.0, 990.0), "candidate": (900.0, 905.0, 895.0)},
        verdict="Faster",
    )
    return Row(**{**fields, **changes})  # type: ignore[arg-type]


def a_profile(
    design: str = "reference", *, build: str = "compiled", scale: int = 100, **changes: object
) -> Profile:
    """A small call tree of one tree rival: a walk that recurses, its boxes if it makes any, a result."""
    names = [
        "all",
        "encode",
        "Walk.run",
        f"{design.title()}.scalar",
        f"{design.title()}.replay",
        "Writer.number",
    ]
    names += ["Buffer.grow", "Writer.finish", "Unpooled.lend"]
    boxes = {"reference": 72, "value": 8, "direct": 0}[design] * scale
    tree = [
        # name, parent, phase, bytes, blocks
        (0, -1, 7, 0, 0),
        (1, 0, 7, 64, 1),
        (2, 1, 1, 120, 2),
        (2, 2, 1, 40 * scale // 10, scale // 10),
        (3, 3, 0, boxes, boxes // 72 if boxes else 0),
        (6, 3, 5, 4096 if design == "direct" else 0, 1 if design == "direct" else 0),
        (4, 1, 1, 0 if design == "direct" else 512, 0 if design == "direct" else 3),
        (5, 6, 3, 24 * scale, scale),
        (6, 6, 5, 0 if design == "direct" else 8192, 0 if design == "direct" else 2),
        (7, 1, 6, 19 * scale + 33, 1),
    ]
    # An allocating tree has no empty leaves: a frame is there because something below it allocated.
    kept = [n for n, node in enumerate(tree) if n < 4 or node[3] or n == 6 and design != "direct"]
    if design == "direct":
        tree[7] = (5, 3, 3, 24 * scale, scale)
    place = {old: new for new, old in enumerate(kept)}
    rows = [tree[n] for n in kept]
    fields: dict[str, object] = dict(
        workload="canada",
        method="to_bytes",
        build=build,
        design=design,
        metric="allocated",
        names=tuple(names),
        places=tuple("" if n == 0 else f"encoder/part{n}.py:{10 * n}" for n in range(len(names))),
        phases=(*PHASES, ""),
        name=tuple(row[0] for row in rows),
        parent=tuple(-1 if row[1] < 0 else place[row[1]] for row in rows),
        phase=tuple(row[2] for row in rows),
        bytes=tuple(row[3] for row in rows),
        blocks=tuple(row[4] for row in rows),
    )
    return Profile(**{**fields, **changes})  # type: ignore[arg-type]


def a_large_profile(nodes: int, *, seed: int = 1) -> Profile:
    """A random tree of `nodes` nodes, at most 45 deep, to see how fast a renderer is."""
    rng = random.Random(seed)
    depth, parent = [0], [-1]
    for n in range(1, nodes):
        above = rng.randrange(max(0, n - 4000), n)
        while depth[above] > 43:
            above = parent[above]
        parent.append(above)
        depth.append(depth[above] + 1)
    names = tuple(f"module{n % 23}.function_{n}" for n in range(300))
    return a_profile(
        names=names,
        places=tuple(f"module{n % 23}.py:{n}" for n in range(300)),
        name=tuple(rng.randrange(300) for _ in range(nodes)),
        parent=tuple(parent),
        phase=tuple(rng.randrange(8) for _ in range(nodes)),
        bytes=tuple(rng.randrange(1, 5000) for _ in range(nodes)),
        blocks=tuple(rng.randrange(1, 9) for _ in range(nodes)),
    )


def _rows(build: str) -> Iterator[Row]:
    rng = random.Random(build)
    slow = 1 if build == "compiled" else 24
    for experiment, (baseline, candidates, workloads, methods) in _LOOKS.items():
        for workload in workloads:
            for method in methods:
                out = SIZES[workload]
                for candidate, (ratio, saved, peak) in candidates.items():
                    if build == "interpreted" and experiment == "base64":
                        ratio = 1.1
                    effect = (ratio, saved, peak)
                    yield _row(
                        rng, (experiment, workload, method, build, baseline, candidate), out, effect, slow
                    )


def _row(rng: random.Random, key: tuple, out: int, effect: tuple[float, int, float], slow: int) -> Row:
    experiment, workload, method, build, baseline, candidate = key
    ratio, saved, peak = effect
    base_ns = (90 + out * 0.9) * slow
    base = [base_ns * (1 + abs(rng.gauss(0, 0.02))) for _ in range(15)]
    ratio *= 1 + rng.gauss(0, 0.01)
    cand = [x * ratio * (1 + rng.gauss(0, 0.015)) for x in base]
    wide = 0.06 if workload == "location" else 0.015
    low, high = ratio - wide, ratio + wide
    verdict = "Inconclusive"
    if high < 0.97:
        verdict = "Faster"
    elif low > 1.03:
        verdict = "Slower"
    elif low > 0.97 and high < 1.03:
        verdict = "Equivalent"
    result = out + (33 if method == "to_bytes" else 49 if method == "to_str" else 0)
    before = result + 152 + (out * 9 if experiment == "tree" else 0)
    after = round(before * 0.4) if experiment == "tree" else before - saved
    remarks = []
    if workload == "location":
        remarks.append(Remark(code="few", text="Only 9 pairs: the interval is wide.", severity="info"))
    if experiment == "tree" and workload == "canada":
        remarks.append(
            Remark(code="scaled", text="Memory was counted on canada_20 (20 rings), time on the full file.")
        )
    high_water = before + 2 * out
    return a_row(
        experiment=experiment,
        workload=workload,
        method=method,
        build=build,
        baseline=baseline,
        candidate=candidate,
        output_bytes=out,
        origin="real" if workload in ("canada", "twitter") else "generated",
        memory_workload="canada_20" if workload == "canada" else workload,
        time=TimeRatio(
            ratio=ratio,
            low=low,
            high=high,
            min_ratio=ratio * 0.99,
            baseline_ns=sorted(base)[7],
            candidate_ns=sorted(cand)[7],
            pairs=15,
        ),
        bytes=Pair(baseline=before, candidate=after, ratio=after / before),
        blocks=Pair(baseline=3, candidate=1, ratio=1 / 3),
        peak=Pair(baseline=high_water, candidate=round(high_water * peak), ratio=peak),
        samples={"baseline": tuple(base), "candidate": tuple(cand)},
        verdict=verdict,
        remarks=tuple(remarks),
    )


def _profiles(build: str) -> Iterator[Profile]:
    for design in ("reference", "value", "direct"):
        yield a_profile(design, build=build, scale=5200, workload="canada_20")


def _traces(build: str) -> Iterator[Trace]:
    out = SIZES["blob_1m"]
    common = dict(workload="blob_1m", method="to_bytes", build=build, result_bytes=out + 33)
    rise = (0, 700, 700 + out, 700 + 2 * out, 700 + out, 33 + out, 33 + out)
    yield Trace(design="copying", event=tuple(range(7)), live=rise, events=7, **common)  # type: ignore[arg-type]
    flat = (0, 700, 700 + out, 33 + out, 33 + out)
    yield Trace(design="direct", event=tuple(range(5)), live=flat, events=5, **common)  # type: ignore[arg-type]
    rng = random.Random(7)
    for design, top, events in (
        ("reference", 12.0, 700_000),
        ("value", 4.7, 540_000),
        ("direct", 1.15, 111_000),
    ):
        final, points = SIZES["canada"] + 33, 3000
        live = [
            round(
                final * top * min(1, n / points / 0.7) * (1 if n / points < 0.97 else 0.4)
                + rng.randrange(2000)
            )
            for n in range(points - 1)
        ]
        yield Trace(
            workload="canada",
            method="to_bytes",
            build=build,  # type: ignore[arg-type]
            design=design,
            event=tuple(n * events // points for n in range(points)),
            live=(*live, final),
            events=events,
            result_bytes=final,
        )


def _curves(build: str) -> Iterator[Curve]:
    sizes = tuple(
        SIZES[name] + 33 for name in ("int", "login", "dictionary_100", "index", "my_events", "canada")
    )
    for design, extra, kept in (("unpooled", 496, 0), ("fresh", 152, 16_416), ("cached", 0, 16_568)):
        yield Curve(
            experiment="writer",
            method="to_bytes",
            build=build,  # type: ignore[arg-type]
            design=design,
            result_bytes=sizes,
            bytes=tuple(size + extra for size in sizes),
            retained=kept,
        )
