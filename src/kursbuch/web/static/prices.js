// The share prices beside the decision: where their figures would be too small to read, the picture shows places only,
// and who stands at which price is written below it. Enlarged, it has its figures again.

const READABLE = 7.5; // pixels
let seen = null; // the panel that is measured

function look() {
  const figure = seen.querySelector("svg .kb-price");
  if (!figure?.checkVisibility()) return; // only its heading is shown
  const size = parseFloat(getComputedStyle(figure).fontSize) * figure.ownerSVGElement.getScreenCTM().a;
  seen.toggleAttribute("data-overview", size < READABLE);
}

const room = new ResizeObserver(look);

function measure() {
  room.disconnect();
  seen = document.getElementById("market");
  if (seen) room.observe(seen);
}

document.body.addEventListener("htmx:oobAfterSwap", (event) => event.target.id === "market" && measure());
measure();
