// Following the table: the server says what has changed, the page fetches it. The browser reconnects by itself, and
// every connection begins with the state of the table, so that nothing is missed. A page nobody looks at lets go of
// its connection after a while (browsers allow only a few) and asks now and then instead.

const table = document.getElementById("table");
const address = `/table/${table.dataset.id}`;
const PATIENCE = 60_000, PAUSE = 20_000;
let source = null;
let waiting = 0;

function refresh() {
  const { at, moves } = document.getElementById("status").dataset;
  const past = at !== moves ? `?at=${at}` : "";
  htmx.ajax("GET", `${address}/panels${past}`, { target: "#table", swap: "none" });
}

// our own actions come back as news, too; what we show already needs no refresh
function look(event) {
  setTimeout(() => {
    if (document.getElementById("status").dataset.stamp !== event.data) refresh();
  }, 30);
}

function listen() {
  source = new EventSource(`${address}/live`);
  source.addEventListener("hello", look);
  source.addEventListener("game", look);
  source.addEventListener("seats", refresh);
  source.addEventListener("chat", () => htmx.ajax("GET", `${address}/chat`, { target: "#chat", swap: "outerHTML" }));
}

function letGo() {
  source?.close();
  source = null;
}

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
addEventListener("pagehide", letGo);
listen();
