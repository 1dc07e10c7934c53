// Keys pressed in the panel stay in the panel: otherwise an `x` on a focused button would cut the cell.

const PATIENCE = 3000; // ms without an answer before the reader is told that the kernel may be gone

function whenAttached(el, use) {
  const root = el.closest(".lab-panel");
  if (root) use(root);
  else requestAnimationFrame(() => whenAttached(el, use));
}

function render({ model, el }) {
  let waiting = null;
  model.on("msg:custom", () => {
    clearTimeout(waiting);
    waiting = null;
    el.textContent = "";
  });
  whenAttached(el, (root) => {
    // JupyterLab looks for its shortcuts on the way down, so stopping the event here would be too late; it
    // leaves an element with this mark alone, but only if the mark is on the focused element itself.
    root.addEventListener("focusin", (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") model.send("cancel");
    });
    root.addEventListener("click", (event) => {
      if (waiting || !event.target.closest("button")) return;
      // The timer first: with the kernel gone, sending may throw.
      waiting = setTimeout(() => {
        waiting = null;
        el.textContent =
          "No answer from the kernel. Is another cell running? If the kernel was restarted, rerun this cell.";
      }, PATIENCE);
      model.send("there?");
    });
  });
}

export default { render };
