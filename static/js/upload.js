// The import form sends a file in parts: with progress, and on from where it broke off.
// Without this module the form sends it in one request.
const form = document.querySelector("[data-upload]");
const bar = form.querySelector("[data-upload-bar]");
const state = form.querySelector("[data-upload-state]");
const button = form.querySelector("button[type=submit]");
const TRIES = 5;

const token = () => form.elements.csrfmiddlewaretoken.value;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

class Refused extends Error {}

async function ask(address, options) {
  const answer = await fetch(address, options);
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  const error = body.error ?? {};
  const words = Object.values(error.fields ?? {}).flat().join(" ");
  const message = words || error.message || `The site answered ${answer.status}.`;
  throw answer.status < 500 && answer.status !== 429 ? new Refused(message) : new Error(message);
}

async function persistently(work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused || attempt === TRIES) throw error;
      state.textContent = `${error.message} Trying again.`;
      await pause(1000 * 2 ** attempt);
    }
  }
}

function begin(file) {
  const { format, name, visibility } = form.elements;
  return ask(form.dataset.upload, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify({
      file_name: file.name,
      size: file.size,
      format: format.value,
      name: name.value,
      visibility: visibility.value,
    }),
  });
}

function sendPart(upload, number, file) {
  const start = number * upload.part_bytes;
  return ask(`${form.dataset.upload}${upload.id}/parts/${number}/`, {
    method: "PUT",
    headers: { "Content-Type": "application/octet-stream", "X-CSRFToken": token() },
    body: file.slice(start, start + upload.part_bytes),
  });
}

function show(sent, parts) {
  bar.hidden = false;
  bar.max = parts;
  bar.value = sent;
  state.textContent = `Sent ${Math.floor((100 * sent) / parts)} %. A file that breaks off goes on when you choose it again.`;
}

async function send(file) {
  const upload = await persistently(() => begin(file));
  const parts = Math.ceil(file.size / upload.part_bytes);
  let sent = parts - upload.missing_parts.length;
  show(sent, parts);
  for (const number of upload.missing_parts) {
    await persistently(() => sendPart(upload, number, file));
    sent += 1;
    show(sent, parts);
  }
  window.location.assign(`${form.dataset.uploadPage}${upload.id}/`);
}

form.addEventListener("submit", (event) => {
  const file = form.elements.file.files[0];
  if (!file) return;
  event.preventDefault();
  button.disabled = true;
  send(file).catch((error) => {
    state.textContent = error.message;
    button.disabled = false;
  });
});
