"""What must a reader know before believing a row?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lab.judge.statistics import modality, outliers, paired
from lab.model import Allocations, Origin, Remark, TimeRatio

ENOUGH_PAIRS = 11
"""Fewer cannot decide one row among forty: under Holm even a unanimous sign test needs 1 in 2048."""
SEVERAL_PEAKS = 2.8
"""BenchmarkDotNet's threshold for a distribution that may have several modes."""
ENOUGH_FOR_PEAKS = 15
"""BenchmarkDotNet asks for as many samples before it speaks of modes."""
MANY_OUTLIERS = 0.1
BUSY = 0.5
"""Processors kept busy by others; with more, the machine cannot give a whole one to the worker."""


def on_samples(
    baseline: Sequence[float], candidate: Sequence[float], time: TimeRatio, *, margin: float
) -> list[Remark]:
    """What the samples themselves give away."""
    ratios = paired(baseline, candidate)
    found = []
    if len(ratios) < ENOUGH_PAIRS:
        found.append(
            _warning("few_samples", f"Only {len(ratios)} pairs; {ENOUGH_PAIRS} or more are needed to decide.")
        )
    strays = outliers(ratios)
    if strays > MANY_OUTLIERS * len(ratios):
        found.append(
            _info("outliers", f"{strays} of {len(ratios)} paired ratios are outliers; they are kept.")
        )
    peaks = max(modality(baseline), modality(candidate))
    if len(ratios) >= ENOUGH_FOR_PEAKS and peaks > SEVERAL_PEAKS:
        found.append(_info("multimodal", f"The samples have several peaks (modal value {peaks:.1f})."))
    if abs(time.min_ratio - time.ratio) > margin and not time.low <= time.min_ratio <= time.high:
        text = f"The fastest samples give {time.min_ratio:.2f}, the median {time.ratio:.2f}: run it again."
        found.append(_warning("min_disagrees", text))
    return found


def on_load(others: float | None) -> list[Remark]:
    """``others`` is how many processors other programs kept busy meanwhile; None where it is not known."""
    if others is None or others <= BUSY:
        return []
    return [_warning("loaded", f"Other programs kept {others:.1f} processors busy while this was timed.")]


def on_collector(on: bool) -> list[Remark]:
    """Whether CPython's cyclic collector was ``on`` inside the samples."""
    text = "CPython's cyclic collector was on inside the samples; its runs fall on whoever is on."
    return [_info("collector_on", text)] if on else []


def on_payload(workload: str, memory_workload: str, origin: Origin) -> list[Remark]:
    """Which payload it really was."""
    found = []
    if memory_workload != workload:
        text = f"Bytes, blocks and work are counted on {memory_workload}; time and peak are of {workload}."
        found.append(_info("scaled", text))
    if origin == "look-alike":
        text = f"{workload} is a look-alike of the same shape: `python -m lab data fetch` gets the real file."
        found.append(_info("look_alike", text))
    return found


def on_designs(baseline: Mapping[str, str], candidate: Mapping[str, str]) -> list[Remark]:
    """Two designs, by their rival on every axis, that differ in more or in less than one of them."""
    pairs = [(axis, rival, candidate[axis]) for axis, rival in baseline.items()]
    differing = [f"{axis} ({one} to {other})" for axis, one, other in pairs if one != other]
    if not differing:
        return [_info("one_design", "Both are the same design: whatever differs here is noise.")]
    if len(differing) == 1:
        return []
    text = f"The designs differ in {' and '.join(differing)}: what is shown is the effect of all of them together."
    return [_info("several_axes", text)]


def on_builds(builds: Sequence[str]) -> list[Remark]:
    """Several builds in one run."""
    if len(set(builds)) < 2:
        return []
    text = "Both builds are in this run. Ratios hold within a build; never compare times across builds."
    return [_info("mixed_builds", text)]


def not_steady(design: str, usual: int, others: Sequence[int], repeats: int) -> Remark:
    """``others`` of ``repeats`` calls asked for other bytes than the ``usual`` ones."""
    asked = " or ".join(f"{size:,}" for size in sorted(set(others))[:3])
    text = (
        f"{len(others)} of {repeats} calls of {design} asked for {asked} B, the others for {usual:,} B, "
        "which is shown: something kept between calls grew."
    )
    return _info("not_steady", text) if 2 * len(others) < repeats else _warning("not_steady", text)


