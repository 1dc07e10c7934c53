"""Is the face typed as it behaves: for a type checker, in the stubs of both builds, and where it is installed?"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import pytest
from absence import needed

import encoder
from encoder import typed
from encoder.catalogue import AXES, BUILT_IN
from encoder.options import DEFAULTS, Options

ROOT = Path(__file__).resolve().parents[1]
STUBS = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
    for path in sorted(ROOT.glob("encoder/**/*.pyi"))
}
KINDS = inspect.Parameter


def test_a_type_checker_finds_nothing() -> None:
    """Strictly checked, the face and `typed_use.py` have no errors but those that the latter provokes."""
    needed("basedpyright")
    command = [sys.executable, "-m", "basedpyright", "--outputjson"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    report = json.loads(answer.stdout)
    found = [
        f"{Path(one['file']).relative_to(ROOT)}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in report["generalDiagnostics"]
    ]
    assert not found, "\n".join(found)
    assert report["summary"]["filesAnalyzed"] > len(STUBS)


def parameters_in(stub: ast.FunctionDef | ast.AsyncFunctionDef, is_method: bool) -> list[tuple[str, Any, Any]]:
    """Names, kinds and defaults as a stub has them."""
    given = stub.args
    places = [(one, KINDS.POSITIONAL_ONLY) for one in given.posonlyargs]
    places += [(one, KINDS.POSITIONAL_OR_KEYWORD) for one in given.args]
    defaults = [None] * (len(places) - len(given.defaults)) + list(given.defaults)
    found = [(one.arg, kind, default) for (one, kind), default in zip(places, defaults, strict=True)][is_method:]
    found += [(given.vararg.arg, KINDS.VAR_POSITIONAL, None)] if given.vararg else []
    keywords = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    found += [(one.arg, KINDS.KEYWORD_ONLY, default) for one, default in keywords]
    found += [(given.kwarg.arg, KINDS.VAR_KEYWORD, None)] if given.kwarg else []
    return [
        (name, kind, KINDS.empty if default is None else ast.literal_eval(default)) for name, kind, default in found
    ]


def parameters_of(function: Any, is_method: bool) -> list[tuple[str, Any, Any]]:
    """The same as this process's build has them."""
    return [(one.name, one.kind, one.default) for one in inspect.signature(function).parameters.values()][is_method:]


def functions_in(body: list[ast.stmt]) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def is_protocol(node: ast.ClassDef) -> bool:
    """Is this a class that stubs alone have?"""
    return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)


CLASSES = [
    pytest.param(module, node, id=f"{module}.{node.name}")
    for module, tree in STUBS.items()
    for node in tree.body
    if isinstance(node, ast.ClassDef) and not is_protocol(node)
]
FUNCTIONS = [
    pytest.param(module, node, id=f"{module}.{node.name}")
    for module, tree in STUBS.items()
    for node in functions_in(tree.body)
]


@pytest.mark.parametrize(("module", "stub"), FUNCTIONS)
def test_a_stub_has_the_parameters_of_a_function(module: str, stub: Any) -> None:
    """Names, kinds and defaults are those that the function tells, compiled or not."""
    function = getattr(importlib.import_module(module), stub.name)
    assert parameters_in(stub, False) == parameters_of(function, False)


@pytest.mark.parametrize(("module", "stub"), CLASSES)
def test_a_stub_has_the_members_of_a_class(module: str, stub: ast.ClassDef) -> None:
    """Bases, methods with their parameters, and attributes; those of the face can also be introspected themselves."""
    home = importlib.import_module(module)
    cls = getattr(home, stub.name)
    assert all(issubclass(cls, getattr(home, ast.unparse(base))) for base in stub.bases)
    is_face = getattr(encoder, stub.name, None) is cls
    members = dir(cls()) if is_face else dir(cls)
    for function in functions_in(stub.body):
        if function.name == "__init__":
            if is_face:
                assert parameters_in(function, True) == parameters_of(cls, False)
        elif function.decorator_list:
            assert function.name in members
        else:
            assert parameters_in(function, True) == parameters_of(getattr(cls, function.name), True), function.name
    if is_face and encoder.build == "compiled":  # interpreted, what C keeps to itself shows
        public = {name for name in vars(cls) if not name.startswith("_")}
        assert public == {function.name for function in functions_in(stub.body)} - {"__init__"}


def test_all_that_cannot_have_annotations_has_a_stub() -> None:
    """What a user gets from a compiled module is in its stub."""
    for name in encoder.__all__:
        thing = getattr(encoder, name)
        module = getattr(thing, "__module__", None)
        if callable(thing) and module in encoder._build.HOT:
            assert name in [getattr(node, "name", None) for node in STUBS[module].body], name


def literals_in(hint: Any) -> set[str]:
    """The texts that a type has a name for."""
    if typing.get_origin(hint) is typing.Literal:
        return {choice for choice in typing.get_args(hint) if isinstance(choice, str)}
    if typing.get_origin(hint) in (tuple, type):
        return set()
    return {text for part in typing.get_args(hint) for text in literals_in(part)}


OPTION_TYPES = typing.get_type_hints(typed.OptionFields)
AXIS_TYPES = typing.get_type_hints(typed.Axes)


def test_every_option_and_axis_has_a_type() -> None:
    """The keywords that a type checker knows are those there are."""
    assert OPTION_TYPES.keys() == DEFAULTS.keys()
    assert AXIS_TYPES.keys() == AXES.keys()
    assert typing.get_type_hints(typed.Changes).keys() == DEFAULTS.keys() | AXES.keys()
    assert typing.get_type_hints(typed.Keywords).keys() == (DEFAULTS.keys() | AXES.keys()) - {"default"}


@pytest.mark.parametrize("name", [name for name, hint in OPTION_TYPES.items() if literals_in(hint)])
def test_every_choice_of_an_option_has_a_type(name: str) -> None:
    """Options takes each choice that the types name; a refusal of another one lists no more than these."""
    choices = literals_in(OPTION_TYPES[name])
    for choice in choices:
        Options(**{name: choice})
    with pytest.raises((TypeError, ValueError)) as refusal:
        Options(**{name: "no such choice"})
    if name != "sort_keys":  # nearly a flag: its refusal speaks of True and False
        assert set(str(refusal.value).rpartition("here are: ")[2].partition("; ")[0].split(", ")) == choices


@pytest.mark.parametrize("axis", AXES)
def test_every_rival_has_a_type(axis: str) -> None:
    """The types name the rivals of this package."""
    assert literals_in(AXIS_TYPES[axis]) == {name for name, rival in AXES[axis].items() if rival in BUILT_IN}


def test_what_types_need_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`py.typed`, every stub and the version go into a wheel."""
    setuptools = needed("setuptools")
    monkeypatch.chdir(ROOT)
    package = setuptools.Distribution()
    package.parse_config_files(["pyproject.toml"])
    package.include_package_data = False  # of what is listed by pattern, so that nothing need be written
    files = package.get_command_obj("build_py")
    files.ensure_finalized()
    shipped = {Path(*name.split("."), file) for name, _, _, found in files.data_files for file in found}
    stubs = {path.relative_to(ROOT) for path in ROOT.glob("encoder/**/*.pyi")}
    assert stubs | {Path("encoder/py.typed")} <= shipped
    assert package.get_version() == encoder.__version__
