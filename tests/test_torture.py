"""Does the encoder survive every case of torture, and is whoever does not told from those who do?"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from absence import absent

if sys.platform == "win32":
    absent("a system with fork")

from lab import cli, torture
from lab.errors import UnknownNameError
from lab.show import torture as show
from lab.torture import callers, chamber, checks, run
from lab.torture.case import Case, Given, Odd
from lab.torture.result import Tortured, Trial

SECONDS, MEGABYTES = 20, 1024


@pytest.fixture(autouse=True)
def limits_put_back() -> Iterator[None]:
    """A case and its check change this process's limits, as they may where each has a process of its own."""
    digits, depth = sys.get_int_max_str_digits(), sys.getrecursionlimit()
    yield
    sys.set_int_max_str_digits(digits)
    sys.setrecursionlimit(depth)


@pytest.mark.parametrize("case", torture.listed(), ids=lambda case: case.name)
def test_the_encoder_does_what_it_promises(case: Case) -> None:
    """Each case ends as it was said beforehand: in the right text, or in a clean error."""
    outcome, detail = chamber.run(case, callers.caller("encoder"), seconds=SECONDS, megabytes=MEGABYTES)
    assert outcome in case.expected, detail
    assert set(case.expected) <= {"right", "refused"}


def test_cases_can_be_told_apart() -> None:
    """Every name is there once, and every case says what it is."""
    names = [case.name for case in torture.listed()]
    assert len(set(names)) == len(names) >= 40
    assert all(case.about and not case.about.endswith(".") for case in torture.listed())
    assert {case.family for case in torture.matching(["depth", "a_key_*"])} == {"depth", "keys"}
    with pytest.raises(UnknownNameError, match="Did you mean circles"):
        torture.matching(["circle"])


def one(value: Any = None, hook: Any = None) -> Case:
    """A case that any encoder passes who writes [1], by whatever means."""
    given = Given([1] if value is None else value, hook)
    says = checks.says([1])
    return Case(name="one", family="x", about="One.", make=lambda again: given, check=says, expected=("right",))


def segfault(value: Any, hook: Any) -> bytes:
    return ctypes.string_at(0)


def killed(value: Any, hook: Any) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def endless(value: Any, hook: Any) -> bytes:
    while True:
        pass


def gone(value: Any, hook: Any) -> bytes:
    os._exit(3)


class Panic(BaseException):
    """As a library in Rust raises it."""


def panic(value: Any, hook: Any) -> bytes:
    raise Panic


def once(value: Any, hook: Any) -> bytes:
    """Right the first time, and never again."""
    return b"[1]" if value == [1] else b"[1"


def refusing(value: Any, hook: Any) -> str:
    return {}["x"] if value == [1] else json.dumps(value)


def greedy(value: Any, hook: Any) -> str:
    return json.dumps(value * (MEGABYTES << 20 if value == [1] else 1))


ENDS: list[tuple[Callable, str, str]] = [
    (lambda value, hook: json.dumps(value), "right", ""),
    (lambda value, hook: json.dumps(value).encode(), "right", ""),
    (refusing, "refused", "KeyError: 'x'"),
    (greedy, "refused", "MemoryError"),
    (lambda value, hook: b"[2]", "wrong", "it says b'[2]'"),
    (lambda value, hook: b"[true]", "wrong", "it says b'[true]'"),
    (lambda value, hook: b"[1", "wrong", "no valid JSON"),
    (lambda value, hook: b"[NaN]", "wrong", "NaN is no JSON"),
    (lambda value, hook: b'[{"a": 1, "a": 1}]', "wrong", "the key 'a' is there 2 times"),
    (lambda value, hook: "[\ud800]", "wrong", "no form in UTF-8"),
    (lambda value, hook: None, "wrong", "it returned a NoneType"),
    (once, "wrong", "the call after it went wrong"),
    (segfault, "crash", "SIGSEGV"),
    (killed, "crash", "SIGKILL"),
    (gone, "crash", "status 3"),
    (panic, "crash", "Panic, which `except Exception` does not catch"),
    (endless, "hang", "no end in 1 s of processor time"),
]


@pytest.mark.parametrize(("encode", "outcome", "detail"), ENDS, ids=lambda each: getattr(each, "__name__", None))
def test_every_end_is_told_apart(encode: Callable, outcome: str, detail: str) -> None:
    """Whatever an encoder does to its process, the one that asks lives on and says what it was."""
    found = chamber.run(one(), encode, seconds=1, megabytes=MEGABYTES)
    assert found[0] == outcome and detail in found[1]


