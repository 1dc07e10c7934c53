"""Can every colour of the lab be told from its page, and does the theme follow JupyterLab?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.show.theme import AGREEMENTS, DESIGNS, PAGES, PHASES, VERDICTS, Theme, theme


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    theme(scale=1.0, mode="auto")


def luminance(color: str) -> float:
    linear = []
    for at in (1, 3, 5):
        channel = int(color[at : at + 2], 16) / 255
        linear.append(channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_has_the_contrast_that_wcag_asks(mode: str) -> None:
    """Ink, soft text and links stand 4.5:1 from the paper and from the wash (WCAG 2 AA)."""
    page = PAGES[mode]
    assert (
        min(
            contrast(page[role], page[back]) for role in ("ink", "soft", "link") for back in ("paper", "wash")
        )
        >= 4.5
    )


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_first_designs_can_be_seen_on_both_pages(mode: str) -> None:
    """The lines of the first three designs stand 3:1 from the paper, as WCAG asks of graphics."""
    assert min(contrast(color, PAGES[mode]["paper"]) for color in DESIGNS[:3]) >= 3


def test_a_verdict_differs_by_more_than_colour() -> None:
    """Every verdict and every agreement has a sign of its own."""
    assert len({look["sign"] for look in VERDICTS.values()}) == len(VERDICTS)
    assert len({look["marker"] for look in VERDICTS.values()}) == len(VERDICTS)
    assert AGREEMENTS["agrees"] != AGREEMENTS["differs"]


def test_phases_have_colours_of_their_own() -> None:
    """The encoder's seven phases and what belongs to none are eight colours."""
    assert len(set(PHASES.values())) == 8


def test_text_is_never_under_twelve_pixels() -> None:
    """Half size still leaves text that can be read; a projector's scale makes it larger."""
    assert Theme(scale=0.5).px(13) == 12
    assert Theme(scale=1.4).px(13) == 18


def test_the_template_is_small() -> None:
    """A figure carries under 1.5 kB of looks, where Plotly's own template costs 6.5 kB."""
    assert len(json.dumps(Theme().template(dark=True))) < 1500


def test_a_wrong_setting_is_refused() -> None:
    """A scale or mode that makes no sense is an error that says what would."""
    with pytest.raises(ValueError, match=r"between 0\.5 and 4"):
        theme(scale=10)
    with pytest.raises(ValueError, match="auto, light or dark"):
        theme(mode="sepia")  # type: ignore[arg-type]


def test_settings_stay_until_changed() -> None:
    """The theme of a notebook is set once, and each argument changes only itself."""
    theme(scale=1.4)
    assert theme(mode="dark") == Theme(scale=1.4, mode="dark") and theme().dark


def test_jupyterlabs_own_setting_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With JupyterLab's dark theme chosen, figures are drawn for a dark page; without a setting, light."""
    monkeypatch.setenv("JUPYTERLAB_SETTINGS_DIR", str(tmp_path))
    assert not Theme().dark
    folder = tmp_path / "@jupyterlab" / "apputils-extension"
    folder.mkdir(parents=True)
    settings = folder / "themes.jupyterlab-settings"
    settings.write_text('{\n    // Theme\n    "theme": "JupyterLab Dark"\n}\n')
    assert Theme().dark and not Theme(mode="light").dark


def test_the_page_asks_jupyterlab_before_the_system() -> None:
    """The style sheet has the system's preference first; JupyterLab's attribute, which outranks it, last."""
    css = Theme().css()
    assert css.index("prefers-color-scheme") < css.index("data-jp-theme-light")
    assert "prefers-color-scheme" not in Theme(mode="dark").css()
