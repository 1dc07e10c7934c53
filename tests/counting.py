"""What does a call on each payload ask for, counted in a process of this environment?

Run as a script with a rival of the axis tree and names of payloads (none: all of them), it prints the figures as JSON.
Whoever sets the hash seed and the allocator can so compare processes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODES = ("pymalloc", "malloc", "debug")
"""Allocators of CPython: its own, malloc alone, and its own with checks."""


def counted(
    names: Iterable[str] = (), *, tree: str = "direct", build: str, seed: int = 0, mode: str = "malloc"
) -> dict[str, list[int]]:
    """Figures of each payload, from a fresh process with this hash seed and this allocator."""
    environment = {**os.environ, "ENCODER_BUILD": build, "PYTHONHASHSEED": str(seed), "PYTHONMALLOC": mode}
    answer = subprocess.run(
        [sys.executable, __file__, tree, *names], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def _figures(name: str, tree: str, folder: Path) -> list[int]:
    from lab import workloads
    from lab.measure.contestants import contestant
    from lab.measure.meters import allocations
    from lab.measure.meters.memory import LITTLE
    from lab.measure.meters.selections import weighed
    from lab.model import METRICS, Design

    design = Design(label=tree, axes={"tree": tree})
    operation = contestant(design, workloads.get(name).build, "to_bytes").operation
    settle = contestant(design, lambda: LITTLE, "to_bytes").operation
    count = allocations.count(operation, settle=settle, folder=folder, repeats=3)
    steady = [weighed(count.steady, metric) for metric in METRICS]
    return [*steady, count.steady.blocks, count.cold.bytes, count.cold.blocks, len(count.others)]


def _forked(*arguments: object) -> list[int]:
    """The same in a fork, so that no payload meets what another one left."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, json.dumps(_figures(*arguments)).encode())
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    os.close(writing)
    with open(reading, encoding="ascii") as answer:
        found = answer.read()
    assert os.waitpid(child, 0)[1] == 0, arguments
    return json.loads(found)


def _main(tree: str, *names: str) -> None:
    # Once for all forks.
    import memray  # noqa: F401

    from lab import workloads
    from lab.measure.meters import memory  # noqa: F401

    every = dict.fromkeys(one.small or one.name for one in workloads.listed())
    with tempfile.TemporaryDirectory() as folder:
        json.dump({name: _forked(name, tree, Path(folder)) for name in names or every}, sys.stdout)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    _main(*sys.argv[1:])
