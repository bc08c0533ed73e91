// Lives on when no page is open: shows that it is your turn, and a page of its own where there is no connection.

const SHELL = [/* SHELL */];
const STORE = "kursbuch-1";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const cleared = (names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(cleared).then(() => clients.claim()));
});

// pages come from the server, always; static files never change under their address
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match("/offline")) ?? Response.error()));
  } else if (new URL(request.url).pathname.startsWith("/static/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  const where = told.url ?? "/lobby";
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    if (open.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === where)) return;
    await registration.showNotification(told.title ?? "Kursbuch", { body: told.body ?? "", tag: told.tag, data: { where }, icon: "/static/icon-192.png" });
  })());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const where = event.notification.data?.where ?? "/lobby";
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find((page) => new URL(page.url).pathname === where);
    await (there ? there.focus() : clients.openWindow(where));
  })());
});
