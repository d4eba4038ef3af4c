// <button data-copy-from="/address"> copies the text found there.
const SHOWN_MS = 1500;

for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;

for (const button of document.querySelectorAll("[data-copy-from]")) {
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const answer = await fetch(button.dataset.copyFrom);
      await navigator.clipboard.writeText(await answer.text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copying failed";
    }
    setTimeout(() => (button.textContent = said), SHOWN_MS);
  });
}
