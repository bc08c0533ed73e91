// Clocks run on in the page between two updates; the server alone decides when time is out.

let since = performance.now();

function text(clock, left) {
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60, seconds = left % 60;
  if (clock.hasAttribute("data-live") || !hours) return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  const days = Math.floor(hours / 24);
  return (days ? clock.dataset.d : clock.dataset.h).replace("{days}", days).replace("{hours}", hours % 24);
}

function tick() {
  const gone = (performance.now() - since) / 1000;
  for (const clock of document.querySelectorAll(".clocks [data-left]")) {
    const left = Math.max(0, Math.round(Number(clock.dataset.left) - gone));
    clock.textContent = text(clock, left);
    clock.closest("li").classList.toggle("short", left < (clock.hasAttribute("data-live") ? 60 : 43200));
  }
}

document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id === "decision") { since = performance.now(); tick(); }
});
setInterval(tick, 1000);
