"""How does a run leave the lab: as Markdown, as CSV, as JSON, and as files for speedscope?"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from lab import disk, saved
from lab.errors import LabError, require
from lab.merging import split
from lab.model import Profile, Run
from lab.show import sentences, tables, views
from lab.show.speedscope import speedscope

FORMATS = ("md", "csv", "json", "speedscope")


def write(run: Run, folder: str | os.PathLike[str] = ".", formats: str | Iterable[str] = FORMATS) -> list[Path]:
    """Write ``run`` into ``folder`` in each of ``formats``, as files that are called by its run id.

    Without call trees there is nothing for speedscope: asked for by itself it raises ``LabError``. ``DiskError``
    where a file cannot be written; those before it are whole.
    """
    wanted = [formats] if isinstance(formats, str) else list(formats)
    for name in wanted:
        require("format", name, FORMATS)
    place, stem = Path(folder), slug(run.run_id)
    # Everything is drawn before anything is written.
    texts = {ending: text for name in wanted for ending, text in _texts(run, name).items()}
    if not texts:
        raise LabError("This run has no call trees, so nothing for speedscope. `python -m lab compare` records them.")
    disk.folder(place)
    return [disk.write(text, place / f"{stem}.{ending}") for ending, text in texts.items()]


def markdown(run: Run) -> str:
    """Where it was measured, in a block as BenchmarkDotNet puts it, then every table as a pipe table."""
    head = [f"Encoder lab, run {run.run_id}{' (quick settings)' if run.quick else ''}"]
    for part in split(run):
        named = f"Run {part.run_id}: " if run.sources else ""
        head.append(f"{named}{sentences.moment(part.recorded)}, {sentences.machine(part.environment)}")
        versions = part.environment.get("versions", {})
        if isinstance(versions, Mapping) and versions:
            head.append("  " + ", ".join(f"{name} {version}" for name, version in versions.items()))
    # No text from outside may close the block.
    told = "\n".join(head).replace("`", "'")
    return "\n".join([f"```\n{told}\n```\n", *(table.markdown() for table in views.tables(run))])


def csv(run: Run) -> str:
    """Every row of every table, numbers unrounded."""
    return tables.render(run).csv()


def slug(name: str) -> str:
    """``name`` as a part of a file's name: of ``file:/folder/mine.json`` that is ``mine``."""
    if name.startswith("file:"):
        name = Path(name).stem
    return re.sub(r"[^\w-]+", "-", name).strip("-")[:80] or "payload"


def _texts(run: Run, name: str) -> dict[str, str]:
    """The endings of the files of one format, and what is in them."""
    if name == "md":
        return {"md": markdown(run)}
    if name == "csv":
        return {"csv": csv(run)}
    if name == "json":
        return {"json": saved.text(run)}
    found: dict[str, str] = {}
    for profile in run.profiles:
        ending = _ending(profile)
        # Two payloads of the reader's own may differ in their folders only.
        same = sum(other.startswith(f"{ending}.") for other in found)
        found[f"{ending}{f'.{same + 1}' if same else ''}.speedscope.json"] = json.dumps(speedscope(profile))
    return found


def _ending(profile: Profile) -> str:
    facts = (profile.run, profile.workload, profile.method, profile.build, profile.design, profile.metric)
    return ".".join(slug(fact) for fact in facts if fact)
