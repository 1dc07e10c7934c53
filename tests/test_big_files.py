"""Do the recipes write the real files alike, in both builds?"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import covering
import pytest

import encoder
from lab import workloads

ROOT = Path(__file__).resolve().parents[1]
FILES = ("twitter", "citm_catalog", "github_events", "canada_20")


@pytest.mark.parametrize("name", FILES)
def test_the_recipes_agree_on_a_real_file(name: str) -> None:
    """Every pair of rivals of any two axes, on the whole of it: one text, and it reads back as the value."""
    value = workloads.get(name).build()
    texts = {encoder.encode(value, recipe=recipe) for recipe in covering.RECIPES}
    assert len(texts) == 1
    assert json.loads(texts.pop()) == json.loads(json.dumps(value))


@pytest.mark.skipif(encoder.build != "compiled", reason="one build is here")
def test_the_builds_agree_on_the_real_files() -> None:
    """The same bytes from the interpreted build, in a process of its own."""
    code = (
        "import hashlib, encoder\n"
        "from lab import workloads\n"
        f"for name in {FILES!r}:\n"
        "    print(hashlib.sha256(encoder.encode(workloads.get(name).build())).hexdigest())\n"
    )
    environment = {**os.environ, "ENCODER_BUILD": "interpreted"}
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=True
    )
    here = [hashlib.sha256(encoder.encode(workloads.get(name).build())).hexdigest() for name in FILES]
    assert child.stdout.split() == here
