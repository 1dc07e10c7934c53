"""Does the encoder meet its peers fairly, and does one that misbehaves cost its own rows only?"""

from __future__ import annotations

import dataclasses
import io
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import strange_peers
from absence import needed

import encoder
from lab import among_peers, saved, workloads
from lab.encoders import PEERS, cases
from lab.errors import LabError, UnknownNameError
from lab.judge import peers as judge
from lab.measure import runner
from lab.measure.meters import growing
from lab.measure.peers import rows, turns
from lab.measure.peers.contestant import Entry
from lab.measure.peers.executor import PeerExecutor
from lab.measure.peers.plan import PeerCell, PeerPlan
from lab.measure.peers.rows import Found
from lab.measure.settings import Settings
from lab.model import SCHEMA, Row, Run

TINY = Settings(quick=True, sample=0.0002, warm=0.0, rounds=(3, 3), budget=0.05, generations=2, repeats=2)
Meet = Callable[..., Run]


@pytest.fixture
def meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Meet:
    """Measure cases against strange peers, each by its name or as an `Entry`."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def go(*peers: str | Entry, case: str | tuple[str, ...], settings: Settings = TINY) -> Run:
        names = [case] if isinstance(case, str) else case
        needs = {cases.get(name).need for name in names}
        entries = [one if isinstance(one, Entry) else strange_peers.written(one, tmp_path, *needs) for one in peers]
        cells = tuple(PeerCell(name=name, build="interpreted") for name in names)
        plan = PeerPlan(cases=cells, peers=tuple(entries), settings=settings, margin=0.03)
        return runner.run(plan, PeerExecutor())

    return go


def rows_of(run: Run, peer: str, experiment: str = judge.EXPERIMENT) -> list[Row]:
    return [row for row in run.rows if (row.baseline, row.experiment) == (peer, experiment)]


def row_of(run: Run, peer: str, experiment: str = judge.EXPERIMENT) -> Row:
    (row,) = rows_of(run, peer, experiment)
    return row


def told(row: Row, code: str) -> str:
    return " ".join(remark.text for remark in row.remarks if remark.code == code)


def test_every_peer_meets_the_encoder_on_every_case() -> None:
    """Without names the plan has all 40 cases and all nine peers; the encoder comes first, and twice."""
    plan = among_peers.plan_peers(quick=True)
    assert [cell.name for cell in plan.cases] == cases.names() and len(plan.cases) == 40
    assert [entry.label for entry in plan.entries] == ["encoder", "encoder again", *PEERS]
    assert plan.settings.quick and not among_peers.plan_peers(quick=False).settings.quick


def test_cases_and_peers_are_chosen_by_name() -> None:
    """A pattern stands for every case that fits, in the order of the table; peers keep their order too."""
    plan = among_peers.plan_peers(["numpy_*", "int_42"], peer=["msgspec", "orjson"], build=["compiled", "interpreted"])
    names = ["int_42", "numpy_float64_100k", "numpy_float32_100k", "numpy_int64_100k"]
    assert [(cell.name, cell.build) for cell in plan.cases] == [
        *((name, "compiled") for name in names),
        *((name, "interpreted") for name in names),
    ]
    assert [peer.label for peer in plan.peers] == ["orjson", "msgspec"]


@pytest.mark.parametrize(
    ("chosen", "near"),
    [({"case": "twiter"}, "twitter"), ({"case": "tw?x*"}, "Known: int_42"), ({"peer": "orjsn"}, "orjson")],
)
def test_a_wrong_name_is_told(chosen: dict[str, str], near: str) -> None:
    """With the nearest names, before anything is measured."""
    with pytest.raises(UnknownNameError, match=near.replace("?", r"\?")):
        among_peers.peers(**chosen)


def test_peers_that_misbehave_cost_their_own_rows(meet: Meet, tmp_path: Path) -> None:
    """One crashes, one refuses, one lies, one is not installed: the rest is measured, saved and read back."""
    absent = Entry(label="absent", module="no_such_module")
    run = meet("crash", "refuse", "lie", "plain", absent, case=("int_42", "login"))
    assert len(rows_of(run, "plain")) == 2
    for name, why in (("crash", "SIGSEGV"), ("refuse", "no such type"), ("lie", "b'[41]', not b'42'")):
        row, _ = rows_of(run, name)
        assert row.time is None and row.verdict is None and why in told(row, "no_part"), row.remarks
    assert [remark.code for remark in run.remarks] == ["missing_peer"] and "absent" in run.remarks[0].text
    assert not rows_of(run, "absent")
    for row in rows_of(run, "plain"):
        assert row.time and row.time.pairs == 4 and row.baseline == "plain" and row.candidate == "encoder"
        assert {"blocks", "bytes", "kept", "left"} == set(row.steady)
    place = saved.save(run, tmp_path / "run.json")
    plain = json.loads(place.read_text())
    assert plain["schema"] == SCHEMA
    assert {"geometric_mean", "above", "cases"} <= set(plain["summary"]) and plain["summary"]["cases"] == 2
    assert saved.load(place).rows == run.rows and saved.load(place).summary == plain["summary"]


def test_the_rows_say_who_met_whom_and_how(meet: Meet) -> None:
    """A row for the repeated and one for the first call, and the encoder against itself."""
    run = meet("plain", case="login")
    assert [(row.experiment, row.mode, row.baseline, row.candidate) for row in run.rows] == [
        ("peers_noise", "repeated", "encoder", "encoder again"),
        ("peers", "repeated", "plain", "encoder"),
        ("peers_first", "first", "plain", "encoder"),
    ]
    first = row_of(run, "plain", judge.FIRST)
    assert first.time and first.bytes is None and run.environment["peers"]["plain"] == "1"
    assert told(row_of(run, "plain"), "counted") == "plain: strange."


def test_memory_of_a_known_call(meet: Meet) -> None:
    """A peer that asks for 1033 bytes, drops them and returns 35 is told to have done just that."""
    row = row_of(meet("known", case="int_42"), "known")
    assert {name: pair.baseline for name, pair in row.steady.items()} == {
        "bytes": 1033 + 35,
        "blocks": 2,
        "kept": 35,
        "left": 0,
    }
    assert row.peak.baseline == 1033


def test_what_is_left_on_the_callers_objects_is_seen(meet: Meet) -> None:
    """533 bytes on a first call, and none in a steady one."""
    row = row_of(meet("leave", case="hook_calls_1k"), "leave")
    assert row.steady["left"].baseline >= 533 and row.steady["left"].candidate == 0


def test_who_leaves_copies_in_strings_does_not_count_when_repeated(meet: Meet) -> None:
    """Its row says so and is passed over for the fastest peer; its first call counts like everybody's."""
    run = meet("copy_inside", "plain", case="cjk_texts_1k", settings=dataclasses.replace(TINY, quick=False))
    row = row_of(run, "copy_inside")
    assert row.time and "leaves UTF-8 copies" in told(row, judge.CACHED)
    assert row.steady["left"].baseline > 50_000
    assert judge.fastest(run.rows)["cjk_texts_1k"].baseline == "plain"
    assert not told(row_of(run, "copy_inside", judge.FIRST), judge.CACHED)
    assert not told(row_of(run, "plain"), judge.CACHED)


