// What stands around a flame graph: which buttons, which legend, and where do canvas and table go?

import { make } from "./flame_table.js";

// flame.py puts the text of flame.css here, since an anywidget and an output are each one string.
const STYLE = "flame.css";

/** Make the elements of `flame` in its host, and keep those that change as its properties. */
export function build(flame) {
  const { data, host } = flame;
  const button = (text, act, label = text) => {
    const made = make("button", { type: "button", title: label }, text);
    made.addEventListener("click", act);
    return made;
  };
  const views = data.b ? { a: `A ${data.a.label}`, b: `B ${data.b.label}`, difference: "Difference" } : {};
  flame.viewButtons = Object.entries(views).map(([view, text]) => [view, button(text, () => flame.set({ view }))]);
  flame.metricButtons = ["bytes", "blocks"].map((metric) =>
    [metric, button(flame.unitOf(metric), () => flame.set({ metric }))]);
  flame.foldButton = button("fold recursion", () => flame.set({ folded: !flame.folded }),
    "Show a function that calls itself as one frame");
  flame.resetButton = button("reset zoom", () => flame.zoomTo(0));
  const hint = { type: "search", placeholder: "/ search (regex)", "aria-label": "Search frames" };
  flame.search = make("input", hint);
  flame.matched = make("span", { class: "flame-matched", role: "status" });
  const group = (label, list) => make("span", { role: "group", "aria-label": label }, ...list.map((b) => b[1]));
  flame.canvas = make("canvas", { role: "img", tabindex: "0" });
  flame.tip = make("div", { class: "flame-tip", "aria-hidden": "true" });
  flame.status = make("div", { class: "flame-status", role: "status" });
  flame.legend = make("div", { class: "flame-legend" });
  flame.caption = make("div", { class: "flame-caption" });
  flame.table = make("table");
  const bar = make("div", { class: "flame-bar" });
  if (data.b) bar.append(group("View", flame.viewButtons));
  bar.append(group("Metric", flame.metricButtons), flame.foldButton, flame.resetButton, flame.search, flame.matched);
  flame.stage = make("div", { class: "flame-stage" }, flame.canvas);
  const graph = make("div", { class: "flame-graph" }, flame.stage, flame.legend, flame.status);
  flame.side = make("div", { class: "flame-side", tabindex: "0", role: "group" }, flame.table);
  host.replaceChildren(make("style", {}, STYLE), flame.caption, bar,
    make("div", { class: "flame-body" }, graph, flame.side), flame.tip);
  host.classList.add("lab-flame");
  // JupyterLab's own switch against shortcuts, for versions that listen before a key gets here.
  host.setAttribute("data-lm-suppress-shortcuts", "true");
}

/** What the colours and hatches of `flame` mean in its view, and which keys it knows. */
export function drawLegend(flame) {
  const chip = (color, text) => {
    const square = make("i", { "aria-hidden": "true" });
    square.style.background = color;
    return make("span", {}, square, text);
  };
  const used = new Set(Array.from(flame.tree.phase, (id) => flame.tree.phases[id]));
  const phases = Object.entries(flame.data.colors).filter(([phase]) => phase && used.has(phase));
  const { less, same, more } = flame.page;
  const chips = flame.view === "difference"
    ? [chip(less, "B allocates less"), chip(same, "the same"), chip(more, "B allocates more"),
      make("span", {}, "/// New: only B"), make("span", {}, "\\\\\\ Gone: only A")]
    : phases.map(([phase, color]) => chip(color, phase));
  const keys = "Click or Enter zooms, Esc goes back, arrows move, / searches";
  flame.legend.replaceChildren(...chips, make("span", { class: "flame-keys" }, keys));
}
