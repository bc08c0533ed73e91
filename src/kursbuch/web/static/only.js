// When the only thing that can be done is to pass, it is done for those who wish so, and told. Which that is, the
// server says (data-only); the wish is kept in this browser. After taking back nothing is done by itself.

const WISH = "kursbuch.pass-for-me";
const table = document.getElementById("table");
let seen = null; // the number of moves that was shown last

const wished = () => {
  try { return localStorage.getItem(WISH) !== null; } catch { return false; }
};

let told = null; // what was told last, and at which move: other news of that move leave it there

function tell(text) {
  const said = document.createElement("div");
  said.className = "notice told";
  said.append(Object.assign(document.createElement("p"), { textContent: text }));
  const close = Object.assign(document.createElement("button"), { textContent: "×" });
  close.dataset.close = "";
  close.addEventListener("click", () => { told = null; });
  said.append(close);
  document.getElementById("notice").replaceChildren(said);
  told = { text, moves: shown() };
}

const shown = () => Number(document.getElementById("decision").dataset.moves);

function keepTold() {
  if (!told) return;
  const notice = document.getElementById("notice");
  if (shown() !== told.moves) {
    notice.querySelector(".told")?.remove();
    told = null;
  } else if (!notice.children.length) tell(told.text);
}

function look() {
  const box = document.querySelector("[data-pass-for-me]");
  if (box) box.checked = wished();
  const decision = document.getElementById("decision");
  const moves = shown();
  const onward = seen !== null && moves > seen;
  seen = moves;
  const { only, onlyTold } = decision.dataset;
  if (!only || !onward || !wished()) return;
  const values = { action: only, moves };
  htmx.ajax("POST", `/table/${table.dataset.id}/act`, { source: "#decision", target: "#table", swap: "none", values }).then(() => tell(onlyTold));
}

document.body.addEventListener("change", (event) => {
  if (!event.target.matches("[data-pass-for-me]")) return;
  try {
    if (event.target.checked) localStorage.setItem(WISH, "1");
    else localStorage.removeItem(WISH);
  } catch { /* a browser that keeps nothing */ }
});
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (["decision", "notice"].includes(event.target.id)) keepTold();
  if (event.target.id === "decision") look();
});
look();

// an amount that was chosen is offered again, where it is still possible; one that is secret never, for others may
// sit at this screen
const LAST = `kursbuch.amount.${table.dataset.id}.`;
const stem = (form) => form.querySelector("[name=action]").value.replace(/\d+(?!.*\d)/, "#");

document.body.addEventListener("change", (event) => {
  const form = event.target.closest?.(".amount");
  if (form && !form.closest("[data-sealed]") && event.target.matches("input[type=number]")) sessionStorage.setItem(LAST + stem(form), event.target.value);
});

function again() {
  for (const form of document.querySelectorAll("form.amount")) {
    const last = Number(sessionStorage.getItem(LAST + stem(form)));
    if (!last || last < Number(form.dataset.lo) || last > Number(form.dataset.hi)) continue;
    for (const input of form.querySelectorAll("input[type=number], input[type=range]")) input.value = last;
  }
}

document.body.addEventListener("htmx:oobAfterSwap", (event) => { if (event.target.id === "decision") again(); });
again();