def test_a_first_call_case_has_first_calls_only() -> None:
    """Every sample is of a value that nobody has seen, so that copies in it do no harm to the comparison."""
    cell = PeerCell(name="japanese_1m_first", build="compiled")
    plan = PeerPlan(cases=(cell,), peers=(Entry(label="a", module="a"),), settings=TINY, margin=0.03)
    found = Found(cell=cell)
    one = {"note": "", "form": "bytes", "grown": 9, "failure": "", "samples": [], "firsts": [2.0, 4.0, 2.0]}
    contestants = {name: one for name in ("encoder", "encoder again", "a")}
    found.add({"output_bytes": 1, "origin": "generated", "others": 0.0, "contestants": contestants})
    run = rows.run_of(plan, [found], {}, versions={}, missing={})
    row = row_of(run, "a")
    assert row.mode == "first" and row.time and row.time.candidate_ns == 2 and not told(row, judge.CACHED)
    assert not rows_of(run, "a", judge.FIRST)


def test_pairs_are_kept_where_somebody_leaves_early() -> None:
    """Who is far behind has the first samples of each generation, and they meet ours of the same rounds."""
    cell = PeerCell(name="int_42", build="compiled")
    plan = PeerPlan(cases=(cell,), peers=(Entry(label="a", module="a"),), settings=TINY, margin=0.03)
    found = Found(cell=cell)
    for ours in ([1.0, 2.0, 9.0], [4.0, 5.0, 9.0]):
        contestants = {
            name: {"note": "", "form": "bytes", "grown": 0, "failure": "", "samples": samples, "firsts": []}
            for name, samples in (("encoder", ours), ("encoder again", ours), ("a", [10 * ns for ns in ours[:2]]))
        }
        found.add({"output_bytes": 1, "origin": "generated", "others": None, "contestants": contestants})
    row = row_of(rows.run_of(plan, [found], {}, versions={}, missing={}), "a")
    assert row.samples == {"baseline": (10.0, 20.0, 40.0, 50.0), "candidate": (1.0, 2.0, 4.0, 5.0)}
    assert row.time and row.time.ratio == pytest.approx(0.1)


