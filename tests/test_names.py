"""Are UUIDs, paths and network addresses written as their texts?"""

from __future__ import annotations

import os
import re
from ipaddress import ip_address, ip_interface, ip_network
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any
from uuid import UUID

import pytest
from ruling import made, rule_of

from encoder.options import Options
from encoder.types import names
from encoder.types import rule as kinds


class Loud(UUID):
    def __str__(self) -> str:
        return "another text"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (UUID(int=5), "00000000-0000-0000-0000-000000000005"),
        (UUID("{ABCDEF01-2345-6789-ABCD-EF0123456789}"), "abcdef01-2345-6789-abcd-ef0123456789"),
        (Loud(int=5), "00000000-0000-0000-0000-000000000005"),
        (PurePosixPath("/a/./é"), "/a/é"),
        (PureWindowsPath("C:/a/b"), "C:\\a\\b"),
        (Path("a"), "a"),
        (Path(), "."),
        (ip_address("127.0.0.1"), "127.0.0.1"),
        (ip_address("2001:DB8:0::1"), "2001:db8::1"),
        (ip_address("fe80::1%eth0"), "fe80::1%eth0"),
        (ip_network("10.0.0.0/8"), "10.0.0.0/8"),
        (ip_network("2001:db8::/32"), "2001:db8::/32"),
        (ip_interface("10.1.2.3/8"), "10.1.2.3/8"),
        (ip_interface("2001:db8::1/32"), "2001:db8::1/32"),
    ],
    ids=str,
)
def test_the_text_of_the_class(value: Any, text: str) -> None:
    """An exact str, so that it may also be a key."""
    assert rule_of(names.rule_for, type(value)).kind == kinds.LEAF
    result = made(names.rule_for, value)
    assert result == text and type(result) is str


def test_a_file_name_that_is_not_utf8_keeps_its_surrogates() -> None:
    """The option `surrogates` then decides, as for any text."""
    assert made(names.rule_for, PurePosixPath(os.fsdecode(b"a\xff"))) == "a\udcff"


def test_nothing_else_is_a_name() -> None:
    """Not a pattern, and not another class with __fspath__."""

    class PathLike:
        def __fspath__(self) -> str:
            return "a"

    assert [names.rule_for(cls, Options()) for cls in (re.Pattern, PathLike, str, object, type)] == [None] * 5
