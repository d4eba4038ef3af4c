// On a wide screen a conversation opens beside the list, in a frame of its own: its keys,
// styles and one-pane layout hold there as they are. The address is that of the conversation.
// Without this, or with Ctrl, the link leads to the conversation's own page.
import { isOpen, remove, show, shownBody } from "./panel-frame.js";
import { typing } from "./rows.js";

const WIDE = matchMedia("(min-width: 64rem)");
const LINKS = "#conversations a.row-link";
const FORWARDED = ["n", "p", "e", "r", "t", "c", "?", "[", "]"];
let listed = { address: "", title: "" };

function open(address) {
  if (!isOpen()) listed = { address: location.href, title: document.title };
  show(address, { settled, close });
  mark(address);
}

function settled(frame) {
  const shown = frame.contentDocument;
  shown.addEventListener("keydown", (event) => event.key === "Escape" && leave(event));
  const follow = () => history.replaceState({ panel: true }, "", frame.contentWindow.location.href);
  frame.contentWindow.addEventListener("hashchange", follow);
  frame.contentWindow.addEventListener("addresschange", follow);
  follow();
  document.title = shown.title;
  mark(shown.location.href);
}

function leave(event) {
  if (!event.defaultPrevented && !typing(event.target)) close();
}

function close() {
  if (!isOpen()) return;
  history.replaceState(null, "", listed.address);
  put();
}

function put() {
  remove();
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
  const isNew = !isOpen();
  open(link.href);
  if (isNew) history.pushState({ panel: true }, "", link.href);
  link.focus({ preventScroll: true });
});

document.addEventListener("keydown", (event) => {
  if (!isOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return leave(event);
  if (typing(event.target)) return;
  if (event.key === "j" || event.key === "k") {
    const row = document.querySelector("#conversations tr[data-current] a.row-link");
    if (row) open(row.href);
  } else if (FORWARDED.includes(event.key)) {
    shownBody()?.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true }));
  }
});

addEventListener("popstate", (event) => {
  if (event.state?.panel) open(location.href);
  else if (isOpen()) put();
});
document.addEventListener("htmx:afterSwap", () => isOpen() && mark(location.href));
