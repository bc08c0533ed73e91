// A move confirmed without a connection is kept in this browser and sent once there is one again. The server takes it
// only on the position that it was decided on: it cannot be made twice, nor on another position.

const table = document.getElementById("table");
const place = `kursbuch.outbox-${table.dataset.id}`;
const lost = document.getElementById("lost");
const AWAY = [502, 503, 504]; // what a proxy says while the server starts anew, or the server without its database
const AGAIN = 5_000;
const PARTS = ["action", "actions", "moves"];

function kept() {
  try { return JSON.parse(localStorage.getItem(place)); } catch { return null; }
}

function keep(move) {
  try { move ? localStorage.setItem(place, JSON.stringify(move)) : localStorage.removeItem(place); } catch { /* not kept here */ }
  lost.classList.toggle("kept", Boolean(move));
}

// a move, or a whole turn: what was asked of the server, if it was one of these
function move({ requestConfig: asked }) {
  const way = /\/(act|turn)$/.exec(asked?.path ?? "")?.[1];
  if (!way || asked.verb !== "post") return null;
  const given = Object.fromEntries(new FormData(asked.elt.closest("form") ?? undefined));
  const said = Object.entries({ ...given, ...Object.fromEntries(asked.formData ?? []) });
  const values = Object.fromEntries(said.filter(([name]) => PARTS.includes(name)));
  return values.action || values.actions ? { way, values } : null;
}

function hold(event) {
  const found = move(event.detail);
  if (!found) return false;
  keep(found);
  lost.hidden = false;
  return true;
}

// the news may go on coming all the while: who waited for them to begin anew would wait for ever
const holdForNow = (event) => { if (hold(event)) setTimeout(send, AGAIN); };
document.body.addEventListener("htmx:sendError", holdForNow);
document.body.addEventListener("htmx:responseError", (event) => AWAY.includes(event.detail.xhr.status) && holdForNow(event));

// whichever page hears first that the server is there takes the move out, so that one alone sends it
function send() {
  const found = kept();
  if (!found) return;
  keep(null);
  const { way, values } = found.values ? found : { way: "act", values: found }; // as earlier pages have kept it
  htmx.ajax("POST", `/table/${table.dataset.id}/${way}`, { target: "#table", swap: "none", values }).catch(() => keep(found));
}

addEventListener("online", () => setTimeout(send, 300));
document.body.addEventListener("kb:connected", send);
if (kept()) addEventListener("load", send);
