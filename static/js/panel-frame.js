// The panel itself: a frame beside the list, with what closes it and what leads out of it.
let panel = null;

export const isOpen = () => panel !== null;
export const shownBody = () => panel?.querySelector("iframe")?.contentDocument?.body;

// Shows an address in a new frame: what the last one showed does not fill the history.
export function show(address, { settled, close }) {
  panel ??= made(close);
  const frame = document.createElement("iframe");
  frame.title = "Conversation";
  frame.src = address;
  frame.addEventListener("load", () => {
    if (!frame.contentDocument || !panel?.contains(frame)) return;
    prepare(frame);
    settled(frame);
  });
  panel.querySelector("[data-frame]").replaceChildren(frame);
}

export function remove() {
  panel.remove();
  panel = null;
  delete document.body.dataset.panel;
}

function made(close) {
  const aside = document.createElement("aside");
  aside.className = "panel no-print";
  aside.setAttribute("aria-label", "Conversation beside the list");
  const bar = document.createElement("p");
  bar.className = "small";
  bar.append(closer(close), alone());
  const place = document.createElement("div");
  place.dataset.frame = "";
  aside.append(bar, place);
  document.body.append(aside);
  document.body.dataset.panel = "";
  return aside;
}

function closer(close) {
  const button = document.createElement("button");
  button.className = "button quiet compact";
  button.textContent = "Close  Esc";
  button.addEventListener("click", close);
  return button;
}

function alone() {
  const link = document.createElement("a");
  link.textContent = "Open on its own page";
  link.href = location.href;
  link.addEventListener("click", () => (link.href = location.href));
  return link;
}

// The page in the frame knows that it is one; the site's own header stays out of it.
function prepare(frame) {
  const shown = frame.contentDocument;
  shown.documentElement.dataset.framed = "";
  shown.addEventListener("click", outwards, { capture: true });
  frame.dataset.settled = "";
}

// A link to another part of the site leaves the panel.
function outwards(event) {
  const link = event.target.closest?.("a[href]");
  if (link && !/^\/conversations\/\d+\//.test(link.pathname)) link.target = "_top";
}
