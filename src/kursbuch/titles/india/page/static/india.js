// 1853: areas light up on the board, and the owner of a contract sees its cities marked there.
// Whatever names hexes in data-light lights them while it is pointed at or has the focus, and keeps them lit when it
// is pressed. Whatever names hexes in data-marks has them marked, unless it lies under a cover.

const SVG = "http://www.w3.org/2000/svg";
const board = document.getElementById("board");
let kept = ""; // the hexes that stay lit
let keeper = ""; // by which a pressed button is found again after a refresh

const hexes = (id) => board.querySelectorAll(`.kb-hex[data-hex="${id}"]`);
const name = (button) => button.dataset.company ?? button.textContent.trim();

function light(list) {
  const svg = board.querySelector("svg");
  if (!svg) return;
  for (const part of svg.querySelectorAll(".in-lit")) part.classList.remove("in-lit");
  svg.classList.toggle("in-dim", Boolean(list));
  for (const id of (list ?? "").split(" ").filter(Boolean)) for (const part of hexes(id)) part.classList.add("in-lit");
}

// a company's mark anywhere on the page stands for its area, too
function listOf(target) {
  const own = target.closest?.("[data-light]");
  if (own) return own.dataset.light;
  const mark = target.closest?.(".co");
  const company = mark && document.querySelector(`.in-area[data-company="${mark.textContent.trim()}"]`);
  return company ? company.dataset.light : null;
}

function keep(button) {
  const again = keeper === name(button) && kept;
  kept = again ? "" : button.dataset.light;
  keeper = again ? "" : name(button);
  pressed();
  light(kept);
  // on a phone the board is on another tab
  if (kept && !board.offsetParent) document.querySelector('.tabs [data-tab="play"]')?.click();
}

function pressed() {
  for (const button of document.querySelectorAll(".in-area")) button.setAttribute("aria-pressed", String(Boolean(kept) && name(button) === keeper));
}

function flag(at) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "in-mark");
  group.setAttribute("transform", at);
  group.innerHTML = '<circle r="37"/><path d="M14 -46v26M14 -46l20 7l-20 7z"/>';
  return group;
}

function mark() {
  const svg = board.querySelector("svg");
  if (!svg) return;
  for (const old of svg.querySelectorAll(".in-mark")) old.remove();
  const seen = new Set();
  for (const source of document.querySelectorAll("[data-marks]")) {
    if (source.closest("details:not([open])")) continue;
    for (const id of source.dataset.marks.split(" ")) seen.add(id);
  }
  for (const id of seen) {
    const hex = hexes(id)[0];
    if (hex) svg.append(flag(hex.getAttribute("transform")));
  }
}

function renew() {
  mark();
  pressed();
  light(kept);
}

for (const [enter, leave] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  document.body.addEventListener(enter, (event) => {
    const list = listOf(event.target);
    if (list !== null) light(list);
  });
  document.body.addEventListener(leave, (event) => {
    if (listOf(event.target) !== null) light(kept);
  });
}
document.body.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-light]");
  if (button) keep(button);
});
document.body.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && kept) {
    kept = keeper = "";
    renew();
  }
});
document.body.addEventListener("toggle", mark, true);
// all write their loans at once: when another's comes in, the panel is new, and what was written so far is put back
let loan = "";

for (const kind of ["input", "change"]) {
  document.body.addEventListener(kind, (event) => {
    if (event.target.matches(".in-loan input")) loan = event.target.value;
  });
}
document.body.addEventListener("htmx:afterSettle", () => {
  const field = document.querySelector(".in-loan input[type=number]");
  if (!field) loan = "";
  if (!loan || field.value === loan) return;
  field.value = loan;
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

for (const swap of ["htmx:oobAfterSwap", "htmx:afterSettle"]) document.body.addEventListener(swap, renew);

// a city that gives several shares: a click on the board leads to its line, where one is chosen
board.addEventListener("kb:pick", (event) => {
  const line = document.querySelector(`.in-city[data-city="${event.detail.hex}"]`);
  if (!line) return;
  line.closest("details")?.setAttribute("open", "");
  const buttons = line.querySelectorAll("button");
  if (buttons.length === 1) return;
  event.preventDefault();
  line.scrollIntoView({ block: "nearest" });
  for (const other of document.querySelectorAll(".in-city.picked")) other.classList.remove("picked");
  line.classList.add("picked");
  buttons[0]?.focus();
});
renew();
