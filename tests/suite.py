"""Which tests are the encoder's own, and so need neither the lab nor its libraries?

Run as a script it prints their file names, for whoever tests the encoder alone.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent


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
    sys.stdout.write("".join(f"{Path(TESTS.name, name)}\n" for name in encoder_tests()))
