"""Does a worker refuse what it is not, and keep its answers apart from what others print?"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import encoder

ROOT = Path(__file__).resolve().parents[1]


def answers(folder: Path, package: str, *, build: str, requests: str = "") -> list[dict]:
    """What a worker answers that finds ``package`` under the name of the encoder."""
    place = folder / "encoder"
    place.mkdir()
    (place / "__init__.py").write_text(package)
    environment = {**os.environ, "ENCODER_BUILD": build, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    found = subprocess.run(
        [sys.executable, "-P", "-m", "lab.measure.worker"],
        input=requests,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 0, found.stderr
    return [json.loads(line) for line in found.stdout.splitlines()]


def test_another_build_than_the_asked_one_is_refused(tmp_path: Path) -> None:
    """A run that is not what it says it is would be the worst fault, so nothing is measured."""
    (answer,) = answers(tmp_path, 'build = "interpreted"', build="compiled")
    assert (answer["event"], answer["kind"]) == ("error", "BuildError")
    assert "compiled build was asked for" in answer["text"]


def test_an_encoder_that_does_not_load(tmp_path: Path) -> None:
    """Its own words are passed on, such as those of a stale compiled set."""
    (answer,) = answers(tmp_path, 'raise ImportError("the sources changed")', build="compiled")
    assert (answer["kind"], answer["text"]) == ("BuildError", "the sources changed")


def test_what_is_printed_does_not_disturb_the_answers(tmp_path: Path) -> None:
    """Prints of an encoder or a plug-in go to stderr."""
    package = 'print("hello")\nbuild = "interpreted"\nbuild_report = dict\nclass EncodeError(Exception): ...'
    first, second = answers(tmp_path, package, build="interpreted", requests='{"do": "sample"}\n')
    assert first["event"] == "start"
    assert (second["kind"], second["text"]) == ("WorkerError", "No contestant is resident in this worker.")


STARTER = """
import os, signal, sys
from lab.measure.process import Worker

with Worker({build!r}) as worker:
    worker.begin()
    os.kill(worker.pid, signal.SIGSTOP)
    print(worker.pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process of its starter's end")
def test_a_worker_that_does_not_listen_ends_with_its_starter() -> None:
    """One that is stopped stands for one that never returns: it cannot see that its input ended."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", STARTER.format(build=encoder.build)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as starter:
        worker = os.pidfd_open(int(starter.stdout.readline()))
        starter.kill()
    ended, _, _ = select.select([worker], [], [], 30)
    if not ended:
        signal.pidfd_send_signal(worker, signal.SIGKILL)
    os.close(worker)
    assert ended
