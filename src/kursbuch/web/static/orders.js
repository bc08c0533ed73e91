// Standing orders: their list is fetched when the page opens, when one changes, and when it is looked at.

const sheet = document.getElementById("orders");
let fresh = false;

function fetchList() {
  fresh = true;
  htmx.trigger(sheet, "kb:orders");
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
