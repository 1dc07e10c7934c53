"""Does a strategy from a package of its own work in a fresh process, in both builds?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from absence import absent

import encoder
from encoder import _build

ROOT = Path(encoder.__file__).resolve().parents[1]
EXAMPLE = Path(__file__).resolve().parents[1] / "examples/encoder-lookup"
BUILDS = ["interpreted", "compiled"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the example is really installed into, by pip, without a network."""
    for module in ("pip", "setuptools"):  # not imported: the two together are a trap
        if find_spec(module) is None:
            absent(module)
    source = tmp_path_factory.mktemp("source") / "encoder-lookup"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    target = tmp_path_factory.mktemp("installed")
    words = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    pip = subprocess.run(
        [sys.executable, "-m", "pip", "install", *words, "--target", str(target), str(source)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert pip.returncode == 0, pip.stderr
    return target


def run(code: str, build: str, *folders: Path, timeout: float = 60) -> str:
    """What a fresh process of a build prints."""
    if build == "compiled" and (problem := _build.verdict()):
        absent(f"the compiled build ({problem})")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "ENCODER"))}
    path = os.pathsep.join(map(str, (*folders, ROOT)))
    child = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**kept, "PYTHONPATH": path, "ENCODER_BUILD": build},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert child.returncode == 0, child.stderr
    return child.stdout


@pytest.mark.parametrize("build", BUILDS)
def test_an_installed_strategy_is_there_by_its_name(installed: Path, build: str) -> None:
    """It is listed, chosen by name, loaded only then, and writes what the others write."""
    code = """if True:
        import sys, encoder
        assert "encoder_lookup" not in sys.modules
        assert encoder.strategies()["escaping"] == ["allocating", "in_place", "lookup"]
        assert "encoder_lookup" not in sys.modules
        recipe = encoder.Recipe(escaping="lookup")
        print(encoder.build, recipe.escaping, sys.modules["encoder_lookup"].Lookup is recipe.rivals["escaping"])
        print(ascii(encoder.encode({"k\\n": ["\\u00e9<"]}, recipe=recipe, ascii=True, escape="html").decode()))
    """
    assert run(code, build, installed).splitlines() == [f"{build} lookup True", r"""'{"k\\n":["\\u00e9\\u003c"]}'"""]


@pytest.mark.parametrize("build", BUILDS)
def test_the_packages_one_test_passes(installed: Path, build: str) -> None:
    """The conformance kit, as the example's own test calls it."""
    code = EXAMPLE.joinpath("tests/test_lookup.py").read_text("utf-8") + "\ntest_lookup_conforms(); print('passed')"
    assert run(code, build, installed, timeout=120) == "passed\n"


@pytest.mark.parametrize("build", BUILDS)
def test_a_recipe_with_it_travels(installed: Path, build: str) -> None:
    """Pickled in one process, read in another that never named it."""
    code = "import encoder, pickle; print(pickle.dumps(encoder.Recipe(escaping='lookup')).hex())"
    made = run(code, build, installed).strip()
    code = f"import encoder, pickle; print(pickle.loads(bytes.fromhex('{made}')) == encoder.Recipe(escaping='lookup'))"
    assert run(code, build, installed) == "True\n"


def plug(folder: Path, module: str, text: str, name: str = "broken") -> Path:
    """A package by hand: a module and the metadata that offers its class X."""
    folder.joinpath(f"{module}.py").write_text(text, "utf-8")
    metadata = folder / f"{module}-1.dist-info"
    metadata.mkdir()
    metadata.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n", "utf-8")
    metadata.joinpath("entry_points.txt").write_text(f"[encoder.escaping]\n{name} = {module}:X\n", "utf-8")
    return folder


BROKEN = {
    "raises": ("1 / 0", "ZeroDivisionError"),
    "misses": ("Y = 1", "AttributeError"),
    "is_no_class": ("X = 1", "is a class, not 1"),
    "is_no_rival": ("class X: pass", "derive it from encoder.axes.escaping.Escaping"),
    "names_the_engine": (
        "from encoder.axes.escaping import Escaping\nclass X(Escaping):\n def put(self, call, text): pass",
        "defines put(), which is what the engine calls",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_plug_in_says_so_when_it_is_named(tmp_path: Path, case: str) -> None:
    """It hurts nobody before; then the error names the plug-in, its module and what is wrong."""
    text, reason = BROKEN[case]
    code = """if True:
        import encoder
        assert encoder.encode([1]) == b"[1]" and "broken" in encoder.strategies()["escaping"]
        try:
            encoder.Recipe(escaping="broken")
        except ValueError as error:
            print(error)
    """
    said = run(code, "interpreted", plug(tmp_path, f"plug_{case}", text))
    assert f"the plug-in 'broken' (plug_{case}:X) is broken" in said and reason in said


def test_two_packages_cannot_share_a_name(tmp_path: Path) -> None:
    """Neither is taken silently."""
    plug(tmp_path, "plug_one", "")
    plug(tmp_path, "plug_two", "")
    code = "import encoder\ntry: encoder.Recipe(escaping='broken')\nexcept ValueError as error: print(error)"
    said = run(code, "interpreted", tmp_path)
    assert "several packages offer 'broken': plug_one:X, plug_two:X" in said


def test_known_names_ask_no_packages() -> None:
    """Reading what is installed takes longer than importing the encoder: only an unknown name pays for it."""
    code = "import sys, encoder; encoder.Recipe(escaping='allocating'); print('importlib.metadata' in sys.modules)"
    assert run(code, "interpreted") == "False\n"
