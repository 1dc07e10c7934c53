"""Which colours, sizes and signs do all pictures share, in light and in dark?"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Mode = Literal["auto", "light", "dark"]

# Okabe & Ito, "Color Universal Design" (2008): eight colours that stay apart for every kind of colour vision.
OKABE_ITO = {
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermilion": "#D55E00",
    "purple": "#CC79A7",
    "grey": "#8A8F98",
}

# The order keeps 3:1 against both a white and a #111 page, which sky and yellow would not.
DESIGNS = tuple(OKABE_ITO[name] for name in ("vermilion", "blue", "green", "purple", "grey"))
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
MARKERS = ("circle", "square", "diamond", "x", "cross")

PHASES = {
    "build": OKABE_ITO["orange"],
    "walk": OKABE_ITO["sky"],
    "escape": OKABE_ITO["green"],
    "number": OKABE_ITO["yellow"],
    "base64": OKABE_ITO["purple"],
    "buffer": OKABE_ITO["blue"],
    "result": OKABE_ITO["vermilion"],
    # The frames around a call, and those of no phase, are not what a reader looks for.
    "call": OKABE_ITO["grey"],
    "": OKABE_ITO["grey"],
}

# The signs point along the ratio axis: less time lies to the left of 1, more to the right.
VERDICTS = {
    "Faster": {"sign": "◀", "marker": "triangle-left", "color": OKABE_ITO["blue"]},
    "Slower": {"sign": "▶", "marker": "triangle-right", "color": OKABE_ITO["vermilion"]},
    "Equivalent": {"sign": "=", "marker": "square", "color": OKABE_ITO["grey"]},
    "Inconclusive": {"sign": "?", "marker": "circle-open", "color": OKABE_ITO["grey"]},
}
NO_VERDICT = {"sign": "·", "marker": "circle", "color": OKABE_ITO["grey"]}

AGREEMENTS = {
    "agrees": "✓",
    "direction only": "≈",
    "differs": "✗",
    "undecided": "?",
    "not published": "·",
    "not measured": "·",
}

PAGES = {
    "light": {
        "paper": "#ffffff",
        "veil": "rgba(255,255,255,0.75)",
        "ink": "#1b1f24",
        "soft": "#57606a",
        "line": "#d5dae0",
        "wash": "#f3f5f8",
        "less": "#0072B2",
        "same": "#e4e5e2",
        "more": "#E07B00",
        "link": "#005a8f",
    },
    "dark": {
        "paper": "#14171a",
        "veil": "rgba(20,23,26,0.75)",
        "ink": "#e8eaed",
        "soft": "#a8b0b8",
        "line": "#3a4149",
        "wash": "#1f2428",
        "less": "#3d9be0",
        "same": "#3b3f44",
        "more": "#f0932b",
        "link": "#7cc0f0",
    },
}


@dataclass(frozen=True, kw_only=True)
class Theme:
    """How large and on which page pictures are drawn; ``auto`` follows JupyterLab's setting."""

    scale: float = 1.0
    mode: Mode = "auto"

    def px(self, size: float) -> int:
        """`size` CSS pixels at this scale, never under the 12 that a last row can still read."""
        return max(12, round(size * self.scale))

    @property
    def dark(self) -> bool:
        """Whether pictures that cannot ask the page itself are drawn for a dark one."""
        return _jupyter_is_dark() if self.mode == "auto" else self.mode == "dark"

    def page(self, *, dark: bool | None = None) -> dict[str, str]:
        """The colours of the page by role: ``paper``, ``ink``, ``soft``, ``line``, ``wash``, ``less`` ..."""
        return PAGES["dark" if (self.dark if dark is None else dark) else "light"]

    def template(self, *, dark: bool | None = None) -> dict[str, Any]:
        """A Plotly template of under 1 kB, where the default one costs 6.5 kB in every figure.

        Everything that differs between light and dark is in here and nowhere else, so that a page can
        switch a drawn figure over by its template alone.
        """
        page = self.page(dark=dark)
        axis = {
            "gridcolor": page["line"],
            "linecolor": page["soft"],
            "zeroline": False,
            "automargin": True,
            "ticks": "outside",
            "tickcolor": page["line"],
            "title": {"standoff": 8, "font": {"size": self.px(13)}},
        }
        return {
            "layout": {
                "paper_bgcolor": page["paper"],
                "plot_bgcolor": page["paper"],
                "font": {"family": FONT, "size": self.px(13), "color": page["ink"]},
                "title": {"font": {"size": self.px(16)}, "x": 0, "xref": "container", "xanchor": "left"},
                "xaxis": axis,
                "yaxis": axis,
                "colorway": list(DESIGNS),
                "hoverlabel": {"font": {"family": FONT, "size": self.px(13)}, "align": "left"},
                "annotationdefaults": {
                    "bgcolor": page["veil"],
                    "font": {"size": self.px(13), "color": page["ink"]},
                    "arrowcolor": page["soft"],
                },
                "shapedefaults": {"line": {"color": page["soft"], "width": 1.5}},
                "legend": {
                    "orientation": "h",
                    "x": 0,
                    "y": 1.0,
                    "yanchor": "bottom",
                    "bgcolor": "rgba(0,0,0,0)",
                },
            }
        }

    def css(self) -> str:
        """The same colours as CSS variables on ``.lab``; JupyterLab's theme outranks the system's."""
        light, dark = (
            "".join(f"--lab-{role}:{color};" for role, color in PAGES[mode].items())
            for mode in ("light", "dark")
        )
        base = (
            f"--lab-font:{self.px(13)}px;font-family:{FONT};font-size:var(--lab-font);color:var(--lab-ink);"
        )
        if self.mode != "auto":
            return f".lab{{{dark if self.mode == 'dark' else light}{base}}}"
        return (
            f".lab{{{light}{base}}}"
            f"@media screen and (prefers-color-scheme:dark){{.lab{{{dark}}}}}"
            f'@media screen{{body[data-jp-theme-light="true"] .lab{{{light}}}'
            f'body[data-jp-theme-light="false"] .lab{{{dark}}}}}'
        )


