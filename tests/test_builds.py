"""Is the build that runs the one that was asked for, and does the core of the suite pass in the other build too?

The encoder's tests run in the build of this process. One test here runs the core of them once more, in a child, in
the other build.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from absence import absent, needed
from suite import CORE, encoder_tests

import encoder
from encoder import _build

TESTS = Path(__file__).resolve().parent
ROOT = Path(encoder.__file__).resolve().parents[1]
SAY = "import encoder; print(encoder.build, encoder.encode([1]).decode())"
OTHER = {"compiled": "interpreted", "interpreted": "compiled"}[encoder.build]
Copy = Callable[[], Path]
LIGHT = set(
    "__future__ _collections_abc _json _operator _stat binascii genericpath nt ntpath os posixpath stat".split()
)
"""What the encoder may bring along: what an interpreter has soon anyway, and codecs in C."""


def run(
    *words: str, build: str = "auto", at: Path = ROOT, timeout: float = 60, **environment: str
) -> subprocess.CompletedProcess[str]:
    """A child Python in the folder `at`, under the build it is asked for."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "ENCODER"))}
    return subprocess.run(
        [sys.executable, *words],
        cwd=at,
        env={**kept, "PYTHONPATH": str(at), "ENCODER_BUILD": build, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """Makes a copy of the package, compiled modules and all, to spoil."""

    def make() -> Path:
        shutil.copytree(ROOT / "encoder", tmp_path / "encoder", ignore=shutil.ignore_patterns("__pycache__"))
        return tmp_path

    return make


def test_the_encoders_tests_are_found() -> None:
    """The modules that test kernels by name are among them; those that reach the lab, even through another, are not."""
    found = set(encoder_tests())
    assert {"test_kernel_numbers.py", "test_kernel_text.py", "test_every_recipe.py", Path(__file__).name} <= found
    assert not {"test_calls.py", "test_cli.py", "test_measure_contestants.py", "test_floors.py"} & found


def needs_compiled() -> None:
    if problem := _build.verdict():
        absent(f"the compiled build ({problem})")


def test_the_core_passes_in_the_other_build() -> None:
    """What holds in this build of walks, frames, records, texts and numbers holds in the other."""
    if OTHER == "compiled":
        needs_compiled()
    words = ["-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--tb=short", *CORE]
    child = run(*words, build=OTHER, at=TESTS, timeout=280, PYTHONPATH=str(ROOT))
    assert child.returncode == 0, f"{OTHER}:\n{child.stdout[-6000:]}\n{child.stderr[-2000:]}"


@pytest.mark.parametrize("build", ["compiled", "interpreted"])
def test_the_build_asked_for_is_the_build_that_runs(build: str) -> None:
    """ENCODER_BUILD decides; the report says so, and from where each hot module came."""
    if build == "compiled":
        needs_compiled()
    code = (
        "import encoder, sys; from encoder import _build; r = encoder.build_report();"
        "import importlib; files = [importlib.import_module(name).__file__ for name in _build.HOT];"
        "print(encoder.build, r['build'], r['reason'], *files, sep='\\n')"
    )
    child = run("-c", code, build=build)
    said, reported, reason, *files = child.stdout.splitlines()
    assert said == reported == build and reason == f"ENCODER_BUILD={build}", child.stderr
    assert len(files) == len(_build.HOT)
    assert all(file.endswith(".py") == (build == "interpreted") for file in files)


def test_auto_takes_the_compiled_modules() -> None:
    """With nothing asked for, fresh compiled modules are used, without a word."""
    needs_compiled()
    child = run("-W", "error", "-c", SAY)
    assert (child.stdout, child.stderr) == ("compiled [1]\n", "")


def test_an_unknown_build_is_refused() -> None:
    """A typing error must not choose a build."""
    child = run("-c", SAY, build="complied")
    assert child.returncode and "ENCODER_BUILD='complied'" in child.stderr and "interpreted" in child.stderr


def test_nothing_but_the_standard_library_is_needed() -> None:
    """A bare interpreter without site packages runs the source tree."""
    child = run("-E", "-s", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {SAY}")
    answers = {"compiled [1]\n", "interpreted [1]\n"}
    assert child.stdout in answers and not child.stderr


@pytest.mark.parametrize("build", ["compiled", "interpreted"])
def test_importing_the_encoder_imports_little_else(build: str) -> None:
    """Its 15 ms are kept by what is not there: no re, typing, collections, dataclasses, json, inspect, threading."""
    if build == "compiled":
        needs_compiled()
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); before = set(sys.modules);"
        "import encoder; encoder.encode([1, 2.5, 'é', {'a': b'x'}]);"
        "print(*sorted({n.partition('.')[0] for n in set(sys.modules) - before}))"
    )
    child = run("-I", "-S", "-c", code, build=build)
    loaded = {name for name in child.stdout.split() if "cython_" not in name}
    assert "encoder" in loaded and loaded - LIGHT == {"encoder"}, child.stderr


LATE = set(
    "aio alike checking containers corpus json keys lines own phasing pieces presets readers sinks tokens typed "
    "types.families types.temporal".split()
)
"""Modules of ours that only some programs need: each would cost every program 0.1 ms or more."""


@pytest.mark.parametrize("build", ["compiled", "interpreted"])
def test_the_first_list_imports_nothing_that_only_some_need(build: str) -> None:
    """Importing the encoder and writing a list leaves out what files, hooks, presets and other types take."""
    if build == "compiled":
        needs_compiled()
    names = ", ".join(repr(f"encoder.{name}") for name in sorted(LATE))
    code = f"import encoder, sys; encoder.encode([1]); print(*(set(({names})) & set(sys.modules)))"
    child = run("-c", code, build=build)
    assert child.stdout == "\n", child.stderr
    assert all((ROOT / "encoder" / f"{name.replace('.', '/')}.py").exists() for name in LATE)


@pytest.mark.parametrize("changed", ["walk.py", "axes/tree.pxd", "kernels/frames.h"])
def test_stale_modules_are_never_used(copy: Copy, changed: str) -> None:
    """One edited source makes the whole set stale: compiled raises, auto warns once and runs interpreted."""
    needs_compiled()
    root = copy()
    with open(root / "encoder" / changed, "a", encoding="utf-8") as file:
        file.write("\n")
    child = run("-c", SAY, build="compiled", at=root)
    assert child.returncode and "changed since they were compiled" in child.stderr
    child = run("-c", f"{SAY}; import encoder.walk; from encoder import Encoder; Encoder()", at=root)
    assert child.stdout == "interpreted [1]\n"
    assert child.stderr.count("RuntimeWarning") == 1 and "much slower" in child.stderr
    child = run("-c", SAY, build="interpreted", at=root)
    assert (child.stdout, child.stderr) == ("interpreted [1]\n", "")


def test_sources_that_were_only_touched_are_not_stale(copy: Copy) -> None:
    """What decides is what a source holds: its time of change only says whether that must be looked at."""
    needs_compiled()
    root = copy()
    os.utime(root / "encoder/walk.py", ns=(1, 1))
    child = run("-W", "error", "-c", f"{SAY}; import sys; print('zlib' in sys.modules)", at=root)
    assert (child.stdout, child.stderr) == ("compiled [1]\nTrue\n", "")


def test_an_edit_that_leaves_the_size_is_noticed(copy: Copy) -> None:
    """A letter for another one makes the set stale, by the time of change."""
    needs_compiled()
    root = copy()
    path = root / "encoder/walk.py"
    text = path.read_text(encoding="utf-8")
    assert text.count("Walk(Meeting)") == 1
    path.write_text(text.replace("Walk(Meeting)", "Wolk(Meeting)"), encoding="utf-8")
    child = run("-c", SAY, build="compiled", at=root)
    assert child.returncode and "changed since they were compiled" in child.stderr


def test_a_missing_module_makes_the_set_stale(copy: Copy) -> None:
    """Some compiled and some not would be neither build."""
    needs_compiled()
    root = copy()
    (root / "encoder/_compiled" / Path(_build.path_of("encoder.walk")).name).unlink()
    child = run("-c", SAY, build="compiled", at=root)
    assert child.returncode and "encoder.walk" in child.stderr
    assert run("-c", SAY, at=root).stdout == "interpreted [1]\n"


def test_without_compiled_modules_auto_is_interpreted(copy: Copy) -> None:
    """A tree that was never compiled works, and the reason says how to compile it."""
    root = copy()
    shutil.rmtree(root / "encoder/_compiled", ignore_errors=True)
    child = run("-c", f"{SAY}; print(encoder.build_report()['reason'])", at=root)
    assert child.stdout.startswith("interpreted [1]\n") and "pip install" in child.stdout
    child = run("-c", SAY, build="compiled", at=root)
    assert child.returncode and "there are no compiled modules" in child.stderr


@pytest.mark.parametrize("build", ["auto", "compiled", "interpreted"])
def test_a_stray_extension_is_refused(copy: Copy, build: str) -> None:
    """A .so beside its source would hide it: every build refuses, naming the file to delete."""
    root = copy()
    stray = root / "encoder/axes" / Path(_build.path_of("encoder.axes.tree")).name
    stray.write_bytes(b"")
    child = run("-c", SAY, build=build, at=root)
    assert child.returncode and str(stray) in child.stderr and "delete" in child.stderr


def test_the_fingerprint_covers_every_source() -> None:
    """Each .py of a hot module, each .pxd and each header is in the one hash."""
    package = ROOT / "encoder"
    names = {Path(path).relative_to(package).as_posix() for path in _build.sources()}
    headers = {path.relative_to(package).as_posix() for path in package.rglob("*.h")}
    pxds = {path.relative_to(package).as_posix() for path in package.rglob("*.pxd")}
    hot = {"/".join(name.split(".")[1:]) + ".py" for name in _build.HOT}
    assert hot | headers | pxds <= names


def symbols(of: str) -> dict[str, list[str]]:
    """For each hot module the symbols whose names match."""
    if not shutil.which("nm"):
        absent("nm")
    found = {}
    for name in _build.HOT:
        text = subprocess.run(["nm", _build.path_of(name)], capture_output=True, text=True, timeout=60).stdout
        found[name] = re.findall(rf" \w ({of})$", text, re.M)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="reads ELF symbols")
