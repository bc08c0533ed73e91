// The bell of a table: a message of the browser when it is your turn, and a sound; both are off until they are wanted.

const table = document.getElementById("table");
const menu = document.getElementById("bell");
const SOUND = "kursbuch.sound";
const token = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRF-Token"];

function kept() {
  try { return localStorage.getItem(SOUND) === "on"; } catch { return false; }
}

async function send(address, fields) {
  const answer = await fetch(address, { method: "POST", headers: { "X-CSRF-Token": token() }, body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function subscribe() {
  const worker = await navigator.serviceWorker.ready;
  const { key } = await (await fetch("/push/key")).json();
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const found = (await worker.pushManager.getSubscription()) ?? (await worker.pushManager.subscribe(wanted));
  await send("/push/browser", { endpoint: found.endpoint, p256dh: text(found.getKey("p256dh")), auth: text(found.getKey("auth")) });
}

function say(what) {
  menu.querySelector("[data-bell-said]").textContent = what ? menu.dataset[what] : "";
}

if (menu) {
  const push = menu.querySelector("[name=push]"), sound = menu.querySelector("[name=sound]");
  const address = `/table/${table.dataset.id}/bell`;
  sound.checked = kept();
  sound.addEventListener("change", () => {
    try { localStorage.setItem(SOUND, sound.checked ? "on" : "off"); } catch { /* not kept in this browser */ }
    if (sound.checked) ring();
  });
  if (push) {
    if (!("PushManager" in window)) push.disabled = true;
    // of this table the account may be told elsewhere: the box speaks for this browser, whose address may have changed
    fetch(address).then((answer) => answer.json()).then(async ({ on }) => {
      if (!on || push.disabled || Notification.permission !== "granted") return;
      await subscribe();
      push.checked = true;
    }).catch(() => {});
    push.addEventListener("change", async () => {
      say("");
      try {
        if (push.checked) {
          if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
          await subscribe();
        }
        await send(address, { on: push.checked ? "yes" : "no" });
      } catch {
        push.checked = false;
        say("failed");
      }
    });
  }
}

// notes are fetched when they are first looked at, which may be before the page is wholly there
const notes = document.getElementById("notes");
if (notes) {
  const fill = () => notes.matches(":popover-open") && !notes.childElementCount && htmx.trigger(notes, "kb:notes");
  notes.addEventListener("toggle", fill);
  addEventListener("load", fill);
}

// two soft tones; nothing needs to be fetched for them
let audio = null;
const LATE = 2_000;
function ring() {
  audio ??= new AudioContext();
  const asked = performance.now();
  // a browser that nobody has touched yet stays silent until somebody does, and that shall not sound then
  audio.resume().then(() => { if (performance.now() - asked < LATE) play(); }).catch(() => {});
}

function play() {
  for (const [pitch, at] of [[659, 0], [880, 0.18]]) {
    const tone = audio.createOscillator(), loud = audio.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, audio.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.5);
  }
}

// classes are no help here: of a panel that is swapped in they are still those of the old one for a moment
const myTurn = () => document.getElementById("status").dataset.turn === "mine";
let mine = myTurn();
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id !== "status") return;
  const now = myTurn();
  if (now && !mine && kept()) ring();
  mine = now;
});
