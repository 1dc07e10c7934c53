"""Is everything public of the encoder listed, documented, and as it is promised?"""

from __future__ import annotations

import inspect
import pickle
import types
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import encoder


def test_all_is_sorted_and_complete() -> None:
    """__all__ is everything public, in order, and each name is there."""
    public = [
        name
        for name, thing in [(name, getattr(encoder, name)) for name in {*vars(encoder), *encoder._LATE}]
        if not name.startswith("_") and not isinstance(thing, types.ModuleType) and name != "annotations"
    ]
    assert sorted(encoder.__all__) == sorted(public)
    assert list(encoder.__all__) == sorted(encoder.__all__, key=lambda name: name) or list(encoder.__all__) == sorted(
        encoder.__all__, key=str.lower
    )


@pytest.mark.parametrize("name", encoder.__all__)
def test_every_public_name_says_what_it_is(name: str) -> None:
    """Functions and classes have a documentation of their own."""
    thing = getattr(encoder, name)
    if callable(thing):
        assert (inspect.getdoc(thing) or "").strip(), name


FUNCTIONS = ["encode", "encode_str", "encode_into", "dump"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_functions_of_the_face_introspect(name: str) -> None:
    """Name, module, signature: the same in both builds."""
    function = getattr(encoder, name)
    assert (function.__name__, function.__module__.partition(".")[0]) == (name, "encoder")
    parameters = inspect.signature(function).parameters
    first = list(parameters)[0]
    assert first == "value" and parameters["recipe"].kind is inspect.Parameter.KEYWORD_ONLY
    assert name in repr(function)


def test_arguments_are_checked() -> None:
    """Too few, too many, twice: TypeError; `value` by name works."""
    assert encoder.encode(value=[1]) == b"[1]" and encoder.encode_str(value=1) == "1"
    for call in (
        lambda: encoder.encode(),
        lambda: encoder.encode(1, 2),
        lambda: encoder.encode(1, value=1),
        lambda: encoder.encode(1, encoder.FAST),
        lambda: encoder.encode_str(),
        lambda: encoder.encode_into(1),
        lambda: encoder.dump(1),
        lambda: encoder.encode(1, recipe="FAST"),
        lambda: encoder.Encoder("FAST"),
        lambda: encoder.Encoder(encoder.FAST, {"max_depth": 1}),
    ):
        with pytest.raises((TypeError, AttributeError)):
            call()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_travel_between_processes(name: str) -> None:
    """`pool.map(encode, values)` needs them pickled."""
    assert pickle.loads(pickle.dumps(getattr(encoder, name))) is getattr(encoder, name)


def test_functions_are_ordinary_callables() -> None:
    """In map, in threads, as a class attribute, with star arguments."""
    assert list(map(encoder.encode, [1, "x"])) == [b"1", b'"x"']
    assert encoder.encode(*[1], **{}) == b"1"
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(encoder.encode_str, range(100))) == [str(number) for number in range(100)]


def test_build_and_report_agree() -> None:
    """The report of the build says which one, of which Python, and why."""
    report = encoder.build_report()
    assert report["build"] == encoder.build in ("compiled", "interpreted")
    assert {"python", "reason", "isa", "fingerprint"} <= set(report)
    assert report["layouts"] in ("in place", "asked") if encoder.build == "compiled" else report["layouts"] == "asked"
    assert all(isinstance(value, str) for value in report.values())


def test_phases_name_known_phases_and_known_functions() -> None:
    """Every prefix with a dot is a module, class or function that there is; the words are seven."""
    import importlib

    phases = encoder.phases()
    assert set(phases.values()) == {"build", "walk", "escape", "number", "base64", "buffer", "result"}
    for name in phases:
        if "." not in name or encoder.build == "compiled" and ".kernels." in name:
            continue
        module, thing = name, None
        rest: list[str] = []
        while thing is None:
            try:
                thing = importlib.import_module(module)
            except ImportError:
                module, _, last = module.rpartition(".")
                rest.insert(0, last)
        for part in rest:
            if encoder.build == "compiled" and not hasattr(thing, part):
                break
            thing = getattr(thing, part)


def test_encoders_are_shown_and_reused() -> None:
    """An Encoder knows its recipe and options, and gives the same bytes each time."""
    one = encoder.Encoder(encoder.PLAIN, max_depth=3)
    assert one.recipe == encoder.PLAIN and one.options.max_depth == 3 and isinstance(one.isa, str)
    answers: set[Any] = {one.encode([[["x"]]]) for _ in range(5)}
    assert answers == {b'[[["x"]]]'}
