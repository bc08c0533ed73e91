// Where the board looks: at what is lit when something is to be built or run, at all of it, on the whole screen; names
// of the hexes on and off. What was chosen is kept in this browser.

const board = document.getElementById("board");
const table = document.getElementById("table");
const tools = document.querySelector(".zoom");
const small = matchMedia("(max-width: 860px), (max-height: 500px)");
const AWAY = "kursbuch.board-stays", NAMES = "kursbuch.hex-names";
const MARGIN = 70; // about half a hex, in units of the picture
const NEAREST = 1.2; // pixels a unit: no nearer than that
const ENOUGH = 0.75; // who sees it all as large as this is left where they are
const GAIN = 1.25; // and who would see it little larger as well

const kept = {
  get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* a browser that keeps nothing */ } },
};

// -- to what is lit ------------------------------------------------------------------------------

// the boxes of some parts of the picture, as one in its units
function around(parts) {
  const svg = board.querySelector("svg");
  const back = svg.getScreenCTM().inverse();
  const corners = [...parts].flatMap((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((point) => point.matrixTransform(back));
  });
  if (!corners.length) return null;
  const xs = corners.map((point) => point.x), ys = corners.map((point) => point.y);
  const x = Math.min(...xs) - MARGIN, y = Math.min(...ys) - MARGIN;
  return { x, y, w: Math.max(...xs) + MARGIN - x, h: Math.max(...ys) + MARGIN - y };
}

function asked() {
  const decision = document.getElementById("decision");
  if (!decision?.matches(".mine")) return [];
  const runs = document.getElementById("runs") ? board.querySelectorAll(".kb-train path") : [];
  return runs.length ? runs : board.querySelectorAll(".kb-lit");
}

function inSight(parts) {
  const { left, top, right, bottom } = board.getBoundingClientRect();
  if (board.querySelector("svg").getScreenCTM().a < ENOUGH) return false;
  return [...parts].every((part) => {
    const box = part.getBoundingClientRect();
    return box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom;
  });
}

function lookAt(parts, gain = 0) {
  const wanted = around(parts);
  if (!wanted) return;
  const { width, height } = board.getBoundingClientRect();
  const scale = Math.min(NEAREST, width / wanted.w, height / wanted.h);
  if (scale < gain * board.querySelector("svg").getScreenCTM().a) return;
  const w = width / scale, h = height / scale;
  const detail = { x: wanted.x + (wanted.w - w) / 2, y: wanted.y + (wanted.h - h) / 2, w, h };
  board.dispatchEvent(new CustomEvent("kb:aim", { detail }));
}

// on a phone, whoever looks back is shown where the move was made
function lookBack(at) {
  const where = board.querySelectorAll(".kb-fresh, .kb-train path");
  if (!small.matches || decided === `back ${at}` || !where.length) return;
  decided = `back ${at}`;
  lookAt(where);
}

const stays = () => !small.matches && kept.get(AWAY) === "1";
let decided = "";

// once a decision: who then looks elsewhere is left there
function follow() {
  const lit = asked();
  const button = tools.querySelector("[data-zoom=lit]");
  button.hidden = !lit.length;
  button.setAttribute("aria-pressed", String(!stays()));
  const { moves, at } = document.getElementById("status").dataset;
  if (moves !== at) lookBack(at);
  if (!lit.length || moves !== at || decided === moves || !board.offsetWidth) return; // a phone may show another part of the table
  decided = moves;
  if (!stays() && !inSight(lit)) lookAt(lit, small.matches ? 0 : GAIN);
}

// -- all of it, the whole screen, names ----------------------------------------------------------

function whole(on) {
  table.toggleAttribute("data-whole", on);
  document.body.toggleAttribute("data-whole-board", on);
  tools.querySelector("[data-whole]").setAttribute("aria-pressed", String(on));
  decided = "";
  requestAnimationFrame(follow);
}

// from afar names are not part of the picture
function writeNames() {
  const svg = board.querySelector("svg");
  if (!svg?.dataset.corner || svg.querySelector(".kb-coord")) return;
  const [x, y] = svg.dataset.corner.split(" ");
  for (const hex of svg.querySelectorAll(".kb-hex[data-hex]")) {
    const name = document.createElementNS(svg.namespaceURI, "text");
    for (const [key, value] of Object.entries({ class: "kb-coord", x, y })) name.setAttribute(key, value);
    name.textContent = hex.dataset.hex;
    hex.append(name);
  }
}

// unless somebody has chosen, names are shown where there is room for them
function showNames() {
  const button = tools.querySelector("[data-names]");
  if (!button) return; // a board without hexes
  const chosen = kept.get(NAMES);
  if (chosen) board.dataset.names = chosen;
  if (chosen === "on") writeNames();
  const layer = Number(board.querySelector("svg")?.dataset.zoom ?? 0);
  button.setAttribute("aria-pressed", String(chosen ? chosen === "on" : layer < 2));
}

function switchNames() {
  const on = tools.querySelector("[data-names]")?.getAttribute("aria-pressed") === "true";
  kept.set(NAMES, on ? "off" : "on");
  showNames();
}

if (board) {
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.zoom === "fit") kept.set(AWAY, "1");
    if (button.dataset.zoom === "lit") {
      kept.set(AWAY, "0");
      lookAt(asked());
    }
    if (button.matches("[data-names]")) switchNames();
    if (button.matches("[data-whole]")) whole(!table.hasAttribute("data-whole"));
    follow();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && table.hasAttribute("data-whole")) whole(false);
    if (document.documentElement.hasAttribute("data-no-letters") || document.querySelector("dialog[open]")) return;
    if (event.key === "f") whole(!table.hasAttribute("data-whole"));
    if (event.key === "c") switchNames();
  });
  // the board's own script shows the new picture first
  document.body.addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => { follow(); showNames(); }));
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.target.id === "decision") requestAnimationFrame(() => { follow(); showNames(); });
  });
  new MutationObserver(showNames).observe(board, { subtree: true, attributeFilter: ["data-zoom"] });
  new ResizeObserver(() => requestAnimationFrame(follow)).observe(board);
  requestAnimationFrame(() => { follow(); showNames(); });
}
