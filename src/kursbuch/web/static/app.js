// Installs what lives on when no page is open; see sw.js.

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => { /* not everywhere */ });

// links to copy
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  } catch {
    button.closest("p")?.querySelector("input")?.select(); // to be copied by hand
  }
});
