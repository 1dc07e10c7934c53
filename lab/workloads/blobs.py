"""What do bytes that must become base64 text look like?

The payloads of dotnet/runtime#97687 and of the issue behind it: ``BinaryData`` (1024 bytes, ``i mod 256``,
one property), the values of ``Perf_Base64`` (all zero gives only ``A``; alternating FB FF gives ``+`` and
``/`` in three places of four, which an escaper would have to rewrite), and the 1 MiB array of the concurrent
reproduction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from lab.workloads.workload import Workload

MIB = 1 << 20


@dataclass
class BinaryData:
    """One property that holds bytes."""

    ByteArray: bytes


def ramp(*, size: int) -> bytes:
    """``size`` bytes counting 0 to 255 again and again."""
    return (bytes(range(256)) * (size // 256 + 1))[:size]


def binary(*, size: int) -> BinaryData:
    """A record around ``ramp``: 1384 bytes of JSON for 1024."""
    return BinaryData(ramp(size=size))


def repeated(*, pattern: bytes, size: int) -> bytes:
    """``size`` bytes of ``pattern``, which is 1 or 2 bytes long."""
    return (pattern * size)[:size]


def workloads() -> list[Workload]:
    """The record, the four micro payloads, the large array."""
    listed = [
        Workload(name="binary_1k", title="BinaryData, 1 KB", family="blobs", build=partial(binary, size=1024))
    ]
    for label, pattern in (("zero", b"\0"), ("fbff", b"\xfb\xff")):
        listed += [
            Workload(
                name=f"base64_{size}_{label}",
                title=f"{size} bytes, {'all zero' if label == 'zero' else 'FB FF'}",
                family="blobs",
                build=partial(repeated, pattern=pattern, size=size),
            )
            for size in (100, 1000)
        ]
    listed.append(
        Workload(name="blob_1m", title="1 MiB of bytes", family="blobs", build=partial(ramp, size=MIB))
    )
    return listed
