// The submit form: the button says how many tasks the chosen board and trials come to.
const counts = JSON.parse(document.getElementById("task-counts").textContent);
const form = document.getElementById("submit-form");
const button = form.querySelector("[data-run-button]");

function say() {
  const tasks = counts[form.elements.board.value];
  const trials = Number.parseInt(form.elements.trials.value, 10);
  if (tasks === undefined) return;
  const times = trials > 1 ? ` × ${trials} trials` : "";
  button.textContent = `Run on ${tasks} task${tasks === 1 ? "" : "s"}${times}`;
}

form.addEventListener("input", say);
say();
