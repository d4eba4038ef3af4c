// Where a text stands in the conversation, also in what is not on the page yet.
import { fetched, load } from "./trace-load.js";
import { matches } from "./trace-matches.js";

export { load };
export const events = document.querySelector(".events");
// What was too big for the page: its words, once fetched, by the link that stands for it.
const away = new Map();

// In order: ranges on the page, and a link for each match behind it.
export function places(wanted) {
  return [...events.children].flatMap((row) => [
    ...matches(row, wanted),
    ...[...row.querySelectorAll("a[data-load]")].flatMap((link) => behind(link, wanted)),
  ]);
}

function behind(link, wanted) {
  const times = (away.get(link) ?? "").split(wanted).length - 1;
  return Array(times).fill(link);
}

// Fetches what is not on the page and says so each time more of it has come.
export async function fetchRest(said) {
  const links = [...events.querySelectorAll("a[data-load]")].filter((link) => !away.has(link));
  let due;
  const keep = async (link) => {
    const part = await fetched(link).catch(() => null);
    if (part) away.set(link, part.textContent.toLowerCase());
    // What came together is said together.
    due ??= setTimeout(() => {
      due = undefined;
      said();
    });
  };
  await Promise.all(links.map(keep));
}
