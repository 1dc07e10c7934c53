"""Do exports hold what the tables hold, in forms that other programs take?"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
from pathlib import Path

import pytest
import synthetic
from test_peers_command import run_among

from lab import saved
from lab.among_peers import PeerResult
from lab.errors import DiskError, LabError, UnknownNameError
from lab.model import Profile
from lab.result import Result
from lab.show import exports
from lab.show.speedscope import speedscope

RUN = synthetic.a_run()
STRANGE = ("<b>x</b>", "<lambda>", "</script><script>alert(1)</script>", "a`b|c", "Zoë\n\t\x00", "")


def strange_profile() -> Profile:
    """A call tree whose names are markup, line ends and nothing."""
    count = len(STRANGE)
    return synthetic.a_profile(
        names=STRANGE,
        places=tuple(f"<{n}>.py:{n}" for n in range(count)),
        name=tuple(range(count)),
        parent=(-1, *range(count - 1)),
        phase=(0,) * count,
        bytes=(2**63, 3, 0, 7, 2**64, 1),
        blocks=(1, 0, 2, 0, 1, 1),
    )


def held_to_the_schema(told: dict) -> None:
    """What speedscope's published file format (its file-format-spec.ts) asks of every sampled profile."""
    assert told["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = told["shared"]["frames"]
    for frame in frames:
        assert frame.keys() <= {"name", "file", "line", "col"} and type(frame["name"]) is str
        assert type(frame.get("line", 1)) is int and type(frame.get("file", "")) is str
    assert told.keys() <= {"$schema", "shared", "profiles", "name", "activeProfileIndex", "exporter"}
    for profile in told["profiles"]:
        assert profile.keys() == {"type", "name", "unit", "startValue", "endValue", "samples", "weights"}
        assert profile["type"] == "sampled" and profile["unit"] in ("none", "bytes")
        assert len(profile["samples"]) == len(profile["weights"]) and min(profile["weights"], default=1) > 0
        assert all(0 <= frame < len(frames) for stack in profile["samples"] for frame in stack)
        assert profile["endValue"] - profile["startValue"] == sum(profile["weights"])


@pytest.mark.parametrize("profile", [*RUN.profiles[:3], strange_profile()], ids=lambda profile: profile.design)
def test_speedscope_files_are_valid_and_add_up(profile: Profile) -> None:
    """By the format's own rules; bytes and blocks each sum to the table's figure, exactly; stacks start at the root."""
    told = json.loads(json.dumps(speedscope(profile), allow_nan=False))
    held_to_the_schema(told)
    by_bytes, by_blocks = told["profiles"]
    assert sum(by_bytes["weights"]) == sum(profile.bytes) and sum(by_blocks["weights"]) == sum(profile.blocks)
    assert {stack[0] for one in told["profiles"] for stack in one["samples"]} == {profile.name[0]}


def test_speedscope_has_file_and_line() -> None:
    """A place becomes a file and a line number; names stay as they are."""
    frames = speedscope(strange_profile())["shared"]["frames"]
    assert frames[1] == {"name": "<lambda>", "file": "<1>.py", "line": 1}
    assert [frame["name"] for frame in frames] == list(STRANGE)


def test_speedscope_is_flat_however_deep_the_stack() -> None:
    """5000 frames that all allocate are lists of numbers, folded in the middle, that any JSON reader takes."""
    count = 5000
    deep = synthetic.a_profile(
        name=(0, *(1,) * (count - 1)),
        parent=tuple(range(-1, count - 1)),
        phase=(0,) * count,
        bytes=tuple(range(count)),
        blocks=(1,) * count,
    )
    told = json.dumps(speedscope(deep))
    held_to_the_schema(json.loads(told))
    depth = level = 0
    for bracket in re.findall(r"[\[\]{}]", told):
        level += 1 if bracket in "[{" else -1
        depth = max(depth, level)
    by_bytes, by_blocks = json.loads(told)["profiles"]
    assert depth < 10 and max(map(len, by_bytes["samples"])) == 201 and len(told) < 15_000_000
    assert sum(by_bytes["weights"]) == sum(range(count)) and sum(by_blocks["weights"]) == count


def test_markdown_begins_with_where_it_was_measured() -> None:
    """A block with run, machine and versions, then the pipe tables; a name cannot close the block."""
    run = dataclasses.replace(RUN, environment={**RUN.environment, "processor": "a```b"})
    head, _, rest = exports.markdown(run).removeprefix("```\n").partition("\n```\n")
    assert RUN.run_id in head and "Python 3.11.7" in head and "memray 1.20.0" in head and "`" not in head
    widths = [len(re.findall(r"(?<!\\)\|", line)) for line in rest.splitlines() if line.startswith("|")]
    assert len(set(widths)) == 1 and len(widths) > len(RUN.rows)


def test_csv_has_every_row() -> None:
    """A line a baseline and a line a candidate, with plain numbers."""
    lines = list(csv.DictReader(io.StringIO(exports.csv(RUN))))
    rivals = [line for line in lines if line["Verdict"] != "baseline"]
    assert [float(line["Ratio"]) for line in rivals] == [row.time.ratio for row in RUN.rows]
    assert [int(line["Allocated"]) for line in rivals] == [row.bytes.candidate for row in RUN.rows]


def test_json_is_the_run(tmp_path: Path) -> None:
    """The JSON export is a file that the lab loads."""
    (place,) = Result(RUN).export(tmp_path, formats="json")
    assert saved.load(place) == dataclasses.replace(RUN, replayed=True)


def test_a_run_among_peers_is_exported_too(tmp_path: Path) -> None:
    """As Markdown, CSV and JSON; it has no call trees, and says so where only they are asked for."""
    found = PeerResult(run_among())
    endings = {place.suffix: place.read_text() for place in found.export(tmp_path)}
    assert endings.keys() == {".md", ".csv", ".json"}
    assert "encoder against each peer" in endings[".md"] and "msgspec" in endings[".csv"]
    with pytest.raises(LabError, match="no call trees"):
        found.export(tmp_path, formats="speedscope")


def test_names_are_such_that_a_disk_takes_them(tmp_path: Path) -> None:
    """Paths, labels of several axes and long or strange run ids make plain names, and no two collide."""
    profiles = tuple(
        dataclasses.replace(RUN.profiles[0], workload=f"file:/{folder}/mine.json", design="tree=value, writer=fresh")
        for folder in ("a", "b")
    )
    run = dataclasses.replace(RUN, profiles=profiles, run_id="../<b>" + "x" * 300)
    names = [path.name for path in exports.write(run, tmp_path / "new" / "folder")]
    assert len(set(names)) == len(names) == 5 and all(len(name) < 200 for name in names)
    assert not set("/: =,<>") & set("".join(names)) and sum(".mine.to_bytes." in name for name in names) == 2


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    """An unknown format, no trees for speedscope, and a folder that is a file: each an error, and no file."""
    bare = dataclasses.replace(RUN, profiles=())
    with pytest.raises(UnknownNameError, match="speedscope"):
        exports.write(RUN, tmp_path, ["md", "xml"])
    with pytest.raises(LabError, match="no call trees"):
        exports.write(bare, tmp_path, "speedscope")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskError, match="could not be made a folder"):
        exports.write(RUN, tmp_path / "file")
    assert len(exports.write(bare, tmp_path)) == 3
