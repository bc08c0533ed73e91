// Pictures come short: what all pictures of a title have in common is a file that the browser keeps (the plate), and
// the picture has numbers in its place. They are made whole here as the page comes in, before it is shown, and later
// in every answer before it is put in its place. Questions say which plates are here: without one pictures come whole.

const kursbuchPlates = new Map();
const SHORT = "script[data-plate]";

function whole(text, plate) {
  const known = (n) => whole(plate[parseInt(n, 36)], plate);
  return text.replace(/~([^~]*)~/g, (_, numbers) => numbers.split(",").map(known).join(""));
}

// those that have come in to their end, and whose plate is here
function fill() {
  for (const short of document.querySelectorAll(SHORT)) {
    const plate = kursbuchPlates.get(short.dataset.plate);
    if (plate && short.textContent.trimEnd().endsWith("</svg>")) short.outerHTML = whole(short.textContent, plate);
  }
}

window.kursbuchPlate = (id, pieces) => {
  kursbuchPlates.set(id, pieces);
  fill();
};

const filling = new MutationObserver(fill);
filling.observe(document, { childList: true, subtree: true });
addEventListener("DOMContentLoaded", () => {
  filling.disconnect();
  fill();
  const rest = document.querySelector(SHORT); // its plate could not be fetched
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
