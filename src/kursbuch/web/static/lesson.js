// A lesson: the words of a step, one after the other, each beside the thing that it speaks of. On a phone the words
// have a strip of their own and the part of the table that holds the thing is shown.

const table = document.getElementById("table");
const GAP = 12, EDGE = 8, SLACK = 6;
const LEAST = 24; // pixels of a tall thing
const narrow = matchMedia("(max-width: 860px), (max-height: 500px)");
const ring = document.createElement("div");
ring.id = "lesson-ring";
ring.hidden = true;
document.body.append(ring);
let page = 0, number = "";

const lesson = () => document.getElementById("lesson");
const pages = () => [...(lesson()?.querySelectorAll("section") ?? [])];
const ask = () => lesson()?.querySelector(".lesson-ask");
const said = () => pages()[Math.min(page, pages().length - 1)]; // what is asked may have a page of its own: see `apart`

// of several such things the one that can be seen: a hex is on the board and may be a button, too
function thing(one = said()) {
  const at = one?.dataset.beside;
  if (!at) return null;
  const found = [...document.querySelectorAll(at)].filter((one) => !lesson().contains(one));
  const drawn = found.filter((one) => one.getClientRects().length && one.checkVisibility?.() !== false); // not in closed details
  return drawn.find((one) => !scrolledAway(one)) ?? drawn[0] ?? found[0] ?? null;
}

// beyond the edge of a part of the page that scrolls
function scrolledAway(one) {
  if (!one) return false;
  const rect = one.getBoundingClientRect(), middle = (rect.top + rect.bottom) / 2;
  for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflowY === "visible") continue;
    const room = box.getBoundingClientRect();
    if (middle < room.top || middle > room.bottom) return true;
  }
  return false;
}

function turn(to) {
  const all = pages();
  number = lesson()?.dataset.number ?? "";
  const end = all.length - 1 + (apart() ? 1 : 0);
  page = Math.max(0, Math.min(to, end));
  all.forEach((one) => { one.hidden = one !== said(); });
  const last = page >= end;
  if (ask()) ask().hidden = !last;
  const back = lesson()?.querySelector("[data-lesson=back]"), next = lesson()?.querySelector("[data-lesson=next]");
  if (back) Object.assign(back, { hidden: end <= 0, disabled: page === 0 });
  if (next) next.hidden = last;
  showPart(last);
  mark(last);
  place();
  setTimeout(showOnBoard, 500); // after the board has aimed at what is lit
}

// a hex outside the part of the board that is shown: show all of it, even if a button stands for the hex as well
function showOnBoard() {
  const board = document.getElementById("board"), at = pages()[page]?.dataset.beside;
  const hex = board && at?.startsWith("[data-hex=") ? board.querySelector(at) : thing();
  if (hidden(hex, board)) board.dispatchEvent(new CustomEvent("kb:fit"));
}

function hidden(one, board) {
  if (!one || !board || one === board || !board.contains(one)) return false;
  const hex = one.getBoundingClientRect(), room = board.getBoundingClientRect();
  const across = hex.left < room.left - SLACK || hex.right > room.right + SLACK;
  return room.width > 0 && (across || hex.top < room.top - SLACK || hex.bottom > room.bottom + SLACK);
}

const partsOf = (one) => [...(one?.closest(".panel")?.classList ?? [])].filter((name) => name.startsWith("tab-")).map((name) => name.slice(4));

// a phone shows one part of the table at a time: of what is not where the decision is, the words are read first
function apart() {
  if (!narrow.matches || !ask()) return false;
  const parts = partsOf(thing(pages().at(-1)));
  return parts.length > 0 && !parts.includes("play");
}

// the thing comes into sight; what is asked for is done where the decision is
function showPart(last) {
  if (!narrow.matches) {
    if (scrolledAway(thing())) thing().scrollIntoView({ block: "nearest" });
    return;
  }
  const asks = last && ask(), tab = asks ? "play" : partsOf(thing())[0];
  if (tab && table.dataset.tab !== tab) document.querySelector(`.tabs button[data-tab="${tab}"]`)?.click();
  if (asks) document.querySelector("#decision .groups")?.scrollIntoView({ block: "nearest" });
  else bringUp(thing());
}

// the words stay on top of what scrolls: the thing comes up below them, with its head if it is taller than what is left
function bringUp(one) {
  if (!one) return;
  const room = innerHeight - lesson().getBoundingClientRect().bottom;
  one.style.scrollMarginTop = `${lesson().offsetHeight + GAP}px`;
  const block = one.getBoundingClientRect().height > room ? "start" : "nearest";
  one.scrollIntoView({ block, inline: one.closest("#matrix") ? "center" : "nearest" }); // columns that stay cover its sides
}

