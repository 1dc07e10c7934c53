"""What runs on ``python -m lab``? The command line; ``setup`` already where nothing is installed yet."""

from __future__ import annotations

import sys

from lab.errors import LabError


def main() -> int:
    """Run the command line with this process's arguments and return the exit status."""
    if sys.argv[1:2] == ["setup"]:
        from lab import installation

        try:
            return installation.main(sys.argv[2:], say=_say)
        except LabError as error:
            _say(f"Error: {error}")
            return error.exit_status
    try:
        from lab import cli
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("encoder", "lab"):
            raise
        _say(
            f"Error: {sys.executable} lacks {error.name}. Run `python -m lab setup` (or `make install`) once,"
        )
        _say("then use the Python of that environment: .venv/bin/python -m lab")
        return 1
    return cli.main()


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
