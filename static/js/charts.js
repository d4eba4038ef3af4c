// Draws the figures that the server built, in the colours of the theme, and again when it changes.
const figures = JSON.parse(document.getElementById("chart-figures").textContent);
const tokens = JSON.parse(document.getElementById("chart-tokens").textContent);
const probe = document.createElement("span");
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
canvas.canvas.width = canvas.canvas.height = 1;
document.body.append(probe);
probe.hidden = true;

// Any colour of the style sheet as rgba(), the one form Plotly is sure to read.
function resolved(token) {
  probe.style.color = `var(${token})`;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = getComputedStyle(probe).color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
}

function coloured(figure, colours) {
  const turned = (key, value) => (typeof value === "string" ? (colours[value] ?? value) : value);
  return JSON.parse(JSON.stringify(figure), turned);
}

function draw() {
  const colours = Object.fromEntries(Object.entries(tokens).map(([key, token]) => [key, resolved(token)]));
  const font = getComputedStyle(document.body).fontFamily;
  for (const place of document.querySelectorAll("[data-chart]")) {
    const figure = coloured(figures[place.dataset.chart], colours);
    figure.layout.font.family = font;
    window.Plotly.react(place, figure.data, figure.layout, { displayModeBar: false, responsive: true });
  }
}

draw();
document.addEventListener("themechange", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
