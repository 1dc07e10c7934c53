"""Is laid-out JSON what the standard library lays out, wherever the text is cut?"""

from __future__ import annotations

import ctypes
import functools
import io
import json
import os
import random
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from absence import absent
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import encoder
from encoder.kernels import layout as twin

HERE = Path(__file__).parent
KERNELS = HERE.parent / "encoder" / "kernels"
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
# CFLAGS lets a sanitizer in, as in test_kernel_text.py; PYTHONMALLOC=malloc shows it each bytes object by itself.
CFLAGS = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-shared", "-fPIC"]
CFLAGS += shlex.split(os.environ.get("CFLAGS", ""))
Kernel = Callable[[bytes, tuple, bytearray], bytes]
BUILDS = {"default": [], "portable": ["-DISA_PORTABLE"]}
LEVELS = ["baseline", "ssse3", "avx2", "avx512"]

VALUES: list[Any] = [
    None, 1, "", "a", [], {}, [[]], [{}], {"a": []}, {"a": {}}, [[], []], [1, 2], [[1], [2]],
    {"a": 1, "b": [1, {"c": 2}]}, '"', "\\", '\\"', 'a\\\\"[{,:}]', {"[": "]", "{,": ":}"}, {"": ""}, {'"': '\\"'},
    ["\\" * n + '"' for n in range(6)],
    ["," * 70, ":" * 70, "[" * 70], {"k" * 63: "v" * 64}, [[[[[[]]]]]], [[[[{"a": [[1]]}], 2], 3], 4],
    [1.5, -2, True, None, "é€😀"], {"a\n": "\t\u2028"}, [[0] * 40, ["x" * n for n in range(70)]],
]  # fmt: skip


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The C kernels of each build."""
    include = sysconfig.get_path("include")
    if COMPILER is None or not Path(include, "Python.h").exists():
        absent("a C compiler, or Python's headers")
    folder = tmp_path_factory.mktemp("layout")
    command = [COMPILER, *CFLAGS, "-I", KERNELS, "-I", include, HERE / "kernel_layout.c"]
    jobs = {
        build: subprocess.Popen([*command, *flags, "-o", folder / f"{build}.so"]) for build, flags in BUILDS.items()
    }
    assert not any([job.wait() for job in jobs.values()]), "the kernels do not compile without warnings"
    found = {build: ctypes.PyDLL(str(folder / f"{build}.so")) for build in jobs}
    for library in found.values():
        library.lay_out_piece.argtypes = [ctypes.c_int, *[ctypes.py_object] * 3]
        library.lay_out_piece.restype = ctypes.py_object
    return found


@pytest.fixture(scope="module", params=["twin", *LEVELS, "portable"])
def kernel(request: pytest.FixtureRequest) -> Kernel:
    """The twin, the C kernel of each level that this machine has, and the one for any machine."""
    if request.param == "twin":
        return functools.partial(twin.lay_out, None)
    libraries = request.getfixturevalue("libraries")
    if request.param == "portable":
        return functools.partial(libraries["portable"].lay_out_piece, 0)
    level = LEVELS.index(request.param)
    best = libraries["default"].best_level()
    if level > best:
        pytest.skip(f"this machine's best level is {LEVELS[best]}")
    return functools.partial(libraries["default"].lay_out_piece, level)


def compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def style(indent: int | str | None, item: str, key: str, *, newline: str = "\n", open_empty: bool = False) -> tuple:
    """A style as the kernel takes it, from what the standard library takes."""
    indent = " " * indent if isinstance(indent, int) else indent
    return item.encode(), key.encode(), None if indent is None else indent.encode(), newline.encode(), open_empty


STYLES = [
    (None, ", ", ": "), (None, ",", ":"), (None, " ; ", " = " * 60), (2, ",", ": "), (0, ",", ": "), ("\t", ", ", ":"),
    (70, ",", ": "), (2, "," * 200, ":"), ("", "", ""),
]  # fmt: skip


@functools.cache
def around(border: int, indent: int | None, item: str) -> list[tuple[bytes, bytes]]:
    """Texts and their laid-out forms in which every kind of byte stands on the border once."""
    tails: list[Any] = [[], {}, [[]], [{}], "\\", '"', '\\"', 1, {"a": {}}, [1, [2]], {"\\": ["\\\\"]}]
    values = [["x" * before, tail, tail] for tail in tails for before in range(border - 24, border + 2)]
    return [(compact(value), stdlib(value, indent, item, ": ")) for value in values]


def stdlib(value: Any, indent: int | str | None, item: str, key: str) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=indent, separators=(item, key)).encode()


def in_pieces(kernel: Kernel, text: bytes, cuts: list[int], form: tuple) -> bytes:
    """The text laid out as pieces that end at `cuts`."""
    state = bytearray()
    edges = [0, *cuts, len(text)]
    return b"".join(kernel(text[a:b], form, state) for a, b in zip(edges, edges[1:], strict=False))


@pytest.mark.parametrize("case", STYLES, ids=str)
def test_a_document_is_laid_out_as_the_standard_library_does(kernel: Kernel, case: tuple) -> None:
    """In one piece, cut in two at every place, and byte by byte."""
    form = style(*case)
    for value in VALUES:
        text, expected = compact(value), stdlib(value, *case)
        assert in_pieces(kernel, text, [], form) == expected
        assert in_pieces(kernel, text, list(range(1, len(text))), form) == expected
        for cut in range(len(text) + 1) if len(text) < 500 else range(0, len(text), 7):
            assert in_pieces(kernel, text, [cut], form) == expected, (text, cut)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.sampled_from('ab"\\[]{},:\n é€😀'), max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=40,
)


@seed(20)
@settings(max_examples=150, deadline=None)
@given(JSON, st.sampled_from(STYLES), st.lists(st.integers(0, 300), max_size=6))
def test_any_document_cut_anywhere(kernel: Kernel, value: Any, case: tuple, cuts: list[int]) -> None:
    """Random documents in random pieces, of which some are empty."""
    text = compact(value)
    cuts = sorted(min(cut, len(text)) for cut in cuts)
    assert in_pieces(kernel, text, cuts, style(*case)) == stdlib(value, *case)


def at_borders(rng: random.Random) -> Any:
    """Texts, numbers and brackets of such lengths that every kind of byte comes to stand on every border."""
    texts = ["x" * rng.randrange(130), "\\" * rng.randrange(9) + '"' * rng.randrange(3), '",:[{' * rng.randrange(30)]
    some = rng.choice([rng.choice(texts), rng.choice(texts), rng.randrange(10 ** rng.randrange(1, 30)), [], {}, [[]]])
    return rng.choice([some, [some] * rng.randrange(3), {"k" * rng.randrange(40): some, '"\\': []}])


@pytest.mark.parametrize("case", STYLES, ids=str)
def test_blocks_and_chunks_end_nowhere_that_shows(kernel: Kernel, case: tuple) -> None:
    """Some ten thousand bytes with marks, escapes and strings at all distances from each other, whole and in pieces."""
    rng = random.Random(64)
    for _ in range(3):
        value = [at_borders(rng) for _ in range(150)]
        text, expected = compact(value), stdlib(value, *case)
        assert in_pieces(kernel, text, [], style(*case)) == expected
        cuts = sorted(rng.randrange(len(text)) for _ in range(9))
        assert in_pieces(kernel, text, cuts, style(*case)) == expected


@pytest.mark.parametrize("border", [64, 96, 128, 2048, 2144])
def test_every_kind_of_byte_stands_on_a_border(kernel: Kernel, border: int) -> None:
    """What comes next is another block's, another chunk's, another piece's, or nobody's."""
    for form in ((2, ",", ": "), (None, ", ", ": ")):
        for text, expected in around(border, *form[:2]):
            assert kernel(text, style(*form), bytearray()) == expected
            assert in_pieces(kernel, text, [border], style(*form)) == expected


@pytest.mark.parametrize("indent", [1, 8, "\t", 1000])
def test_a_deep_line_is_as_long_as_its_indent(kernel: Kernel, indent: int | str) -> None:
    """Below and above what is kept ready: hundreds of levels, with members at each."""
    value: Any = {}
    for level in range(12 if indent == 1000 else 300):
        value = {"a": level, "b": [value, []]}
    text = compact(value)
    assert in_pieces(kernel, text, [1000], style(indent, ",", ": ")) == stdlib(value, indent, ",", ": ")


SWIFT = style(2, ",", " : ", open_empty=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"[]", b"[\n\n]"),
        (b"{}", b"{\n\n}"),
        (b'{"a":[]}', b'{\n  "a" : [\n\n  ]\n}'),
        (b'{"a":[],"b":[{}]}', b'{\n  "a" : [\n\n  ],\n  "b" : [\n    {\n\n    }\n  ]\n}'),
        (
            b'{"email":"appleseed@apple.com","name":"Johnny Appleseed"}',
            b'{\n  "email" : "appleseed@apple.com",\n  "name" : "Johnny Appleseed"\n}',
        ),
    ],
)
def test_swifts_layout_leaves_empty_containers_open(kernel: Kernel, text: bytes, expected: bytes) -> None:
    """As swift-foundation's tests write them, cut at every byte too."""
    for cut in range(len(text) + 1):
        assert in_pieces(kernel, text, [cut], SWIFT) == expected


