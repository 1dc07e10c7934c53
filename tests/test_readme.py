"""Is everything that the README tells a newcomer to type there, and does it answer as the README says?"""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
from absence import absent

from lab import cli

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.M | re.S)
PYTHON = [body for kind, body in BLOCKS if kind == "python"]
TYPED = [line for kind, body in BLOCKS if not kind for line in body.splitlines()]
TYPED += re.findall(r"`([^`\n]+)`", README)


def test_the_encoders_five_lines_do_what_their_comments_say() -> None:
    """The first Python block runs, and where a comment shows bytes, those are the bytes."""
    names: dict[str, Any] = {}
    shown = 0
    for line in PYTHON[0].splitlines():
        code, _, comment = line.partition("  # ")
        if code.startswith(("import", "boxed =")):
            exec(code, names)
        elif comment.strip().startswith("b'"):
            assert eval(code, names) == ast.literal_eval(comment.strip())
            shown += 1
        elif code.strip():
            eval(code, names)
    assert shown == 1 and names["boxed"].encode([1, 2.5, None]) == b"[1,2.5,null]"


def test_the_encoders_calls_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second Python block runs as it stands, and writes what it says."""
    import encoder

    monkeypatch.chdir(tmp_path)
    value = {"b": [1.5, float("inf")], "a": 1}
    for line in PYTHON[1].splitlines():
        code = line.partition("  # ")[0]
        rows = (row for row in ([1], {"x": None}))
        finite = {"a": 1} if "canonical" in code or "into" in code else value
        eval(code, {"encoder": encoder, "value": finite, "rows": rows, "buffer": bytearray(200)})
    assert (tmp_path / "rows.json").read_bytes() == b'[[1],{"x":null}]'
    assert (tmp_path / "rows.ndjson").read_bytes() == b'[1]\n{"x":null}\n'


def test_the_lab_lines_name_what_there_is() -> None:
    """The third Python block's functions and keywords exist; it is not run, since it measures."""
    import inspect

    import lab
    from lab.workloads import yours

    assert PYTHON[2].count("print(") == 2, "a script that prints nothing shows nothing"
    for call in [node for node in ast.walk(ast.parse(PYTHON[2])) if isinstance(node, ast.Call)]:
        function = ast.unparse(call.func)
        known = {"yours.from_value": yours.from_value, "lab.compare": lab.compare}.get(function)
        if known is not None:
            assert {keyword.arg for keyword in call.keywords} <= set(inspect.signature(known).parameters)
    assert hasattr(lab.Result, "table") and hasattr(lab.Result, "finding")


def test_every_axis_is_there_with_its_rivals() -> None:
    """The table of axes is the encoder's own, and so are the defaults."""
    import encoder

    body = README.partition("| axis | rivals | default |\n|---|---|---|\n")[2].partition("\n\n")[0]
    rows = [re.findall(r"`(\w+)`", line) for line in body.splitlines()]
    assert {axis: names for axis, *names, _ in rows} == {k: list(v) for k, v in encoder.strategies().items()}
    assert {axis: default for axis, *_, default in rows} == dict(encoder.FAST.axes)


@pytest.mark.parametrize("line", sorted({line for line in TYPED if line.startswith("make ")}))
def test_every_make_target_exists(line: str) -> None:
    """``make -n`` knows what the README says to make."""
    if shutil.which("make") is None:
        absent("make")
    target = line.split()[1]
    listed = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert listed.returncode == 0, listed.stderr


@pytest.mark.parametrize("line", sorted({line for line in TYPED if "python -m lab" in line}))
def test_every_command_parses(line: str) -> None:
    """Each command line of the README is one that click accepts, options and choices included."""
    typed = re.split(r"\s{2,}|;", line.partition("python -m lab")[2])[0]
    arguments = [word for word in shlex.split(typed)]
    context = click.Context(cli.commands)
    if not arguments:
        return
    _, command, rest = cli.commands.resolve_command(context, arguments)
    command.make_context(command.name, list(rest), resilient_parsing=False)
