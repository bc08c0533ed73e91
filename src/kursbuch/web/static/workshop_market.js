// The workshop's price tables: a field that is clicked is set below the table; its word in the rows, which say the same,
// is selected. Without this script the rows are typed.

const panel = document.querySelector("#block");
const ZONES = "yobgs"; // of which a field has one
let field = null; // its row and column

function rows() {
  return panel.querySelector('textarea[name="f:rows"]');
}

function wordOf([row, column]) {
  // where the word of a field stands in the text
  const lines = rows().value.split("\n");
  const found = [...(lines[row] ?? "").matchAll(/\S+/g)][column];
  if (!found) return null;
  const start = lines.slice(0, row).join("\n").length + (row ? 1 : 0) + found.index;
  return { start, end: start + found[0].length, text: found[0] };
}

function choose(spot) {
  const box = panel.querySelector(".marks");
  const word = box && rows() && wordOf(spot);
  if (!word) return;
  field = spot;
  box.hidden = false;
  box.querySelector("[data-price]").value = /^\d*/.exec(word.text)[0];
  const marks = word.text.replace(/^\d*/, "");
  for (const mark of box.querySelectorAll("[data-mark]")) mark.checked = marks.includes(mark.dataset.mark);
  rows().setSelectionRange(word.start, word.end);
  aimedField();
}

function aimedField() {
  for (const cell of panel.querySelectorAll("#drawn svg [data-at]")) cell.classList.toggle("is-aimed", cell.dataset.at === field?.join(","));
}

function setField() {
  const box = panel.querySelector(".marks");
  const word = field && wordOf(field);
  const price = box.querySelector("[data-price]").value.trim();
  if (!word || !/^\d+$/.test(price)) return;
  const text = price + [...box.querySelectorAll("[data-mark]:checked")].map((mark) => mark.dataset.mark).join("");
  rows().setRangeText(text.padEnd(word.text.length), word.start, word.end);
  rows().dispatchEvent(new Event("input", { bubbles: true }));
}

panel?.addEventListener("click", (event) => {
  const cell = event.target.closest("#drawn svg [data-at]");
  if (cell) choose(cell.dataset.at.split(",").map(Number));
});

panel?.addEventListener("drawn", aimedField);
panel?.addEventListener("input", (event) => {
  const box = event.target.closest(".marks");
  if (!box) return;
  const { mark } = event.target.dataset;
  if (event.target.checked && ZONES.includes(mark)) {
    for (const other of box.querySelectorAll("[data-mark]")) other.checked &&= other.dataset.mark === mark || !ZONES.includes(other.dataset.mark);
  }
  setField();
});
