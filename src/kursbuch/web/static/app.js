// Installs what lives on when no page is open; see sw.js.

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => { /* not everywhere */ });
