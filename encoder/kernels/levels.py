"""Which kernels does this machine get? The twin of levels.h: the interpreted ones, on any machine."""

from __future__ import annotations

import sys

from encoder.kernels.bare import bare
from encoder.kernels.run import put_scalar, put_text, run
from encoder.kernels.state import STATUS_VALUE, Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import SimpleNamespace
else:
    SimpleNamespace = type(sys.implementation)  # importing types takes 0.3 ms

PYTHON = SimpleNamespace(
    isa=b"python",
    run_plain=run,
    run_general=run,
    put_text=put_text,
    put_scalar=put_scalar,
    bare=bare,
)


def probe_layouts(probe: object, first: object, second: object) -> None:
    """Nothing to do: interpreted, a field is always asked for by getattr."""


def layouts_are_known() -> bool:
    """They are not: see there."""
    return False


def teach_leaf(cls: type, leaf: int, names: tuple[str, ...]) -> None:
    """Nothing to do: interpreted, a run leaves all but JSON's own classes to the walk."""


def probe_ndarrays(cls: type, probes: list[object]) -> None:
    """Nothing to do: interpreted, an array is asked for its list."""


def put_vector(call: Call, value: object) -> int:
    """Nothing to do: interpreted, the quickest way is the list that an array makes of itself."""
    return STATUS_VALUE


def choose_kernels(name: bytes) -> SimpleNamespace:
    """The interpreted kernels; `name` chooses among instruction sets, of which there are none here."""
    return PYTHON
