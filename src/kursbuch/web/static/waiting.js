// Waiting for players: as soon as somebody takes a seat the page is loaded again, also if it was out of reach then.

const table = document.getElementById("table");
const AGAIN = 5_000;
let source = null;
let known = false; // whether there was a connection before this one

const fetchChat = () => htmx.ajax("GET", `/table/${table.dataset.id}/chat`, { target: "#chat", swap: "outerHTML" });

// a page that is loaded while out of reach is none: then it is loaded once there is a network again
function reload() {
  if (navigator.onLine) location.reload();
  else addEventListener("online", () => location.reload(), { once: true });
}

function listen() {
  source = new EventSource(`/table/${table.dataset.id}/live`);
  for (const news of ["seats", "game"]) source.addEventListener(news, reload);
  source.addEventListener("chat", fetchChat);
  source.addEventListener("hello", (event) => {
    if (event.data !== table.dataset.stamp) reload();
    else if (known) fetchChat();
    known = true;
  });
  // browsers connect again by themselves, but not after an answer that is no stream: then we do
  source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN); });
}

document.body.addEventListener("focusin", (event) => event.target.matches(".invitation input") && event.target.select());
addEventListener("pagehide", () => source.close());
addEventListener("pageshow", (event) => event.persisted && listen());
listen();
