// Pictures come short: what all pictures of a title have in common is a file that the browser keeps (the plate), and
// the picture has numbers in its place. They are made whole here when the plate has come, for which the rest of the page
// does not wait, and later in every answer before it is put in its place. Questions say which plates are here: without
// one pictures come whole.

const kursbuchPlates = new Map();

function whole(text, plate) {
  const known = (n) => whole(plate[parseInt(n, 36)], plate);
  return text.replace(/~([^~]*)~/g, (_, numbers) => numbers.split(",").map(known).join(""));
}

window.kursbuchPlate = (id, pieces) => {
  kursbuchPlates.set(id, pieces);
  for (const short of document.querySelectorAll(`script[data-plate="${id}"]`)) short.outerHTML = whole(short.textContent, pieces);
};

addEventListener("DOMContentLoaded", () => {
  const rest = document.querySelector("script[data-plate]"); // its plate could not be fetched
  if (!rest) return;
  const { at, moves } = document.getElementById("status").dataset;
  const address = `/table/${document.getElementById("table").dataset.id}/panels${at === moves ? "" : `?at=${at}`}`;
  addEventListener("load", () => htmx.ajax("GET", address, { target: "#table", swap: "none" }));
});

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["Kursbuch-Plates"] = [...kursbuchPlates.keys()].join(" ");
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  detail.serverResponse = detail.serverResponse.replace(
    /<script type="text\/plain" data-plate="(\w+)">([^]*?)<\/script>/g,
    (all, id, short) => (kursbuchPlates.has(id) ? whole(short, kursbuchPlates.get(id)) : all),
  );
});
