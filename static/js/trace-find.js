// Find in the conversation: "3 / 17"; Enter and Shift-Enter step; folds that hold a match open.
import { load } from "./trace-load.js";
import { matches } from "./trace-matches.js";

const bar = document.querySelector("[data-find-bar]");
const field = bar?.querySelector("input");
const count = bar?.querySelector("[data-find-count]");
const events = document.querySelector(".events");
const DELAY_MS = 120;
let found = [];
let at = -1;
let timer;

function ranges(wanted) {
  return [...events.children].flatMap((row) => matches(row, wanted));
}

function paint() {
  if (!CSS.highlights) return;
  CSS.highlights.set("found", new Highlight(...found));
  CSS.highlights.set("found-here", new Highlight(...(found[at] ? [found[at]] : [])));
}

function show(step) {
  if (found.length > 0) {
    at = (at + step + found.length) % found.length;
    open(found[at].startContainer.parentElement);
    found[at].startContainer.parentElement.scrollIntoView({ block: "center" });
  }
  count.textContent = field.value ? `${found.length ? at + 1 : 0} / ${found.length}` : "";
  paint();
}

function open(element) {
  for (let box = element.closest("details"); box; box = box.parentElement.closest("details")) {
    box.open = true;
  }
}

// What was left out of the page is fetched once somebody looks for something.
async function complete() {
  await Promise.all([...events.querySelectorAll("a[data-load]")].map(load));
}

async function search() {
  const wanted = field.value.toLowerCase();
  if (wanted) await complete();
  found = wanted ? ranges(wanted) : [];
  at = -1;
  show(1);
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
