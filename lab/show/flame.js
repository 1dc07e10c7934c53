// Where do the bytes of one call go, and what did the other design change?
// Without dependencies, used three ways: inline in an output, in the report, and as an anywidget; flame.py
// joins these modules into the one string that each of them is. Data comes as columns (flame.py says
// which); node 0 is the root and parents come before their children.

import { isDark } from "./flame_colors.js";
import { build, drawLegend } from "./flame_frame.js";
import { paint } from "./flame_paint.js";
import { drawTable, firstSort, number, short, signed } from "./flame_table.js";
import { covered, fold, measure, place } from "./flame_tree.js";

class Flame {
  constructor(host, data) {
    Object.assign(this, { host, data, metric: "bytes", folded: false, zoom: 0, focus: 0, pattern: null });
    this.view = data.b ? "difference" : "a";
    this.sort = firstSort(this.view);
    this.signal = new AbortController();
    this.widths = new Map();
    this.colors = new Map();
    build(this);
    this.listen();
    this.restyle();
    this.refresh();
    host.dataset.ready = "true";
  }

  listen() {
    const { host, canvas, search } = this;
    const on = (target, kind, act) => target.addEventListener(kind, act, { signal: this.signal.signal });
    // A key that leaves this element is a notebook command: x would cut the cell.
    for (const kind of ["keydown", "keypress", "keyup"]) on(host, kind, (event) => event.stopPropagation());
    on(canvas, "keydown", (event) => this.key(event));
    on(host, "keydown", (event) => {
      if (event.key === "/" && event.target !== search) { event.preventDefault(); search.focus(); search.select(); }
    });
    on(search, "input", () => this.find(search.value));
    on(search, "keydown", (event) => {
      if (event.key === "Escape") this.searchFor("");
      if (event.key === "Escape" || event.key === "Enter") canvas.focus();
    });
    on(canvas, "mousemove", (event) => this.hover(event));
    on(canvas, "mouseleave", () => { this.tip.style.display = "none"; });
    on(canvas, "click", (event) => {
      const node = this.at(event.offsetX, event.offsetY);
      if (node >= 0) { this.focus = node; this.zoomTo(node); this.tell(node); }
    });
    on(canvas, "focus", () => this.draw());
    on(canvas, "blur", () => this.draw());
    on(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.repaint());
    on(window, "beforeprint", () => this.repaint(false));
    on(window, "afterprint", () => this.repaint());
    this.themes = new MutationObserver(() => this.repaint());
    this.themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
    this.sizes = new ResizeObserver(() => this.stage.clientWidth !== this.width && this.draw());
    this.sizes.observe(this.stage);
  }

  close() {
    this.signal.abort();
    this.themes.disconnect();
    this.sizes.disconnect();
  }

  /** Take the page's colours anew, then draw with them. */
  repaint(dark) {
    this.restyle(dark);
    drawLegend(this);
    this.draw();
  }

  restyle(dark = isDark(this.data.mode)) {
    this.page = this.data.page[dark ? "dark" : "light"];
    for (const [role, color] of Object.entries(this.page)) this.host.style.setProperty(`--flame-${role}`, color);
    this.host.style.setProperty("--flame-font", `${this.data.font}px`);
    this.host.dataset.dark = dark;
    this.hatches = null;
    this.colors.clear();
  }

  set(change) {
    Object.assign(this, change);
    if ("folded" in change) this.zoom = this.focus = 0;
    if ("view" in change) this.sort = firstSort(this.view);
    this.refresh();
  }

  /** Compute what the view, the metric and the fold change, then draw all. */
  refresh() {
    const began = performance.now();
    this.tree = this.folded ? (this.foldedTree ??= fold(this.data)) : this.data;
    this.sums = measure(this.tree, this.metric);
    this.span = { a: this.sums.a, b: this.sums.b, difference: this.sums.both }[this.view];
    this.start = place(this.sums, this.span);
    this.find(this.search.value, false);
    this.draw();
    drawTable(this);
    drawLegend(this);
    for (const [view, made] of this.viewButtons) made.setAttribute("aria-pressed", view === this.view);
    for (const [metric, made] of this.metricButtons) made.setAttribute("aria-pressed", metric === this.metric);
    this.foldButton.setAttribute("aria-pressed", this.folded);
    this.caption.textContent = this.data.sentences[this.view];
    this.canvas.setAttribute("aria-label", `Flame graph. ${this.data.sentences[this.view]}. ` +
      `${number(this.tree.name.length)} frames; the table beside it has the same figures.`);
    this.side.setAttribute("aria-label", `Table of ${this.data.sentences[this.view]}`);
    Object.assign(this.host.dataset, { nodes: this.tree.name.length, view: this.view, metric: this.metric,
      drawMs: (performance.now() - began).toFixed(1) });
  }

  nameOf(node) { return this.tree.names[this.tree.name[node]]; }
  phaseOf(node) { return this.tree.phases[this.tree.phase[node]]; }
  fate(node) {
    if (this.view !== "difference") return "";
    return this.sums.a[node] ? (this.sums.b[node] ? "" : "Gone") : this.sums.b[node] ? "New" : "";
  }

  /** The pixels of a node: `[left, top, width, height]`; an ancestor of the zoomed frame spans the whole row. */
  box(node) {
    const scale = this.width / (this.span[this.zoom] || 1);
    const left = Math.max(0, (this.start[node] - this.start[this.zoom]) * scale);
    const right = Math.min(this.width, (this.start[node] - this.start[this.zoom] + this.span[node]) * scale);
    return [left, this.sums.depth[node] * this.row, right - left, this.row - 1];
  }

