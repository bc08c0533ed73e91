// The board: pan and zoom by wheel, drag, pinch, buttons and keys; clicks on hexes.
// The view is kept here, so that a refreshed picture shows the same part of the board. Others move it by the events
// kb:aim (to a part of the picture) and kb:fit (all of it); kb:redrawn tells that the same is drawn for another distance.

const board = document.getElementById("board");
const table = document.getElementById("table");
let whole = null; // the picture's own view box
let view = null; // what is shown; null while all of it is

const picture = () => board.querySelector("svg");

function show() {
  const svg = picture();
  if (!svg) return;
  if (!whole) {
    const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    whole = { x, y, w, h };
  }
  const { x, y, w, h } = view ?? whole;
  svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  if (svg.dataset.drawn === undefined) svg.dataset.zoom = layer(svg); // it has letters for all distances
  else if (layer(svg) !== Number(svg.dataset.drawn)) ask();
}

// letters for another distance are another picture: the server draws it, and from then on sends such ones
const address = `/table/${table.dataset.id}`;
let asking = 0;

function ask() {
  clearTimeout(asking);
  board.setAttribute("aria-busy", "true");
  asking = setTimeout(() => redraw().finally(() => board.removeAttribute("aria-busy")), 80);
}

async function redraw() {
  const svg = picture(), wanted = svg && layer(svg);
  if (!svg || wanted === Number(svg.dataset.drawn) || svg.dataset.asked === String(wanted)) return;
  svg.dataset.asked = wanted;
  document.cookie = `kb_zoom=${wanted}; path=${address}; samesite=lax`;
  if (board.querySelector("[data-tried]")) return; // something is tried out: what comes next fits
  const { at, moves } = document.getElementById("status").dataset;
  const values = { zoom: wanted, ...(at === moves ? {} : { at }) };
  await htmx.ajax("GET", `${address}/board`, { source: board, target: "#table", swap: "none", values }) // no other request waits for it
    .then(() => board.dispatchEvent(new Event("kb:redrawn")), () => {});
}

function remember() {
  const { width, height } = board.getBoundingClientRect();
  if (width && height) document.cookie = `kb_room=${Math.round(width)}x${Math.round(height)}x${readable()}; path=/; samesite=lax; max-age=31536000`;
  show();
}

// which layer of words is shown: the first whose letters can be read
const readable = () => (innerWidth >= 1366 && innerHeight >= 800 ? 10 : 8); // pixels

function layer(svg) {
  const sizes = (svg.dataset.least ?? "1").split(" ").map(Number);
  const scale = svg.getScreenCTM()?.a ?? 1;
  const first = sizes.findIndex((size) => size * scale >= readable());
  return first < 0 ? sizes.length - 1 : first;
}

// a glance that follows the picture there, unless motion is unwanted
let gliding = 0;

// as much of the board as fits: nothing is seen beyond its edge as long as there is more of it on the other side
function within(part) {
  const kept = (at, size, first, all) => (size >= all ? first + (all - size) / 2 : Math.min(first + all - size, Math.max(first, at)));
  return { ...part, x: kept(part.x, part.w, whole.x, whole.w), y: kept(part.y, part.h, whole.y, whole.h) };
}

function aim(wanted) {
  cancelAnimationFrame(gliding);
  const from = view ?? whole, start = performance.now(), to = within(wanted);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    view = to;
    show();
    return;
  }
  const step = (now) => {
    const part = Math.min(1, (now - start) / 300), eased = part * (2 - part);
    const between = (key) => from[key] + (to[key] - from[key]) * eased;
    view = { x: between("x"), y: between("y"), w: between("w"), h: between("h") };
    show();
    if (part < 1) gliding = requestAnimationFrame(step);
  };
  gliding = requestAnimationFrame(step);
}

function zoom(factor, at) {
  const now = view ?? whole;
  const w = Math.min(whole.w * 1.2, Math.max(whole.w / 8, now.w * factor));
  const k = w / now.w;
  const p = at ?? { x: now.x + now.w / 2, y: now.y + now.h / 2 };
  view = { x: p.x - (p.x - now.x) * k, y: p.y - (p.y - now.y) * k, w, h: now.h * k };
  show();
}

