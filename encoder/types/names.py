"""How is written what names something else: a UUID, a path, a network address?"""

from __future__ import annotations

import os
import sys

from encoder.kernels.state import LEAF_UUID
from encoder.types.rule import Rule, leaf

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.options import Options

FAMILIES = (
    ("uuid", ("UUID",)),
    # Interfaces are addresses too, but with a network.
    ("ipaddress", ("IPv4Interface", "IPv6Interface", "IPv4Address", "IPv6Address", "IPv4Network", "IPv6Network")),
)


def rule_for(cls: type, options: Options) -> Rule | None:
    """As the text that its own class gives it; a subclass may show itself otherwise, and still is that."""
    for module, names in FAMILIES:
        for name in names:
            base = getattr(sys.modules.get(module), name, None)  # whoever made one has imported it
            if isinstance(base, type) and issubclass(cls, base):
                if module == "uuid":
                    return leaf(UUIDS[options.uuids], LEAF_UUID if cls is base else 0, ("int",))
                return leaf(base.__str__)
    pure = getattr(sys.modules.get("pathlib"), "PurePath", None)
    return leaf(path_of) if isinstance(pure, type) and issubclass(cls, pure) else None


UUIDS: dict[str, Callable[[Any], str]] = {
    "lower": lambda value: str_of_uuid(value),
    "upper": lambda value: str_of_uuid(value).upper(),
    "hex": lambda value: f"{value.int:032x}",
}
"""By the name in `Options.uuids`."""


def str_of_uuid(value: Any) -> str:
    """Groups of small hexadecimal digits, as UUID itself has it."""
    return sys.modules["uuid"].UUID.__str__(value)


def path_of(path: Any) -> str:
    """With the separators of its own flavour. A name that is not UTF-8 has lone surrogates, and so follows them."""
    return str.__str__(os.fspath(path))
