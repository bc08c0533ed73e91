// First Train to Nuremberg: what a click on an area or a piece means. The server's list of legal choices stands in the
// decision panel; a click only finds the control that it is meant for, and lights up what that would touch.

const board = document.getElementById("board");
const table = document.getElementById("table");
const decision = () => document.getElementById("decision");
let from = ""; // where a chain is to begin

const all = (selector) => [...decision().querySelectorAll(selector)];

function explain(hex) {
  htmx.ajax("GET", `/table/${table.dataset.id}/hex/${hex}`, { target: "#preview" });
}

// amounts are named when they are pointed at
document.body.addEventListener("pointerover", ({ target }) => {
  const amount = target.closest?.(".nu-amount:not([title])");
  if (amount?.querySelector(".hidden")) amount.title = amount.textContent;
});

// -- lighting up ---------------------------------------------------------------------------------

function light(links) {
  board.querySelectorAll(".nu-hot").forEach((part) => part.classList.remove("nu-hot"));
  for (const id of links) board.querySelector(`[data-link="${CSS.escape(id)}"]`)?.classList.add("nu-hot");
}

function mark(areas) {
  board.querySelectorAll(".nu-picked").forEach((part) => part.classList.remove("nu-picked"));
  for (const id of areas) board.querySelector(`.kb-hex[data-hex="${id}"]`)?.classList.add("nu-picked");
}

function narrow(rows) {
  const every = all(".nu-next.first .row, .nu-carry .row, .nu-hand_over .row");
  every.forEach((row) => row.classList.toggle("aside", rows.length > 0 && !rows.includes(row)));
  rows[0]?.scrollIntoView({ block: "nearest" });
}

// -- building: from area to area -----------------------------------------------------------------

function begin(area) {
  from = area;
  const row = decision().querySelector(`.nu-next .row[data-from="${area}"]`);
  narrow(row ? [row] : []);
  mark([area, ...all(`.nu-next button.go[data-start="${area}"]`).map((b) => b.dataset.hex)]);
}

function build(hex) {
  const first = decision().querySelector(".nu-next.first");
  const ends = all(`.nu-next button.go[data-hex="${hex}"]`);
  const starts = first ? all(`.nu-next button.go[data-start="${hex}"]`) : [];
  const next = first ? ends.find((b) => b.dataset.start === from) : ends[0];
  if (next) next.click();
  else if (starts.length) begin(hex);
  else if (first && ends.length === 1) ends[0].click();
  else explain(hex);
}

// -- pieces and lines ----------------------------------------------------------------------------

function choose(hex, piece) {
  let found = all(`.nu-carry button[data-hex="${hex}"]`);
  const same = found.filter((b) => b.dataset.piece === piece);
  if (piece && same.length) found = same;
  if (!found.length) found = all(`.nu-hand_over button[data-hex="${hex}"]`);
  if (!found.length) found = all(`.nu-hand_over button[data-start="${hex}"]`);
  if (!found.length) return explain(hex);
  narrow([...new Set(found.map((b) => b.closest(".row")))]);
  const pressed = found.findIndex((b) => b.getAttribute("aria-pressed") === "true");
  found[(pressed + 1) % found.length].click();
}

board.addEventListener("kb:pick", (event) => {
  event.preventDefault();
  const { hex, target } = event.detail;
  if (decision().querySelector(".nu-build")) build(hex);
  else if (decision().querySelector(".nu-carry, .nu-hand_over")) choose(hex, target.closest("[data-piece]")?.dataset.piece);
  else explain(hex);
});

document.body.addEventListener("click", (event) => {
  if (event.target.closest(".nu-all")) {
    from = "";
    narrow([]);
    mark([]);
  }
  const start = event.target.closest(".nu-from");
  if (start) begin(start.dataset.from);
  const car = event.target.closest(".nu-car");
  if (car) decision().querySelector(`.nu-buy button[data-start="${car.dataset.train}"]`)?.click();
});

for (const kind of ["pointerover", "focusin"]) {
  document.body.addEventListener(kind, (event) => {
    const button = event.target.closest?.("#decision button[data-links]");
    if (button) light(button.dataset.links.split(" "));
  });
}
document.body.addEventListener("pointerout", (event) => {
  if (!event.target.closest?.("#decision button[data-links]")) return;
  const pressed = decision().querySelector("button[data-links][aria-pressed=true]");
  light(pressed ? pressed.dataset.links.split(" ") : []);
});

// -- paying: steppers that always stand at a legal mix -------------------------------------------

const amounts = (button) => Object.fromEntries(button.dataset.bill.split(" ").map((part) => part.split("=")).map(([k, n]) => [k, Number(n)]));
const mixes = () => all(".nu-mixes button[data-bill]");

function showMix(mix) {
  const every = mixes().map(amounts);
  for (const one of all(".nu-stepper")) {
    const { name } = one.dataset, now = amounts(mix)[name];
    one.querySelector("output").value = now;
    one.querySelector("[data-step='-1']").disabled = !every.some((other) => other[name] < now);
    one.querySelector("[data-step='1']").disabled = !every.some((other) => other[name] > now);
  }
}

// of one kind more or less: of the mixes with that amount the one that changes least
function step(name, by) {
  const now = Object.fromEntries(all(".nu-stepper").map((one) => [one.dataset.name, Number(one.querySelector("output").value)]));
  const away = (mix) => Object.entries(now).reduce((sum, [k, n]) => sum + Math.abs(amounts(mix)[k] - n), 0);
  const fitting = mixes().filter((mix) => (amounts(mix)[name] - now[name]) * by > 0);
  const best = fitting.sort((a, b) => Math.abs(amounts(a)[name] - now[name]) - Math.abs(amounts(b)[name] - now[name]) || away(a) - away(b))[0];
  if (!best) return;
  showMix(best);
  best.click();
}

function settle() {
  const first = mixes()[0];
  if (first && all(".nu-stepper").length) showMix(decision().querySelector(".nu-mixes [aria-pressed=true]") ?? first);
}

document.body.addEventListener("click", (event) => {
  const button = event.target.closest(".nu-stepper [data-step]");
  if (button) step(button.closest(".nu-stepper").dataset.name, Number(button.dataset.step));
  else if (event.target.closest(".nu-mixes button")) settle();
});
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id === "decision") settle();
});
settle();

// a new position: what was begun is over
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id === "board-picture") from = "";
});
