"""Does every module import only what CONTRIBUTING's floors allow?"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SECTION = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Floors")[2].partition("\n## ")[0]


def table(heading: str) -> dict[str, str]:
    """The rows of the table whose first heading is ``heading``: first cell, without ticks, to second cell."""
    body = SECTION.partition(f"| {heading} |")[2].partition("\n|---|---|\n")[2].partition("\n\n")[0]
    cells = (re.fullmatch(r"\| `([^`]+)` \|(.*)\|", line) for line in body.splitlines())
    return {cell[1]: cell[2].strip() for cell in cells if cell}


FLOORS = table("module")
LIBRARIES = table("library")


def sources(suffix: str = "py") -> Iterator[tuple[str, Path]]:
    for package in ("encoder", "lab"):
        for path in sorted((ROOT / package).rglob(f"*.{suffix}")):
            if "_compiled" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(sources())


@cache
def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or place.is_dir()


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that ``path`` imports, at its top or later."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: relative imports hide the floor"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                # `from lab import places` imports lab.places, `from lab.errors import LabError` lab.errors.
                yield node.lineno, inner if is_module(inner) else node.module or ""


def cimports(path: Path) -> Iterator[tuple[int, str]]:
    """The same for what a ``.pxd`` cimports."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if found := re.match(r"from ([\w.]+) cimport (.+)", line):
            for name in found[2].split(","):
                inner = f"{found[1]}.{name.split()[0]}"
                yield number, inner if is_module(inner) else found[1]


def row_of(module: str) -> str:
    """The table's most special row for ``module``."""
    # The row of a package's face is for the face alone: a new module must be given a floor of its own.
    fitting = [row for row in FLOORS if (module == row if row in ("encoder", "lab") else within(module, row))]
    assert fitting, f"{module} stands on no floor: give it a row in CONTRIBUTING.md"
    return max(fitting, key=len)


def within(module: str, row: str) -> bool:
    package = row.removesuffix(".*")
    return module == package or module.startswith(f"{package}.")


def allowed(module: str, target: str) -> bool:
    row = row_of(module)
    rights = FLOORS[row]
    if rights.startswith("everything in "):
        return within(target, rights.removeprefix("everything in ").strip("`")) or target == "encoder"
    own = module if row.endswith(".*") else row
    # The faces are one module each: the right to `encoder` is no right to what lies behind it.
    permitted = rights.replace("`", "").split()
    return within(target, own) or any(
        target == right if right in ("encoder", "lab") else within(target, right) for right in permitted
    )


def test_the_tables_are_read() -> None:
    """Both tables parse, so that no check below passes for want of rows."""
    assert len(FLOORS) > 20 and len(LIBRARIES) > 5
    assert FLOORS["lab.cli"] == "everything in `lab`"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_its_floors(module: str) -> None:
    """Every import of this repository, late ones included, is in the module's row."""
    found = list(imports(MODULES[module]))
    wrong = [
        f"line {line}: {target}"
        for line, target in found
        if target.partition(".")[0] in ("encoder", "lab") and not allowed(module, target)
    ]
    assert not wrong, f"{module} may import {FLOORS[row_of(module)] or 'nothing'}, yet imports {wrong}"


@pytest.mark.parametrize("module", [name for name, _ in sources("pxd")])
def test_a_pxd_cimports_only_its_floors(module: str) -> None:
    """The C face of a module stands on the same floor as the module."""
    path = ROOT.joinpath(*module.split(".")).with_suffix(".pxd")
    wrong = [
        f"line {line}: {target}"
        for line, target in cimports(path)
        if target.startswith("encoder") and not allowed(module, target)
    ]
    assert not wrong


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_stays_where_it_is_needed(library: str) -> None:
    """No module elsewhere imports it."""
    homes = LIBRARIES[library].replace("`", "").split()
    wrong = [
        f"{module}:{line}"
        for module, path in MODULES.items()
        for line, target in imports(path)
        if target.partition(".")[0] == library and not any(within(module, home) for home in homes)
    ]
    assert not wrong


def test_the_encoder_needs_only_the_standard_library() -> None:
    """The encoder never imports a third party, nor the lab."""
    outside = {
        target.partition(".")[0]
        for module, path in MODULES.items()
        if within(module, "encoder")
        for _, target in imports(path)
    } - set(sys.stdlib_module_names)
    assert outside <= {"encoder", "cython"}


def test_every_module_asks_its_question() -> None:
    """The first paragraph of a module's docstring holds the question that the file answers."""
    wrong = []
    for module, path in MODULES.items():
        text = path.read_text("utf-8").strip()
        if not text and path.name == "__init__.py":
            continue
        first = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
        if "?" not in first:
            wrong.append(module)
    assert not wrong


def test_no_file_outgrows_its_question() -> None:
    """At most 300 lines a module or a kernel, 400 for an axis; run.h is one function, and may have 450."""
    most = {"run.h": 450}
    files = [path for kind in ("py", "h") for _, path in sources(kind)]
    wrong = [
        f"{path}: {count}"
        for path in files
        if (count := len(path.read_text("utf-8").splitlines()))
        > most.get(path.name, 400 if path.parent.name == "axes" else 300)
    ]
    assert any(path.name == "run.h" for path in files)
    assert not wrong
