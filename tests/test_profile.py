"""Does ``lab.profile`` of a callable tell its memory, and leave the process as it was?"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from absence import needed

import lab
from lab.errors import AlreadyProfilingError, CaptureError, MissingToolError, UnknownNameError
from lab.measure import shipping
from lab.measure.meters import captures, session
from lab.model import METRICS

needed("memray")
LOCK = threading.Lock()
"""Whoever uses it cannot be copied into another process."""
HEADER = sys.getsizeof(b"")


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test leaves a capture, a hook, a disabled collector or a running profile."""
    # What this process keeps until it ends lies elsewhere already.
    shipping.pack(len)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = (sys.getprofile(), sys.gettrace(), gc.isenabled())
    yield
    assert (sys.getprofile(), sys.gettrace(), gc.isenabled()) == before
    assert list(tmp_path.iterdir()) == []
    session.refuse()


def codes(found: Any) -> list[str]:
    return [remark.code for remark in found.remarks]


def test_the_figures_are_apart_and_have_names() -> None:
    """Two large buffers one after the other: both are allocated, one is the peak, none is retained."""

    def two() -> None:
        for _ in range(2):
            bytearray(9_000_000)

    found = lab.profile(two)
    one = 9_000_001 + sys.getsizeof(bytearray())
    counter = sys.getsizeof(iter(range(2)))
    assert found.allocated == 2 * one + sys.getsizeof(range(2)) + counter
    assert (found.peak, found.retained) == (one + counter, 0)
    assert found.blocks == 6 and codes(found) == []
    assert "retains 0 B" in found.finding and "two allocates 18,0" in found.finding
    assert all(f"| {name} |" in found._repr_markdown_() for name in ("allocated", "peak", "retained", "blocks"))


def test_what_a_result_holds_is_retained() -> None:
    """A hundred strings and the list around them, to the byte."""

    def hundred() -> list[bytes]:
        return [bytes(1000)] + [bytes(place) for place in (2000, 3000)]

    found = lab.profile(hundred)
    assert found.retained == sum(size + HEADER for size in (1000, 2000, 3000)) + sys.getsizeof(hundred())


@pytest.mark.parametrize("metric", METRICS)
def test_every_flame_graph_adds_up(metric: Any) -> None:
    """Bytes in the call tree are the figure of that name, and the functions of the callable are in it."""
    found = lab.profile(_raising)
    graph = found.flame(metric)
    assert sum(graph.data["a"]["bytes"]) == getattr(found, metric) > 0
    if metric == "allocated":
        assert sum(graph.data["a"]["blocks"]) == found.blocks
        assert {f"{__name__}._raising", f"{__name__}._held"} <= set(graph.data["names"])


def _held() -> list[str]:
    return [str(number) for number in range(1000, 1100)]


def _raising() -> list[str]:
    """It raises and catches, for which CPython makes frame objects of its own."""
    try:
        {}[1]
    except KeyError:
        bytes(4000)
        return _held()
    return []


def test_small_objects_are_counted_and_the_order_of_runs_does_not_matter() -> None:
    """200 strings from arenas that are there already count in full, whatever ran before."""

    def small() -> list[str]:
        return [str(number) + "x" for number in range(200)]

    first, other, second = lab.profile(small), lab.profile(_held), lab.profile(small)
    assert first.blocks == second.blocks >= 400 and first.allocated == second.allocated
    assert other.blocks >= 100


def test_a_profile_within_a_profile_is_refused_and_the_outer_one_is_given() -> None:
    """One clear error that says since when; who does not catch it ends there, and the outer figures say so."""
    caught = lab.profile(_outer_that_catches)
    assert caught.allocated >= 50_000 and "nested" not in codes(caught)
    escaped = lab.profile(_outer)
    assert escaped.allocated >= 50_000 and "nested" in codes(escaped)
    (told,) = (remark.text for remark in escaped.remarks if remark.code == "nested")
    assert "A profile is already running in this process (started at " in told and "of _outer" in told


def _outer() -> int:
    kept = bytes(50_000)
    lab.profile(_held)
    return len(kept)