def test_an_encoder_that_cannot_write_the_case_itself_is_an_error(meet: Meet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not one case could be measured there is no run."""
    monkeypatch.setattr("lab.measure.peers.plan.MODULES", {"encoder": "strange_refuse"})
    with pytest.raises(LabError, match="no such type"):
        meet("refuse", case="int_42")


def test_growth_is_followed_from_small_to_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time and page faults of each document at each size, and a dump whose length is what a file would hold."""
    needed("numpy")
    monkeypatch.setattr(growing, "DOCUMENTS", ("login", "int"))
    monkeypatch.setattr(growing, "SIZES", {True: (0.001, 0.01)})
    monkeypatch.setattr(growing, "STREAM", {True: 1 / 64})
    answers: list[dict[str, Any]] = []
    growing.grow(True, lambda: ("grow",), answers.append)
    (found,) = answers
    for followed in found["documents"].values():
        small, large = followed["sizes"]
        assert 900 < small < 1100 and 9000 < large < 11000 and min(followed["ns_per_byte"]) > 0
    assert list(found["documents"]) == ["login", "int"] and len(found["new_memory"]) == 2
    value = workloads.get("login").build()
    into = io.BytesIO()
    encoder.dump(iter([value] * (2**14 // (len(encoder.encode(value)) + 1))), into, iterables="array")
    assert found["dump"]["bytes"] == len(into.getvalue())


def test_growth_belongs_to_a_whole_compiled_run() -> None:
    """Who asks for a case wants that case; interpreted it would take minutes."""
    assert among_peers.plan_peers(build="compiled").growing
    assert not among_peers.plan_peers("int_42").growing and not among_peers.plan_peers(build="interpreted").growing


def test_real_peers_meet_it_too() -> None:
    """By the public function, with its sentence and tables."""
    needed("orjson")
    found = among_peers.peers("int_42", peer=["orjson", "json"], build="interpreted", quick=True)
    assert found.summary["cases"] == 1 and found.summary["fastest"] == {"int_42": "orjson"}
    assert "1 of 1 case (" in found.finding or "Never" in found.finding
    text: Any = str(found.table())
    assert "int_42" in text and "Geometric mean over 1 case" in text


def test_who_is_far_behind_leaves_early() -> None:
    """Not the encoder, however slow it is, nor who is near the fastest of those that repeat the work."""
    pilots = {"encoder": 900.0, "encoder again": 900.0, "idle": 1.0, "quick": 100.0, "near": 240.0, "far": 300.0}
    samplers = {label: (lambda ns=ns: ns) for label, ns in pilots.items()}
    settings = dataclasses.replace(TINY, rounds=(6, 6), budget=9.0)
    found = turns.repeated(samplers, pilots, settings, seed="1", idle={"idle"})
    assert {label: len(samples) for label, samples in found.items()} == dict.fromkeys(pilots, 6) | {"far": 3}
    repeated, first = cases.get("japanese_1m"), cases.get("japanese_1m_first")
    pilots |= {"idle": 100.0, "far": 500.0}
    again = turns.first_calls(samplers, repeated, pilots, settings, seed="1")
    assert {label: len(samples) for label, samples in again.items()} == dict.fromkeys(pilots, 6) | {"far": 0}
    asked = turns.first_calls(samplers, first, pilots, settings, seed="1")
    assert {label: len(samples) for label, samples in asked.items()} == dict.fromkeys(pilots, 6) | {"far": 3}


def test_a_cell_ends_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the fewest rounds the budget is the end; without them twenty budgets are, and one round is always there."""

    def rounds(*, seconds: float) -> int:
        clock = itertools.count(0.0, seconds)
        monkeypatch.setattr(turns.time, "monotonic", lambda: next(clock))
        settings = dataclasses.replace(TINY, rounds=(5, 9), budget=10.0)
        return len(turns.repeated({"encoder": lambda: 1.0}, {}, settings, seed="1")["encoder"])

    assert rounds(seconds=0.1) == 9
    assert rounds(seconds=6.0) == 5
    assert rounds(seconds=300.0) == 1
