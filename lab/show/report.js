// How do the report's charts follow the page: its light, its width, and paper?
// `labTemplates` (light and dark) and `labCharts` (by id) come from report.py.

const labReport = (() => {
  const night = matchMedia("(prefers-color-scheme: dark)");
  const template = (dark = night.matches) => labTemplates[dark ? "dark" : "light"];
  const config = { responsive: true, displaylogo: false, displayModeBar: false };
  const each = (act) => Object.keys(labCharts).forEach((id) => act(document.getElementById(id)));

  function draw() {
    for (const [id, { data, layout }] of Object.entries(labCharts)) {
      const place = document.getElementById(id);
      place.replaceChildren();
      Plotly.newPlot(place, data, { ...layout, template: template() }, config).then(() => {
        place.dataset.ready = "true";
      });
    }
  }

  night.addEventListener("change", () => each((place) => Plotly.relayout(place, { template: template() })));
  // Paper is white and narrower than a window: 680 pixels are the width of A4 within its margins.
  window.addEventListener("beforeprint", () => each((place) => Plotly.relayout(place, { template: template(false), width: 680 })));
  window.addEventListener("afterprint", () => each((place) => Plotly.relayout(place, { template: template(), width: null, autosize: true })));
  return { draw };
})();
labReport.draw();
