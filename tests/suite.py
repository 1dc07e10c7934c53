"""Which tests are the encoder's own, and so need neither the lab nor its libraries?

Run as a script it prints their file names, for whoever tests the encoder alone; with ``--memory`` also those of the
lab's tests that need no library but memray.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent
CORE = (
    "test_every_recipe.py",
    "test_containers.py",
    "test_containers_errors.py",
    "test_depth.py",
    "test_dump.py",
    "test_encode_into.py",
    "test_errors.py",
    "test_fast_paths.py",
    "test_fast_paths_options.py",
    "test_hooks.py",
    "test_hooks_changes.py",
    "test_kernel_layout.py",
    "test_kernel_styled.py",
    "test_leaves.py",
    "test_leaves_asked.py",
    "test_memory.py",
    "test_order.py",
    "test_record_plans.py",
    "test_records.py",
    "test_stdlib_suite.py",
    "test_text.py",
    "test_tokens.py",
    "test_tokens_misuse.py",
    "test_troubles_change.py",
    "test_witness.py",
    "test_writer_cache.py",
)
"""Those that ask the most of what differs between builds and between Pythons. All others run in both builds too, on
whoever runs them with ENCODER_BUILD."""

MEMORY = (
    "test_measure_allocations.py",
    "test_measure_exactness.py",
    "test_measure_selections.py",
    "test_measure_trees.py",
)
"""What a call asks for depends on the Python more than on anything else."""


def encoder_tests() -> list[str]:
    """The test modules that import the encoder and, themselves or through a module beside them, nothing of the lab."""
    found = []
    for path in sorted(TESTS.glob("test_*.py")):
        imported = {name.partition(".")[0] for name in _imports(path)}
        if "encoder" in imported and "lab" not in imported:
            found.append(path.name)
    return found


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        for name in names:
            yield name
            if (beside := TESTS / f"{name}.py").is_file():
                yield from _imports(beside)


if __name__ == "__main__":
    chosen = [*(CORE if "--core" in sys.argv else encoder_tests()), *(MEMORY if "--memory" in sys.argv else ())]
    sys.stdout.write("".join(f"{Path(TESTS.name, name)}\n" for name in chosen))
