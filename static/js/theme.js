// The theme switch: system, light, dark; remembered in a cookie the server writes into <html>.
const THEMES = ["system", "light", "dark"];
const YEAR_S = 365 * 24 * 3600;
const root = document.documentElement;

function current() {
  const theme = root.dataset.theme;
  return THEMES.includes(theme) ? theme : "system";
}

function show(button) {
  button.querySelector("[data-theme-name]").textContent = current();
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  show(button);
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length];
    root.dataset.theme = next;
    document.cookie = `theme=${next}; path=/; max-age=${YEAR_S}; samesite=lax`;
    show(button);
    document.dispatchEvent(new CustomEvent("themechange", { detail: next }));
  });
}