function mark(last) {
  document.querySelectorAll(".lesson-wanted").forEach((one) => one.classList.remove("lesson-wanted"));
  const wanted = lesson()?.dataset.wanted;
  if (!wanted || !last) return;
  const buttons = [...document.querySelectorAll(wanted)].filter((one) => one.matches("button"));
  buttons.forEach((one) => one.classList.add("lesson-wanted"));
  buttons[0]?.scrollIntoView({ block: "nearest" });
}

// as much of a thing as can be seen: of one taller than its part of the page the head, of a small one half at least
function inSight(one) {
  const whole = one.getBoundingClientRect();
  let left = Math.max(0, whole.left), top = Math.max(0, whole.top);
  let right = Math.min(innerWidth, whole.right), bottom = Math.min(innerHeight, whole.bottom);
  for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflowY === "visible") continue;
    const room = box.getBoundingClientRect();
    [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
    [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
  }
  const enough = Math.min(whole.height, 2 * LEAST) / 2;
  return whole.width > 0 && right > left && bottom - top >= enough ? new DOMRect(left, top, right - left, bottom - top) : null;
}

function place() {
  const words = lesson();
  if (!words || words.hidden) {
    ring.hidden = true;
    return;
  }
  const seen = thing() && !hidden(thing(), document.getElementById("board")) ? inSight(thing()) : null;
  ring.hidden = !seen;
  if (seen) {
    const room = 4;
    const around = { left: seen.left - room, top: seen.top - room, width: seen.width + 2 * room, height: seen.height + 2 * room };
    for (const [side, pixels] of Object.entries(around)) ring.style[side] = `${pixels}px`;
  }
  if (narrow.matches) {
    words.removeAttribute("style");
    return;
  }
  const { x, y } = best(seen, words.offsetWidth, words.offsetHeight);
  words.style.left = `${x}px`;
  words.style.top = `${y}px`;
}

// the hex that is asked for: it is there to be clicked
function askedOnBoard() {
  const words = lesson(), wanted = words.dataset.wanted;
  if (!wanted || ask()?.hidden !== false) return [];
  return [...document.querySelectorAll(wanted)].filter((one) => one.closest("#board")).map((one) => one.getBoundingClientRect());
}

// beside the thing, where it covers least of the thing, of what is asked for and of the decision
function best(rect, width, height) {
  const decision = document.getElementById("decision").getBoundingClientRect(), asked = askedOnBoard();
  const at = rect ?? decision;
  const large = at.width * at.height > 4 * width * height && at.top !== decision.top; // a corner of a board may be covered
  const middleX = at.left + (at.width - width) / 2, middleY = at.top + Math.min(0, (at.height - height) / 2);
  const spots = [
    { x: at.left - width - GAP, y: at.top }, { x: at.right + GAP, y: at.top },
    { x: middleX, y: at.bottom + GAP }, { x: middleX, y: at.top - height - GAP },
    { x: at.left - width - GAP, y: at.bottom - height }, { x: at.right + GAP, y: middleY },
    { x: decision.left - width - GAP, y: at.top }, { x: at.left + GAP, y: at.bottom - height - GAP },
    { x: decision.right + GAP, y: at.top }, { x: decision.left, y: decision.bottom + GAP },
  ];
  const fitted = spots.map(({ x, y }) => ({
    x: Math.max(EDGE, Math.min(x, innerWidth - width - EDGE)),
    y: Math.max(52, Math.min(y, innerHeight - height - EDGE)),
  }));
  const cost = (spot) => {
    const box = { left: spot.x, top: spot.y, right: spot.x + width, bottom: spot.y + height };
    return (large ? 1 : 5) * overlap(box, at) + 5 * [decision, ...asked].reduce((sum, one) => sum + overlap(box, one), 0);
  };
  return fitted.reduce((good, spot) => (cost(spot) < cost(good) ? spot : good));
}

function overlap(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, across) * Math.max(0, down);
}

document.body.addEventListener("click", (event) => {
  const way = event.target.closest("[data-lesson]")?.dataset.lesson;
  if (way) turn(page + (way === "next" ? 1 : -1));
});

document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id !== "lesson") return;
  requestAnimationFrame(() => turn(lesson()?.dataset.number === number ? page : 0)); // the same step goes on where it was
});

// something else was asked for: the words say so again
new MutationObserver(() => {
  if (!document.querySelector("#notice .notice") || !lesson() || lesson().hidden) return;
  turn(Infinity);
  lesson().classList.add("nudged");
  setTimeout(() => lesson()?.classList.remove("nudged"), 500);
}).observe(document.getElementById("notice")?.parentElement ?? document.body, { childList: true, subtree: true, attributeFilter: [] });

if (lesson()) {
  turn(0);
  for (const kind of ["resize", "scroll"]) addEventListener(kind, place, true);
  setInterval(place, 250); // the board may glide, a preview may open
}
