// The map: bars as tall as their rows, and the stretch on screen marked.
import { go } from "./trace-rows.js";

const map = document.querySelector("[data-map]");

function rowOf(bar) {
  return document.getElementById(bar.hash.slice(1));
}

if (map) {
  const bars = [...map.children];
  const barOf = new Map(bars.map((bar) => [rowOf(bar), bar]));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      barOf.get(entry.target)?.toggleAttribute("data-seen", entry.isIntersecting);
    }
  });
  const sized = new ResizeObserver((entries) => {
    for (const entry of entries) {
      const bar = barOf.get(entry.target);
      // The style object is not an inline style attribute: the CSP allows it.
      if (bar) bar.style.flexGrow = String(Math.min(Math.max(entry.contentRect.height, 20), 400));
    }
  });
  for (const row of barOf.keys()) {
    if (!row) continue;
    seen.observe(row);
    sized.observe(row);
  }
  map.addEventListener("click", (event) => {
    const bar = event.target.closest("a");
    if (!bar) return;
    event.preventDefault();
    go(rowOf(bar));
  });
}
