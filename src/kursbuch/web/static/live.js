// Following the table: the server says what has changed, the page fetches it. The browser reconnects by itself;
// after every reconnection we look whether something was missed.

const table = document.getElementById("table");
const address = `/table/${table.dataset.id}`;
const source = new EventSource(`${address}/live`);

function refresh() {
  const { at, moves } = document.getElementById("status").dataset;
  const past = at !== moves ? `?at=${at}` : "";
  htmx.ajax("GET", `${address}/panels${past}`, { target: "#notice", swap: "none" });
}

// our own actions come back as news, too; what we show already needs no refresh
function look(event) {
  setTimeout(() => {
    if (document.getElementById("status").dataset.stamp !== event.data) refresh();
  }, 30);
}

source.addEventListener("hello", look);
source.addEventListener("game", look);
source.addEventListener("chat", () => htmx.ajax("GET", `${address}/chat`, { target: "#chat", swap: "outerHTML" }));
source.addEventListener("seats", refresh);
addEventListener("pagehide", () => source.close());