FONT = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', 'DejaVu Sans', sans-serif"
_theme = Theme()


def theme(*, scale: float | None = None, mode: Mode | None = None) -> Theme:
    """The theme of all pictures drawn from now on; with arguments, first change it.

    ``scale`` multiplies every text size (1.4 suits a projector), ``mode`` fixes light or dark.
    Raises ValueError for a scale outside 0.5 to 4 or an unknown mode.
    """
    global _theme
    if scale is not None and not 0.5 <= scale <= 4:
        raise ValueError(f"scale must lie between 0.5 and 4, not {scale}; 1.4 suits a projector")
    if mode is not None and mode not in ("auto", "light", "dark"):
        raise ValueError(f"mode must be auto, light or dark, not {mode!r}")
    _theme = Theme(scale=_theme.scale if scale is None else scale, mode=_theme.mode if mode is None else mode)
    return _theme


def _jupyter_is_dark() -> bool:
    """Whether JupyterLab's own setting names a dark theme.

    A figure in JupyterLab carries fixed colours, so the kernel has to know before it is drawn. An own
    opaque page keeps it legible all the same when the theme is switched later.
    """
    home = Path(os.environ.get("JUPYTER_CONFIG_DIR", Path.home() / ".jupyter"))
    settings = Path(os.environ.get("JUPYTERLAB_SETTINGS_DIR", home / "lab" / "user-settings"))
    try:
        text = (settings / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings").read_text(
            "utf-8"
        )
    except (OSError, UnicodeDecodeError):
        return False
    named = re.search(r'(?:^|[{,])\s*"theme"\s*:\s*"([^"]*)"', text, re.MULTILINE)
    return bool(named and "dark" in named[1].lower())
