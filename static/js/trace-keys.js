// Keys of the viewer. Never while typing, never with Ctrl, Alt or the command key.
import { typing } from "./rows.js";
import { finding, step } from "./trace-rows.js";
import { remembered, remember } from "./trace-memory.js";

const trace = document.querySelector("[data-trace]");
const calls = () => [...document.querySelectorAll(".row details.box")];

function expand(open) {
  for (const call of calls()) call.open = open;
  const button = document.querySelector("[data-expand]");
  if (button) button.textContent = open ? "Fold all" : "Expand all";
}

function toggleAll() {
  const open = !calls().every((call) => call.open);
  expand(open);
  remember("expanded", open);
}

function raw(on) {
  trace?.toggleAttribute("data-raw", on);
  for (const block of document.querySelectorAll("details.raw")) block.open = on;
}

function toggleRaw() {
  const on = !trace?.hasAttribute("data-raw");
  raw(on);
  remember("raw", on);
}

function dense(on) {
  trace?.toggleAttribute("data-dense", on);
  document.querySelector("[data-dense-switch]")?.setAttribute("aria-pressed", String(on));
}

function toggleDense() {
  const on = !trace?.hasAttribute("data-dense");
  dense(on);
  remember("dense", on);
}

const ACTIONS = {
  j: () => step(1),
  k: () => step(-1),
  n: () => finding(1),
  p: () => finding(-1),
  e: toggleAll,
  r: toggleRaw,
  t: toggleDense,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const named = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (named) named.click();
  else if (trace && Object.hasOwn(ACTIONS, event.key)) ACTIONS[event.key]();
  else return;
  event.preventDefault();
});

document.querySelector("[data-expand]")?.addEventListener("click", toggleAll);
document.querySelector("[data-dense-switch]")?.addEventListener("click", toggleDense);
if (trace && remembered("dense")) dense(true);
if (trace && remembered("expanded")) expand(true);
if (trace && remembered("raw")) raw(true);
