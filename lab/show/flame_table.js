// What are the figures behind a flame graph? A table to sort: its twin for who reads instead of looks.

import { byFunction } from "./flame_tree.js";

const COLUMNS = {
  a: [["Function", "text"], ["Phase", "phase"], ["Self", "a"], ["Total", "totalA"]],
  b: [["Function", "text"], ["Phase", "phase"], ["Self", "b"], ["Total", "totalB"]],
  difference: [["Function", "text"], ["Phase", "phase"], ["A", "a"], ["B", "b"], ["B − A", "delta"]],
};
const ROWS = 100; // below them a page gets slow, and nobody reads on

export const number = (value) => Math.round(value).toLocaleString("en-US");
export const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value));

/** An element with attributes and content; text is never read as HTML. */
export function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** The last two parts of a dotted name: who does it and what; the module is in the tooltip. */
export const short = (name) => name.split(".").slice(-2).join(".");

/** The column that a view is sorted by until someone chooses another. */
export const firstSort = (view) => ({ key: view === "difference" ? "delta" : view, down: true });

/** Fill `flame.table` for its view, metric and `flame.sort`; a click on a row searches for its function. */
export function drawTable(flame) {
  const { data, view } = flame;
  const columns = COLUMNS[view];
  const rows = sorted(byFunction(flame.tree, flame.sums).filter((row) => present(row, view)), flame.sort);
  const labels = { A: `A ${data.a.label}`, B: `B ${data.b?.label}` };
  const heads = columns.map(([title, key]) => heading(flame, labels[title] ?? title, key));
  const body = rows.slice(0, ROWS).map((row) => {
    const line = make("tr", {}, ...columns.map(([, key]) => cell(row, key)));
    line.addEventListener("click", () => flame.searchFor(`^${row.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
    return line;
  });
  const all = rows.length > ROWS ? `All ${rows.length} (${ROWS} shown)` : "All";
  const foot = columns.map(([, key]) => {
    if (key === "text") return make("th", { scope: "row" }, all);
    // Totals hold one another, so a sum of them would mean nothing.
    if (key === "phase" || key.startsWith("total")) return make("td");
    const sum = rows.reduce((sofar, row) => sofar + row[key], 0);
    return make("td", { class: "n" }, key === "delta" ? signed(sum) : number(sum));
  });
  flame.table.replaceChildren(
    make("caption", {}, `${flame.unitOf(flame.metric)} per call, by function`),
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...body),
    make("tfoot", {}, make("tr", {}, ...foot)),
  );
}

function present(row, view) {
  return view === "difference" ? row.a || row.b : view === "a" ? row.totalA : row.totalB;
}

function sorted(rows, { key, down }) {
  const rank = (row) => (key === "delta" ? Math.abs(row.delta) : key === "text" ? short(row.text) : row[key]);
  const order = (x, y) => (typeof x === "string" ? x.localeCompare(y) : x - y);
  return rows.sort((x, y) => order(rank(x), rank(y)) * (down ? -1 : 1));
}

function heading(flame, label, key) {
  const { sort } = flame;
  const mine = sort.key === key;
  const press = make("button", { type: "button", "data-key": key }, label + (mine ? (sort.down ? " ▾" : " ▴") : ""));
  press.addEventListener("click", () => {
    flame.sort = { key, down: mine ? !sort.down : !/text|phase/.test(key) };
    drawTable(flame);
    flame.table.querySelector(`[data-key=${key}]`).focus();
  });
  const head = make("th", { scope: "col" }, press);
  if (mine) head.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
  return head;
}

function cell(row, key) {
  if (key === "text") return make("th", { scope: "row", title: row.text }, short(row.text));
  if (key === "phase") return make("td", {}, row.phase || "–");
  if (key !== "delta") return make("td", { class: "n" }, number(row[key]));
  const fate = row.b && !row.a ? " New" : row.a && !row.b ? " Gone" : "";
  return make("td", { class: "n" }, signed(row.delta) + fate);
}
