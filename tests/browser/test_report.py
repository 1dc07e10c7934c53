"""Is the report alive, silent and legible when opened as a file with no network?"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import synthetic

from lab.show import report

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Opener = Callable[..., Any]
READY = """() => [...document.querySelectorAll('.chart')].every((place) => place.dataset.ready)
    && [...document.querySelectorAll('[data-flame]')].every((host) => host.dataset.ready)"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return report.write(synthetic.a_run(replayed=True), tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture
def open_report(path: Path, new_page: Opener) -> Opener:
    def open_(**options: Any) -> Any:
        page = new_page(**options)
        page.goto(path.as_uri())
        page.wait_for_function(READY)
        return page

    return open_


def test_draws_everything_and_asks_for_nothing(open_report: Opener, outside: list[str]) -> None:
    """Every chart has marks, every flame its frames; no request leaves the machine, no error is logged."""
    page = open_report()
    marks = page.eval_on_selector_all(
        ".chart",
        "charts => charts.map((chart) => chart.querySelectorAll('.point, .js-line, .js-fill').length)",
    )
    assert len(marks) == 15 and min(marks) > 0
    frames = page.eval_on_selector_all(
        "[data-flame]", "hosts => hosts.map((host) => Number(host.dataset.drawn))"
    )
    assert len(frames) == 4 and min(frames) >= 5
    assert outside == [] and page.errors == []


def test_charts_and_flames_react(open_report: Opener) -> None:
    """A chart answers to the pointer and a flame graph to its buttons."""
    page = open_report()
    flame = page.locator("[data-flame]").first
    flame.scroll_into_view_if_needed()
    flame.locator("[aria-label=View] button").first.click()
    assert flame.get_attribute("data-view") == "a"
    point = page.locator(".chart .point").first
    point.scroll_into_view_if_needed()
    point.hover(force=True)
    page.wait_for_selector(".hovertext")


def test_nothing_sticks_out_of_a_narrow_window(open_report: Opener) -> None:
    """At 640 pixels wide the page does not scroll sideways; wide tables scroll in themselves."""
    page = open_report(viewport={"width": 640, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_a_dark_page_is_dark_all_over(open_report: Opener) -> None:
    """With a dark system theme, the page, the charts and the flames are dark, and follow a change."""
    page = open_report(color_scheme="dark")
    paper = "document.querySelector('.chart .main-svg').style.background"
    dark = page.evaluate(paper)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark == "rgb(20, 23, 26)"
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"{paper} === 'rgb(255, 255, 255)'")
    assert page.get_attribute("[data-flame]", "data-dark") == "false"


def test_the_banner_and_the_run_are_named(open_report: Opener) -> None:
    """A replayed report says so at its top and names its run."""
    page = open_report()
    assert "nothing was measured here" in page.inner_text(".banner")
    assert synthetic.a_run().run_id in page.inner_text("header")


def test_prints_with_light_charts_on_paper(open_report: Opener) -> None:
    """Printed from a dark page, the report is a PDF of several pages drawn for white paper."""
    page = open_report(color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function(
        "document.querySelector('.chart .main-svg').style.background === 'rgb(255, 255, 255)'"
    )
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf())) >= 4


def test_every_control_has_a_name(open_report: Opener) -> None:
    """Each button, input, link, image and region can be named by a screen reader."""
    page = open_report()
    nameless = page.eval_on_selector_all(
        "button, input, a, [role=img], [role=group], summary",
        """found => found.filter((one) => !(one.innerText || one.getAttribute('aria-label') || '').trim())
            .map((one) => one.outerHTML.slice(0, 80))""",
    )
    assert nameless == []
