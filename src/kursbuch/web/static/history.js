// Stepping through the game: the links of the bar and of the log, the slider, the keys , and .

const table = document.getElementById("table");
const address = `/table/${table.dataset.id}`;
let waiting = 0;

function go(move) {
  const { moves } = document.getElementById("status").dataset;
  const at = Math.max(0, Math.min(Number(moves), move));
  const now = at === Number(moves);
  history.replaceState(null, "", now ? address : `${address}?at=${at}`);
  return htmx.ajax("GET", `${address}/panels${now ? "" : `?at=${at}`}`, { target: "#table", swap: "none" });
}

document.body.addEventListener("click", (event) => {
  const jump = event.target.closest("a.jump");
  if (!jump || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(Number(jump.dataset.at));
});

document.body.addEventListener("input", (event) => {
  if (event.target.id !== "scrub") return;
  clearTimeout(waiting);
  const to = Number(event.target.value);
  waiting = setTimeout(() => go(to), 60);
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input:not(#scrub), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.documentElement.hasAttribute("data-no-letters")) return; // keyboard.js
  const at = Number(document.getElementById("status").dataset.at);
  if (event.key === ",") go(at - 1);
  if (event.key === ".") go(at + 1);
});
