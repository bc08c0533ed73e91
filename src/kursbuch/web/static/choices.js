// Choosing: pressed buttons, amounts with slider and field, cancelling, tabs of the phone, keys.

const table = document.getElementById("table");
const address = `/table/${table.dataset.id}`;

function refresh() {
  return htmx.ajax("GET", `${address}/panels`, { target: "#table", swap: "none" });
}

// a live update may replace the form whose answer is still under way: its panels would find no place, so the newest
// ones are fetched, and only what the answer had to say is kept
document.body.addEventListener("htmx:beforeSwap", async (event) => {
  const asked = event.detail.requestConfig.elt;
  if (asked.isConnected || event.target !== table) return;
  event.detail.shouldSwap = false;
  const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
  const said = answer.querySelector("#notice > *");
  await refresh();
  if (said) document.getElementById("notice").replaceChildren(said);
});

function press(button) {
  document.querySelectorAll("#decision [aria-pressed=true].choice").forEach((other) => other.setAttribute("aria-pressed", "false"));
  button.setAttribute("aria-pressed", "true");
}

// the action of a choice is told once: see the templates
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  const action = detail.elt.dataset.do;
  if (!action || detail.parameters.action !== undefined || !/\/(preview|act)$/.test(detail.path)) return;
  detail.parameters.action = action;
  if (detail.verb === "post") detail.parameters.moves = detail.elt.closest("#decision").dataset.moves;
});

function cancel() {
  if (document.querySelector("#preview .preview, #preview .why, #runs[data-editing]")) refresh();
}

function amountOf(form) {
  return { number: form.querySelector("input[type=number]"), slider: form.querySelector("input[type=range]"), data: form.dataset };
}

function setAmount(form, value) {
  const { number, slider, data } = amountOf(form);
  const [lo, hi, step] = [data.lo, data.hi, data.step].map(Number);
  const steps = Math.round((Number(value) - lo) / step);
  const fitted = Math.min(hi, Math.max(lo, lo + steps * step));
  number.value = fitted;
  if (slider) slider.value = fitted;
}

// on a phone the market is wider than the screen: the middle one of its markers is shown, so that most of them are; before
// there are any, the middle one of the prices that companies may begin with
function toThePrices() {
  const left = (one) => one.getBoundingClientRect().left;
  const sorts = [".kb-marker", ".kb-par"].map((sort) => [...document.querySelectorAll(`#market ${sort}`)]);
  const found = (sorts.find((all) => all.length) ?? []).sort((a, b) => left(a) - left(b));
  found[found.length >> 1]?.scrollIntoView({ block: "nearest", inline: "center" });
}

document.body.addEventListener("click", (event) => {
  const choice = event.target.closest(".choice");
  if (choice) press(choice);
  const form = event.target.closest(".amount");
  if (form && event.target.matches("[data-less], [data-more]")) {
    const { number, data } = amountOf(form);
    setAmount(form, Number(number.value) + (event.target.matches("[data-more]") ? 1 : -1) * Number(data.step));
    number.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (event.target.closest("[data-cancel]")) cancel();
  if (event.target.closest("[data-close]")) document.getElementById("notice").replaceChildren();
  const tab = event.target.closest(".tabs button");
  if (tab) {
    table.dataset.tab = tab.dataset.tab;
    document.querySelectorAll(".tabs button").forEach((b) => b.toggleAttribute("aria-current", b === tab));
    if (tab.dataset.tab === "prices") toThePrices();
  }
  if (event.target.closest(".market-panel") && matchMedia("(min-width: 861px) and (min-height: 501px)").matches) table.toggleAttribute("data-big");
  const side = event.target.closest(".switch button");
  if (side) showSide(side.dataset.side);
});

function showSide(side) {
  table.dataset.side = side;
  document.querySelectorAll(".switch button").forEach((b) => b.setAttribute("aria-selected", String(b.dataset.side === side)));
}

document.body.addEventListener("input", (event) => {
  const form = event.target.closest(".amount");
  if (!form) return;
  const { number, slider } = amountOf(form);
  if (event.target === slider) number.value = slider.value;
  else if (slider) slider.value = number.value;
});

document.body.addEventListener("change", (event) => {
  const form = event.target.closest(".amount");
  if (!form) return;
  const { number, slider } = amountOf(form);
  if (event.target === slider) number.dispatchEvent(new Event("change", { bubbles: true }));
  else setAmount(form, number.value);
}, true);

// a card that is pointed at, or has the focus, shows on the market what it does to prices
const shown = { card: "" };

function showCard(card) {
  const action = card?.dataset.card ?? "";
  if (action === shown.card || !document.querySelector("#market")) return;
  shown.card = action;
  const ask = action ? `preview?${new URLSearchParams({ action })}` : "market";
  htmx.ajax("GET", `${address}/${ask}`, { target: "#market", swap: "none" });
}

for (const kind of ["pointerover", "focusin"]) {
  document.body.addEventListener(kind, (event) => {
    const card = event.target.closest?.(".card[data-card]");
    if (card) showCard(card);
    else if (shown.card && document.querySelector(".card[data-card]")) showCard(null);
    else shown.card = "";
  });
}

// after a preview has come: show it, and let Enter confirm it unless an amount is being typed
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "preview") {
    const confirm = event.target.querySelector("[data-confirm]");
    const typing = document.activeElement?.matches(".amount input, [data-less], [data-more], [data-step]");
    if (confirm && !typing) confirm.focus({ preventScroll: true });
  }
  if (event.target.id === "log" && table.dataset.side) showSide(table.dataset.side);
});

document.body.addEventListener("htmx:sendError", () => setTimeout(() => { // once it is known whether the move is kept
  const lost = document.getElementById("lost");
  if (lost.hidden) say(lost.firstElementChild.textContent); // else it is said there
}));
document.body.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  let told = `${xhr.status}`;
  try {
    told = JSON.parse(xhr.responseText).detail; // in the language of the page
  } catch { /* not from our server: the number must do */ }
  say(told);
});

function say(text) {
  const notice = document.createElement("div");
  notice.className = "notice";
  const words = document.createElement("p");
  words.textContent = text;
  const close = document.createElement("button");
  close.dataset.close = "";
  close.textContent = "×";
  notice.append(words, close);
  document.getElementById("notice").replaceChildren(notice);
}

document.addEventListener("keydown", (event) => {
  const writing = event.target.matches("input, select, textarea");
  if (event.key === "Escape" && table.hasAttribute("data-big")) table.removeAttribute("data-big");
  else if (event.key === "Escape") cancel();
  if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.documentElement.hasAttribute("data-no-letters")) return; // keyboard.js
  if (event.key === "r") document.querySelector("button[data-turn]")?.click();
});
