"""Does the command line answer: plans, tables, files and exit statuses, and one message for every failure?"""

from __future__ import annotations

import dataclasses
import dis
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import Says
from synthetic import a_run

import lab
from lab import cli, disk, places, saved, workloads
from lab.errors import DiskError, LabError
from lab.judge import remarks
from lab.model import SCHEMA
from lab.workloads import files

ROOT = Path(__file__).resolve().parents[1]


def test_without_a_command_everything_runs(says: Says, engine: list[dict], tmp_path: Path) -> None:
    """``--quick --json`` runs three experiments in both builds, prints tables, leaves JSON and a report."""
    told = says("--quick", "--json", "out.json")
    assert told.status == 0, told.err
    assert engine == [
        {
            "names": ("writer", "base64", "tree"),
            "builds": ("compiled", "interpreted"),
            "gc": False,
            "work": False,
            "quick": True,
        }
    ]
    assert "writer" in told.out and "Faster" in told.out
    assert "report.html" in told.err and (tmp_path / "report.html").stat().st_size > 10_000
    assert json.loads((tmp_path / "out.json").read_text())["schema"] == SCHEMA


def test_without_a_compiler_only_interpreted_is_measured_and_told(
    says: Says, engine: list[dict], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No --build: the run goes on interpreted and says why; --build compiled is left to fail by itself."""
    import encoder

    monkeypatch.setattr(encoder, "build", "interpreted")
    monkeypatch.setattr(encoder, "build_report", lambda: {"reason": "there is no compiler"})
    told = says("run", "tree")
    assert engine[-1]["builds"] == ("interpreted",) and "there is no compiler" in told.err
    says("run", "tree", "--build", "both")
    assert engine[-1]["builds"] == ("compiled", "interpreted")


def test_the_plan_and_the_progress_go_to_stderr(says: Says, engine: list[dict]) -> None:
    """What will run, how far it is and how long it takes never mix with the tables."""
    told = says("run", "tree")
    assert "canada" in told.err and "[0/2] tree on canada, 2 min left" in told.err
    assert "[2/2]" in told.err and "left" not in told.out.split("Left out")[0]


def test_options_mean_the_same_before_and_after_the_command(says: Says, engine: list[dict]) -> None:
    """``--quick run tree`` is ``run tree --quick``; so with the build."""
    says("--quick", "--build", "interpreted", "run", "tree")
    says("run", "tree", "--quick", "--build", "interpreted")
    asked = {"names": ("tree",), "builds": ("interpreted",), "gc": False, "work": False, "quick": True}
    assert engine[0] == engine[1] == asked


def test_the_environment_can_ask_for_quick(says: Says, engine: list[dict], monkeypatch: pytest.MonkeyPatch) -> None:
    """``LAB_QUICK=1`` is ``--quick``."""
    monkeypatch.setenv("LAB_QUICK", "1")
    says("run", "tree")
    assert engine[0]["quick"] is True
    says("run", "tree", "--gc")
    assert engine[-1]["gc"] is True


def test_compare_measures_each_build_and_saves_all_rows(says: Says, engine: list[dict], tmp_path: Path) -> None:
    """Designs become axes, the finding is printed, and the file holds a row a build."""
    told = says(
        *("compare", "login", "--baseline", "tree=reference,writer=fresh", "--candidate", "tree=value"),
        *("--build", "both", "--json", "out.json"),
    )
    assert told.status == 0, told.err
    assert [ask["build"] for ask in engine] == ["compiled", "interpreted"]
    assert engine[0]["baseline"] == {"tree": "reference", "writer": "fresh"}
    assert "The finding of the compiled build." in told.out
    assert [row.build for row in saved.load(tmp_path / "out.json")] == ["compiled", "interpreted"]


def test_a_file_is_a_payload(says: Says, engine: list[dict], tmp_path: Path) -> None:
    """A path in place of a name measures that file."""
    (tmp_path / "mine.json").write_text("[1, 2]")
    says("compare", "mine.json", "--baseline", "tree=value", "--candidate", "tree=direct")
    assert engine[0]["workload"] == f"file:{tmp_path / 'mine.json'}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rnu",), "no command named 'rnu'. Did you mean run?"),
        (("run", "tre"), "no experiment named 'tre'. Did you mean tree?"),
        (("data", "fetsh"), "no command named 'fetsh'. Did you mean fetch?"),
        (
            ("compare", "canda", "--baseline", "tree=value", "--candidate", "tree=direct"),
            "Did you mean canada",
        ),
        (("compare", "int", "--baseline", "tre=value", "--candidate", "tree=direct"), "no axis named 'tre'"),
        (("compare", "int", "--baseline", "tree=valu", "--candidate", "tree=direct"), "Did you mean value?"),
        (("compare", "int", "--baseline", "value", "--candidate", "tree=direct"), "AXIS=RIVAL"),
        (("compare", "int", "--baseline", "tree=value"), "Missing: --candidate. For example: python -m lab"),
        (("compare", "int"), "tree (reference, value, direct); writer"),
        (("run", "--build", "fast"), "'fast' is not one of"),
        (("--nonsense",), "--nonsense"),
    ],
)
def test_a_wrong_name_is_told_with_status_2(says: Says, arguments: tuple[str, ...], message: str) -> None:
    """One message, the nearest names, nothing on stdout, nothing measured."""
    told = says(*arguments)
    assert (told.status, told.out) == (2, "")
    assert message in told.err and "Traceback" not in told.err


def test_record_writes_the_runs_that_notebooks_open_with(
    says: Says, engine: list[dict], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each experiment is measured by itself and saved under its name."""
    (tmp_path / "recorded").mkdir()
    monkeypatch.setattr(places, "folder", lambda name: tmp_path)
    assert says("record", "tree", "writer").status == 0
    assert sorted(path.name for path in (tmp_path / "recorded").iterdir()) == ["tree.json", "writer.json"]


def test_a_failure_of_the_engine_is_one_message(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    """A LabError, a refused value, a full disk and Ctrl-C end in a status and a sentence."""
    import encoder

    failures: list[tuple[BaseException, int, str]] = [
        (LabError("the worker died"), 1, "the worker died"),
        (OSError(28, "No space left on device", "/tmp/x"), 1, "/tmp/x: No space left on device"),
        (KeyboardInterrupt(), 130, "Nothing was saved"),
    ]
    with pytest.raises(encoder.EncodeError) as refused:
        encoder.encode([object()])
    failures.append((refused.value, 1, str(refused.value)))
    for failure, status, message in failures:

        def run(*_: Any, failure: BaseException = failure, **__: Any) -> None:
            raise failure

        monkeypatch.setattr(lab, "run", run, raising=False)
        told = says("run", "tree", "--json", "out.json")
        assert told.status == status and message in told.err
        assert "Traceback" not in told.err and not Path("out.json").exists()


def test_a_bug_keeps_its_traceback(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw is not dressed up as a message."""

    def run(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(lab, "run", run, raising=False)
    with pytest.raises(ZeroDivisionError):
        says("run", "tree")


def test_data_list_says_where_payloads_come_from(says: Says, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the files every real payload is listed as a look-alike, in the table and in the JSON."""
    monkeypatch.setenv("LAB_DATA", str(tmp_path / "nowhere"))
    told = says("data", "list", "--json", "list.json")
    assert told.status == 0 and "look-alike" in told.out
    listed = {item["name"]: item for item in json.loads((tmp_path / "list.json").read_text())["workloads"]}
    assert set(listed) == set(workloads.names(every=True)), "compare takes what is not listed"
    assert listed["canada"]["origin"] == "look-alike" and listed["int"]["origin"] == "generated"


def test_data_fetch_without_network_fails(says: Says, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Exit status 1 and the way out; nothing half-written."""
    monkeypatch.setenv("LAB_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    told = says("data", "fetch")
    assert told.status == 1 and "look-alikes serve" in told.err
    assert list((tmp_path / "data").iterdir()) == []


def test_data_open_names_the_folder(says: Says, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder is printed alone, so that a shell can use it."""
    monkeypatch.setenv("LAB_DATA", str(tmp_path / "data"))
    assert says("data", "open").out == f"{files.folder()}\n"


def leaves(group: Any) -> Iterator[Any]:
    """Every command that does something, those of ``data`` included."""
    for each in group.commands.values():
        yield from leaves(each) if hasattr(each, "commands") else [each]


def test_commands_take_the_options_that_the_readme_says() -> None:
    """--quick and --build where something is measured, --json where a result is printed."""

    def takers(option: str) -> set[str]:
        return {
            command.callback.__name__
            for command in leaves(cli.commands)
            if any(option in parameter.opts for parameter in command.params)
        }

    measuring = {"aa", "torture", "run", "compare", "peers", "published", "record", "threads"}
    # What is counted once and not sampled has nothing to be quick about.
    counting = {"cpu", "copies"}
    assert takers("--build") == measuring | counting
    assert takers("--quick") == measuring | {"open_notebook", "merge"}
    printing = {"replay", "report", "export", "merge", "doctor", "fetch", "list_", "open_folder"} | counting
    assert takers("--json") == printing | measuring - {"record"}


def test_no_command_drops_an_option() -> None:
    """What a command takes, its function reads: an option that does nothing would deceive."""
    for command in leaves(cli.commands):
        code = command.callback.__code__
        read = {one.argval for one in dis.get_instructions(code) if one.opname.startswith("LOAD")}
        assert set(code.co_varnames[: code.co_argcount]) <= read, command.name


def test_an_option_before_a_command_that_has_no_use_for_it(says: Says, tmp_path: Path) -> None:
    """It is refused as it would be behind the command; what the environment asks for is no such option."""
    saved.save(a_run(), tmp_path / "run.json")
    for arguments in (("--build", "compiled", "replay", "run.json"), ("--json", "x.json", "record", "tree")):
        told = says(*arguments)
        assert told.status == 2 and f"{arguments[2]} has no use for {arguments[0]}" in told.err
    assert says("--quick", "data", "list").status == 2


def test_a_place_that_takes_no_file_is_told_before_measuring(says: Says, engine: list[dict], tmp_path: Path) -> None:
    """Nobody waits for a run that cannot be kept: the file of --json and the page are tried first."""
    designs = ("--baseline", "tree=value", "--candidate", "tree=direct")
    for arguments in (("run", "tree"), ("compare", "int", *designs), ("published",)):
        told = says(*arguments, "--json", "nowhere/out.json")
        assert told.status == 1 and "nowhere/out.json could not be written" in told.err
    (tmp_path / "report.html").mkdir()
    told = says("run", "tree")
    assert told.status == 1 and "report.html could not be written" in told.err
    assert not engine and [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_run_outlives_a_disk_that_fills_up_meanwhile(
    says: Says, engine: list[dict], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was measured is kept in the temporary folder, and the message says how to draw it from there."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    write = disk.write

    def full(text: str, path: Any) -> Path:
        if Path(path).name == "report.html":
            raise DiskError(f"{path} could not be written: the disk is full.")
        return write(text, path)

    monkeypatch.setattr(disk, "write", full)
    told = says("run", "tree")
    assert told.status == 1 and "report.html could not be written" in told.err
    kept = re.search(r"python -m lab replay (\S+)", told.err)
    assert kept and saved.load(kept[1]).rows


def test_an_incomplete_run_is_saved_and_ends_with_status_1(
    says: Says, engine: list[dict], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A dead worker costs its cell only, so the rest is kept; the status and the last line say what is missing."""
    remark = remarks.incomplete(["tree: canada, to_bytes, compiled"])
    holed = dataclasses.replace(a_run(), remarks=(remark,))
    monkeypatch.setattr(lab, "run", lambda *_, **__: holed)
    monkeypatch.setattr(lab, "compare", lambda *_, **__: SimpleNamespace(run=holed, finding="A finding."))
    designs = ("--baseline", "tree=value", "--candidate", "tree=direct")
    for arguments in (("run", "tree"), ("compare", "canada", *designs)):
        told = says(*arguments, "--json", "out.json")
        assert told.status == 1 and told.err.endswith(f"Error: {remark.text}\n"), told.err
        assert saved.load("out.json").remarks == (remark,)


def test_an_incomplete_run_is_never_recorded(
    says: Says, monkeypatch: pytest.MonkeyPatch, engine: list[dict], tmp_path: Path
) -> None:
    """The run that a notebook opens with has no holes: the older one stays."""
    holed = dataclasses.replace(a_run(), remarks=(remarks.incomplete(["tree: canada"]),))
    monkeypatch.setattr(lab, "run", lambda *_, **__: holed)
    (tmp_path / "recorded").mkdir()
    monkeypatch.setattr(places, "folder", lambda name: tmp_path)
    assert says("record", "tree").status == 1
    assert not list((tmp_path / "recorded").iterdir())


def test_a_comparison_in_both_builds_keeps_all_of_both(
    says: Says, monkeypatch: pytest.MonkeyPatch, engine: list[dict], tmp_path: Path
) -> None:
    """Rows, trees, traces, remarks and what each build said of itself are in the one file."""

    def compare(*_: Any, build: str, **__: Any) -> SimpleNamespace:
        environment = {"builds": {build: {"build": build}}}
        return SimpleNamespace(run=dataclasses.replace(a_run(builds=(build,)), environment=environment), finding="")

    monkeypatch.setattr(lab, "compare", compare)
    designs = ("--baseline", "tree=value", "--candidate", "tree=direct")
    assert says("compare", "int", *designs, "--build", "both", "--json", "x.json").status == 0
    both = saved.load(tmp_path / "x.json")
    for parts in (both.rows, both.profiles, both.traces, both.curves):
        assert {part.build for part in parts} == {"compiled", "interpreted"}
    assert list(both.environment["builds"]) == ["compiled", "interpreted"] and len(both.remarks) == 1


def test_every_command_that_a_text_names_exists() -> None:
    """Whatever the lab tells a reader to type, such as ``python -m lab data fetch``, is a command."""
    named = [
        (path.name, *found.split())
        for path in (ROOT / "lab").rglob("*.py")
        for found in re.findall(r"python -m lab((?: [a-z]+)+)", path.read_text("utf-8"))
    ]
    assert len(named) > 5
    for place, *words in named:
        group: Any = cli.commands
        while words and hasattr(group, "commands"):
            assert words[0] in group.commands, f"{place} names {words}"
            group = group.commands[words.pop(0)]


def test_the_module_runs() -> None:
    """``python -m lab --help`` lists the commands; a reader that leaves early is no error."""
    answer = subprocess.run(
        [sys.executable, "-m", "lab", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert answer.returncode == 0 and "compare" in answer.stdout and answer.stderr == ""
    early = subprocess.run(
        f"{sys.executable} -m lab data list | head -n 1",
        **{"shell": True, "cwd": ROOT, "capture_output": True, "text": True, "timeout": 60},
    )
    assert early.stderr == ""
