"""Does the flame graph draw, zoom, search, sort and keep its keys to itself, in a real browser?"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import synthetic

from lab.show import flame

pytestmark = [pytest.mark.browser]

A, B = (synthetic.a_profile(design, scale=5200) for design in ("reference", "value"))
# A page is a notebook to the flame graph: it counts the keys that would have reached one.
PAGE = """<!doctype html><meta charset="utf-8"><body {attributes}>
<script>window.leaked = []; document.addEventListener("keydown", (event) => leaked.push(event.key));</script>
{body}</body>"""
WIDGET = """<!doctype html><meta charset="utf-8"><div id="el"></div><script type="module">{source}
const model = {{ values: {{ data: {data} }}, listeners: {{}}, saved: 0,
  get(name) {{ return this.values[name]; }}, set(name, value) {{ this.values[name] = value; }},
  on(event, act) {{ this.listeners[event] = act; }}, off(event) {{ delete this.listeners[event]; }},
  save_changes() {{ this.saved++; }} }};
window.model = model;
window.stop = face.render({{ model, el: document.getElementById("el") }});
</script>"""

Opener = Callable[..., Any]


@pytest.fixture
def show(new_page: Opener, outside: list[str], tmp_path: Path) -> Any:
    """Open a page with a flame graph in it; at the end, no error and no request off this machine."""
    pages = []

    def open_(graph: flame.Flame, *, attributes: str = "", **options: Any) -> Any:
        path = tmp_path / f"page{len(pages)}.html"
        path.write_text(PAGE.format(attributes=attributes, body=graph.html()), encoding="utf-8")
        page = new_page(**options)
        pages.append(page)
        page.goto(path.as_uri())
        page.wait_for_selector(".lab-flame[data-ready=true]")
        return page

    yield open_
    assert not outside
    assert [error for page in pages for error in page.errors] == []


def state(page: Any) -> dict[str, str]:
    return page.eval_on_selector(".lab-flame", "host => ({...host.dataset})")


def texts(page: Any, selector: str) -> list[str]:
    return page.eval_on_selector_all(
        f".lab-flame {selector}", "found => found.map(one => one.innerText.trim())"
    )


def click_frame(page: Any, name: str) -> None:
    """Click into the middle of the widest frame of that name."""
    box = page.eval_on_selector(
        ".lab-flame",
        """(host, name) => { const graph = host.flame;
        return [...graph.tree.name.keys()].filter((node) => graph.nameOf(node) === name)
          .map((node) => graph.box(node)).sort((x, y) => y[2] - x[2])[0]; }""",
        name,
    )
    page.click(".lab-flame canvas", position={"x": box[0] + box[2] / 2, "y": box[1] + box[3] / 2})


def test_draws_every_frame_and_says_what_it_shows(show: Opener) -> None:
    """The canvas has a drawn frame a node, a role and a sentence; the still that stood there is gone."""
    page = show(flame.graph(A))
    assert state(page)["nodes"] == state(page)["drawn"] == str(len(A.name))
    assert page.get_attribute("canvas", "role") == "img"
    assert f"reference allocates {sum(A.bytes):,} B" in page.get_attribute("canvas", "aria-label")
    assert page.query_selector(".lab-flame img") is None


def test_click_and_escape_zoom(show: Opener) -> None:
    """A click makes a frame as wide as the graph, Esc goes a step back, the button all the way."""
    page = show(flame.graph(A))
    click_frame(page, "Walk.run")
    assert state(page)["zoom"] == "Walk.run"
    assert int(state(page)["drawn"]) < len(A.name)
    page.keyboard.press("Escape")
    assert state(page)["zoom"] == "encode"
    page.click("text=reset zoom")
    assert state(page)["zoom"] == "all"


def test_the_keyboard_alone_suffices(show: Opener) -> None:
    """Arrows move, Enter zooms, / searches, Esc leaves the search; what was reached is said in the status."""
    page = show(flame.graph(A))
    page.focus(".lab-flame canvas")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert state(page)["zoom"] in {"Walk.run", "Reference.replay"}
    assert "self" in texts(page, ".flame-status")[0]
    page.keyboard.press("/")
    page.keyboard.type("finish")
    assert "matched" in texts(page, ".flame-matched")[0]
    page.keyboard.press("Escape")
    assert page.input_value(".lab-flame input") == ""
    assert page.evaluate("document.activeElement.tagName") == "CANVAS"


def test_no_key_reaches_the_notebook(show: Opener) -> None:
    """Keys pressed in the graph, its search and its table stay in it: x would cut the cell."""
    page = show(flame.difference(A, B))
    for selector in (".lab-flame canvas", ".lab-flame input", ".lab-flame thead button"):
        page.focus(selector)
        for key in ("x", "a", "d", "Enter", "Escape", "ArrowDown", "/"):
            page.keyboard.press(key)
    assert page.evaluate("leaked") == []
    assert page.get_attribute(".lab-flame", "data-lm-suppress-shortcuts") == "true"


def test_search_says_how_much_matched(show: Opener) -> None:
    """A regular expression's share is that of the frames it covers, nested matches counted once."""
    page = show(flame.graph(A))
    page.fill(".lab-flame input", "encode|Walk")
    inside = sum(A.bytes) - A.bytes[0]
    assert texts(page, ".flame-matched") == [f"matched {100 * inside / sum(A.bytes):.1f} %"]
    page.fill(".lab-flame input", "(")
    assert texts(page, ".flame-matched") == ["not a regular expression"]
    assert page.eval_on_selector(".lab-flame input", "input => !input.validity.valid")


