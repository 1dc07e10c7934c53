"""Does valgrind count the call and nothing else, and do its instructions and copies end up at the right function?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from absence import absent

import encoder
import lab
from lab import meters
from lab.errors import MissingToolError, WorkerError
from lab.judge import frames
from lab.measure.meters import copies, cpu, valgrind
from lab.model import Profile

ROOT = Path(__file__).resolve().parents[1]
DUMP = """\
events: Ir

ob=(1) /usr/lib/libpython3.so
fl=(1) abstract.c
fn=(1) PyNumber_MatrixMultiply
10 5
cfi=(2) inner.c
cfn=(2) inner'PyNumber_MatrixMultiply
calls=2 +3
* 70
+1 6

fl=(2)
fn=(2)
20 30
fi=(3) header.h
-4 4
fe=(2)
* 1
cob=(2) /lib/libc.so
cfi=(4) memmove.S
cfn=(3) __memmove_avx'inner'2'inner'PyNumber_MatrixMultiply
calls=1 9
* 35

ob=(2)
fl=(4)
fn=(3)
1 35
"""
LOG = f"""\
==1== Command: python
--1-- malloc(50) = 0xA0
--1-- calloc(1,{copies.MARK_BLOCK}) = 0xB0
--1-- free(0xB0)
--1-- realloc(0xA0,80) = 0xC0
--1-- realloc(0x0,7)malloc(7) = 0xD0
--1-- realloc(0xC0,20) = 0xC0
--1-- free(0xD0)
--1-- realloc(0xC0,30) = 0xE0
--1-- calloc(1,{copies.MARK_BLOCK}) = 0xB0
--1-- realloc(0xE0,900) = 0xF0
"""


def test_a_dump_becomes_stacks() -> None:
    """Own instructions and calls of each stack from the call inwards, with the callee's share left to the callee."""
    found = {tuple(frame[0] for frame in one.stack): (one.size, one.count) for one in cpu.blocks(DUMP)}
    assert found == {(): (11, 0), ("inner",): (35, 2), ("inner", "inner", "__memmove_avx"): (35, 1)}
    (deepest,) = (one.stack for one in cpu.blocks(DUMP) if len(one.stack) == 3)
    assert [file for _, file, _ in deepest] == ["inner.c", "inner.c", "memmove.S"]


def test_copies_of_the_call_are_told_from_others() -> None:
    """A point counts where its stack has the call in it, from there inwards."""
    texts = ["[root]", "0xA: memmove (in /lib/v.so)", "0xB: put (/x/kernels/b.h:7)", f"0xC: {valgrind.AROUND} (a.c:1)"]
    points = [{"tb": 9, "tbk": 2, "fs": [1, 2, 3]}, {"tb": 5, "tbk": 1, "fs": [1, 2]}]
    (block,) = copies.blocks({"ftbl": texts, "pps": points})
    assert (block.size, block.count) == (9, 2)
    assert block.stack == (("put", "/x/kernels/b.h", 7), ("memmove", "/lib/v.so", 0))


def test_reallocs_of_the_call_are_told_from_others() -> None:
    """Each keeps the smaller of what the block had and has; a realloc of nothing and those outside are none."""
    assert list(copies.reallocated(LOG)) == [50, 20, 20]
    with pytest.raises(WorkerError, match="begins and ends"):
        list(copies.reallocated(LOG.rpartition("calloc")[0]))


def test_without_valgrind_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason and the remedy, before anything is started."""
    monkeypatch.setattr(valgrind.shutil, "which", lambda name: None)
    with pytest.raises(MissingToolError, match=r"Not measured: valgrind is not installed: get it"):
        lab.cpu()


KNOWN = """
import binascii
from lab.measure.meters import valgrind

def operation(data=bytes(30_000), more=bytes(51_000)):
    bytes(bytearray(data))
    b'{"a":' + binascii.b2a_base64(data, newline=False)
    bytearray(50_000).__iadd__(more)

valgrind.run(operation, switch=False)
"""


def test_known_copies_are_counted_to_the_byte(tmp_path: Path) -> None:
    """Two copies of a buffer, a base64 text that is put behind a key, and a buffer that grows once."""
    if why := valgrind.absent():
        absent(why)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    command = [*valgrind.dhat(tmp_path), sys.executable, "-c", KNOWN]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr
    blocks = copies.blocks(json.loads((tmp_path / "copies").read_text()))
    # Both copies of the buffer have a stack of their own; CPython moves a few pointers when it calls.
    assert sorted(block.size for block in blocks if block.size > 64) == [30_000, 30_000, 40_000, 51_000]
    # A bytearray has a byte more than it holds.
    assert max(copies.reallocated((tmp_path / "mallocs").read_text())) == 50_001


@pytest.fixture(scope="module")
def counts() -> dict[tuple[str, str], Profile]:
    """The call trees of both base64 designs on 1 MiB, in instructions and in bytes copied."""
    if why := valgrind.absent():
        absent(why)
    if encoder.build != "compiled":
        absent("the compiled build")
    found = [*lab.cpu().run.profiles, *lab.copies().run.profiles]
    return {(one.design, one.metric): one for one in found}


def spent(profile: Profile) -> Counter[str]:
    """What each function spends, wherever it is called."""
    total: Counter[str] = Counter()
    for name, amount in zip(profile.name, profile.bytes, strict=True):
        total[profile.names[name]] += amount
    return total


def copying(profile: Profile) -> Counter[str]:
    """What each function that only copies spends, by phase and name."""
    found: Counter[str] = Counter()
    for name, phase, amount in zip(profile.name, profile.phase, profile.bytes, strict=True):
        if amount and profile.names[name].startswith("mem"):
            found[f"{profile.phases[phase]} {profile.names[name]}"] += amount
    return found


def test_the_copy_is_in_one_profile_and_not_in_the_other(counts: dict[tuple[str, str], Profile]) -> None:
    """The published change: frames that copy the base64 text before, none after; all else is the same codec."""
    before, after = counts["copying", "instructions"], counts["direct", "instructions"]
    assert set(copying(before)) == {"base64 memcpy"} and not copying(after)
    union = frames.difference(before, after)
    marks = dict(zip((union.names[name] for name in union.name), union.marks(), strict=True))
    assert marks["memcpy"] == marks["encoder.axes.base64.Copying.put"] == "Gone"
    assert marks["encoder.axes.base64.Direct.put"] == "New"
    assert spent(before)["base64_encode"] == spent(after)["base64_encode"] > 0


def test_the_ledger_of_the_copy(counts: dict[tuple[str, str], Profile]) -> None:
    """Copying moves the text of 1 MiB once, to the byte; direct moves nothing."""
    text = -(-(1 << 20) // 3) * 4
    assert copying(counts["copying", "copied"]) == {"base64 memmove": text}
    assert sum(counts["copying", "copied"].bytes) == text
    assert sum(counts["direct", "copied"].bytes) == 0


def test_counts_repeat(counts: dict[tuple[str, str], Profile]) -> None:
    """Another process takes the same instructions in the codec and in the copy, and all in all but few of malloc's."""
    (again,) = meters.cpu(candidate=[]).run.profiles
    before = counts["copying", "instructions"]
    for name in ("base64_encode", "memcpy"):
        assert spent(again)[name] == spent(before)[name]
    assert sum(again.bytes) == pytest.approx(sum(before.bytes), rel=1e-4)
