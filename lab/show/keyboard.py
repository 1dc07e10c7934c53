"""Who gets the keys that are pressed in the panel, and who notices that the kernel is gone?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def guard(cancel: Callable[[], Any]) -> Any:
    """An invisible widget that keeps keys in its panel, calls ``cancel`` on Esc and watches the kernel.

    None without anywidget (in Colab, say): the panel works there too, but shortcuts may reach the notebook.
    """
    try:
        import anywidget
    except ImportError:
        return None

    class Keyboard(anywidget.AnyWidget):
        _esm = Path(__file__).with_suffix(".js").read_text("utf-8")

    widget = Keyboard()
    widget.add_class("lab-keyboard")

    def heard(_: Any, message: object, __: Any) -> None:
        if message == "cancel":
            cancel()
        widget.send("here")

    widget.on_msg(heard)
    return widget
