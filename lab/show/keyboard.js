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
    let focused = null;
    root.addEventListener("focusin", (event) => {
      focused = event.target;
      focused.setAttribute("data-lm-suppress-shortcuts", "true");
    });
    // Run disables itself and offers Cancel, and the other way round. A disabled button loses the focus to
    // the page, where Esc would be nobody's: hand it to the other button.
    new MutationObserver(() => {
      if (!focused?.disabled) return;
      const other = root.querySelector(".lab-cancel:not([disabled]), .lab-run:not([disabled])");
      other?.focus({ preventScroll: true });
    }).observe(root, { subtree: true, attributeFilter: ["disabled"] });
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
