"""Which commands look after the machine: what is missing, the payloads, the notebooks, the installation?"""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path

import click

from lab import console
from lab.errors import LabError
from lab.options import Commands, common, write


@click.command()
@common("into")
def doctor(into: Path | None) -> None:
    """Say what this machine can measure and what is missing. Fails where the lab would not work."""
    from lab import doctor as examination

    marks = {"good": "ok", "missing": "--", "bad": "NO"}
    found = examination.examine()
    rows = [(marks[item.health], item.topic, item.state, item.remedy) for item in found]
    console.show(console.table("This machine", ("", "", "found", "what to do"), rows))
    write(into, {"findings": [dataclasses.asdict(item) for item in found]})
    if bad := [item.topic for item in found if item.health == "bad"]:
        raise LabError(f"The lab will not work as promised before this is mended: {', '.join(bad)}.")


@click.group(cls=Commands)
def data() -> None:
    """The real payloads: fetch them, list them, open their folder."""


@data.command()
@click.option("--again", is_flag=True, help="Download also what is there and whole.")
@common("into")
def fetch(again: bool, into: Path | None) -> None:
    """Download the real payloads into the user's cache folder and check their hashes."""
    from lab.workloads import files

    with console.progress() as progress:
        paths = files.fetch(again=again, progress=progress)
    console.show(f"{len(paths)} real files are in {files.folder()}.")
    write(into, {"files": [str(path) for path in paths]})


@data.command("list")
@common("into")
def list_(into: Path | None) -> None:
    """List every payload that compare takes, the scaled ones included, and where each comes from."""
    from lab import workloads

    found = workloads.listed(every=True)
    rows = [(item.name, item.title, item.family, item.origin, item.note) for item in found]
    console.show(console.table("Payloads", ("name", "title", "family", "origin", "note"), rows))
    fields = ("name", "title", "family", "origin", "small", "note")
    write(into, {"workloads": [{field: getattr(item, field) for field in fields} for item in found]})


@data.command("open")
@common("into")
def open_folder(into: Path | None) -> None:
    """Print the folder of the real payloads and show it where there is a desktop."""
    from lab.workloads import files

    place = files.folder()
    place.mkdir(parents=True, exist_ok=True)
    console.show(str(place))
    write(into, {"folder": str(place)})
    if sys.stdout.isatty():
        click.launch(str(place))


@click.command("open")
@click.argument("notebook", default="00_welcome.ipynb")
@common("quick")
def open_notebook(notebook: str, quick: bool) -> None:
    """Open JupyterLab on NOTEBOOK (default: the welcome notebook) and stay until Ctrl-C."""
    from lab.show import jupyter

    if quick:
        # The notebooks run in processes of their own; the environment is what reaches them.
        os.environ["LAB_QUICK"] = "1"
    status = jupyter.open_lab(notebook, say=console.tell)
    if status:
        raise LabError(f"JupyterLab ended with status {status}.")


@click.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def setup(arguments: tuple[str, ...]) -> None:
    """Make .venv with everything, compile the encoder, fetch the payloads (what make install does)."""
    from lab import installation

    installation.main(arguments, say=console.tell)


COMMANDS = (data, doctor, open_notebook, setup)