def test_lines_end_as_asked(kernel: Kernel) -> None:
    """CR LF wherever a line ends, and nowhere else."""
    form = style(2, ",", ": ", newline="\r\n")
    assert kernel(b'{"a":[1,2],"b":[]}', form, bytearray()) == (
        b'{\r\n  "a": [\r\n    1,\r\n    2\r\n  ],\r\n  "b": []\r\n}'
    )


def test_documents_may_follow_each_other(kernel: Kernel) -> None:
    """A newline between two documents of one state stays one, and the second begins at the margin."""
    form = style(None, ", ", ": ")
    assert in_pieces(kernel, b'{"a":1,"b":2}\n[3,4]\n', [5, 14], form) == b'{"a": 1, "b": 2}\n[3, 4]\n'


def test_depth_is_only_a_number(kernel: Kernel) -> None:
    """A million levels with no indent to speak of are laid out; and 3000 with one, as they must be."""
    depth = 1_000_000
    out = kernel(b"[" * depth + b"]" * depth, style("", ",", ":"), bytearray())
    assert out == b"[\n" * (depth - 1) + b"[]" + b"\n]" * (depth - 1)
    depth = 3000
    lines = [" " * n + "[" for n in range(depth - 1)] + [" " * (depth - 1) + "[]"]
    lines += [" " * n + "]" for n in range(depth - 2, -1, -1)]
    text = b"[" * depth + b"]" * depth
    assert in_pieces(kernel, text, [1000, 3000, 3001], style(1, ",", ":")) == "\n".join(lines).encode()


