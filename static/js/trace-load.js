// A link marked data-load is replaced by what it leads to, which was too big for the page.
export async function load(link) {
  if (link.dataset.load === "loading") return;
  link.dataset.load = "loading";
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
  if (!answer.ok) {
    link.dataset.load = "";
    link.textContent = `could not be loaded (${answer.status}), try again`;
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  link.replaceWith(...page.body.children);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-load]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load(link);
});
