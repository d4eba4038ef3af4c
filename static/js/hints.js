// A definition (<details class="hint">) closes on Escape and when the reader goes elsewhere.
function closeOthers(kept) {
  for (const hint of document.querySelectorAll("details.hint[open]")) {
    if (hint !== kept) hint.open = false;
  }
}

document.addEventListener("click", (event) => closeOthers(event.target.closest("details.hint")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.hint[open]");
  closeOthers(null);
  open?.querySelector("summary").focus();
});
