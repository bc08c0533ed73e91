// Things to look up: whatever carries data-ref opens its card in a dialog, by click, tap or key (I).
// What lies inside of another control is part of that control. Cards lead to others, and back again.

const card = document.getElementById("card");
const body = document.getElementById("card-body");
const table = document.getElementById("table");
const back = card.querySelector("[data-card-back]");
const trail = []; // the cards that were opened one from another

function show(ref) {
  const [kind, ...name] = ref.split(":");
  const moves = document.getElementById("scrub"); // an earlier position is looked up as it was
  const values = { name: name.join(":"), ...(moves && moves.value !== moves.max ? { at: moves.value } : {}) };
  back.disabled = trail.length < 2;
  return htmx.ajax("GET", `/table/${table.dataset.id}/card/${kind}`, { target: "#card-body", values }).then(() => {
    if (!card.open) card.showModal();
    body.scrollTop = 0;
    body.querySelector("h2")?.focus({ preventScroll: true });
  });
}

function open(ref) {
  if (!card.open) trail.length = 0;
  if (trail.at(-1) !== ref) trail.push(ref);
  return show(ref);
}

// a hex of the board, or a field of the share market
function place(target) {
  const cell = target.closest(".market-panel .kb-cell");
  const big = table.hasAttribute("data-big") || !matchMedia("(min-width: 861px) and (min-height: 501px)").matches;
  return cell && big ? `field:${cell.dataset.at}` : "";
}

document.addEventListener("click", (event) => {
  const control = event.target.closest("button, a, summary, label");
  const own = control ? control.dataset.ref : event.target.closest("[data-ref]")?.dataset.ref;
  const ref = own || (control ? "" : place(event.target));
  if (ref) {
    event.preventDefault();
    event.stopPropagation(); // the market is not closed by a click on one of its fields
    open(ref);
  }
}, true);

card.addEventListener("click", (event) => {
  if (event.target === card || event.target.closest("[data-card-close]")) card.close();
  if (event.target.closest("[data-card-back]") && trail.length > 1) {
    trail.pop();
    show(trail.at(-1));
  }
});

// a hex under the cursor is looked up by key; elsewhere the key opens the list of everything
document.addEventListener("keydown", (event) => {
  if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || card.open) return;
  if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  if (document.documentElement.hasAttribute("data-no-letters")) return; // keyboard.js
  event.preventDefault();
  const hex = document.activeElement?.closest?.(".kb-hex[data-hex]")?.dataset.hex;
  open(hex ? `hex:${hex}` : "index:");
});

// a hex that is clicked while there is nothing to decide shows what it is
document.getElementById("board")?.addEventListener("kb:idle", (event) => open(`hex:${event.detail.hex}`));
