// What a column means, shown beside it on hover and on focus. The words stay in one place,
// the element that aria-describedby names, so a screen reader has them as well.
const GAP_PX = 6;
const tip = document.createElement("div");
tip.className = "tip";
tip.popover = "manual";
tip.setAttribute("aria-hidden", "true");
document.body.append(tip);

function place(owner) {
  const box = owner.getBoundingClientRect();
  const left = Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - GAP_PX);
  tip.style.left = `${Math.max(left, GAP_PX)}px`;
  tip.style.top = `${box.bottom + GAP_PX}px`;
}

function show(owner) {
  const words = document.getElementById(owner.getAttribute("aria-describedby"));
  if (!words) return;
  tip.textContent = words.textContent.trim();
  tip.showPopover();
  place(owner);
}

function hide() {
  if (tip.matches(":popover-open")) tip.hidePopover();
}

for (const type of ["focusin", "mouseover"]) {
  document.addEventListener(type, (event) => {
    const owner = event.target.closest?.("[data-tip]");
    if (owner) show(owner);
    else hide();
  });
}
document.addEventListener("focusout", hide);
document.addEventListener("scroll", hide, { capture: true, passive: true });
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("htmx:beforeSwap", hide);
