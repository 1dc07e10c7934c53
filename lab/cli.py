"""Which commands does ``python -m lab`` know? They call the lab's functions and show what comes back."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from lab import (
    console,
    designs,
    housekeeping,
    keeping,
    merging,
    meters_command,
    noise_command,
    peers_command,
    saved,
    saved_commands,
    torture_command,
)
from lab.errors import DesignError
from lab.judge.printed import Era
from lab.model import METHODS, Build, Run
from lab.options import FILE, Commands, builds, common, workload, write

REPORT = Path("report.html")
_NAMES = ("writer", "base64", "tree")


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@common("into", "quick", "build", "printed")
@click.pass_context
def commands(context: click.Context, into: Path | None, quick: bool, build: str | None, printed: Era | None) -> None:
    """Measure designs of a JSON encoder against each other, and see why they differ.

    Without a command: the experiments writer, base64 and tree, as tables here and pictures in report.html.
    """
    if context.invoked_subcommand is None:
        _run(_NAMES, into=into, quick=quick, build=build, printed=printed)
        return
    for parameter in context.command.params:
        asked = context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
        if asked and not commands.takes(context.invoked_subcommand, parameter.name):
            raise click.UsageError(f"{context.invoked_subcommand} has no use for {parameter.opts[0]}.")
    given = {"into": into, "quick": quick or None, "build": build, "printed": printed and f"bdn-{printed}"}
    context.default_map = commands.defaults({k: v for k, v in given.items() if v is not None})


_MEASURING = (noise_command.aa, peers_command.peers, torture_command.torture)
for _command in (*housekeeping.COMMANDS, *meters_command.COMMANDS, *_MEASURING, *saved_commands.COMMANDS):
    commands.add_command(_command)


@commands.command()
@click.argument("names", nargs=-1, metavar="[EXPERIMENT]...")
@common("into", "gc", "work", "quick", "build", "printed")
def run(
    names: tuple[str, ...], into: Path | None, gc: bool, work: bool, quick: bool, build: str | None, printed: Era | None
) -> None:
    """Run the experiments EXPERIMENT... (default: writer, base64 and tree)."""
    _run(names or _NAMES, into=into, gc=gc, work=work, quick=quick, build=build, printed=printed)


def _run(
    names: tuple[str, ...],
    *,
    into: Path | None,
    gc: bool = False,
    work: bool = False,
    quick: bool,
    build: str | None,
    printed: Era | None,
) -> None:
    keeping.probe(into, REPORT)
    measured = _measure(names, gc=gc, work=work, quick=quick, builds=builds(build, default="both"))
    measured = keeping.marked(measured, build)
    keeping.show(measured, printed=printed)
    with keeping.kept(measured):
        keeping.save(measured, into)
        keeping.draw(measured, REPORT)
    keeping.demand_whole(measured)


def _measure(
    names: tuple[str, ...], *, gc: bool = False, work: bool = False, quick: bool, builds: tuple[Build, ...]
) -> Any:
    import lab
    from lab import calls

    plan = calls.plan_run(names, builds=builds, quick=quick)
    for name in names:
        experiment = lab.EXPERIMENTS[name]
        rivals = " and ".join(candidate.label for candidate in experiment.candidates)
        timed = (case.workload for case in plan.cases if case.experiment == name and case.timed)
        payloads = ", ".join(dict.fromkeys(timed))
        console.tell(f"{name}: {rivals} against {experiment.baseline.label} on {payloads}.")
    console.tell(
        f"{len(plan.cases)} cells in {' and '.join(builds)}{', quick settings' if quick else ''}: "
        f"about {plan.seconds:.0f} s."
    )
    with console.progress() as progress:
        return lab.run(names, builds=builds, gc=gc, work=work, quick=quick, progress=progress)


@commands.command()
@click.argument("payload", metavar="WORKLOAD")
@click.option("--baseline", metavar="AXIS=RIVAL[,...]", help="A design, or a function: orjson:dumps.")
@click.option("--candidate", metavar="AXIS=RIVAL[,...]", help="The design in question.")
@click.option("--method", type=click.Choice(METHODS), default="to_bytes", show_default=True, help="The call.")
@common("into", "gc", "work", "quick", "build", "printed")
def compare(
    payload: str,
    baseline: str | None,
    candidate: str | None,
    method: str,
    into: Path | None,
    gc: bool,
    work: bool,
    quick: bool,
    build: str | None,
    printed: Era | None,
) -> None:
    """Compare two designs on WORKLOAD: a name, a JSON file of yours, MODULE:FUNCTION, or - for standard input.

    A function of any other library stands in for a design: --baseline orjson:dumps.
    """
    import lab

    name = workload(payload)
    if baseline is None or candidate is None:
        missing = " and ".join(
            option for option, given in (("--baseline", baseline), ("--candidate", candidate)) if given is None
        )
        raise DesignError(
            f"Which designs? Missing: {missing}. For example: python -m lab compare {payload} "
            f"--baseline tree=reference --candidate tree=value. The axes: {designs.offered()}."
        )
    keeping.probe(into)
    pair = {"baseline": designs.read(baseline), "candidate": designs.read(candidate)}
    compared: list[Run] = []
    for one in builds(build, default="compiled"):
        console.tell(f"{payload}: {candidate} against {baseline}, {method}, {one} build.")
        with console.progress() as progress:
            result = lab.compare(
                name, **pair, method=method, build=one, gc=gc, work=work, quick=quick, progress=progress
            )
        console.show(result.finding)
        compared.append(result.run)
    measured = keeping.joined(compared)
    keeping.show(measured, printed=printed)
    with keeping.kept(measured):
        keeping.save(measured, into)
    keeping.demand_whole(measured)


@commands.command()
@click.argument("file", required=False, type=FILE)
@common("into", "quick", "build")
def published(file: Path | None, into: Path | None, quick: bool, build: str | None) -> None:
    """Show what the source systems published, judged anew, beside the run in FILE or a run made now.

    With --quick the table of every single cell is left out, and a run made now has fewer samples.
    """
    from lab.judge import published as judge
    from lab.show import rejudged
    from lab.show.beside import Table

    if file:
        measured, chosen = saved.load(file), builds(build or "compiled", default="compiled")
    else:
        keeping.probe(into)
        chosen = builds(build, default="compiled")
        measured = _measure(_NAMES, quick=quick, builds=chosen)
    theirs = judge.comparisons()
    console.show(rejudged.table(theirs, brief=quick))
    plain = rejudged.to_json(theirs, brief=quick)
    for part, one in ((part, one) for part in merging.split(measured) for one in chosen):
        named = f"{one}, run {part.run_id}" if measured.sources else one
        pairs = judge.beside(part, build=one)
        console.show(Table(pairs, build=named))
        plain[named] = [dataclasses.asdict(pair) for pair in pairs]
    with keeping.kept(measured):
        write(into, plain)
    if not file:
        keeping.demand_whole(measured)


@commands.command()
@click.argument("names", nargs=-1, metavar="[EXPERIMENT]...")
@common("quick", "build")
def record(names: tuple[str, ...], quick: bool, build: str | None) -> None:
    """Measure EXPERIMENT... anew and keep each as the run that its notebook opens with."""
    from lab import places

    targets = {name: places.folder("data") / "recorded" / f"{name}.json" for name in names or _NAMES}
    keeping.probe(*targets.values())
    for name, place in targets.items():
        measured = _measure((name,), quick=quick, builds=builds(build, default="both"))
        # A notebook that opens with holes would be worse than one that opens with an older run.
        keeping.demand_whole(measured)
        with keeping.kept(measured):
            saved.save(measured, place)
        console.tell(f"Wrote {place}.")


def main() -> int:
    """Run the command line and return the exit status: 0, 1 for a failure, 2 for a wrong name or option."""
    return console.answer(lambda: commands.main(prog_name="python -m lab", standalone_mode=False))
