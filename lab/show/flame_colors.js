// Which colour does a frame get, and what can be read on it? In light and in dark.

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
export const blend = (from, to, share) => {
  const [x, y] = [channels(from), channels(to)];
  return "#" + x.map((c, i) => Math.round(c + (y[i] - c) * share).toString(16).padStart(2, "0")).join("");
};
/** Black or white, whichever reads better on `hex` (relative luminance as in WCAG 2). */
export function inkOn(hex) {
  const [r, g, b] = channels(hex).map((c) => ((c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#000000" : "#ffffff";
}
export function isDark(mode) {
  const { dataset, classList } = document.body;
  if (mode !== "auto") return mode === "dark";
  if (dataset.jpThemeLight) return dataset.jpThemeLight === "false";
  if (classList.contains("vscode-dark")) return true;
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Patterns that mark a frame as new or gone for who cannot tell the colours apart. */
export function hatches(context, ink) {
  const hatch = (slope) => {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 8;
    const pen = tile.getContext("2d");
    Object.assign(pen, { strokeStyle: ink, globalAlpha: 0.35, lineWidth: 1.5 });
    for (const shift of [-8, 0, 8]) {
      pen.moveTo(shift, slope > 0 ? 8 : 0);
      pen.lineTo(shift + 8, slope > 0 ? 0 : 8);
    }
    pen.stroke();
    return context.createPattern(tile, "repeat");
  };
  return { New: hatch(1), Gone: hatch(-1) };
}
