// Showing what happened: the runs of a line of the log are drawn on the board while it is pointed at or has the focus,
// and stay there when it is tapped.

const board = document.getElementById("board");
const table = document.getElementById("table");
const panel = document.querySelector(".board-panel");
const known = new Map(); // answers of the server, by what was asked
let shown = "", pinned = false, soon = 0, asked = 0;
let before = null; // what was shown on the picture that another one has replaced

const status = () => document.getElementById("status").dataset;

async function fetched(move) {
  const { at, moves } = status();
  const ask = `/table/${table.dataset.id}/told/${move}${at === moves ? "" : `?at=${at}`}`;
  const key = `${ask} ${moves}`;
  if (!known.has(key)) known.set(key, fetch(ask).then((answer) => (answer.ok ? answer.text() : "")));
  return new DOMParser().parseFromString(await known.get(key), "text/html").querySelector(".told-runs");
}

function clear() {
  shown = "";
  pinned = false;
  panel?.querySelector(".told-runs")?.remove();
  for (const part of board.querySelectorAll(".kb-told-runs")) part.remove();
  board.classList.remove("telling");
}

async function show(move) {
  clearTimeout(soon);
  if (shown === move) return;
  clear();
  shown = move;
  const mine = ++asked;
  const told = await fetched(move);
  if (!told || shown !== move || asked !== mine) return; // something else was asked for meanwhile, or this again
  const runs = told.querySelector(".kb-told-runs");
  board.querySelector("svg").append(document.adoptNode(runs));
  told.querySelector("div[hidden]").remove();
  panel.append(document.adoptNode(told));
  board.classList.add("telling");
}

// boards that a title draws itself have what is new named beside them
function mark() {
  const { fresh = "" } = document.getElementById("board-picture").dataset;
  for (const hex of fresh.split(" ").filter(Boolean)) {
    for (const part of board.querySelectorAll(`.kb-hex[data-hex="${CSS.escape(hex)}"]`)) part.classList.add("fresh");
  }
}

const lineOf = (target) => target.closest?.("[data-told]");

if (board) {
  document.body.addEventListener("pointerover", (event) => {
    const line = lineOf(event.target);
    if (event.pointerType === "touch" || pinned || line?.dataset.told === shown) return;
    clearTimeout(soon);
    if (line) soon = setTimeout(() => show(line.dataset.told), 120);
    else if (shown && !event.target.closest(".told-runs")) clear();
  });
  document.body.addEventListener("focusin", (event) => {
    const line = event.target.matches("[data-show-runs]") ? lineOf(event.target) : null;
    if (line) show(line.dataset.told);
    else if (shown && !pinned && !event.target.closest(".told-runs")) clear();
  });
  document.body.addEventListener("click", async (event) => {
    if (event.target.closest("[data-close-runs]")) { clear(); return; }
    if (!event.target.closest("[data-show-runs]")) return;
    const { told } = lineOf(event.target).dataset;
    if (pinned && shown === told) { clear(); return; }
    await show(told);
    pinned = true;
    document.querySelector('.tabs button[data-tab="play"]')?.click(); // on a phone the log hides the board
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    clearTimeout(soon);
    if (shown) clear();
  });
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.target.id !== "board-picture") return; // what is about to be shown will be, on the new picture
    before = { told: shown, held: pinned, moves: status().moves };
    clear();
    mark();
  });
  board.addEventListener("kb:redrawn", async () => {
    if (!before?.told || before.moves !== status().moves) return;
    const { told, held } = before;
    await show(told);
    pinned = held;
  });
  mark();
}
