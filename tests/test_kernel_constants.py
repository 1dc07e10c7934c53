"""Are the numbers that the kernels in C and their twins in Python both keep the same ones?"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

KERNELS = Path(__file__).resolve().parents[1] / "encoder" / "kernels"
DEFINED = [("SOON", "frames.h", "frames.py"), ("SHORT_TEXT", "values.h", "bare.py")]


def source(name: str) -> str:
    """A kernel's text without its comments."""
    return re.sub(r"/\*.*?\*/", "", (KERNELS / name).read_text("utf-8"), flags=re.DOTALL)


def enumerated() -> dict[str, int]:
    """Every constant of the enums in state.h, counted as C does."""
    found: dict[str, int] = {}
    for body in re.findall(r"\benum \{(.*?)\}", source("state.h"), flags=re.DOTALL):
        value = -1
        for entry in filter(None, map(str.strip, body.split(","))):
            name, _, given = map(str.strip, entry.partition("="))
            value = eval(given) if given else value + 1
            found[name] = value
    return found


def twins(name: str) -> dict[str, int]:
    """The numbers that a twin assigns at its top level, whichever build runs."""
    found: dict[str, int] = {}
    for statement in ast.parse((KERNELS / name).read_text("utf-8")).body:
        if isinstance(statement, ast.Assign) and re.fullmatch(r"range\(\d+\)|[\d<(, )]+", ast.unparse(statement.value)):
            exec(ast.unparse(statement), found)
    found.pop("__builtins__", None)
    return found


def test_the_enums_are_the_twins() -> None:
    """Every constant of state.h but STATUS_RAISED, for which Python raises; and the twin has no other."""
    expected = enumerated()
    assert expected.pop("STATUS_RAISED") == -1 and len(expected) > 60
    assert twins("state.py") == expected


def test_cython_is_told_of_no_other() -> None:
    """Each name that state.pxd declares as a constant is one of state.h."""
    text = (KERNELS / "state.pxd").read_text("utf-8")
    (body,) = re.findall(r"^    enum:\n((?:        [A-Z]\w*\n)+)", text, flags=re.MULTILINE)
    assert set(body.split()) <= set(enumerated())


@pytest.mark.parametrize(("name", "header", "twin"), DEFINED)
def test_a_defined_number_is_the_twins(name: str, header: str, twin: str) -> None:
    """A limit that a header defines is the same where the twin keeps to it."""
    (defined,) = re.findall(rf"#define {name} +(\d+)", source(header))
    assert twins(twin)[name] == int(defined)
