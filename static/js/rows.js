// Keys on a table marked data-rows: j and k move, Enter opens, / goes to the text filter.
const ROWS = "table[data-rows] tbody tr:has(a.row-link)";

export function typing(target) {
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}

function move(by) {
  const rows = [...document.querySelectorAll(ROWS)];
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.hasAttribute("data-current"));
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[at]?.removeAttribute("data-current");
  rows[next].setAttribute("data-current", "");
  const link = rows[next].querySelector("a.row-link");
  link.focus({ preventScroll: true });
  rows[next].scrollIntoView({ block: "nearest" });
}

function find(event) {
  const field = document.querySelector("[data-find]");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "/" && !event.defaultPrevented) find(event);
});
