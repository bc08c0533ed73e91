// Standing orders: their list is fetched when the page opens, when one changes, and when it is looked at.

const sheet = document.getElementById("orders");
let fresh = false;
let giving = 0; // orders being given or withdrawn, not answered yet
let late = false; // whether there was news meanwhile

// while an order is given its form must stay: the answer to one that is gone is shown nowhere
function fetchList() {
  late = giving > 0;
  if (late) return;
  fresh = true;
  htmx.trigger(sheet, "kb:orders");
}

function give({ detail }) {
  if (detail.requestConfig.verb !== "post") return;
  giving += 1;
  detail.xhr.addEventListener("loadend", () => {
    giving -= 1;
    if (late) fetchList();
  });
}

function count() {
  const list = sheet.querySelector(".orders-list");
  const badge = document.querySelector("[data-orders]");
  if (!list || !badge) return;
  const { standing, stopped } = list.dataset;
  badge.textContent = Number(stopped) ? "!" : standing;
  badge.hidden = !Number(standing) && !Number(stopped);
  badge.classList.toggle("halted", Number(stopped) > 0);
}

if (sheet) {
  document.body.addEventListener("kb:order-news", fetchList);
  sheet.addEventListener("htmx:beforeSend", give);
  sheet.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!giving || detail.requestConfig.verb === "post") return;
    late = true;
    detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.target.id === "decision") count();
    if (event.target.id !== "status") return;
    fresh = false;
    if (sheet.matches(":popover-open") && !sheet.contains(document.activeElement)) fetchList();
  });
  document.body.addEventListener("htmx:afterSettle", (event) => event.target === sheet && count());
  sheet.addEventListener("toggle", (event) => {
    if (event.newState !== "open") return;
    if (!fresh) fetchList();
    sheet.scrollTop = 0;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "o" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea") || document.documentElement.hasAttribute("data-no-letters")) return;
    event.preventDefault();
    sheet.togglePopover();
    sheet.querySelector("button")?.focus();
  });
  addEventListener("load", fetchList); // htmx has looked through the page by then
}
