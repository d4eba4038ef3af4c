// Rows ticked for comparison: they stay ticked in the address and after a swap of the table.
const MOST = 6;
const boxes = () => [...document.querySelectorAll("[data-pick]")];
const picked = new Set(new URLSearchParams(location.search).getAll("s"));

function remember() {
  const address = new URL(location.href);
  address.searchParams.delete("s");
  for (const key of picked) address.searchParams.append("s", key);
  history.replaceState(history.state, "", address);
}

function show() {
  for (const box of boxes()) {
    box.checked = picked.has(box.value);
    box.disabled = picked.size >= MOST && !box.checked;
  }
  for (const mark of document.querySelectorAll("[data-pick-count]")) {
    mark.textContent = picked.size ? `(${picked.size})` : "";
  }
}

document.addEventListener("change", (event) => {
  const box = event.target.closest?.("[data-pick]");
  if (!box) return;
  if (box.checked) picked.add(box.value);
  else picked.delete(box.value);
  remember();
  show();
});
document.addEventListener("htmx:afterSettle", () => {
  if (boxes().length === 0) return;
  remember();
  show();
});
if (boxes().length > 0) show();