def test_a_bracket_too_many_does_no_harm(kernel: Kernel) -> None:
    """Text that is no JSON comes out as some text; nothing else is promised."""
    assert kernel(b"]]}[1]", style(2, ",", ":"), bytearray()) == b"\n]\n]\n}[\n  1\n]"


def deep_and_wide(rng: random.Random, depth: int) -> Any:
    """A document with strings of all lengths, some of them full of marks."""
    if depth == 0:
        texts = ["x" * rng.randrange(80), 'a"b\\c[1,2]:{}' * rng.randrange(9), "\\" * 65]
        return rng.choice([1, -2.5, None, True, *texts])
    if rng.random() < 0.5:
        return [deep_and_wide(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {f"k{'e' * rng.randrange(70)}{i}": deep_and_wide(rng, depth - 1) for i in range(rng.randrange(4))}


@pytest.mark.parametrize("indent", [None, 0, 2, 40, "\t", " \t"])
def test_encode_lays_out(indent: int | str | None) -> None:
    """The public option, in whichever build runs, beside the standard library."""
    rng = random.Random(3)
    item, key = ("," if indent is not None else ", "), ": "
    for value in [*VALUES, *(deep_and_wide(rng, 5) for _ in range(40))]:
        layout = "spaced" if indent is None else "compact"
        assert encoder.encode(value, indent=indent, layout=layout) == stdlib(value, indent, item, key)


def test_dump_lays_out_in_pieces() -> None:
    """A file of many pieces is cut nowhere that shows."""
    value = [{"a": ["\\" * 3, i, {}, []], 'b"': 'x[,]"' * (i % 50)} for i in range(3000)]
    file = io.BytesIO()
    encoder.dump(value, file, indent=2)
    assert file.getvalue() == stdlib(value, 2, ",", ": ")


def test_encode_lays_out_as_swift_does() -> None:
    """The layout by name."""
    assert encoder.encode({"a": []}, indent=2, layout="swift") == b'{\n  "a" : [\n\n  ]\n}'
