"""Do the examples of docs/encoder.md run, one after the other, and give the bytes that their comments show?"""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import Any

import encoder

TEXT = (Path(__file__).resolve().parents[1] / "docs" / "encoder.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.M | re.S)


def test_every_example_runs_and_gives_what_it_shows() -> None:
    """As somebody types them who reads from the top."""
    names: dict[str, Any] = {"__name__": "docs"}
    shown = 0
    for block in BLOCKS:
        lines = block.splitlines()
        for part in ast.parse(block).body:
            code = "\n".join(lines[part.lineno - 1 : part.end_lineno])
            if not isinstance(part, ast.Expr):
                exec(code, names)
                continue
            result = eval(code.strip(), names)
            comment = lines[part.end_lineno - 1][part.end_col_offset :].partition("#")[2].strip()
            if comment:
                assert result == ast.literal_eval(comment), code
                shown += 1
    assert shown == TEXT.count("# b'") >= 9


def test_every_set_of_options_and_every_axis_is_there() -> None:
    """The tables name all of both; an axis that is open, a base class and methods that it has."""
    sets = {name for name, held in vars(encoder.Options).items() if isinstance(held, classmethod)}
    table = TEXT.partition("| set | what for |")[2].partition("\n\n")[0]
    assert set(re.findall(r"\.(\w+)\(\)", table)) == sets
    rows = [line.split("|")[1:4] for line in TEXT.partition("| axis | derive from | define |")[2].splitlines()[2:9]]
    assert {axis for row in rows for axis in re.findall(r"`(\w+)`", row[0])} == set(encoder.strategies())
    for _, base, methods in rows[:-1]:
        module, _, name = base.strip(" `").rpartition(".")
        for method in re.findall(r"`(\w+)\(", methods):
            assert callable(getattr(getattr(importlib.import_module(module), name), method))
