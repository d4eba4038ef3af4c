// The rows of the conversation: which one the reader is at, and going to another.
const EVENTS = "[data-event]";
const FINDINGS = "[data-finding]";

export function rows() {
  return [...document.querySelectorAll(EVENTS)];
}

export function current() {
  return document.querySelector(`${EVENTS}[data-here]`) ?? targeted();
}

function targeted() {
  if (location.hash.length < 2) return null;
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  return named?.closest(EVENTS) ?? null;
}

// Goes to a row: the address names it, so that it can be copied; the target flashes.
export function go(row) {
  if (!row) return;
  for (const other of document.querySelectorAll(`${EVENTS}[data-here]`)) {
    delete other.dataset.here;
  }
  row.dataset.here = "";
  history.replaceState(history.state, "", `#${row.id}`);
  dispatchEvent(new Event("addresschange")); // for the list, where this is its panel
  row.scrollIntoView({ block: "center", behavior: isNear(row) ? "smooth" : "instant" });
  const focus = row.querySelector("summary") ?? row.querySelector("a.at");
  focus?.focus({ preventScroll: true });
}

// What is a screen away is shown moving there; the way to what is further off says nothing.
function isNear(row) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > -innerHeight && top < 2 * innerHeight;
}

export function step(by) {
  const all = rows();
  go(beside(all, all.indexOf(current()), by));
}

// The finding after (or before) where the reader is, in the order of the page.
export function finding(by) {
  const all = rows();
  const at = all.indexOf(current());
  const marked = all.filter((row) => row.matches(FINDINGS));
  const ahead = marked.filter((row) => by * (all.indexOf(row) - at) > 0);
  const row = by > 0 ? (ahead[0] ?? marked[0]) : (ahead.at(-1) ?? marked.at(-1));
  go(row);
  const count = document.querySelector("[data-finding-count]");
  if (count && row) count.textContent = `finding ${marked.indexOf(row) + 1} / ${marked.length}`;
}

function beside(all, at, by) {
  if (at < 0) return by > 0 ? all[0] : all.at(-1);
  return all[Math.min(Math.max(at + by, 0), all.length - 1)];
}
