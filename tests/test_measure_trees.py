"""Do blocks become the right call tree, and a thinned trace?"""

from __future__ import annotations

import itertools
import random

from lab.measure.meters import trees
from lab.measure.meters.captures import Operation, Stack
from lab.model import Design

DESIGN = Design(label="value", axes={"tree": "value"})
ABOUT = {"workload": "login", "method": "to_bytes", "build": "interpreted"}
PHASES = {"lib.tree": "build", "lib.write": "result", "lib.tree.Box.name": "escape"}


def stack(*functions: str) -> Stack:
    """A stack of functions in one file that is not there, so that its stem names the module."""
    return tuple((function, "/nowhere/lib.py", 1) for function in functions)


def traced(*blocks: tuple[int, Stack | None]) -> Operation:
    """Blocks (and, without a stack, frees) as a traced capture gives them."""
    sizes, stacks = zip(*blocks, strict=True)
    return Operation(sizes=list(sizes), addresses=list(range(len(sizes))), stacks=list(stacks))


def test_frame_objects_of_the_hook_are_taken_out() -> None:
    """Blocks that only the traced call has, in between, are dropped; the rest keep their stacks."""
    counted = Operation(sizes=[50, 60], addresses=[1, 2])
    seen = traced((144, stack("a")), (50, stack("a", "b")), (-144, None), (60, stack("a")))
    blocks = trees.attributed(counted, seen)
    assert [(block.size, block.stack[-1][0]) for block in blocks] == [(50, "b"), (60, "a")]


def test_a_frame_object_of_the_size_of_a_block_is_told_by_its_stack() -> None:
    """Of two equal sizes, the one after which the stack is deeper was the frame of the function entered."""
    counted = Operation(sizes=[144], addresses=[1])
    blocks = trees.attributed(counted, traced((144, stack("a")), (144, stack("a", "b"))))
    assert [block.stack[-1][0] for block in blocks] == ["b"]


def test_a_real_block_before_a_call_stays() -> None:
    """The stack's hint yields where following it would leave too few blocks."""
    counted = Operation(sizes=[144, 30], addresses=[1, 2])
    blocks = trees.attributed(counted, traced((144, stack("a")), (30, stack("a", "b"))))
    assert [block.size for block in blocks] == [144, 30]


def test_calls_that_differ_are_not_matched() -> None:
    """Where the traced call lacks a block of the counted one, there is no tree rather than a wrong one."""
    assert trees.attributed(Operation(sizes=[50], addresses=[1]), traced((60, stack("a")))) is None


def test_native_frames_of_the_hook_are_known() -> None:
    """With C frames in the stack, whatever CPython's hook call asked for is dropped at once."""
    hook = (*stack("a"), ("call_trace", "Python/ceval.c", 1))
    blocks = trees.attributed(Operation(sizes=[50], addresses=[1]), traced((50, hook), (50, stack("a", "b"))))
    assert blocks[0].stack == stack("a", "b")


def test_what_cannot_be_matched_is_placed_as_far_as_it_goes() -> None:
    """A block that comes in another order under the hook has no stack; the others keep theirs, and none is lost."""
    counted = Operation(sizes=[50, 456, 60], addresses=[1, 2, 3])
    seen = traced((456, stack("a")), (50, stack("a", "b")), (60, stack("a", "c")))
    assert trees.attributed(counted, seen) is None
    blocks = trees.placed(counted, seen)
    assert [(block.size, block.stack[-1:]) for block in blocks] == [
        (50, stack("b")),
        (456, ()),
        (60, stack("c")),
    ]


def test_sums_are_those_of_the_blocks() -> None:
    """Self values add up to all bytes and blocks; every parent comes before its children."""
    numbers = random.Random(1)
    blocks = [
        trees.Block(
            size=numbers.randrange(1, 500), stack=stack(*numbers.choices("abc", k=numbers.randrange(6)))
        )
        for _ in range(300)
    ]
    tree = trees.profile(blocks, metric="allocated", phases={}, design=DESIGN, about=ABOUT)
    assert sum(tree.bytes) == sum(block.size for block in blocks)
    assert sum(tree.blocks) == len(blocks)
    assert tree.parent[0] == -1
    assert all(parent < node for node, parent in enumerate(tree.parent))
    assert all(len(column) == len(tree.name) for column in (tree.parent, tree.phase, tree.bytes, tree.blocks))


def test_recursion_is_folded() -> None:
    """However deep a function calls itself, through others too, it is one node a name."""
    deep = trees.Block(size=7, stack=stack("walk", *["item", "walk"] * 500, "write"))
    tree = trees.profile([deep], metric="peak", phases={}, design=DESIGN, about=ABOUT)
    assert [tree.names[name] for name in tree.name] == ["call", "lib.walk", "lib.write"]


def test_phases_are_inherited() -> None:
    """The longest declared name decides; what is in none belongs to its caller, the root to ``call``."""
    blocks = [trees.Block(size=1, stack=stack("other")), trees.Block(size=1, stack=stack("write", "other"))]
    tree = trees.profile(blocks, metric="allocated", phases=PHASES, design=DESIGN, about=ABOUT)
    seen = {
        (tree.names[name], tree.phases[tree.phase[parent]] if parent >= 0 else None): tree.phases[phase]
        for name, parent, phase in zip(tree.name, tree.parent, tree.phase, strict=True)
    }
    assert seen == {
        ("call", None): "call",
        ("lib.other", "call"): "call",
        ("lib.write", "call"): "result",
        ("lib.other", "result"): "result",
    }


def test_no_blocks_make_a_tree_of_one_node() -> None:
    """An operation that allocates nothing has a root of width 0."""
    tree = trees.profile([], metric="allocated", phases={}, design=DESIGN, about=ABOUT)
    assert (tree.names, tree.bytes, tree.blocks) == (("call",), (0,), (0,))


def test_a_thinned_trace_keeps_its_extremes() -> None:
    """Of many thousand events some two thousand points stay, the highest and the last among them."""
    numbers = random.Random(2)
    sizes = [numbers.randrange(-5, 9) or 1 for _ in range(50_000)]
    operation = Operation(sizes=sizes, addresses=[])
    trace = trees.live_trace(operation, design=DESIGN, about=ABOUT, result_bytes=1)
    assert len(trace.event) == len(trace.live) <= trees.TRACE_POINTS + 2
    assert max(trace.live) == operation.peak
    assert (trace.event[0], trace.live[0]) == (0, 0)
    assert (trace.event[-1], trace.live[-1]) == (50_000, sum(sizes))
    assert all(a < b for a, b in itertools.pairwise(trace.event))
