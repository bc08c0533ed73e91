// The workshop: hexes open their forms, the drawn hex follows what is typed, sides and stops are clicked, the board comes
// nearer. Without this script every block is reached by the list and every form works.

const stage = document.querySelector(".workshop-board");
const panel = document.querySelector("#block");
const title = stage?.dataset.title;
const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRF-Token"];

// -- blocks ----------------------------------------------------------------------------------------

async function open(at) {
  const answer = await fetch(`/workshop/${title}/block?at=${encodeURIComponent(at)}`);
  if (!answer.ok) return;
  panel.innerHTML = await answer.text();
  history.replaceState(null, "", `?at=${encodeURIComponent(at)}`);
  chosen(at);
  arrange();
  if (matchMedia("(max-width: 900px)").matches) panel.scrollIntoView({ block: "start" });
}

function chosen(at) {
  for (const old of stage.querySelectorAll(".is-chosen")) old.classList.remove("is-chosen");
  const id = at.split(".").slice(2).join(".");
  if (at.startsWith(stage.dataset.file)) {
    for (const hex of stage.querySelectorAll(`[data-hex="${CSS.escape(id)}"]`)) hex.classList.add("is-chosen");
  }
}

stage?.addEventListener("click", (event) => {
  const hex = event.target.closest("[data-hex]");
  if (hex) open(`${stage.dataset.file}.${hex.dataset.hex}`);
});

for (const link of document.querySelectorAll(".all-blocks a")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    for (const old of document.querySelectorAll(".all-blocks a[aria-current]")) old.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    open(new URL(link.href).searchParams.get("at")).then(() => panel.scrollIntoView({ block: "nearest" }));
  });
}

// -- the drawn hex as it changes -------------------------------------------------------------------

let waiting = 0;
let asked = 0;

function typed(form) {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const mine = ++asked;
    const answer = await fetch(form.dataset.preview, {
      method: "POST",
      headers: { "X-CSRF-Token": token },
      body: new URLSearchParams(new FormData(form)),
    });
    const text = await answer.text();
    if (mine === asked && answer.ok) {
      shown(form, text);
      sides();
      aimed();
      panel.dispatchEvent(new Event("drawn"));
    }
  }, 250);
}

function shown(form, text) {
  // the picture as it is now, or while a value cannot be read the last one, faint; errors at their fields
  const drawn = form.querySelector("#drawn");
  const fresh = document.createElement("div");
  fresh.innerHTML = text;
  if (!fresh.querySelector("svg")) {
    const old = [...drawn.querySelectorAll(":scope > svg")];
    old.forEach((svg) => svg.classList.add("is-old"));
    fresh.prepend(...old);
  }
  for (const told of form.querySelectorAll(".told")) told.remove();
  for (const field of form.querySelectorAll(".field.bad")) field.classList.remove("bad");
  for (const error of fresh.querySelectorAll("[data-field]")) {
    const input = error.dataset.field && form.querySelector(`[name="${CSS.escape(`f:${error.dataset.field}`)}"]`);
    if (!input) continue;
    const field = input.closest(".field, .row");
    const told = document.createElement("em");
    told.className = `told ${error.className}`;
    told.setAttribute("role", "alert");
    told.textContent = error.querySelector("span").textContent;
    field.append(told);
    if (error.matches(".wrong")) field.classList.add("bad");
    for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    error.remove();
  }
  drawn.replaceChildren(...fresh.childNodes);
}

panel?.addEventListener("input", (event) => {
  const form = event.target.closest("form.values");
  if (!form || event.target.closest(".marks")) return;
  if (event.target.matches("[data-picks]")) event.target.previousElementSibling.value = event.target.value;
  else if (event.target.nextElementSibling?.matches("[data-picks]")) event.target.nextElementSibling.value = event.target.value;
  const row = event.target.closest(".row.more");
  if (row && event.target.type !== "checkbox") row.querySelector(".there input").checked = true;
  if (event.target.type === "checkbox") stops();
  typed(form);
});

// -- track by clicking sides -----------------------------------------------------------------------

const KINDS = ["city", "town", "red", "junction"];
let first = null; // the side at which track between two sides begins

function stops() {
  // what track can belong to: each stop that is there, or track between two sides
  const select = panel.querySelector("[data-of]");
  if (!select) return;
  const before = select.value;
  select.replaceChildren();
  for (const kind of KINDS) {
    const rows = [...panel.querySelectorAll(`[data-rows="${kind}"] .row`)];
    rows.forEach((row, n) => {
      if (!row.querySelector(".there input").checked) return;
      const named = row.closest("fieldset").querySelector("legend").textContent;
      select.add(new Option(`${named} ${n + 1}`, `${kind}.${n}`));
    });
  }
  if (panel.querySelector('[name="f:track"]')) select.add(new Option(select.dataset.trackWord, "track"));
  if (panel.querySelector("[data-border]")) select.add(new Option(select.dataset.borderWord, "border"));
  if ([...select.options].some((option) => option.value === before)) select.value = before;
  aimed();
}

function clicked(side) {
  const of = panel.querySelector("[data-of]").value;
  if (of === "border") {
    const border = panel.querySelector(`button[data-side="${side}"]`).dataset.border;
    if (border) open(border);
    return;
  }
  const input = of === "track" ? panel.querySelector('[name="f:track"]') : panel.querySelector(`[name="f:${of}.edges"]`);
  if (!input) return;
  const words = input.value.split(",").map((word) => word.trim()).filter((word) => word && word !== "[]");
  let name = String(side);
  if (of === "track") {
    if (first === null) { first = side; return; }
    name = `${Math.min(first, side)}-${Math.max(first, side)}`;
    if (first === side) { first = null; return; }
    first = null;
  }
  const there = words.findIndex((word) => word.split(" ")[0] === name);
  if (there >= 0) words.splice(there, 1);
  else words.push(name + (words[0]?.includes(" ") ? words[0].slice(words[0].indexOf(" ")) : ""));
  input.value = words.sort().join(", ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

panel?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-side]");
  if (button) clicked(Number(button.dataset.side));
  const stop = drawnStops().indexOf(event.target.closest("#drawn .kb-hex > g"));
  if (stop >= 0) belongs(stop);
  const step = event.target.closest("[data-step]");
  if (step) go(Number(step.dataset.step));
});