def no_tree(design: str) -> Remark:
    """The call tree could not be reconciled with the figures."""
    return _warning("no_tree", f"The call tree of {design} does not add up to the table.")


def not_after_holm(word: str, *, rows: int) -> Remark:
    """A verdict that holds for its row alone."""
    return _info("holm", f"{word} by itself, but not after Holm's adjustment over {rows} rows.")


def on_callable(found: Allocations, *, forked: bool, nested: str) -> list[Remark]:
    """``nested`` is what a profile within the callable was told, where the callable did not catch it."""
    told = []
    if nested:
        told.append(_warning("nested", f"{found.label} ended where it began a profile of its own. {nested}"))
    if found.elsewhere["blocks"]:
        asked = f"{found.elsewhere['bytes']:,} B in {found.elsewhere['blocks']:,} blocks"
        told.append(_info("other_threads", f"Other threads asked for {asked} meanwhile, in none of these figures."))
    if forked:
        told.append(_info("forked", f"{found.label} forked; what its child processes ask for is not counted."))
    return told


def astray(label: str, size: int) -> Remark:
    """Bytes of a call tree that stand at its root: it adds up, but it is not known who asked for them."""
    text = f"{size:,} B of {label} stand at the root of its call tree: under the profiler's hook it asked otherwise."
    return _info("astray", text)


def in_process(what: str, why: str) -> Remark:
    """A callable that was measured in the process that asked, beside whatever else happens there."""
    return _warning("in_process", f"{what} was measured in this process, and so less exactly: {why}")


def below_floor(word: str, share: float, recorded: str, *, quick: bool) -> Remark:
    """A verdict on less than what a design may differ from itself on this machine."""
    again = f"python -m lab aa{' --quick' if quick else ''}"
    text = (
        f"{word} by itself, but on less than the noise floor of this machine, {100 * share:.1f} % on {recorded[:10]}. "
        f"Measure that again when nothing else runs: {again}."
    )
    return _warning("below_floor", text)


def unknown_floors(builds: Sequence[str]) -> list[Remark]:
    """Builds of which no noise floor is known on this machine."""
    if not builds:
        return []
    text = (
        f"How small a difference this machine can show is not known ({' and '.join(builds)}): "
        f"run `python -m lab aa --build {'both' if len(builds) > 1 else builds[0]}` once."
    )
    return [_info("unknown_floor", text)]


def not_worked(why: str) -> Remark:
    """Work that was asked for and could not be counted."""
    return _info("not_worked", f"Work is not counted: {why}")


def on_function(label: str, notes: Iterable[str], *, stayed: str) -> Iterator[Remark]:
    """What a function gave away that is no design of the encoder; ``stayed`` says why it could not be sent."""
    if stayed:
        yield in_process(label, stayed)
    told = {
        "text": f"{label} returns str: making bytes of it is not in its time or memory.",
        "form": f"{label} says the same in other words than the baseline: its text differs in form.",
        "unjudged": "The standard library cannot encode this payload: the contestants are held to each other alone.",
        "prints": f"{label} prints while it encodes: that is in its time.",
    }
    yield from (_info(note if note == "unjudged" else f"function_{note}", told[note]) for note in notes)


def fallen(label: str, why: str) -> Remark:
    """A contestant that failed alone, and so cost its own row and no other."""
    return _warning("failed", f"{why if why.startswith(label) else f'{label}: {why}'}.")


def failed(what: str, why: str) -> Remark:
    """A part of a row that could not be measured."""
    return _warning("failed", f"{what} is missing: {why}")


def incomplete(cells: Sequence[str]) -> Remark:
    """A run with such parts, in the cells that are named."""
    text = f"This run is incomplete. Something is missing in: {'; '.join(cells)}. Its remarks say why; run it again."
    return _warning("incomplete", text)


def _info(code: str, text: str) -> Remark:
    return Remark(code=code, text=text, severity="info")


def _warning(code: str, text: str) -> Remark:
    return Remark(code=code, text=text, severity="warning")