  draw() { paint(this); }

  /** The node under a pixel of the canvas, or -1. */
  at(x, y) {
    const row = Math.floor(y / this.row);
    let node = 0;
    while (node >= 0 && this.sums.depth[node] < row) {
      node = this.sums.children[node].find((child) => {
        const [left, , wide] = this.box(child);
        return wide > 0 && x >= left && x < left + wide;
      }) ?? -1;
    }
    return node >= 0 && this.span[node] ? node : -1;
  }

  /** What one column of figures is called: instructions and calls are kept where bytes and blocks are. */
  unitOf(metric) {
    return this.data.units[metric === "bytes" ? 0 : 1];
  }

  describe(node) {
    const { sums, metric } = this;
    const phase = this.phaseOf(node);
    const head = [this.nameOf(node), this.tree.places[this.tree.name[node]], phase && `phase: ${phase}`];
    const one = (total, self, all) =>
      `total ${number(total)} (${((100 * total) / (all || 1)).toFixed(1)} %), self ${number(self)} ${this.unitOf(metric)}`;
    const a = one(sums.a[node], sums.selfA[node], sums.a[0]);
    if (!this.data.b) return [...head, a].filter(Boolean);
    const b = one(sums.b[node], sums.selfB[node], sums.b[0]);
    const fate = this.fate(node);
    const change = `B − A: ${signed(sums.b[node] - sums.a[node])} ${this.unitOf(metric)}${fate ? ` (${fate})` : ""}`;
    return [...head, `A ${this.data.a.label}: ${a}`, `B ${this.data.b.label}: ${b}`, change].filter(Boolean);
  }

  hover(event) {
    const node = this.at(event.offsetX, event.offsetY);
    this.tip.style.display = node < 0 ? "none" : "block";
    if (node < 0) return;
    this.tip.textContent = this.describe(node).join("\n");
    const around = this.host.getBoundingClientRect();
    const left = Math.min(event.clientX - around.left + 14, around.width - this.tip.offsetWidth - 4);
    Object.assign(this.tip.style, { left: `${Math.max(0, left)}px`, top: `${event.clientY - around.top + 16}px` });
  }

  zoomTo(node) {
    this.zoom = node;
    this.draw();
    this.status.textContent = node ? `Zoomed: ${this.describe(node).join(" · ")}` : "";
  }

  /** Tell whoever listens (a widget, a page) which frame was chosen. */
  tell(node) {
    const place = this.tree.places[this.tree.name[node]];
    const detail = { name: this.nameOf(node), place, phase: this.phaseOf(node) };
    this.host.dispatchEvent(new CustomEvent("flame-select", { detail, bubbles: true }));
  }

  key(event) {
    const siblings = (this.sums.children[this.tree.parent[this.focus]] ?? [0]).filter((node) => this.span[node]);
    const here = siblings.indexOf(this.focus);
    const moves = {
      ArrowUp: () => this.tree.parent[this.focus],
      ArrowDown: () => this.sums.children[this.focus].find((node) => this.span[node]),
      ArrowLeft: () => siblings[here - 1],
      ArrowRight: () => siblings[here + 1],
      Home: () => 0,
    };
    if (moves[event.key]) {
      const node = moves[event.key]();
      if (node >= 0) this.focus = node;
      this.draw();
      this.status.textContent = this.describe(this.focus).join(" · ");
    } else if (event.key === "Enter") {
      this.zoomTo(this.focus);
      this.tell(this.focus);
    } else if (event.key === "Escape") {
      if (this.zoom) this.zoomTo(Math.max(0, this.tree.parent[this.zoom]));
      else this.searchFor("");
    } else return;
    event.preventDefault();
  }

  /** Highlight the frames whose name matches, and say what share of each side they cover. */
  find(text, redraw = true) {
    let wanted = null;
    try {
      wanted = text ? new RegExp(text, "i") : null;
    } catch (error) {
      this.search.setCustomValidity(error.message);
      this.matched.textContent = "not a regular expression";
      return;
    }
    this.search.setCustomValidity("");
    this.pattern = wanted;
    this.hits = new Set(wanted ? this.data.names.flatMap((name, id) => (wanted.test(name) ? [id] : [])) : []);
    this.matched.textContent = wanted ? `matched ${this.share()}` : "";
    if (redraw) this.draw();
  }

  share() {
    const found = covered(this.tree, this.sums, this.hits);
    const said = (side) => `${(100 * found[side]).toFixed(1)} %`;
    return this.view === "difference" ? `A ${said("a")}, B ${said("b")}` : said(this.view);
  }

  searchFor(text) {
    this.search.value = text;
    this.find(text);
  }
}

/** Draw `data` into `host`, whatever stood there (a picture for readers without scripts) goes. */
function mount(host, data) {
  host.flame?.close();
  host.flame = new Flame(host, data);
  return () => host.flame.close();
}

/** The face that anywidget calls: a model with `data`, and `selected`, which a chosen frame sets. */
function render({ model, el }) {
  const host = document.createElement("div");
  el.append(host);
  mount(host, model.get("data"));
  const again = () => mount(host, model.get("data"));
  model.on("change:data", again);
  host.addEventListener("flame-select", (event) => { model.set("selected", event.detail); model.save_changes(); });
  return () => { model.off("change:data", again); host.flame.close(); };
}

export default { render, mount };
