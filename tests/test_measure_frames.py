"""Do both builds give a function one name?"""

from __future__ import annotations

import sys

import pytest

from lab.measure.meters import frames


class Outer:
    class Inner:
        def method(self) -> str:
            return name_of_caller()


def name_of_caller() -> str:
    """The caller's bare name, file and line, as memray would give them, looked up."""
    frame = sys._getframe(1)
    found = frames.Names({})((frame.f_code.co_name, frame.f_code.co_filename, frame.f_lineno))
    return found[0]


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("__pyx_f_7encoder_4axes_4tree_9Reference_scalar", "encoder.axes.tree.Reference.scalar"),
        ("__pyx_pf_7encoder_4axes_4tree_9Reference_2__init__", "encoder.axes.tree.Reference.__init__"),
        ("__pyx_pf_4tiny_top", "tiny.top"),
        ("__pyx_pf_4tiny_12top", "tiny.top"),
        ("__pyx_f_7encoder_4walk_4Walk_meet_other.constprop.0", "encoder.walk.Walk.meet_other"),
        ("__pyx_tp_new_7encoder_4axes_4tree_Box", "encoder.axes.tree.Box.__new__"),
        ("__pyx_pw_4tiny_1top", None),
        ("__pyx_vtabptr_4tiny", None),
        ("__Pyx_PyObject_Call", None),
    ],
)
def test_cython_names_are_demangled(symbol: str, name: str | None) -> None:
    """Every part of a mangled name is preceded by its length; wrappers and glue have no name."""
    assert frames.demangled(symbol) == name


def test_a_method_has_its_class_in_its_name() -> None:
    """memray tells bare names; the source file tells the rest."""
    assert Outer.Inner().method() == f"{__name__}.Outer.Inner.method"


def test_kernels_keep_their_name_without_the_instruction_set() -> None:
    """One C function compiled for several instruction sets is one function."""
    names = frames.Names({})
    for ending in ("", "_baseline", "_ssse3", "_avx2", "_avx2.isra.0"):
        assert names((f"write_text{ending}", "encoder/kernels/escape.h", 7))[0] == "write_text"


@pytest.mark.parametrize(
    "frame",
    [
        ("PyBytes_FromStringAndSize", "Objects/bytesobject.c", 1),
        ("malloc", "<unknown>", 0),
        ("__Pyx_PyObject_Call", "build/encoder/walk.c", 3),
        ("__Pyx_PyObject_Call", "encoder/walk.py", 3),
    ],
)
def test_interpreter_and_glue_have_no_name(frame: frames.Frame) -> None:
    """What CPython, libc and Cython's glue ask for is their caller's."""
    assert frames.Names({})(frame) is None


@pytest.mark.parametrize("file", ["<ipython-input-3>", "<dynamic-code>", "<string>"])
def test_code_that_stands_in_no_file_keeps_its_bare_name(file: str) -> None:
    """A cell's function has no source to look its class up in; C functions, of no file either, have no name."""
    names = frames.Names({})
    assert names(("work", file, 3)) == ("work", "")
    assert names(("work", "<unknown>", 3)) is None and names(("_find_and_load", "<frozen importlib._x>", 3)) is None


def test_a_declared_c_function_is_kept_wherever_it_stands() -> None:
    """A name in the phase table counts as the encoder's own, without debug information too."""
    assert frames.Names({"take_result": "result"})(("take_result", "<unknown>", 0)) == ("take_result", "")


def test_the_longest_declared_name_gives_the_phase() -> None:
    """Its own name goes before its class's, that before its module's."""
    names = frames.Names({"encoder.axes": "walk", "encoder.axes.tree.Box": "build"})
    assert names.phase("encoder.axes.tree.Box.__new__") == "build"
    assert names.phase("encoder.axes.tree.Other") == "walk"
    assert names.phase("json.dumps") is None


def test_places_do_not_tell_where_the_project_lies() -> None:
    """A place is a path from the package on, with the function's first line."""
    _, place = frames.Names({})(("demangled", frames.__file__, frames.demangled.__code__.co_firstlineno + 2))
    assert place == f"lab/measure/meters/frames.py:{frames.demangled.__code__.co_firstlineno}"
