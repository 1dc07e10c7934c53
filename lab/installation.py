"""How does a machine with nothing but Python get the whole lab?

Standard library only: this runs before anything is installed. ``make install`` and ``python -m lab setup``
are both this.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from lab.errors import LabError

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = "lab,test,peers"
_SPARED = "peers"
"""The extra whose packages may be missing: a peer that has no wheel for this machine is a remark in its table."""
_MISSING = """
import sys
from importlib import metadata
from pip._vendor.packaging.requirements import Requirement
missing = []
for wanted in map(Requirement, sys.argv[1:]):
    if wanted.marker is None or wanted.marker.evaluate():
        try:
            if not wanted.specifier.contains(metadata.version(wanted.name), prereleases=True):
                missing.append(str(wanted))
        except metadata.PackageNotFoundError:
            missing.append(str(wanted))
print(", ".join(missing))
sys.exit(bool(missing))
"""
"""A program for the new environment: it prints which of the requirements in its arguments are not met there.

pip's own reader of requirements is asked, since at this time nothing else is sure to be there.
"""
STAMP = ".installed"
"""The file in the environment that make compares with pyproject.toml to see whether to install again."""


class SetupError(LabError):
    """An installation step failed; nothing half-done counts as installed."""


def main(arguments: Sequence[str], *, say: Callable[[str], None]) -> int:
    """Run ``python -m lab setup`` with ``arguments`` and return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m lab setup", description="Install the lab into an environment."
    )
    parser.add_argument(
        "--venv", default=".venv", help="the environment to make or renew (default: %(default)s)"
    )
    parser.add_argument(
        "--extras", default=EXTRAS, help="what to install of pyproject's extras (default: %(default)s)"
    )
    chosen = parser.parse_args(arguments)
    install(Path(chosen.venv), extras=chosen.extras, say=say)
    return 0


def install(venv: Path, *, extras: str = EXTRAS, say: Callable[[str], None]) -> None:
    """Make ``venv``, install this tree and its extras into it, compile the encoder, fetch the real payloads.

    ``say`` gets one line a step. No network for the payloads is told and tolerated; all else raises
    ``SetupError``.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - older ones do run this far, and deserve an answer
        raise SetupError(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    if not (ROOT / "pyproject.toml").is_file():
        raise SetupError(f"There is no pyproject.toml in {ROOT}. Run this from a copy of the source tree.")
    _wanted(extras)  # raises for a name that there is not, before anything is made
    needed = ",".join(name for name in _named(extras) if name != _SPARED)
    python = venv.absolute() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = venv / STAMP
    stamp.unlink(missing_ok=True)
    if not python.exists():
        say(f"Making the environment {venv} ...")
        _run([sys.executable, "-m", "venv", str(venv)], "On Debian and Ubuntu: apt install python3-venv.")
    say(f"Installing encoder-lab[{needed}] and compiling the encoder; the first time takes some minutes ...")
    command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    _run([*command, "--editable", f"{ROOT}[{needed}]"], "Is the package index reachable?")
    _check(python, _wanted(needed))
    if _SPARED in _named(extras):
        _install_peers(command, _wanted(_SPARED), say)
    say(_outcome(python))
    say("Fetching the real payloads ...")
    if subprocess.run([str(python), "-m", "lab", "data", "fetch"], cwd=ROOT).returncode:
        say("Going on without the real payloads; generated look-alikes serve, and every table says so.")
    stamp.touch()
    say(f"Done. Next: {_relative(python)} -m lab open (or: make lab)")


def _wanted(extras: str) -> list[str]:
    """What pyproject.toml asks for under ``extras``; pip would only warn of an extra that is not there."""
    # Not at the top: a Python that is too old has no tomllib, and is to be told in words.
    import tomllib

    offered = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = _named(extras)
    if unknown := [name for name in names if name not in offered]:
        raise SetupError(f"There are no extras named {', '.join(unknown)}. Known: {', '.join(offered)}.")
    return [requirement for name in names for requirement in offered[name]]


def _named(extras: str) -> list[str]:
    return [name for name in (part.strip() for part in extras.split(",")) if name]


def _install_peers(command: Sequence[str], peers: Sequence[str], say: Callable[[str], None]) -> None:
    """All at once; where that fails each by itself, so that one without a wheel costs no other."""
    say("Installing the other encoders that `python -m lab peers` compares with ...")
    if subprocess.run([*command, *peers], stdin=subprocess.DEVNULL, cwd=ROOT).returncode == 0:
        return
    missing = [
        peer for peer in peers if subprocess.run([*command, peer], stdin=subprocess.DEVNULL, cwd=ROOT).returncode
    ]
    if missing:
        names = ", ".join(peer.partition(";")[0].strip() for peer in missing)
        say(f"Going on without {names}: `python -m lab peers` leaves them out, and says so.")


def _check(python: Path, wanted: Sequence[str]) -> None:
    """Raise ``SetupError`` where a package of ``wanted`` is not there after all."""
    answer = subprocess.run([str(python), "-c", _MISSING, *wanted], cwd=ROOT, capture_output=True, text=True)
    if answer.returncode:
        missing = answer.stdout.strip() or answer.stderr.strip()
        raise SetupError(f"Not everything is installed; missing: {missing}. Run this again.")


def _run(command: list[str], remedy: str) -> None:
    try:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, cwd=ROOT).returncode
    except OSError as error:
        raise SetupError(f"{command[0]} does not start: {error.strerror}. {remedy}") from error
    if status:
        raise SetupError(f"`{' '.join(command)}` ended with status {status} (its message is above). {remedy}")


def _outcome(python: Path) -> str:
    """Which build of the encoder came out, in one line; a missing compiler is no failure."""
    ask = "import encoder; print(encoder.build, encoder.build_report()['reason'], sep='|')"
    answer = subprocess.run([str(python), "-c", ask], cwd=ROOT, capture_output=True, text=True)
    if answer.returncode:
        raise SetupError(f"The encoder is installed and does not import:\n{answer.stderr.strip()}")
    build, _, reason = answer.stdout.strip().splitlines()[-1].partition("|")
    return "The encoder is compiled." if build == "compiled" else f"The encoder runs {build}: {reason}."


def _relative(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
