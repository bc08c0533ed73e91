// A move confirmed without a connection is kept in this browser and sent once there is one again. The server takes it
// only on the position that it was decided on: it cannot be made twice, nor on another position.

const table = document.getElementById("table");
const place = `kursbuch.outbox-${table.dataset.id}`;
const lost = document.getElementById("lost");

function kept() {
  try { return JSON.parse(localStorage.getItem(place)); } catch { return null; }
}

function keep(move) {
  try { move ? localStorage.setItem(place, JSON.stringify(move)) : localStorage.removeItem(place); } catch { /* not kept here */ }
  lost.classList.toggle("kept", Boolean(move));
}

document.body.addEventListener("htmx:sendError", (event) => {
  const { requestConfig: asked } = event.detail;
  if (!asked?.path?.endsWith("/act")) return;
  const given = Object.fromEntries(new FormData(asked.elt.closest("form") ?? undefined));
  const { action, moves } = { ...given, ...Object.fromEntries(asked.formData ?? []) };
  if (action) { keep({ action, moves }); lost.hidden = false; }
});

// whichever page hears first that the server is there takes the move out, so that one alone sends it
function send() {
  const move = kept();
  if (!move) return;
  keep(null);
  htmx.ajax("POST", `/table/${table.dataset.id}/act`, { target: "#table", swap: "none", values: move }).catch(() => keep(move));
}

addEventListener("online", () => setTimeout(send, 300));
document.body.addEventListener("kb:connected", send);
if (kept()) addEventListener("load", send);