panel?.addEventListener("change", (event) => { if (event.target.matches("[data-of]")) aimed(); });

function drawnStops() {
  // in the order of the form: cities, towns, what lies off the board, junctions
  return [...panel.querySelectorAll("#drawn .kb-hex > g:not(.kb-reserved, .kb-station)")].filter((group) => group.querySelector(":scope > title"));
}

function belongs(stop) {
  const select = panel.querySelector("[data-of]");
  if (!select || stop >= select.options.length) return;
  select.selectedIndex = stop;
  aimed();
}

function aimed() {
  // what the next side belongs to is marked; where no other hex lies there is no border
  const select = panel.querySelector("[data-of]");
  if (!select) return;
  first = null;
  drawnStops().forEach((stop, n) => stop.classList.toggle("is-aimed", n === select.selectedIndex));
  for (const button of panel.querySelectorAll("button[data-side]")) button.disabled = select.value === "border" && !button.dataset.border;
}

function sides() {
  // dots on the sides of the drawn hex, over the picture: the same as the buttons below it
  const svg = panel.querySelector("#drawn svg");
  const face = svg?.querySelector(".kb-face");
  if (!face || svg.matches(".is-old") || !panel.querySelector("[data-of]")) return;
  const corners = [...face.getAttribute("d").matchAll(/(-?[\d.]+) ?(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  if (corners.length !== 6) return;
  const flat = Math.abs(corners[0][1] - corners[5][1]) < 1 || Math.abs(corners[2][1] - corners[3][1]) < 1;
  const named = stage.dataset.edges ? JSON.parse(stage.dataset.edges) : null;
  const middles = corners.map((corner, n) => [(corner[0] + corners[(n + 1) % 6][0]) / 2, (corner[1] + corners[(n + 1) % 6][1]) / 2]);
  if (!named) return;
  named.forEach(([x, y], side) => {
    const at = middles.reduce((best, one) => (Math.hypot(one[0] - x * 100, one[1] - y * 100) < Math.hypot(best[0] - x * 100, best[1] - y * 100) ? one : best));
    const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    dot.setAttribute("class", "is-side");
    dot.setAttribute("data-side", String(side));
    dot.setAttribute("cx", String(at[0] * 0.86));
    dot.setAttribute("cy", String(at[1] * 0.86));
    dot.setAttribute("r", "11");
    dot.setAttribute("aria-hidden", "true");
    svg.append(dot);
  });
  svg.dataset.flat = String(flat);
}

function arrange() {
  for (const box of panel.querySelectorAll(".sides, .steps, [data-picks]")) box.hidden = false;
  stops();
  sides();
  aimed();
}

// -- the board nearer ------------------------------------------------------------------------------
// How near, and where one looks, stays while blocks are set: each loads the page anew.

const near = document.querySelector(".board-window");
const NEAREST = 5;
const FINGER = 40; // pixels that a hex has on a phone at least

function look(zoom) {
  const before = Number(near.dataset.near || 1);
  const now = Math.min(NEAREST, Math.max(1, zoom));
  const [x, y] = [(near.scrollLeft + near.clientWidth / 2) / before, (near.scrollTop + near.clientHeight / 2) / before];
  near.dataset.near = String(now);
  near.style.setProperty("--near", String(now));
  near.scrollTo(x * now - near.clientWidth / 2, y * now - near.clientHeight / 2);
  for (const button of stage.querySelectorAll("[data-near-by]")) button.disabled = Number(button.dataset.nearBy) < 0 ? now <= 1 : now >= NEAREST;
}

if (near) {
  const place = `workshop ${title}`;
  const [zoom, x, y] = JSON.parse(sessionStorage.getItem(place) ?? "[0, 0, 0]");
  const hex = near.querySelector("[data-hex] .kb-face")?.getBoundingClientRect().width;
  stage.querySelector(".nearer").hidden = false;
  look(zoom || (matchMedia("(max-width: 900px)").matches && hex ? FINGER / hex : 1));
  if (zoom) near.scrollTo(x, y);
  addEventListener("pagehide", () => sessionStorage.setItem(place, JSON.stringify([Number(near.dataset.near), near.scrollLeft, near.scrollTop])));
  stage.querySelector(".nearer").addEventListener("click", (event) => {
    const by = Number(event.target.closest("[data-near-by]")?.dataset.nearBy);
    if (by) look(Number(near.dataset.near) * (by > 0 ? 1.4 : 1 / 1.4));
  });
}

// -- keyboard --------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (button && !button.disabled) { event.preventDefault(); button.click(); return; }
  if (event.key === "n" || event.key === "p") go(event.key === "n" ? 1 : -1);
});

function go(step) {
  // to the next block of the list, or the one before
  const links = [...document.querySelectorAll(".all-blocks a")];
  const now = new URLSearchParams(location.search).get("at");
  const at = links.findIndex((link) => new URL(link.href).searchParams.get("at") === now);
  links[(Math.max(at, step > 0 ? -1 : 0) + step + links.length) % links.length]?.click();
}

for (const input of document.querySelectorAll("[data-send]")) input.addEventListener("change", () => input.form.submit());

if (panel?.querySelector("form.values")) {
  chosen(panel.querySelector('[name="at"]').value);
  arrange();
}
