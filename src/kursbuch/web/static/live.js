// Following the table: the server says what has changed, the page fetches it. Every connection begins with the state
// of the table, so that nothing is missed; a lost one is told of and made anew. A page nobody looks at lets go of its
// connection after a while (browsers allow only a few) and asks now and then instead.

const table = document.getElementById("table");
const lost = document.getElementById("lost");
const address = `/table/${table.dataset.id}`;
const PATIENCE = 60_000, PAUSE = 20_000;
const SILENCE = 50_000; // the server says something every 20 seconds
const GRACE = 3_000, SOON = 2_000, LATEST = 30_000;
let source = null;
let waiting = 0, silence = 0, telling = 0, again = 0;
let pause = SOON;
let known = false; // whether there was a connection before this one
let posting = 0; // requests of our own that something be done, not answered yet

// without a connection it fails, which is told of otherwise; with the next one everything is fetched again
const fetchPart = (from, where) => htmx.ajax("GET", from, where).catch(() => {});

const fetchChat = () => document.getElementById("chat") && fetchPart(`${address}/chat`, { source: "#chat", target: "#chat", swap: "outerHTML" });

function refresh() {
  const { at, moves } = document.getElementById("status").dataset;
  const past = at !== moves ? `?at=${at}` : "";
  // of requests that wait for one of the same source only the last is sent: a choice or the chat would drop this one
  fetchPart(`${address}/panels${past}`, { source: "#table", target: "#table", swap: "none" });
}

// our own actions come back as news, too, often before their answer, which needs the form that it was asked by
function answered(then) {
  setTimeout(() => (posting ? answered(then) : then()), 30);
}

// what we show already needs no refresh, which would close what is being chosen next
function look(event) {
  answered(() => {
    if (document.getElementById("status").dataset.stamp !== event.data) refresh();
  });
}

// asked of the request itself: of a form that an update has taken off the page meanwhile htmx tells nobody
document.body.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (detail.requestConfig?.verb !== "post") return;
  posting += 1;
  detail.xhr.addEventListener("loadend", () => { posting -= 1; });
});

function heard() {
  clearTimeout(telling);
  clearTimeout(silence);
  telling = 0;
  silence = setTimeout(listen, SILENCE);
  pause = SOON;
  lost.hidden = true;
}

// browsers connect again by themselves, but not after an answer that is no stream: then we do
function broken() {
  telling ||= setTimeout(() => { lost.hidden = false; }, GRACE);
  if (source?.readyState !== EventSource.CLOSED) return;
  refresh(); // says whether it is the server that is away, or the right to look
  clearTimeout(again);
  again = setTimeout(listen, pause);
  pause = Math.min(2 * pause, LATEST);
}

function listen() {
  letGo();
  source = new EventSource(`${address}/live`);
  source.addEventListener("error", broken);
  for (const kind of ["open", "ping", "hello", "game", "seats", "chat", "orders"]) source.addEventListener(kind, heard);
  source.addEventListener("hello", look);
  source.addEventListener("hello", () => document.body.dispatchEvent(new Event("kb:connected")));
  source.addEventListener("hello", () => {
    if (known) { // what was said or changed for us alone since the last one was heard by nobody here
      fetchChat();
      document.body.dispatchEvent(new Event("kb:order-news"));
    }
    known = true;
  });
  source.addEventListener("game", look);
  source.addEventListener("seats", () => answered(refresh));
  source.addEventListener("left", () => location.reload()); // which says why
  source.addEventListener("orders", () => document.body.dispatchEvent(new Event("kb:order-news")));
  source.addEventListener("chat", fetchChat);
}

// who may look no longer, because the seat has been given to another or the session has ended, is told so in full
document.body.addEventListener("htmx:responseError", ({ detail }) => {
  if ([401, 403, 404].includes(detail.xhr.status) && detail.requestConfig.path === `${address}/panels`) location.reload();
});

function letGo() {
  clearTimeout(again);
  clearTimeout(silence);
  source?.close();
  source = null;
}

// the name and the icon of the browser's tab say whose turn it is
function retitle() {
  const { tabTitle, icon } = document.getElementById("status").dataset;
  document.title = tabTitle;
  document.querySelector("link[rel=icon]").setAttribute("href", icon);
}

document.body.addEventListener("htmx:oobAfterSwap", (event) => event.target.id === "status" && retitle());
document.addEventListener("visibilitychange", () => {
  clearInterval(waiting);
  clearTimeout(waiting);
  if (!document.hidden) {
    if (!source) listen();
    return;
  }
  waiting = setTimeout(() => {
    letGo();
    waiting = setInterval(refresh, PAUSE);
  }, PATIENCE);
});
addEventListener("offline", () => { lost.hidden = false; });
addEventListener("online", listen);
addEventListener("pagehide", letGo);
addEventListener("pageshow", (event) => event.persisted && listen());
retitle();
listen();
