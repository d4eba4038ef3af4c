// What a reader has chosen stays chosen in the next conversation, in this browser.
const KEY = "passbook.trace.";

export function remembered(name) {
  try {
    return localStorage.getItem(KEY + name) === "true";
  } catch {
    return false; // storage is switched off
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(KEY + name, String(value));
  } catch {
    // Nothing depends on it.
  }
}