function move(dx, dy) {
  const now = view ?? whole;
  const limit = (v, lo, hi) => Math.min(hi, Math.max(lo, v));
  view = {
    ...now,
    x: limit(now.x + dx, whole.x - now.w * 0.7, whole.x + whole.w - now.w * 0.3),
    y: limit(now.y + dy, whole.y - now.h * 0.7, whole.y + whole.h - now.h * 0.3),
  };
  show();
}

function fit() {
  cancelAnimationFrame(gliding);
  view = null;
  show();
}

function unitsAt(event) {
  const svg = picture();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
}

// -- wheel, drag, pinch --------------------------------------------------------------------------

const fingers = new Map();
let travelled = 0;
let apart = 0;

function spread() {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function listen() {
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), unitsAt(event));
  }, { passive: false });

  board.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) travelled = 0;
    if (fingers.size === 2) apart = spread();
  });

  board.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    travelled += Math.abs(dx) + Math.abs(dy);
    const scale = picture().getScreenCTM().a;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      const now = spread();
      const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      zoom(apart / now, unitsAt(middle));
      apart = now;
      move(-dx / scale / 2, -dy / scale / 2);
    } else if (travelled > 5) {
      if (!board.hasPointerCapture(event.pointerId)) board.setPointerCapture(event.pointerId);
      board.classList.add("dragging");
      move(-dx / scale, -dy / scale);
    }
  });

  // wherever it ends: a finger lifted beside the board would stay on it for ever
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      board.classList.remove("dragging");
    });
  }

  board.addEventListener("click", (event) => {
    if (travelled > 5) return;
    const hex = event.target.closest("[data-hex]");
    if (hex) pick(hex.dataset.hex, event.target);
  });

  board.addEventListener("keydown", (event) => {
    const step = (view ?? whole).w / 12;
    const does = {
      "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), 0: fit,
      // without Shift arrows move the cursor (keyboard.js)
      ArrowLeft: () => move(-step, 0), ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step), ArrowDown: () => move(0, step),
    }[event.key];
    if (does && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      does();
    }
  });

  board.addEventListener("kb:aim", (event) => aim(event.detail));
  board.addEventListener("kb:fit", fit);
  new ResizeObserver(remember).observe(board);
  // on paper nothing can be moved: all of it is printed
  window.addEventListener("beforeprint", () => picture()?.setAttribute("viewBox", Object.values(whole).join(" ")));
  window.addEventListener("afterprint", show);
  board.addEventListener("kb:choose", (event) => pick(event.detail.hex, event.detail.target));
  board.addEventListener("kb:centre", (event) => {
    const scale = picture().getScreenCTM().a;
    move(event.detail.x / scale, event.detail.y / scale);
  });

  document.querySelector(".zoom").addEventListener("click", (event) => {
    const what = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (what === "in") zoom(0.75);
    if (what === "out") zoom(1.33);
    if (what === "fit") fit();
  });

  // however a new picture came: htmx tells of an exchange, but not of one within the frame, as for a tile that is tried
  let shown = picture();
  new MutationObserver(() => {
    if (picture() === shown) return;
    shown = picture();
    show();
  }).observe(board, { childList: true, subtree: true });
}

// -- picking a hex -------------------------------------------------------------------------------

function pick(hex, target) {
  const decision = document.getElementById("decision");
  if (!decision.matches(".mine, .aside")) {
    board.dispatchEvent(new CustomEvent("kb:idle", { detail: { hex } })); // cards.js
    return;
  }
  // a title with a board of its own may know better what a click means
  if (!board.dispatchEvent(new CustomEvent("kb:pick", { detail: { hex, target }, cancelable: true }))) return;
  const runs = document.getElementById("runs");
  if (runs) {
    const values = { declared: runs.dataset.declared, train: runs.dataset.train, hex };
    htmx.ajax("GET", `${address}/runs`, { target: "#preview", values });
    return;
  }
  const chosen = decision.querySelector(`.hex-chosen[data-hex="${hex}"]`);
  const button = chosen ? chosen.querySelector("button[data-turn]") : decision.querySelector(`button[data-hex="${hex}"]`);
  if (button) button.click();
  else if (!chosen) htmx.ajax("GET", `${address}/hex/${hex}`, { target: "#preview" });
}

if (board) {
  show();
  listen();
}