def test_kernels_and_thread_state_are_compiled_once() -> None:
    """The run kernels are in one extension module, the thread's own state in one; no other has a copy."""
    needs_compiled()
    runs = [name for name, found in symbols(r"run_(?:plain|general)_\w+").items() if found]
    states = [name for name, found in symbols("this_thread").items() if found]
    assert (runs, states) == (["encoder.walk"], ["encoder.axes.writer"])


@pytest.mark.skipif(encoder.build != "compiled", reason="they are, in the interpreted build")
def test_hot_functions_are_c_functions() -> None:
    """Compiled, what runs for every value is no Python attribute that someone could replace in vain."""
    from encoder import walk
    from encoder.axes import base64, tree, writer

    hot = {
        encoder.Encoder: ("rent", "produce", "write"),
        walk.Walk: ("follow", "meet", "enter", "spell_key"),
        tree.Direct: ("advance", "scalar"),
        tree.Reference: ("advance", "replay"),
        writer.Cached: ("rent", "give_back"),
        base64.Direct: ("put",),
    }
    assert not [(cls, name) for cls, names in hot.items() for name in names if hasattr(cls, name)]


def compile_anew(root: Path, timeout: float, **environment: str) -> None:
    """Compile a copy of the package once more; it must succeed, if only without compiled modules."""
    shutil.rmtree(root / "encoder/_compiled", ignore_errors=True)
    (root / "lab").mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root)
    child = run("setup.py", "-q", "build_ext", "--inplace", at=root, timeout=timeout, **environment)
    assert child.returncode == 0, child.stderr