def test_who_takes_no_hook_is_not_asked() -> None:
    """It is neither blamed nor praised."""
    kind = callers._without
    case = one([Odd()], lambda odd: 1)
    found = chamber.run(case, lambda value, hook: kind(json.dumps, value, hook), seconds=5, megabytes=MEGABYTES)
    assert found == ("cannot", "it has no hook")


@pytest.mark.parametrize("text", [b"[-0.0]", b"[0]", b"[false]", b'["0"]'])
def test_numbers_are_compared_as_numbers(text: bytes) -> None:
    """1 is as good as 1.0; minus zero is none, nor is false."""
    assert checks.says([0.0])(b"[0]") == checks.says([1])(b"[1.0]") == checks.says([-0.0])(b"[-0.0]") == ""
    assert (checks.says([0.0])(text) == "") is (text == b"[0]")


Says = Callable[..., SimpleNamespace]


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, tmp_path: Path) -> Says:
    """Run the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")

    def answer(*arguments: str) -> SimpleNamespace:
        monkeypatch.setattr(sys, "argv", ["lab", *arguments])
        status = cli.main()
        written = capsys.readouterr()
        return SimpleNamespace(status=status, out=written.out, err=written.err)

    return answer


def test_the_command_shows_who_survives(says: Says, tmp_path: Path) -> None:
    """A real run of two cases: a table, its sums, JSON and a page; status 0 since this encoder survives."""
    chosen = ("--case", "a_list_in_itself", "--case", "not_a_number", "--peer", "json")
    told = says("torture", "--quick", "--build", "interpreted", *chosen, "--json", "out.json")
    assert told.status == 0, told.err
    assert "not a number" in told.out and "✗ wrong" in told.out and "survives all 2 cases" in told.out
    assert "[4/4]" in told.err
    plain = json.loads((tmp_path / "out.json").read_text())
    assert plain["schema"] == "encoder-lab-torture/1" and plain["broken"] == 0
    assert plain["summary"] == {"interpreted": {"refused": 2}, "json": {"refused": 1, "wrong": 1}}
    (wrong,) = (trial for trial in plain["trials"] if trial["outcome"] == "wrong")
    assert (wrong["case"], wrong["detail"]) == ("not_a_number", "no valid JSON (NaN is no JSON)")
    page = (tmp_path / "report-torture.html").read_text()
    assert "NaN, for which JSON has no word" in page and "http" not in page


def a_trial(outcome: Any, *, encoder: str = "encoder") -> Trial:
    return Trial(
        case="one", family="x", about="One", encoder=encoder, build="compiled" if encoder == "encoder" else "",
        outcome=outcome, detail="SIGSEGV" if outcome == "crash" else "", expected=("right",), seconds=0.1,
    )  # fmt: skip


def a_run(*trials: Trial) -> Tortured:
    limits = {"seconds": 1, "megabytes": 1}
    return Tortured(
        recorded="2026-01-01T00:00:00+00:00", quick=True, limits=limits, environment={}, versions={}, missing={},
        trials=trials,
    )  # fmt: skip


@pytest.mark.parametrize("outcome", ["crash", "hang", "wrong", "refused"])
def test_a_broken_promise_is_a_failure(says: Says, monkeypatch: pytest.MonkeyPatch, outcome: str) -> None:
    """Where this encoder crashes, hangs, writes nonsense or refuses what it promised to write, the status is 1."""
    found = a_run(a_trial(outcome), a_trial("crash", encoder="orjson"))
    monkeypatch.setattr(run, "torture", lambda *names, **options: found)
    told = says("torture")
    assert told.status == 1 and f"one (compiled: {outcome})" in told.out and "did not do what it promises" in told.err


def test_the_crash_of_another_is_none_of_ours(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shown and counted, and the status is 0."""
    found = a_run(a_trial("right"), a_trial("crash", encoder="orjson"), a_trial("cannot", encoder="ssrjson"))
    monkeypatch.setattr(run, "torture", lambda *names, **options: found)
    told = says("torture")
    assert told.status == 0 and "do not survive: orjson 1." in told.out and "☠ SEGV" in told.out
    sums = {row[0]: row[2] for row in show.Table(found).grids[1].rows}
    assert sums == {"encoder, compiled": "1 of 1", "orjson": "0 of 1", "ssrjson": "0 of 0"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("--case", "nothing"), "no case named 'nothing'"), (("--peer", "orjso"), "Did you mean orjson or")],
)
def test_a_wrong_name_is_told(says: Says, arguments: tuple[str, ...], message: str) -> None:
    """Status 2, nothing tried, nothing written."""
    told = says("torture", *arguments)
    assert (told.status, told.out) == (2, "") and message in told.err
    assert not Path("report-torture.html").exists()
