// Find in the conversation: "3 / 17"; Enter and Shift-Enter step; folds that hold a match open.
import { events, fetchRest, load, places } from "./trace-places.js";

const bar = document.querySelector("[data-find-bar]");
const field = bar?.querySelector("input");
const count = bar?.querySelector("[data-find-count]");
const DELAY_MS = 120;
// Places in order: a range on the page, or the link behind which a match is.
let found = [];
let at = -1;
let timer;

function paint() {
  if (!CSS.highlights) return;
  const ranges = found.filter((place) => place instanceof Range);
  CSS.highlights.set("found", new Highlight(...ranges));
  const here = found[at] instanceof Range ? [found[at]] : [];
  CSS.highlights.set("found-here", new Highlight(...here));
}

function say() {
  count.textContent = field.value ? `${found.length ? at + 1 : 0} / ${found.length}` : "";
  paint();
}

async function show(step) {
  if (found.length > 0) {
    at = (at + step + found.length) % found.length;
    if (!(found[at] instanceof Range)) await bring(found[at]);
    const place = found[at]?.startContainer?.parentElement;
    if (place) reveal(place);
  }
  say();
}

// Puts what a link stands for on the page; the matches in it keep their places.
async function bring(link) {
  await load(link);
  found = places(field.value.toLowerCase());
  at = Math.min(at, found.length - 1);
}

function reveal(element) {
  for (let box = element.closest("details"); box; box = box.parentElement.closest("details")) {
    box.open = true;
  }
  element.scrollIntoView({ block: "center" });
}

// What is not on the page is searched as soon as it has come; the count grows by it.
function refresh() {
  const wanted = field.value.toLowerCase();
  if (!wanted) return;
  const here = found[at];
  found = places(wanted);
  const same = found.findIndex((place) => alike(place, here));
  at = same;
  say();
}

function alike(place, other) {
  if (!(place instanceof Range && other instanceof Range)) return place === other;
  return place.startContainer === other.startContainer && place.startOffset === other.startOffset;
}

function search() {
  const wanted = field.value.toLowerCase();
  found = wanted ? places(wanted) : [];
  at = -1;
  show(1);
  if (wanted) fetchRest(refresh);
}

function leave() {
  if (field.value) {
    field.value = "";
    search();
  } else {
    field.blur();
  }
}

if (bar && events) {
  bar.hidden = false;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, DELAY_MS);
  });
  bar.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") show(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