@pytest.mark.slow
def test_no_compiler_is_no_failure(copy: Copy) -> None:
    """Where nothing can be compiled, the install still succeeds: interpreted, and nothing is half there."""
    needed("Cython")
    root = copy()
    missing = str(root / "no-such-compiler")
    compile_anew(root, 120, CC=missing, CXX=missing)
    assert not list(root.glob("encoder/**/*.so")) and not list(root.glob("encoder/_compiled/fingerprint*"))
    child = run("-c", f"{SAY}; print(encoder.build_report()['reason'])", at=root)
    assert child.stdout.startswith("interpreted [1]\n") and "no C compiler" in child.stdout


@pytest.mark.long
def test_the_core_passes_by_pythons_public_api_alone(copy: Copy) -> None:
    """As on a Python whose layouts are not known: records are left to the walk, and not a byte is another."""
    needed("Cython")
    root = copy()
    compile_anew(root, 600, ENCODER_PUBLIC_API="1")
    child = run("-c", "import encoder; print(encoder.build_report()['layouts'])", build="compiled", at=root)
    assert child.stdout == "asked\n", child.stderr
    words = ["-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--tb=short", *CORE]
    child = run(*words, build="compiled", at=TESTS, timeout=900, PYTHONPATH=str(root))
    assert child.returncode == 0, f"{child.stdout[-6000:]}\n{child.stderr[-2000:]}"
