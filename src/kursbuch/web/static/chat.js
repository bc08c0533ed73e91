// The chat: what is being written outlives every update of the page, and what was not read yet is counted.

const table = document.getElementById("table");
const place = `kursbuch.read-${table.dataset.id}`;
let draft = null;
let sent = null;

const field = () => document.getElementById("say");

function keep() {
  const now = field();
  if (!now) return;
  draft = { text: now.value, from: now.selectionStart, to: now.selectionEnd, focus: document.activeElement === now, field: now };
}

function putBack() {
  const now = field();
  if (!draft || !now || draft.field === now) return;
  const said = draft.text === sent;
  now.value = said ? "" : draft.text;
  if (draft.focus) {
    now.focus({ preventScroll: true });
    if (!said) now.setSelectionRange(draft.from, draft.to);
  }
  if (said) sent = null;
  draft = null;
}

function lastRead() {
  try {
    return localStorage.getItem(place) ?? "";
  } catch {
    return ""; // not kept in this browser
  }
}

function count() {
  const chat = document.getElementById("chat");
  if (!chat) return;
  const times = [...chat.querySelectorAll("time")].map((time) => time.dateTime);
  const open = chat.offsetParent !== null && !document.hidden;
  if (open && times.length) {
    try { localStorage.setItem(place, times.at(-1)); } catch { /* not kept in this browser */ }
  }
  const read = lastRead();
  const unread = open ? 0 : times.filter((time) => time > read).length;
  for (const badge of document.querySelectorAll("[data-unread]")) {
    badge.hidden = !unread;
    badge.querySelector("b").textContent = unread;
  }
}

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches("#chat form")) sent = field().value;
});
for (const kind of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.body.addEventListener(kind, keep);
for (const kind of ["htmx:oobAfterSwap", "htmx:afterSwap", "htmx:afterSettle"]) {
  document.body.addEventListener(kind, () => { putBack(); count(); });
}
document.body.addEventListener("click", (event) => event.target.closest(".switch button, .tabs button") && count());
document.addEventListener("visibilitychange", count);
count();
