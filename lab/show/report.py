"""How does a run become one page that opens anywhere, without a network, and prints well?"""

from __future__ import annotations

import base64
import html
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from lab.experiments import EXPERIMENTS
from lab.judge.peers import EXPERIMENT
from lab.judge.peers import EXPERIMENTS as PEER_EXPERIMENTS
from lab.merging import split
from lab.model import Profile, Remark, Row, Run
from lab.show import (
    charts,
    exports,
    flame,
    meters_page,
    numbers,
    pages,
    payloads,
    peers,
    peers_page,
    pictures,
    published,
    sentences,
    tables,
    views,
)
from lab.show.drawing import Picture
from lab.show.theme import theme


def write(run: Run, path: str | os.PathLike[str]) -> Path:
    """Write `run` as one self-contained HTML file and return its path. Raises ``DiskError``.

    Missing parts of a run (no profiles, one build, no rows) are left out, never drawn empty. Another run's page at
    `path` is renamed first, see `lab.show.pages`.
    """
    pages.put(page(run), run, path)
    return Path(path)


def page(run: Run) -> str:
    """The whole page as text; plotly.js (4.8 MB) is in it once, ``flame.js`` too."""
    from plotly.offline import get_plotlyjs

    drawn = _Charts()
    sections = [_section(part, name, drawn, run) for part in split(run) for name in experiments(part)]
    title = f"{pages.TITLE}{run.run_id}"
    body = "".join(
        (
            _header(run),
            "<main>",
            _summary(run),
            _together(run) if run.sources else "",
            *sections,
            *meters_page.sections(run, drawn.figure),
            _surroundings(run),
            "</main>",
        )
    )
    css = theme().css() + tables.style() + _asset("report.css")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{css}</style>'
        f'<script>{get_plotlyjs()}</script><script>{flame.script()}</script></head><body class="lab">{body}'
        f"<script>{drawn.script()}{_asset('report.js')}</script></body></html>"
    )


def experiments(run: Run) -> list[str]:
    """The experiments that `run` has anything of, in the order in which they came."""
    found = dict.fromkeys([*(row.experiment for row in run.rows), *(curve.experiment for curve in run.curves)])
    # The rows of one run among peers stand in one section, whatever they compare.
    return list(dict.fromkeys(EXPERIMENT if name in PEER_EXPERIMENTS else name for name in found))


def finding(run: Run, experiment: str) -> str:
    """The one sentence that `experiment` is summed up by: its picture's title, else its verdicts."""
    if experiment == EXPERIMENT:
        return peers.finding(run)
    picture = pictures.of(run, experiment)
    if picture is not None:
        return picture.title
    return sentences.verdicts([row for row in run.rows if row.experiment == experiment])


class _Charts:
    """The charts of a page so far; each gets an id and is drawn when the page has loaded."""

    def __init__(self) -> None:
        self.specs: dict[str, dict[str, Any]] = {}

    def figure(self, picture: Picture, *, said: str = "") -> str:
        """A figure: the finding as caption (unless just `said` above it), the chart, and the table twin."""
        caption = "" if picture.title == said else f"<figcaption>{html.escape(picture.title)}</figcaption>"
        key = f"chart-{len(self.specs)}"
        spec = picture.safe
        layout = {**spec["layout"], "autosize": True}
        self.specs[key] = {"data": spec["data"], "layout": layout}
        return (
            f"<figure>{caption}"
            f'<div class="chart" id="{key}" role="img" aria-label="{html.escape(picture.alt)}" '
            f'style="min-height:{layout["height"]}px"><noscript>{picture.static()}</noscript></div>'
            f"{picture.table()}</figure>"
        )

    def script(self) -> str:
        look = theme()
        templates = {name: look.template(dark=name == "dark") for name in ("light", "dark")}
        if look.mode != "auto":
            templates = dict.fromkeys(templates, templates[look.mode])
        return f"const labTemplates={_inline(templates)},labCharts={_inline(self.specs)};"


def _together(run: Run) -> str:
    """The cells of all merged runs below one another; each run's own pictures come after it."""
    told = "".join(f"<li>{html.escape(source)}</li>" for source in sentences.sources(run))
    found = "".join(table.html() for table in views.tables(run))
    return f'<section id="together"><h2>{len(run.sources)} runs, kept apart</h2><ul>{told}</ul>{found}</section>'


def _anchor(part: Run, experiment: str, whole: Run) -> str:
    """What a section of the page is called: of a merged run every part has its own sections."""
    return f"{part.run_id}-{experiment}" if whole.sources else experiment


def _section(run: Run, experiment: str, drawn: _Charts, whole: Run) -> str:
    anchor = _anchor(run, experiment, whole)
    of = f"Run {run.run_id}. " if whole.sources else ""
    if experiment == EXPERIMENT:
        return peers_page.section(run, drawn.figure, anchor=anchor, of=of)
    rows = [row for row in run.rows if row.experiment == experiment]
    head = finding(run, experiment)
    parts = [f'<section id="{html.escape(anchor)}"><h2>{html.escape(of + head)}</h2>']
    known = EXPERIMENTS.get(experiment)
    asked = f"{experiment}: {known.question} After {known.source}." if known else experiment
    parts.append(f'<p class="soft">{html.escape(asked)}</p>')
    for build in dict.fromkeys([row.build for row in rows] or pictures.builds(run)):
        own = [row for row in rows if row.build == build]
        parts.append(f"<h3>{html.escape(build.capitalize())} build</h3>")
        picture = pictures.of(run, experiment, build=build)
        if picture is not None:
            parts.append(drawn.figure(picture, said=head))
        if own:
            parts.append(drawn.figure(charts.ratios(own)))
            parts.append(tables.render(own).html())
        parts += _flames(run, own)
    parts += map(drawn.figure, published.pictures(rows, experiment))
    return "".join(parts) + "</section>"


