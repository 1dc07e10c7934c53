"""Are the blocks of each flame graph the right ones?"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from absence import needed

from lab.measure.meters import captures
from lab.measure.meters.captures import MARK, Operation
from lab.measure.meters.selections import TEMPORARY, selected, weighed
from lab.measure.meters.tracking import Capture
from lab.model import METRICS


def test_alive_at_the_peak() -> None:
    """Blocks freed before the peak are not in it, and those that come after it are not either."""
    operation = Operation(sizes=[10, 20, -10, 30, -30, 5], addresses=[1, 2, 1, 3, 3, 4])
    assert operation.peak == 50
    assert selected(operation, "peak") == {1, 2}


def test_an_address_used_again_is_another_block() -> None:
    """malloc hands out a freed address again; both blocks are counted, one is alive."""
    operation = Operation(sizes=[10, -10, 30], addresses=[1, 1, 1])
    assert [selected(operation, metric) for metric in METRICS] == [{0, 1}, {1}, {0}, {1}]


def test_what_is_there_at_the_end_is_retained() -> None:
    """What was freed at any time before is not."""
    operation = Operation(sizes=[10, 20, 40, -20], addresses=[1, 2, 3, 2])
    assert selected(operation, "retained") == {0, 2}
    assert weighed(operation, "retained") == operation.live[-1] == 50


def test_a_block_is_temporary_if_at_most_one_came_before_it_was_freed() -> None:
    """Freed at once, or after one other; not after two."""
    operation = Operation(sizes=[1, -1, 2, 4, -2, 8, 16, -4], addresses=[1, 1, 2, 3, 2, 4, 5, 3])
    assert selected(operation, "temporary") == {0, 1}


def test_a_call_without_blocks_selects_none() -> None:
    """Every metric of it is empty."""
    assert [weighed(Operation(), metric) for metric in METRICS] == [0, 0, 0, 0]


def large(size: int) -> bytes:
    """A block with a stack of its own: memray adds up what has the same one."""
    return bytes(size)


@pytest.mark.parametrize("seed", range(4))
def test_they_agree_with_memray(seed: int, tmp_path: Path) -> None:
    """Bytes that are temporary, and those that leak, are what memray makes of the same capture."""
    memray = needed("memray")
    path = tmp_path / "capture.bin"
    chance = random.Random(seed)
    steps = [(chance.random() < 0.4, chance.randrange(4), chance.randrange(5000, 60_000)) for _ in range(300)]
    alive: list[bytes] = []
    with Capture(path):
        bytes(MARK)
        for frees, place, size in steps:
            if frees and alive:
                del alive[max(0, len(alive) - 1 - place)]
            else:
                alive.append(large(size))
                if place < 3:
                    large(size)
        bytes(MARK)
        kept = list(alive)
    (operation,) = captures.operations(path, expected=1)
    with memray.FileReader(path) as reader:

        def told(records: Iterable[Any]) -> int:
            of_large = (
                record for record in records if [name for name, *_ in record.stack_trace()[:1]] == [large.__name__]
            )
            return sum(record.size for record in of_large)

        temporary = told(reader.get_temporary_allocation_records(threshold=TEMPORARY, merge_threads=True))
        retained = told(reader.get_leaked_allocation_records(merge_threads=True))
    ours = {number for number, size in enumerate(operation.asked) if size > 5000}
    assert sum(operation.asked[number] for number in selected(operation, "temporary") & ours) == temporary > 0
    assert sum(operation.asked[number] for number in selected(operation, "retained") & ours) == retained
    assert retained == sum(map(sys.getsizeof, kept)) > 0
