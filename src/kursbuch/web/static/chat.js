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
  if (said) {
    sent = null;
    store("");
  }
  draft = null;
}

function lastRead() {
  try {
    return localStorage.getItem(place) ?? "";
  } catch {
    return ""; // not kept in this browser
  }
}

// the server knows hours of its own only: a reader's are the browser's, and what is older than today has its day
function toLocal(time) {
  const at = new Date(time.dateTime);
  const today = at.toDateString() === new Date().toDateString();
  const day = today ? {} : { day: "numeric", month: "numeric" };
  time.textContent = at.toLocaleString(document.documentElement.lang, { ...day, hour: "2-digit", minute: "2-digit" });
}

function count() {
  const chat = document.getElementById("chat");
  if (!chat) return;
  chat.querySelectorAll("time").forEach(toLocal);
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

document.body.addEventListener("htmx:beforeSend", ({ target, detail: { xhr } }) => {
  if (!target.matches("#chat form")) return;
  const text = sent = field().value;
  xhr.addEventListener("loadend", () => {
    if (xhr.status === 200) return;
    sent = null; // it was not said, and stays where it was written
    if (field() && !field().value) field().value = text;
  });
});
for (const kind of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.body.addEventListener(kind, keep);
for (const kind of ["htmx:oobAfterSwap", "htmx:afterSwap", "htmx:afterSettle"]) {
  document.body.addEventListener(kind, () => { putBack(); count(); });
}
document.body.addEventListener("click", (event) => event.target.closest(".switch button, .tabs button") && count());
document.addEventListener("visibilitychange", count);
count();

// What is being written outlives the page itself, too.
const kept = `kursbuch.draft-${table.dataset.id}`;
const store = (text) => {
  try { text ? localStorage.setItem(kept, text) : localStorage.removeItem(kept); } catch { /* not kept in this browser */ }
};
document.body.addEventListener("input", (event) => event.target.id === "say" && store(event.target.value));
try { if (field() && !field().value) field().value = localStorage.getItem(kept) ?? ""; } catch { /* not kept */ }

// "@" and the first letters of a name: Tab completes it, Tab again takes the next one.
let completing = null; // the names that fit, which of them stands there, and where it begins

function beginning(input) {
  const found = /(?:^|\s)@([^@]*)$/.exec(input.value.slice(0, input.selectionStart));
  if (!found) return null;
  const typed = found[1].toLowerCase();
  const names = JSON.parse(document.getElementById("chat").dataset.names).filter((name) => name.toLowerCase().startsWith(typed));
  return names.length ? { names, next: 0, at: input.selectionStart - found[1].length } : null;
}

function put(input, name) {
  const rest = input.value.slice(input.selectionEnd);
  input.value = `${input.value.slice(0, completing.at)}${name}${rest || " "}`;
  const end = completing.at + name.length + (rest ? 0 : 1);
  input.setSelectionRange(end, end);
  store(input.value);
}

function offer(input) {
  const place = document.getElementById("say-names");
  const found = beginning(input);
  place?.replaceChildren(...(found?.names ?? []).map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small quiet";
    button.textContent = `@${name}`;
    button.addEventListener("click", () => {
      completing = found;
      input.focus();
      put(input, name);
      completing = null;
      offer(input);
    });
    return button;
  }));
}

document.body.addEventListener("input", (event) => {
  if (event.target.id !== "say") return;
  completing = null;
  offer(event.target);
});
document.body.addEventListener("keydown", (event) => {
  if (event.target.id !== "say" || event.key !== "Tab" || event.shiftKey) return;
  completing ??= beginning(event.target);
  if (!completing) return;
  event.preventDefault();
  if (completing.next) event.target.setSelectionRange(completing.at, event.target.value.length);
  put(event.target, completing.names[completing.next % completing.names.length]);
  completing.next += 1;
  document.getElementById("say-names")?.replaceChildren();
});
