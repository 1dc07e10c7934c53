"""What do the commands share: their common options, how a wrong name is answered, how a design is written?"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lab import console, disk, saved
from lab.errors import UnknownNameError
from lab.judge.printed import ERAS
from lab.model import BUILDS, Build

FILE = click.Path(dir_okay=False, path_type=Path)
_CHOICES: dict[str, tuple[Build, ...]] = {"both": BUILDS, **{build: (build,) for build in BUILDS}}
_PRINTED = {f"bdn-{era}": era for era in ERAS}
_COMMON = {
    "into": click.option("--json", "into", type=FILE, metavar="FILE", help="Write the result as JSON into FILE."),
    "work": click.option("--work", is_flag=True, help="Count bytecodes, or instructions by valgrind, too."),
    "gc": click.option("--gc", is_flag=True, help="Leave CPython's cyclic collector on inside timed samples."),
    "quick": click.option("--quick", is_flag=True, envvar="LAB_QUICK", help="Fewer samples; also LAB_QUICK=1."),
    "build": click.option("--build", type=click.Choice(list(_CHOICES)), help="Measure this build of the encoder."),
    "printed": click.option(
        "--as",
        "printed",
        type=click.Choice(list(_PRINTED)),
        callback=lambda _context, _option, name: _PRINTED.get(name, name),
        help="Tables as BenchmarkDotNet would print them: its columns, its outliers, its verdicts.",
    ),
}


class Commands(click.Group):
    """Commands whose wrong names get an answer like every other wrong name in the lab."""

    def resolve_command(self, context: click.Context, arguments: list[str]) -> tuple[Any, Any, list[str]]:
        name = arguments[0]
        if self.get_command(context, name) is None and not name.startswith("-"):
            raise UnknownNameError("command", name, self.list_commands(context))
        return super().resolve_command(context, arguments)

    def defaults(self, given: dict[str, Any]) -> dict[str, Any]:
        """``given`` as the default of every command below, so that an option may stand before the command."""
        return {
            name: command.defaults(given) if isinstance(command, Commands) else given
            for name, command in self.commands.items()
        }

    def takes(self, command: str, option: str) -> bool:
        """Whether ``option`` changes what ``command``, or a command below it, does."""
        found = self.commands[command]
        if isinstance(found, Commands):
            return any(found.takes(name, option) for name in found.commands)
        return any(parameter.name == option for parameter in found.params)


def common(*names: str) -> Callable[[Callable], Callable]:
    """Gives a command those of the common options that change what it does.

    They are ``into`` (--json), gc, work, quick, build, and ``printed`` (--as), which becomes an era such as ``"0.13"``.
    """

    def give(command: Callable) -> Callable:
        for name in reversed(names):
            command = _COMMON[name](command)
        return command

    return give


def builds(asked: str | None, *, default: str) -> tuple[Build, ...]:
    """The builds of ``--build``; where none was asked for, those of ``default``.

    Where nothing is compiled that means interpreted only, and it is told: nobody should take one build for
    the other.
    """
    if asked is not None:
        return _CHOICES[asked]
    why = uncompiled()
    if not why:
        return _CHOICES[default]
    console.tell(why)
    return _CHOICES["interpreted"]


def uncompiled() -> str:
    """Why only the interpreted build can be measured, in one sentence; empty where both can."""
    with warnings.catch_warnings():
        # What the encoder would warn about is what is told here.
        warnings.simplefilter("ignore", RuntimeWarning)
        import encoder
    if encoder.build == "compiled":
        return ""
    return f"Only the interpreted build is measured: {encoder.build_report()['reason']}."


def workload(name: str) -> str:
    """The workload's own name, checked; a path or ``module:function`` counts as the user's own, ``-`` reads stdin."""
    from lab import workloads

    if name == "-":
        return workloads.yours.from_text(sys.stdin.read(), title="standard input").name
    return workloads.of(name).name


def write(into: Path | None, value: dict[str, Any]) -> None:
    """``value`` as JSON in the file ``into``, whole or not at all; nothing where no file was asked for."""
    if into is None:
        return
    disk.write(saved.strict(value, indent=2) + "\n", into)
