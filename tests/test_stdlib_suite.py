"""Does CPython's own suite for writing JSON pass against `encoder.json`, as this interpreter has it installed?"""

from __future__ import annotations

import importlib
import unittest

import pytest
from absence import absent

from encoder import json

MODULES = (
    "default",
    "dump",
    "encode_basestring_ascii",
    "enum",
    "float",
    "indent",
    "pass1",
    "pass2",
    "pass3",
    "recursion",
    "separators",
    "unicode",
)
CASES = 44
"""Tests in these modules of the oldest Python here; later ones have more."""

NEEDS_GIBIBYTES = "test_overflow"
"""Skips itself unless CPython's own runner allows it a text of 700 MiB."""

try:
    importlib.import_module("test.test_json")
except ImportError:
    absent("CPython's own `test` package, which some distributions leave out,")


def cases() -> list[type[unittest.TestCase]]:
    """The suite's cases with our module in place of theirs, both of what was for Python and what was for C."""
    found = []
    for name in MODULES:
        module = importlib.import_module(f"test.test_json.test_{name}")
        for case in vars(module).values():
            if isinstance(case, type) and issubclass(case, unittest.TestCase) and case.__module__ == module.__name__:
                ours = {
                    "json": json,
                    "dumps": staticmethod(json.dumps),
                    "loads": staticmethod(json.loads),
                    "JSONDecodeError": json.JSONDecodeError,
                }
                found.append(type(case.__name__, (case,), ours))
    return found


TESTS = [test for case in cases() for test in unittest.defaultTestLoader.loadTestsFromTestCase(case)]


def test_the_whole_suite_is_there() -> None:
    """As many tests as CPython 3.11 has, at least, from every module."""
    assert len(TESTS) >= CASES
    assert {type(test).__base__.__module__.removeprefix("test.test_json.test_") for test in TESTS} == set(MODULES)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: f"{type(test).__name__}.{test._testMethodName}")
def test_a_case_of_the_suite_passes(test: unittest.TestCase) -> None:
    """Each passes, and only the one that wants too much memory may skip itself."""
    result = unittest.TestResult()
    test.run(result)
    assert not result.errors + result.failures, (result.errors + result.failures)[0][1]
    if result.skipped:
        assert test._testMethodName == NEEDS_GIBIBYTES, result.skipped
        pytest.skip(result.skipped[0][1])
