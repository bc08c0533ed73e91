// The table by keyboard: a cursor over the hexes of the board, and letters that lead to its parts.
// Arrows go from one lit hex to the next (while runs are changed, from stop to stop), with Ctrl to any neighbour;
// Enter picks. The hex under the cursor has the focus, so that screen readers read its name.

const board = document.getElementById("board");
const decision = () => document.getElementById("decision");
const keys = document.getElementById("keys");
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let at = ""; // the hex under the cursor
let onBoard = false; // whether the focus is, or was before the picture was renewed
let byKey = false; // whether the last thing done was done by key
let lost = false; // whether what had the focus is going away

// -- the cursor ----------------------------------------------------------------------------------

// a hex is drawn in several layers; the first one has its ground and its name
const ground = (id) => board.querySelector(`.kb-hex[data-hex="${CSS.escape(id)}"]`);

function hexes() {
  const found = new Map();
  for (const hex of board.querySelectorAll(".kb-hex[data-hex]")) if (!found.has(hex.dataset.hex)) found.set(hex.dataset.hex, hex);
  return found;
}

function targets(all) {
  const found = hexes();
  const lit = new Set([...board.querySelectorAll(".kb-is-lit[data-hex], .kb-lit[data-hex]")].map((hex) => hex.dataset.hex));
  const stops = new Set([...board.querySelectorAll("[data-stop]")].map((stop) => stop.dataset.stop.split(".")[0]));
  const wanted = all ? null : document.getElementById("runs") ? stops : lit;
  return [...found].filter(([id]) => !wanted?.size || wanted.has(id));
}

function middle(hex) {
  const box = hex.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// the nearest hex in a direction; what lies straight ahead counts as nearer than what lies aside
function next([dx, dy], all) {
  const from = ground(at);
  const others = targets(all).filter(([id]) => id !== at);
  if (!from) return others[0]?.[0] ?? "";
  const here = middle(from);
  let best = ["", Infinity];
  for (const [id, hex] of others) {
    const there = middle(hex);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const far = ahead + 2 * aside;
    if (ahead > 1 && far < best[1]) best = [id, far];
  }
  return best[0];
}

function rim() {
  board.querySelector(".kb-cursor")?.remove();
  const face = ground(at)?.querySelector(".kb-face, path, polygon");
  if (!face || !onBoard) return;
  const mark = face.cloneNode();
  mark.setAttribute("class", "kb-cursor");
  mark.removeAttribute("fill");
  mark.setAttribute("transform", ground(at).getAttribute("transform") ?? "");
  board.querySelector("svg").append(mark);
}

function go(id) {
  const hex = ground(id);
  if (!hex) return;
  at = id;
  name();
  hex.focus({ preventScroll: true });
  const box = board.getBoundingClientRect(), { x, y } = middle(hex);
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) {
    board.dispatchEvent(new CustomEvent("kb:centre", { detail: { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } }));
  }
  rim();
}

// hexes get names and can take the focus; one of them is reached with the tab key
function name() {
  const svg = board.querySelector("svg");
  if (!svg) return;
  svg.setAttribute("role", "group"); // as a mere picture its parts would be hidden from screen readers
  const chosen = new Set(targets(false).map(([id]) => id));
  for (const [id, hex] of hexes()) {
    const title = hex.querySelector(":scope > title")?.textContent ?? id;
    hex.setAttribute("role", "button");
    hex.setAttribute("aria-label", chosen.has(id) && board.querySelector(".kb-lit") ? `${title}, ${board.dataset.lit}` : title);
    hex.setAttribute("tabindex", "-1");
  }
}

if (board) {
  name();
  board.addEventListener("focusin", () => { onBoard = byKey; rim(); });
  board.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !board.contains(event.relatedTarget)) { onBoard = false; rim(); }
  });
  board.addEventListener("pointerdown", (event) => {
    onBoard = false;
    at = event.target.closest?.("[data-hex]")?.dataset.hex ?? at; // keys go on from where the mouse was
    rim();
  });
  board.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (way && !event.shiftKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      event.stopImmediatePropagation(); // the picture is moved with Shift
      const id = next(way, event.ctrlKey);
      if (id) go(id);
      else if (ground(at)) go(at);
    }
    if ((event.key === "Enter" || event.key === " ") && ground(at) && event.target.closest(".kb-hex")) {
      event.preventDefault();
      board.dispatchEvent(new CustomEvent("kb:choose", { detail: { hex: at, target: ground(at) } }));
    }
  }, true);
}

// -- parts of the table --------------------------------------------------------------------------

// a control that was used is gone with the old position: go on where the new decision is asked for
function restore() {
  if (!byKey || !lost || (document.activeElement && document.activeElement !== document.body)) return;
  lost = false;
  if (onBoard && ground(at)) go(at);
  else decision().querySelector("h2")?.focus({ preventScroll: true });
}

document.body.addEventListener("htmx:beforeRequest", () => {
  const at = document.activeElement;
  const nowhere = !at || at === document.body; // what an answer before this one took away is not given back yet
  lost = nowhere ? lost : at.closest("#decision, #board, #preview") !== null;
});
for (const kind of ["htmx:oobAfterSwap", "htmx:afterSettle"]) {
  document.body.addEventListener(kind, (event) => {
    if (board && event.target.id === "board-picture") { name(); rim(); }
    requestAnimationFrame(restore);
  });
}

// keys without Ctrl or Alt get in the way of those who dictate: they can be switched off, in this browser
const letters = document.getElementById("letters");
const OFF = "kursbuch.letters-off";

function useLetters(on) {
  document.documentElement.toggleAttribute("data-no-letters", !on);
  if (letters) letters.checked = on;
}

try {
  useLetters(localStorage.getItem(OFF) === null);
  letters?.addEventListener("change", () => {
    if (letters.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
    useLetters(letters.checked);
  });
} catch { /* a browser that keeps nothing */ }

document.addEventListener("pointerdown", () => { byKey = false; }, true);
document.addEventListener("keydown", (event) => {
  byKey = true;
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.documentElement.hasAttribute("data-no-letters")) return;
  const does = {
    b: () => board && (ground(at) && targets(false).some(([id]) => id === at) ? go(at) : targets(false).length ? go(targets(false)[0][0]) : board.focus()),
    d: () => decision().querySelector("h2")?.focus(),
    l: () => document.querySelector("ol.log")?.focus(),
    "?": () => keys?.showModal(),
  }[event.key];
  if (does && !keys?.open) {
    event.preventDefault();
    does();
  }
});
document.body.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) keys.showModal();
  if (event.target === keys || event.target.closest("[data-close-keys]")) keys.close();
});
