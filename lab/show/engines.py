"""Who answers the explorer's questions? The lab itself: recorded runs at once, measured ones by a worker."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from lab.errors import WorkerError
from lab.model import METHODS
from lab.show.questions import Job, Question


class Measuring:
    """The engine of a real panel: this machine measures, recorded runs stand in until it has."""

    def payloads(self) -> Mapping[str, str]:
        return _titles()

    def rivals(self) -> Mapping[str, list[str]]:
        return _rivals()

    def methods(self) -> list[str]:
        return list(METHODS)

    def builds(self) -> Mapping[str, str | None]:
        return _builds()

    def recorded(self, question: Question) -> Any:
        from lab.places import NotFoundError
        from lab.show import recordings

        try:
            return recordings.recorded(question.axis).result(
                question.payload,
                baseline=question.baseline,
                candidate=question.candidate,
                method=question.method,
                build=question.build,
            )
        except (NotFoundError, recordings.NotRecordedError):
            return None  # a panel without a recorded run is empty, not broken

    def compare(self, payload: str, *, progress: Callable[[Mapping[str, Any]], None], **call: Any) -> Job:
        from lab import calls

        return _Comparison(calls.start(calls.plan_comparison(payload, **call), progress=progress))


class _Comparison:
    """A job of the runner that ends with a ``Result`` instead of the bare run."""

    def __init__(self, job: Any) -> None:
        self._job = job

    def cancel(self) -> None:
        self._job.cancel()

    def wait(self, timeout: float | None = None) -> Any:
        from lab.result import Result

        result = Result(self._job.wait(timeout))
        # In a table of many rows a hole with its reason is fair; here it would be the whole answer.
        failed = [remark.text for remark in result.row.remarks if remark.code == "failed"]
        if failed:
            raise WorkerError(" ".join(failed))
        return result


@cache
def _titles() -> dict[str, str]:
    from lab import workloads

    standing_in = {"look-alike": " (look-alike)"}
    return {one.name: f"{one.title}{standing_in.get(one.origin, '')}" for one in workloads.listed()}


@cache
def _rivals() -> dict[str, list[str]]:
    """The rivals of each axis, those of the published experiment first and in its order."""
    _builds()  # what loads the encoder first is what it may warn
    import encoder
    import lab

    told = {}
    for name, experiment in lab.EXPERIMENTS.items():
        designs = (experiment.baseline, *experiment.candidates)
        told[name] = [design.axes[name] for design in designs if name in design.axes]
    return {
        axis: list(dict.fromkeys([*told.get(axis, ()), *names]))
        for axis, names in encoder.strategies().items()
    }


@cache
def _builds() -> dict[str, str | None]:
    with warnings.catch_warnings():
        # What the encoder would warn about is what the panel says.
        warnings.simplefilter("ignore", RuntimeWarning)
        import encoder

    report = encoder.build_report()
    if report["build"] == "compiled":
        return {"compiled": None, "interpreted": None}
    refusal = f"The compiled build cannot be measured here: {report['reason']}."
    return {"compiled": refusal, "interpreted": None}
