// Waiting for players: as soon as somebody takes a seat the page is loaded again.

const table = document.getElementById("table");
const source = new EventSource(`/table/${table.dataset.id}/live`);
for (const news of ["seats", "game"]) source.addEventListener(news, () => location.reload());
source.addEventListener("chat", () => window.htmx?.ajax("GET", `/table/${table.dataset.id}/chat`, { target: "#chat", swap: "outerHTML" }));
document.body.addEventListener("focusin", (event) => event.target.matches(".invitation input") && event.target.select());
addEventListener("pagehide", () => source.close());
