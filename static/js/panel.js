// On a wide screen a conversation opens beside the list, in a frame of its own: its keys,
// styles and one-pane layout hold there as they are. The address is that of the conversation.
// Without this, or with Ctrl, the link leads to the conversation's own page.
import { typing } from "./rows.js";

const WIDE = matchMedia("(min-width: 64rem)");
const LINKS = "#conversations a.row-link";
const FORWARDED = ["n", "p", "e", "r", "t", "c", "?", "[", "]"];
let panel = null;
let listed = { address: "", title: "" };

function open(address) {
  if (!panel) listed = { address: location.href, title: document.title };
  // A new frame each time: what it showed before does not fill the history.
  const frame = document.createElement("iframe");
  frame.title = "Conversation";
  frame.src = address;
  frame.addEventListener("load", () => settle(frame));
  shell().querySelector("[data-frame]").replaceChildren(frame);
  mark(address);
}

function shell() {
  if (panel) return panel;
  panel = document.createElement("aside");
  panel.className = "panel no-print";
  panel.setAttribute("aria-label", "Conversation beside the list");
  const bar = document.createElement("p");
  bar.className = "small";
  const close_ = document.createElement("button");
  close_.className = "button quiet compact";
  close_.textContent = "Close  Esc";
  close_.addEventListener("click", close);
  const alone = document.createElement("a");
  alone.textContent = "Open on its own page";
  alone.addEventListener("click", () => (alone.href = location.href));
  alone.href = location.href;
  bar.append(close_, alone);
  const place = document.createElement("div");
  place.dataset.frame = "";
  panel.append(bar, place);
  document.body.append(panel);
  document.body.dataset.panel = "";
  return panel;
}

function settle(frame) {
  const shown = frame.contentDocument;
  if (!shown || !panel?.contains(frame)) return;
  shown.documentElement.dataset.framed = "";
  shown.addEventListener("keydown", (event) => event.key === "Escape" && leave(event));
  shown.addEventListener("click", outwards, { capture: true });
  const follow = () => history.replaceState({ panel: true }, "", frame.contentWindow.location.href);
  frame.contentWindow.addEventListener("hashchange", follow);
  frame.contentWindow.addEventListener("addresschange", follow);
  frame.dataset.settled = "";
  follow();
  document.title = shown.title;
  mark(shown.location.href);
}

// A link to another part of the site leaves the panel.
function outwards(event) {
  const link = event.target.closest?.("a[href]");
  if (link && !/^\/conversations\/\d+\//.test(link.pathname)) link.target = "_top";
}

function leave(event) {
  if (!event.defaultPrevented && !typing(event.target)) close();
}

function close() {
  if (!panel) return;
  history.replaceState(null, "", listed.address);
  put();
}

function put() {
  panel.remove();
  panel = null;
  delete document.body.dataset.panel;
  document.title = listed.title;
  document.querySelector("[data-rows] tr[data-current] a.row-link")?.focus();
}

// The row of what is shown is the current one, where j and k go on from.
function mark(address) {
  const { pathname } = new URL(address, location.href);
  for (const link of document.querySelectorAll(LINKS)) {
    const row = link.closest("tr");
    row.toggleAttribute("data-current", link.pathname === pathname);
  }
}

document.addEventListener("click", (event) => {
  const row = event.target.closest?.("#conversations tbody tr");
  const link = row?.querySelector("a.row-link");
  const other = event.target.closest("a, button, input, summary");
  if (!link || !WIDE.matches || (other && other !== link)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!panel) {
    open(link.href);
    history.pushState({ panel: true }, "", link.href);
  } else {
    open(link.href);
  }
  link.focus({ preventScroll: true });
});

document.addEventListener("keydown", (event) => {
  if (!panel || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return leave(event);
  if (typing(event.target)) return;
  if (event.key === "j" || event.key === "k") {
    const row = document.querySelector("#conversations tr[data-current] a.row-link");
    if (row) open(row.href);
  } else if (FORWARDED.includes(event.key)) {
    const shown = panel.querySelector("iframe")?.contentDocument?.body;
    shown?.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true }));
  }
});

addEventListener("popstate", (event) => {
  if (event.state?.panel) open(location.href);
  else if (panel) put();
});
document.addEventListener("htmx:afterSwap", () => panel && mark(location.href));
