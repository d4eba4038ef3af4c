// A link marked data-load="12" stands for event 12, which the page left off: it is fetched
// when its call is opened, a big one (data-big) when it is asked for. What is wanted at the
// same time comes together.
const AT_ONCE = 50;
const GATHERED_MS = 20; // calls that open together say so one after the other
const parts = new WeakMap();
let waiting = [];

// What a link stands for, fetched once and not yet on the page.
export function fetched(link) {
  if (!parts.has(link)) {
    const part = new Promise((give, fail) => {
      if (waiting.length === 0) setTimeout(deliver, GATHERED_MS);
      waiting.push({ link, give, fail });
    });
    parts.set(link, part);
  }
  return parts.get(link);
}

async function deliver() {
  while (waiting.length > 0) {
    const asked = waiting.splice(0, AT_ONCE);
    try {
      const page = await ask(asked.map((one) => one.link));
      const left = asked.filter((one) => !hand(one, page));
      if (left.length === asked.length) throw new Error("not to be had");
      waiting.unshift(...left);
    } catch (error) {
      for (const one of asked) {
        parts.delete(one.link);
        one.fail(error);
      }
    }
  }
}

async function ask(links) {
  const address = new URL("../", links[0].href);
  address.search = new URLSearchParams({ at: links.map((link) => link.dataset.load) });
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(`could not be loaded (${answer.status})`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function hand({ link, give }, page) {
  const part = page.querySelector(`[data-whole="${Number(link.dataset.load)}"]`);
  if (part) give(part);
  return part !== null;
}

export async function load(link) {
  try {
    const part = await fetched(link);
    if (document.querySelector("[data-raw]")) {
      for (const raw of part.querySelectorAll(".raw")) raw.open = true;
    }
    link.replaceWith(part);
  } catch (error) {
    link.textContent = `${error.message}, try again`;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-load]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load(link);
});
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.open) return;
    for (const link of target.querySelectorAll("a[data-load]:not([data-big])")) load(link);
  },
  { capture: true },
);