def test_the_difference_marks_new_and_gone_and_adds_up(show: Opener) -> None:
    """The table's last line has both totals and their difference, to the byte; New and Gone are words."""
    page = show(flame.difference(A, B))
    assert state(page)["view"] == "difference"
    before, after = sum(A.bytes), sum(B.bytes)
    assert texts(page, "tfoot .n") == [f"{before:,}", f"{after:,}", f"−{before - after:,}"]
    deltas = texts(page, "tbody td:last-child")
    assert any(text.endswith("Gone") for text in deltas) and any(text.endswith("New") for text in deltas)


def test_no_child_is_wider_than_its_parent(show: Opener) -> None:
    """In the difference a parent is as wide as all that either side needs below it."""
    page = show(flame.difference(A, B))
    overflow = page.eval_on_selector(
        ".lab-flame",
        """host => { const { span, sums } = host.flame;
        const needed = (list) => list.reduce((sum, child) => sum + span[child], 0);
        return sums.children.some((list, node) => needed(list) > span[node]); }""",
    )
    assert overflow is False


def test_views_and_metrics_switch(show: Opener) -> None:
    """A and B show one side, with its own total; blocks show blocks; the caption follows."""
    page = show(flame.difference(A, B))
    page.click("text=A reference")
    assert texts(page, "tfoot .n") == [f"{sum(A.bytes):,}"]
    page.click("text=B value")
    page.click("button:text-is('blocks')")
    assert texts(page, "tfoot .n") == [f"{sum(B.blocks):,}"]
    assert texts(page, ".flame-caption")[0].startswith("value allocates")
    assert page.get_attribute("button:text-is('blocks')", "aria-pressed") == "true"


def test_recursion_folds_without_losing_a_byte(show: Opener) -> None:
    """Folded, a function that calls itself is one frame, and the sums stay."""
    page = show(flame.graph(A))
    before = texts(page, "tfoot .n")
    page.click("text=fold recursion")
    assert int(state(page)["nodes"]) == len(A.name) - 1
    assert texts(page, "tfoot .n") == before


def test_the_table_sorts_by_any_column(show: Opener) -> None:
    """A heading sorts, again it turns round, and says so to a screen reader; the focus stays on it."""
    page = show(flame.graph(A))
    page.click("thead button:has-text('Function')")
    names = texts(page, "tbody th")
    assert names == sorted(names, key=str.lower)
    page.keyboard.press("Enter")
    assert texts(page, "tbody th") == names[::-1]
    assert page.get_attribute("thead th[aria-sort]", "aria-sort") == "descending"


def test_a_row_of_the_table_finds_its_frames(show: Opener) -> None:
    """A click on a function's row highlights just that function."""
    page = show(flame.graph(A))
    page.click("tbody tr:has-text('Writer.finish')")
    assert page.input_value(".lab-flame input") == r"^Writer\.finish$"