def _outer_that_catches() -> int:
    kept = bytes(50_000)
    try:
        lab.profile(_held)
    except AlreadyProfilingError:
        return len(kept)
    raise AssertionError("a nested profile was not refused")


def test_running_it_again_works() -> None:
    """The same call twice gives the same figures and no error about a file that exists."""
    first, second = (lab.profile(_held) for _ in range(2))
    assert first.found == second.found


@pytest.mark.parametrize("here", [False, True], ids=["in a process of its own", "in this process"])
def test_an_interrupt_passes_through_and_the_next_profile_counts_its_own(here: bool) -> None:
    """KeyboardInterrupt reaches the caller; afterwards nothing of the interrupted call is counted."""

    def interrupted() -> None:
        held = bytearray(5 << 20)
        held.append(LOCK.locked() if here else 0)
        raise KeyboardInterrupt("stop")

    with pytest.raises(KeyboardInterrupt, match="stop"):
        lab.profile(interrupted)

    def one() -> None:
        bytearray(1 << 20).append(LOCK.locked() if here else 0)

    found = lab.profile(one)
    assert 1 << 20 < found.peak < 3 << 20 and found.retained == 0


def test_what_the_callable_raises_is_raised() -> None:
    """With its own class, and the place in the measuring process as a note."""
    with pytest.raises(ZeroDivisionError) as caught:
        lab.profile(lambda: 1 // 0)
    assert "measuring process" in caught.value.__notes__[0]


def test_what_cannot_be_copied_is_measured_here_with_a_remark() -> None:
    """A callable around a lock gives the same named figures, and the remark names the lock."""

    def locked() -> bytes:
        with LOCK:
            return bytes(70_000)

    found = lab.profile(locked)
    assert found.retained == 70_000 + HEADER <= found.allocated
    assert codes(found)[0] == "in_process" and "'LOCK'" in found.remarks[0].text


def test_other_threads_are_told_apart() -> None:
    """A noisy thread beside the callable is in none of its figures, and a remark says how much it asked for."""
    noisy, done = threading.Event(), threading.Event()

    def noise() -> None:
        while not done.is_set():
            bytearray(3 << 20)
            noisy.set()

    def beside() -> int:
        noisy.clear()
        noisy.wait(30)
        return len(bytes(1000))

    thread = threading.Thread(target=noise)
    thread.start()
    try:
        found = lab.profile(beside)
    finally:
        done.set()
        thread.join()
    assert 1000 < found.allocated < 100_000 and found.peak < 100_000
    assert found.found.elsewhere["bytes"] > 3 << 20
    assert "other_threads" in codes(found)


def test_a_fork_inside_works_and_is_told() -> None:
    """The child ends well, its memory is not counted, and a remark says so."""

    def forking() -> None:
        child = os.fork()
        if child == 0:
            bytearray(8 << 20)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0

    found = lab.profile(forking)
    assert found.peak < 1 << 20 and "forked" in codes(found)


def test_nothing_allocated_is_a_visible_figure() -> None:
    """An empty profile draws a sentence that says so, in every form, and no frame."""
    import xml.etree.ElementTree as ET

    from lab.show import flame, stills

    found = lab.profile(_nothing)
    assert (found.allocated, found.blocks, found.peak, found.retained) == (0, 0, 0, 0)
    graph = found.flame()
    assert "No allocations recorded" in graph.title and "No allocations recorded" in graph.html()
    assert "<script" not in graph.html()
    still = ET.fromstring(stills.draw(graph.data, label=graph.alt))
    assert len(still.findall("{*}rect")) == 1 and "No allocations recorded" in "".join(still.itertext())
    icicle = flame.icicle(found.found.profiles[0])
    assert "No allocations recorded" in icicle.layout.title.text and not icicle.data[0].ids


def _nothing() -> None:
    pass


@pytest.mark.parametrize("here", [False, True], ids=["in a process of its own", "in this process"])
def test_a_capture_may_not_fill_the_disk(here: bool) -> None:
    """A capture that grows beyond its limit is stopped with a message, and its file is removed."""

    def much() -> None:
        LOCK.locked() if here else None
        for _ in range(300_000):
            bytes(10)

    with pytest.raises(CaptureError, match="Tracking was stopped: .* larger than 1,000,000 bytes"):
        lab.profile(much, limit=1_000_000)


def test_threads_do_not_cut_each_other_short() -> None:
    """Profiles from several threads are whole; in one process the second is refused."""
    answers: list[Any] = []
    started, go_on = threading.Event(), threading.Event()

    def waiting() -> int:
        started.set()
        go_on.wait(30)
        return len(bytes(20_000))

    def job() -> None:
        answers.append(lab.profile(waiting).allocated)

    thread = threading.Thread(target=job)
    thread.start()
    try:
        assert started.wait(30)
        with pytest.raises(AlreadyProfilingError, match="of test_threads.*|of waiting"):
            lab.profile(lambda: LOCK.locked())
    finally:
        go_on.set()
        thread.join()
    assert answers and answers[0] >= 20_000


def test_another_tracker_is_named() -> None:
    """Inside somebody else's memray tracker the error says that, and that tracker goes on."""
    memray = needed("memray")
    with tempfile.TemporaryDirectory() as folder:
        with memray.Tracker(Path(folder, "theirs.bin")):
            with pytest.raises(AlreadyProfilingError, match="memray is tracking this process"):
                lab.profile(lambda: LOCK.locked())
            kept = bytes(300_000)
        with memray.FileReader(Path(folder, "theirs.bin")) as reader:
            assert any(record.size == len(kept) + HEADER for record in reader.get_allocation_records())


def test_the_callers_own_hooks_stay() -> None:
    """A profile function and a trace function that were set are set afterwards, and work."""
    seen: list[str] = []

    def profiler(frame: Any, event: str, argument: Any) -> None:
        seen.append(event)

    def tracer(frame: Any, event: str, argument: Any) -> None:
        return None

    before = sys.gettrace()
    sys.setprofile(profiler)
    sys.settrace(tracer)
    try:
        lab.profile(lambda: LOCK.locked())
        assert sys.getprofile() is profiler and sys.gettrace() is tracer
        seen.clear()
        _nothing()
        assert "call" in seen
    finally:
        sys.setprofile(None)
        sys.settrace(before)


def test_a_profiler_of_c_goes_on() -> None:
    """cProfile, whose hook is no function of Python's, still counts calls after a profile in its process."""
    import cProfile
    import pstats

    profiler = cProfile.Profile()
    profiler.enable()
    try:
        lab.profile(lambda: LOCK.locked())
        for _ in range(17):
            _nothing()
    finally:
        profiler.disable()
    calls = {name[2]: counts[0] for name, counts in pstats.Stats(profiler).stats.items()}
    assert calls["_nothing"] >= 17


def test_the_size_that_marks_calls_is_refused() -> None:
    """A call whose blocks look like the marks of the capture is an error, and no wrong figure."""
    size = captures.MARK
    with pytest.raises(CaptureError, match="one byte more or less"):
        lab.profile(lambda: bytes(size))
    assert lab.profile(lambda: bytes(size + 1)).retained == size + 1 + HEADER


def test_a_metric_that_does_not_exist_is_refused() -> None:
    """The word is named and the right ones are listed."""
    with pytest.raises(UnknownNameError, match="allocated, peak, temporary, retained"):
        lab.profile(_nothing).flame("total")  # type: ignore[arg-type]


def test_without_memray_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one error names memray, before anything is run."""
    monkeypatch.setitem(sys.modules, "memray", None)
    with pytest.raises(MissingToolError, match="pip install memray"):
        lab.profile(lambda: pytest.fail("it was run"))


def test_what_a_cell_defines_is_profiled_in_a_process_of_its_own() -> None:
    """A function of ``__main__`` that uses another one of there needs no module to be imported from."""
    code = (
        "import lab, json\ndef inner(): return bytes(5000)\ndef outer(): return inner()\n"
        "found = lab.profile(outer)\nprint(json.dumps([found.retained, [r.code for r in found.remarks],"
        " sorted(found.flame().data['names'])]))"
    )
    root = Path(__file__).resolve().parents[1]
    answer = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    retained, remarks, names = json.loads(answer.stdout)
    assert (retained, remarks) == (5000 + HEADER, []) and {"inner", "call"} <= set(names)
