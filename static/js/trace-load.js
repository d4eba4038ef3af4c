// A link marked data-load is replaced by what it leads to, which was too big for the page.
const asked = new WeakMap();

// What a link leads to, fetched once and not yet on the page.
export function fetched(link) {
  if (!asked.has(link)) asked.set(link, fetchPart(link));
  return asked.get(link);
}

async function fetchPart(link) {
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(`could not be loaded (${answer.status})`);
  return new DOMParser().parseFromString(await answer.text(), "text/html").body;
}

export async function load(link) {
  try {
    link.replaceWith(...(await fetched(link)).children);
  } catch (error) {
    asked.delete(link);
    link.textContent = `${error.message}, try again`;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-load]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load(link);
});
