// Looking back by itself: the game plays on at a chosen pace, and jumps from round to round. history.js goes to a move
// when a link to it is clicked.

const table = document.getElementById("table");
const address = `/table/${table.dataset.id}`;
const PACE = "kursbuch.pace";
let clock = 0;
let rounds = { of: "", list: [] };

const status = () => document.getElementById("status").dataset;

function go(move) {
  const link = document.createElement("a");
  link.className = "jump";
  link.href = `${address}?at=${move}`;
  link.dataset.at = move;
  link.hidden = true;
  table.append(link);
  link.click();
  link.remove();
}

function stop() {
  clearTimeout(clock);
  clock = 0;
  document.querySelector("[data-play]")?.setAttribute("aria-pressed", "false");
}

function pace() {
  return Number(document.getElementById("pace")?.value ?? 2000);
}

// one move after the other, each when the one before is on the page
function play() {
  const { at, moves } = status();
  if (Number(at) >= Number(moves)) { stop(); return; }
  go(Number(at) + 1);
  clock = setTimeout(play, pace());
}

function toggle() {
  if (clock) { stop(); return; }
  clock = setTimeout(play, 100);
  document.querySelector("[data-play]")?.setAttribute("aria-pressed", "true");
}

async function jump(way) {
  stop();
  const { at, moves } = status();
  if (rounds.of !== moves) rounds = { of: moves, list: await (await fetch(`${address}/rounds`)).json() };
  const here = Number(at);
  const to = way > 0 ? rounds.list.find((move) => move > here) : rounds.list.findLast((move) => move < here);
  go(to ?? (way > 0 ? Number(moves) : 0));
}

function prepare() {
  const choice = document.getElementById("pace");
  if (!choice) return;
  try { choice.value = localStorage.getItem(PACE) ?? choice.value; } catch { /* a browser that keeps nothing */ }
  document.querySelector("[data-play]").setAttribute("aria-pressed", String(clock !== 0));
}

document.body.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) toggle();
  const round = event.target.closest("[data-round]");
  if (round) jump(Number(round.dataset.round));
  if (clock && event.isTrusted && event.target.closest("a.jump")) stop();
});
document.body.addEventListener("change", (event) => {
  if (event.target.id !== "pace") return;
  try { localStorage.setItem(PACE, event.target.value); } catch { /* as above */ }
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.documentElement.hasAttribute("data-no-letters")) return; // keyboard.js
  if (event.key === "p" && document.querySelector("[data-play]")) toggle();
});
document.body.addEventListener("htmx:oobAfterSwap", (event) => event.target.id === "decision" && prepare());
prepare();
