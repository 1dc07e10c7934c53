"""Do the text kernels write what Python writes, at every instruction-set level?"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import random
import shlex
import shutil
import subprocess
from functools import cache, lru_cache
from pathlib import Path

import pytest
from absence import absent

from encoder.kernels import base64 as base64_twin
from encoder.kernels import escape as escape_twin

HERE = Path(__file__).parent
KERNELS = HERE.parent / "encoder" / "kernels"
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
# CFLAGS lets a sanitizer in: CFLAGS="-fsanitize=address,undefined" LD_PRELOAD=libasan.so pytest ...
# It would object to reading on in a page, which the kernels do knowingly where not told otherwise.
CFLAGS = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", *shlex.split(os.environ.get("CFLAGS", ""))]
CFLAGS += ["-DEXACT_LOADS"] if "-fsanitize" in " ".join(CFLAGS) else []

BUILDS = {"default": [], "portable": ["-DISA_PORTABLE"]}
LEVELS = {"baseline": 0, "ssse3": 1, "avx2": 2, "avx512": 3}
CASES = [*(("default", level) for level in LEVELS), ("portable", "baseline")]

# The kind of text that CPython keeps: how it lies in memory, the bytes a character, the plain text around an
# escape. The first two are both ASCII: short strings have a kernel of their own.
KINDS = {
    "short": ("ascii", 1, "abc DEF~\x7f"),
    "ascii": ("ascii", 1, "The quick brown fox\x7f"),
    "latin1": ("latin-1", 1, "caf\xe9 \xff na\xefve \x80 plain"),
    "ucs2": ("utf-16-le", 2, "日本語 \u07ff\u0800 text é \ud7ff\ue000\uffff"),
    "ucs4": ("utf-32-le", 4, "日本語 😀 text é \U00010000\U0010ffff \u07ff"),
}
PLENTY, SCARCE = 1 << 21, 512 + 7


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    """The kernels of each build, compiled side by side, each with the highest level that it can run here."""
    if COMPILER is None:
        absent("a C compiler")
    folder = tmp_path_factory.mktemp("kernels")
    jobs = {}
    for build, flags in BUILDS.items():
        command = [COMPILER, *CFLAGS, *flags, "-shared", "-fPIC", "-I", KERNELS, HERE / "kernel_text.c"]
        jobs[build] = subprocess.Popen([*command, "-o", folder / f"{build}.so"])
    found = {}
    for build, job in jobs.items():
        assert job.wait() == 0, f"{build}: the kernels do not compile without warnings"
        library = ctypes.CDLL(str(folder / f"{build}.so"))
        library.escape_texts.restype = ctypes.c_size_t
        library.encode_beginnings.restype = ctypes.c_void_p
        found[build] = library, library.open_stage()
    return found


@pytest.fixture(params=CASES, ids=lambda case: "-".join(case))
def kernels(request, libraries):
    """A library and the level to call in it."""
    build, level = request.param
    library, highest = libraries[build]
    if LEVELS[level] > highest:
        pytest.skip(f"this machine has no {level}")
    return library, LEVELS[level]


def escape_all(kernels, kind, texts, *, room=PLENTY):
    """What the kernel of `kind` makes of the texts; at the first lone surrogate its place, and no more."""
    library, level = kernels
    _, width, _ = KINDS[kind]
    data, sizes = in_memory(kind, tuple(texts))
    ends = (ctypes.c_int64 * len(sizes))()
    out = (ctypes.c_char * (6 * sum(map(len, texts)) + PLENTY + 64))()
    number = list(KINDS).index(kind)
    args = ctypes.c_size_t(len(sizes)), ctypes.c_size_t(room), ends
    done = library.escape_texts(level, number, out, data, sizes, *args)
    written = memoryview(out)
    result = [bytes(written[start:end]) for start, end in zip([0, *ends[:done]], ends[:done], strict=False)]
    if done < len(sizes):
        assert ends[done] > -(1 << 60), "the kernel wrote past its limit, or saw what is behind the text"
        result.append((-1 - ends[done]) // width)
    return result


@lru_cache(64)
def in_memory(kind, texts):
    """The texts of `kind` one behind the other as CPython keeps them, and the size of each."""
    encoding, _, _ = KINDS[kind]
    data = [text.encode(encoding, "surrogatepass") for text in texts]
    return b"".join(data), (ctypes.c_size_t * len(data))(*map(len, data))


def reference(text):
    """What the standard library writes between the quotes."""
    return json.dumps(text, ensure_ascii=False)[1:-1].encode()


def plain(kind, length):
    """`length` characters of `kind` that need no escape."""
    pattern = KINDS[kind][2]
    return (pattern * (length // len(pattern) + 1))[:length]


@pytest.mark.parametrize("kind", KINDS)
def test_an_escape_is_right_at_every_place_of_every_length(kernels, kind):
    """One escape anywhere in a text of any length below 200 changes nothing else."""
    texts, expected = texts_with_an_escape(kind)
    assert escape_all(kernels, kind, texts) == expected


@cache
def texts_with_an_escape(kind):
    """Texts of every length without an escape and with one; and what to expect."""
    texts = [plain(kind, length) for length in range(33 if kind == "short" else 201)]
    hits = '"\\\n\x00\x1f\b\x1b'
    for index, text in enumerate(texts[:]):
        places = range(len(text)) if len(text) < 70 else random.Random(index).sample(range(len(text)), 20)
        texts += [text[:at] + hits[at % len(hits)] + text[at + 1 :] for at in places]
    return texts, [reference(text) for text in texts]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("room", [PLENTY, SCARCE], ids=["plenty", "scarce"])
def test_escapes_of_every_density_are_right(kernels, kind, room):
    """Texts from no escape to nothing but escapes are right, however little room is lent at a time."""
    texts, expected = texts_of_every_density(kind)
    assert escape_all(kernels, kind, texts, room=room) == expected


@cache
def texts_of_every_density(kind):
    """Texts from no escape to nothing but escapes; and what to expect."""
    rng = random.Random(1)
    texts = []
    for density in (0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.9, 1):
        for length in (5, 17, 31, 32) if kind == "short" else (40, 63, 64, 65, 127, 128, 129, 1000, 5000):
            letters = [*plain(kind, length)]
            for at in range(length):
                if rng.random() < density:
                    letters[at] = rng.choice('"\\\n\t\r\b\f\x00\x01\x1f')
            texts.append("".join(letters))
    return texts, [reference(text) for text in texts]


@pytest.mark.parametrize("kind", KINDS)
def test_every_character_is_right(kernels, kind):
    """Every code point that a kind can hold, alone in a text and in a crowd, is written as Python does."""
    texts, expected = every_character(kind)
    assert escape_all(kernels, kind, texts) == expected


@cache
def every_character(kind):
    """All characters of `kind` in a row, cut into texts, and every so many alone; and what to expect."""
    limit = {"short": 0x80, "ascii": 0x80, "latin1": 0x100, "ucs2": 0x10000, "ucs4": 0x110000}[kind]
    crowd = "".join(map(chr, [*range(min(limit, 0xD800)), *range(0xE000, limit)]))
    size = 32 if kind == "short" else 4099
    texts = [crowd[at : at + size] for at in range(0, len(crowd), size)] + list(crowd[:: limit // 4096 + 1])
    return texts, [reference(text) for text in texts]


@pytest.mark.parametrize("kind", KINDS)
def test_random_mixtures_are_right(kernels, kind):
    """Texts that mix characters of one to four bytes and escapes at random are written as Python does."""
    texts, expected = mixtures(kind)
    assert escape_all(kernels, kind, texts, room=SCARCE) == expected


@cache
def mixtures(kind):
    """Texts of characters and escapes at random; and what to expect."""
    rng = random.Random(2)
    _, _, pattern = KINDS[kind]
    alphabets = [pattern, "ascii", pattern + '"\n', pattern + "aaaaaaaaaaaaaaaaaaaaaaaaaaa"]
    lengths = [rng.randrange(33 if kind == "short" else 150) for _ in range(800)]
    texts = ["".join(rng.choices(rng.choice(alphabets), k=length)) for length in lengths]
    return texts, [reference(text) for text in texts]


@pytest.mark.parametrize("kind", ["ucs2", "ucs4"])
@pytest.mark.parametrize("surrogate", ["\ud800", "\udbff", "\udc00", "\udfff"], ids=ascii)
def test_a_surrogate_is_found_where_it_is(kernels, kind, surrogate):
    """A lone surrogate stops the kernel exactly there, behind any text and in front of any."""
    for length in range(0, 70, 7):
        for before in (plain(kind, length), 'a"' * (length // 2), "日" * length):
            text = before + surrogate + plain(kind, length % 7)
            assert escape_all(kernels, kind, [text]) == [len(before)]


def test_clean_ascii_asks_for_no_more_room_than_it_takes(kernels):
    """A megabyte of clean ASCII is written in one go where its length and the margin are free."""
    text = plain("ascii", 1_000_000)
    assert escape_all(kernels, "ascii", [text], room=len(text) + 512) == [text.encode()]


@pytest.mark.parametrize("url", [False, True], ids=["standard", "url"])
def test_base64_is_right_for_every_length(kernels, url):
    """Base64 of 0 to 300 bytes and around 4096 is what the standard library writes, and not a byte more."""
    library, level = kernels
    data = random.Random(3).randbytes(4200)
    encode = base64.urlsafe_b64encode if url else base64.b64encode
    out = ctypes.create_string_buffer(1 << 20)
    for first, count in ((0, 301), (4090, 12)):
        start = ctypes.addressof(out)
        end = library.encode_beginnings(
            level, ctypes.c_void_p(start), data, ctypes.c_size_t(first), ctypes.c_size_t(count), url
        )
        assert end, "the kernel did not end where it must"
        expected = b"".join(encode(data[:n]) for n in range(first, first + count))
        assert ctypes.string_at(start, end - start) == expected


def test_every_group_of_base64_is_right(kernels):
    """Each six bits, at each of the four places, become the right character in both alphabets."""
    library, level = kernels
    data = b"".join(((n * 0o1010101) & 0xFFFFFF).to_bytes(3, "big") for n in range(64)) * 2
    for url, encode in ((0, base64.b64encode), (1, base64.urlsafe_b64encode)):
        out = ctypes.create_string_buffer(1024)
        one = ctypes.c_size_t(1)
        library.encode_beginnings(level, out, data, ctypes.c_size_t(len(data)), one, url)
        assert out.raw[: len(data) // 3 * 4] == encode(data)


def test_the_twins_agree_with_the_standard_library():
    """The interpreted kernels write what the standard library does, and nothing for a lone surrogate."""
    crowd = "".join(map(chr, [*range(0x3000), *range(0xFF00, 0x10400)]))
    assert escape_twin.quote(crowd) == b'"' + reference(crowd) + b'"'
    assert escape_twin.quote("") == b'""'
    assert escape_twin.quote('\n"\ud800') == b""
    for n in range(20):
        data = bytes(range(240, 256))[:n]
        assert base64_twin.encode(data) == base64.b64encode(data)
        assert base64_twin.encode(memoryview(data), url=True) == base64.urlsafe_b64encode(data)
