// How do frames get onto the canvas: which are drawn, in which colour, with which words?

import { blend, hatches, inkOn } from "./flame_colors.js";
import { short } from "./flame_table.js";

/** Draw every frame of `flame` that is wide enough to be seen, and the one that has the keyboard. */
export function paint(flame) {
  const began = performance.now();
  const { canvas, page, sums } = flame;
  const ratio = window.devicePixelRatio || 1;
  flame.width = flame.stage.clientWidth || 600;
  flame.row = flame.data.font + 8;
  const height = (sums.deepest + 1) * flame.row;
  canvas.width = Math.round(flame.width * ratio);
  canvas.height = Math.round(height * ratio);
  Object.assign(canvas.style, { width: `${flame.width}px`, height: `${height}px` });
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  pen.font = `${flame.data.font}px system-ui, 'Liberation Sans', 'DejaVu Sans', sans-serif`;
  pen.textBaseline = "middle";
  let drawn = 0;
  const above = new Set();
  for (let up = flame.tree.parent[flame.zoom]; up >= 0; up = flame.tree.parent[up]) above.add(up);
  for (let node = 0; node < flame.span.length; node++) {
    if (!flame.span[node]) continue;
    const [left, top, wide, tall] = flame.box(node);
    const outside = sums.depth[node] <= sums.depth[flame.zoom] && node !== flame.zoom && !above.has(node);
    if (wide < 0.4 || outside) continue;
    drawFrame(flame, pen, node, left, top, wide, tall, above.has(node));
    drawn++;
  }
  if (flame.span[flame.focus] && document.activeElement === canvas) {
    const [left, top, wide, tall] = flame.box(flame.focus);
    Object.assign(pen, { strokeStyle: page.ink, lineWidth: 2 });
    pen.strokeRect(left + 1, top + 1, Math.max(2, wide - 2), tall - 2);
  }
  const redrawMs = (performance.now() - began).toFixed(1);
  Object.assign(flame.host.dataset, { drawn, redrawMs, zoom: flame.nameOf(flame.zoom) });
}

function drawFrame(flame, pen, node, left, top, wide, tall, faded) {
  const color = colorOf(flame, node);
  const missed = flame.pattern && !flame.hits.has(flame.tree.name[node]);
  pen.globalAlpha = faded ? 0.45 : missed ? 0.25 : 1;
  pen.fillStyle = color;
  // Below three pixels a gap between frames would be most of what one sees.
  pen.fillRect(left, top, wide > 3 ? wide - 1 : wide, tall);
  const fate = wide > 3 ? flame.fate(node) : "";
  if (fate) {
    flame.hatches ??= hatches(pen, flame.page.ink);
    pen.fillStyle = flame.hatches[fate];
    pen.fillRect(left, top, wide - 1, tall);
  }
  if (wide > 24) {
    pen.fillStyle = inkOn(color);
    const text = (fate === "New" ? "+ New: " : fate === "Gone" ? "− Gone: " : "") + short(flame.nameOf(node));
    pen.fillText(fitting(flame, pen, text, wide - 8), left + 4, top + tall / 2 + 1);
  }
  pen.globalAlpha = 1;
}

function fitting(flame, pen, text, room) {
  if (!flame.widths.has(text)) flame.widths.set(text, pen.measureText(text).width);
  const full = flame.widths.get(text);
  if (full <= room) return text;
  const letters = Math.floor((text.length * room) / full) - 1;
  return letters < 2 ? "" : text.slice(0, letters) + "…";
}

/** A frame's colour: its phase, or in a difference how much it grew or shrank relative to both sides. */
function colorOf(flame, node) {
  if (flame.view !== "difference") return flame.data.colors[flame.phaseOf(node)] ?? flame.data.colors[""];
  const [a, b] = [flame.sums.a[node], flame.sums.b[node]];
  const share = a + b ? (b - a) / (a + b) : 0;
  const step = Math.round(share * 20); // 41 colours are cached instead of one a frame
  const { same, more, less } = flame.page;
  if (!flame.colors.has(step)) flame.colors.set(step, blend(same, step > 0 ? more : less, Math.abs(step) / 20));
  return flame.colors.get(step);
}