def _flames(run: Run, rows: Iterable[Row]) -> Iterator[str]:
    """A difference for every pair that was profiled, and the graph of a design profiled without its rival.

    Where the same blocks make up the peak as the total, one picture stands for both.
    """
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        for workload in dict.fromkeys((row.workload, row.memory_workload)):
            for metric in ("allocated", "peak"):
                key = (workload, row.method, row.build, row.baseline, row.candidate, metric)
                found = [_profile(run, *key[:3], design, metric) for design in key[3:5]]
                present = [profile for profile in found if profile is not None]
                if not present or key in seen:
                    continue
                seen.add(key)
                whole = [_profile(run, *key[:3], profile.design, "allocated") for profile in present]
                if metric == "peak" and all(map(_alike, present, whole)):
                    continue
                shown = flame.difference(*present) if len(present) == 2 else flame.graph(present[0])
                who = " and ".join(profile.design for profile in present)
                where = f"{metric} by {row.method} on {payloads.key(workload)}, {who}"
                yield f"<h4>Where the bytes go: {html.escape(where)}</h4>{shown.html(shared=True)}"


def _profile(run: Run, workload: str, method: str, build: str, design: str, metric: str) -> Profile | None:
    wanted = (workload, method, build, design, metric)
    return next(
        (p for p in run.profiles if (p.workload, p.method, p.build, p.design, p.metric) == wanted), None
    )


def _alike(peak: Profile, whole: Profile | None) -> bool:
    """Whether the blocks of a peak are all that was allocated."""
    return whole is not None and (peak.name, peak.parent, peak.bytes) == (whole.name, whole.parent, whole.bytes)


def _header(run: Run) -> str:
    parts = [f"<header><h1>Encoder lab: {html.escape(_count(run))}</h1>"]
    quick = " · quick settings" if run.quick else ""
    # The banner of a replayed run says when and where.
    here = () if run.replayed else (sentences.moment(run.recorded), sentences.machine(run.environment))
    facts = (f"Run {run.run_id}", *here)
    parts.append(f'<p class="soft">{html.escape(" · ".join(filter(None, facts)))}{quick}</p>')
    banners = [sentences.recorded(run)] if run.replayed else []
    banners += [remark.text for remark in run.remarks if remark.severity == "warning"]
    told = any(remark.code == "uncompiled" for remark in run.remarks)
    if {row.build for row in run.rows} == {"interpreted"} and not told:
        banners.append("This run measured the interpreted build only.")
    parts += (f'<p class="banner" role="note">{html.escape(text)}</p>' for text in banners)
    return "".join(parts) + "</header>"


def _count(run: Run) -> str:
    named = experiments(run)
    if not named:
        return meters_page.title(run)
    builds = list(dict.fromkeys(row.build for row in run.rows))
    counts = (numbers.plural(len(named), "experiment"), numbers.plural(len(run.rows), "comparison"))
    return ", ".join((*counts, f"{' and '.join(builds) or 'no'} build{'s' * (len(builds) > 1)}"))


def _summary(run: Run) -> str:
    found = "".join(
        f'<li><a href="#{html.escape(_anchor(part, one, run))}">{html.escape(one)}</a>'
        f"{html.escape(f', run {part.run_id}' if run.sources else '')}: "
        f"{html.escape(finding(part, one))}.</li>"
        for part in split(run)
        for one in experiments(part)
    )
    name = html.escape(run.run_id)
    links = "".join(
        f'<a download="{name}.{ending}" href="data:{kind};base64,{_base64(text)}">{label}</a>'
        for ending, kind, label, text in (
            ("md", "text/markdown", "Tables as Markdown", exports.markdown(run)),
            ("csv", "text/csv", "Tables as CSV", exports.csv(run)),
        )
    )
    return (
        f'<nav aria-label="Findings"><ul class="findings">{found}</ul></nav><p class="downloads">{links}</p>'
    )


def _surroundings(run: Run) -> str:
    facts: dict[str, Any] = {}
    for part in split(run):
        named = f"{part.run_id}: " if run.sources else ""
        facts |= _flat(part.environment, named)
        facts |= {f"{named}seed: {name}": seed for name, seed in part.seeds.items()}
    rows = "".join(
        f'<tr><th scope="row">{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>'
        for name, value in facts.items()
    )
    # Warnings about the whole run stand at its head.
    notes = [remark for remark in run.remarks if remark.severity != "warning"]
    remarks = "".join(f"<li>{_remark(remark)}</li>" for remark in notes)
    return (
        '<section id="environment"><h2>Where this was measured</h2>'
        f'<ul class="remarks">{remarks}</ul>'
        '<div class="lab-scroll" tabindex="0" role="group" aria-label="Environment">'
        '<table class="lab-table"><caption>Environment and seeds</caption>'
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _remark(remark: Remark) -> str:
    return f"<strong>ℹ Note:</strong> {html.escape(remark.text)}"


def _flat(facts: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            flat.update(_flat(value, f"{prefix}{name}."))
        elif value not in (None, ""):
            flat[f"{prefix}{name}"] = value
    return flat


def _inline(value: object) -> str:
    """JSON for a script element, which any ``</script>`` inside a text would end."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _asset(name: str) -> str:
    return resources.files("lab.show").joinpath(name).read_text("utf-8")


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