def test_a_tooltip_stays_inside(show: Opener) -> None:
    """Pointing at a frame shows its figures within the graph's own box, also at its right edge."""
    page = show(flame.difference(A, B), viewport={"width": 640, "height": 700})
    box = page.eval_on_selector(
        "canvas", "canvas => { const b = canvas.getBoundingClientRect(); return [b.right, b.top]; }"
    )
    page.mouse.move(box[0] - 12, box[1] + 5)
    tip = page.eval_on_selector(".flame-tip", "tip => [tip.innerText, tip.getBoundingClientRect().right]")
    assert f"{sum(A.bytes):,}" in tip[0] and "B − A" in tip[0] and tip[1] <= 640


@pytest.mark.parametrize(
    ("scheme", "attributes", "dark"),
    [
        ("light", "", "false"),
        ("dark", "", "true"),
        ("dark", 'data-jp-theme-light="true"', "false"),
        ("light", 'data-jp-theme-light="false"', "true"),
    ],
)
def test_follows_the_page_from_light_to_dark(show: Opener, scheme: str, attributes: str, dark: str) -> None:
    """JupyterLab's theme outranks the system's; without it the system's counts."""
    assert state(show(flame.graph(A), attributes=attributes, color_scheme=scheme))["dark"] == dark


def test_a_change_of_theme_redraws(show: Opener) -> None:
    """Switching JupyterLab's theme recolours the graph without running anything again."""
    page = show(flame.graph(A), attributes='data-jp-theme-light="true"')
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    page.wait_for_selector(".lab-flame[data-dark=true]")


def test_paper_is_always_light(show: Opener) -> None:
    """Printing from a dark page draws for white paper, and afterwards goes back."""
    page = show(flame.graph(A), color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert state(page)["dark"] == "false"
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert state(page)["dark"] == "true"


def test_two_outputs_of_one_graph_are_both_drawn(new_page: Opener, tmp_path: Path) -> None:
    """The same graph shown twice is drawn twice."""
    path = tmp_path / "twice.html"
    path.write_text(PAGE.format(attributes="", body=flame.graph(A).html() * 2), encoding="utf-8")
    page = new_page()
    page.goto(path.as_uri())
    page.wait_for_function("document.querySelectorAll('.lab-flame[data-ready=true]').length === 2")


def test_works_as_a_widget(new_page: Opener, tmp_path: Path) -> None:
    """As an anywidget it draws its model's data, reports a chosen frame, redraws on change and cleans up."""
    source = flame.source().replace("export default", "const face =")
    path = tmp_path / "widget.html"
    path.write_text(WIDGET.format(source=source, data=json.dumps(flame.graph(A).data)), encoding="utf-8")
    page = new_page()
    page.goto(path.as_uri())
    page.wait_for_selector(".lab-flame[data-ready=true]")
    click_frame(page, "Writer.finish")
    assert page.evaluate("model.values.selected") == {
        "name": "Writer.finish",
        "place": "encoder/part7.py:70",
        "phase": "result",
    }
    page.evaluate(f"model.values.data = {json.dumps(flame.graph(B).data)}; model.listeners['change:data']()")
    assert state(page)["nodes"] == str(len(B.name))
    page.evaluate("stop()")
    assert page.evaluate("model.listeners") == {} and page.errors == []


def test_a_high_resolution_screen_gets_its_pixels(show: Opener) -> None:
    """At two device pixels to one the canvas has twice the pixels in each direction."""
    page = show(flame.graph(A), device_scale_factor=2)
    assert page.eval_on_selector(
        "canvas", "canvas => canvas.width / canvas.getBoundingClientRect().width"
    ) == pytest.approx(2, abs=0.01)


def test_twenty_thousand_frames_are_quick(show: Opener) -> None:
    """20,000 frames are drawn within 0.5 s and redrawn (the fastest of nine) within 16 ms."""
    page = show(flame.graph(synthetic.a_large_profile(20_000)))
    assert state(page)["nodes"] == "20000" and int(state(page)["drawn"]) > 1000
    assert float(state(page)["drawMs"]) < 500
    # The fastest: other work on a shared machine only ever adds to a redraw.
    redraws = page.eval_on_selector(
        ".lab-flame",
        "host => Array.from({length: 9}, () => { host.flame.draw(); return Number(host.dataset.redrawMs); })",
    )
    assert min(redraws) <= 16, redraws
