"""How does the command line speak: the plan, the progress, the time left, the tables, the errors?

What a person waits for goes to stderr, what a person keeps goes to stdout; plain lines where stderr is no
terminal.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from lab.errors import LabError

_LOG_WIDTH = 160
"""Columns for output that goes into a file or a pipe: no edge of a screen cuts its figures off."""

out = Console()
if not out.is_terminal and "COLUMNS" not in os.environ:
    out.width = _LOG_WIDTH
err = Console(stderr=True)

_QUIET_SECONDS = 5.0
"""How long plain progress keeps silent between two lines: a log should tell the state, not scroll."""


def show(thing: Any) -> None:
    """A result on stdout; text is taken as it is, neither marked up nor wrapped."""
    text = isinstance(thing, str)
    out.print(escape(thing) if text else thing, highlight=False, soft_wrap=text)


def tell(line: str) -> None:
    """One line on the way there, on stderr."""
    err.print(escape(line), highlight=False, soft_wrap=True)


def complain(message: str) -> None:
    """An error's one message, on stderr."""
    err.print(f"[bold red]Error:[/] {escape(message)}", highlight=False, soft_wrap=True)


@contextlib.contextmanager
def progress() -> Iterator[Callable[[dict], None]]:
    """A function that shows the lab's progress events: as a bar on a terminal, else as plain lines."""
    if not err.is_terminal:
        yield _Lines()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("starting", total=None, left="")

        def update(event: dict) -> None:
            description = escape(f"{event['label']:<40.40}")
            bar.update(
                task,
                completed=event["done"],
                total=event["total"],
                description=description,
                left=_left(event),
            )

        yield update


class _Lines:
    """Progress for a log: a line at the start, at the end and every few seconds between."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, event: dict) -> None:
        now = time.monotonic()
        if now < self._next and event["done"] < event["total"]:
            return
        self._next = now + _QUIET_SECONDS
        left = _left(event)
        tell(f"[{event['done']:.0f}/{event['total']:.0f}] {event['label']}{f', {left}' if left else ''}")


def _left(event: dict) -> str:
    seconds = event.get("seconds_left")
    if seconds is None:
        return ""
    return f"{seconds:.0f} s left" if seconds < 90 else f"{seconds / 60:.0f} min left"


def table(
    title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()
) -> Table:
    """A plain table; ``right`` are the indices of the columns that line up at the right."""
    made = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for index, heading in enumerate(headings):
        made.add_column(heading, justify="right" if index in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*(escape(cell) for cell in row))
    return made


def answer(command: Callable[[], Any]) -> int:
    """Run ``command`` and return an exit status; what went wrong becomes one message.

    Only what nobody foresaw, a bug of ours, keeps its traceback.
    """
    try:
        # Outside its standalone mode click returns the status of --help and the like.
        status = command()
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except LabError as error:
        complain(str(error))
        return error.exit_status
    except (click.Abort, KeyboardInterrupt):
        complain("Cancelled. Nothing was saved.")
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; Python would complain about it once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # A write to a disk without room does not know its file; what the lab writes itself names it.
        unnamed = f"A file in {tempfile.gettempdir()}" if error.errno == errno.ENOSPC else "A file"
        complain(f"{error.filename or unnamed}: {error.strerror}.")
        return 1
    except Exception as error:
        if not _is_refusal(error):
            raise
        complain(str(error))
        return 1


def _is_refusal(error: Exception) -> bool:
    """Whether the encoder refused a value or could not come up, rather than failed."""
    # Its errors are asked for only now: where the encoder itself cannot be imported, that is the error.
    encoder = sys.modules.get("encoder")
    root = getattr(encoder, "EncodeError", None)
    return root is not None and isinstance(error, root)
