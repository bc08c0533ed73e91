// Reading aids: search within the page, contents that follow, a button to print. The page is whole without them.
const find = document.getElementById("find");
const text = document.querySelector(".rules-text");

function unmark() {
  for (const mark of document.querySelectorAll(".points mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent.normalize();
  }
}

function markIn(node, word) {
  const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const places = [];
  while (walk.nextNode()) {
    const at = walk.currentNode.data.toLowerCase().indexOf(word);
    if (at >= 0) places.push([walk.currentNode, at]);
  }
  for (const [place, at] of places) {
    const range = document.createRange();
    range.setStart(place, at);
    range.setEnd(place, at + word.length);
    range.surroundContents(document.createElement("mark"));
  }
}

function search() {
  const asked = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  unmark();
  let hits = 0;
  for (const point of document.querySelectorAll(".points > *")) {
    const said = `${point.id} ${point.textContent}`.toLowerCase();
    const hit = asked.length > 0 && asked.every((word) => said.includes(word));
    point.classList.toggle("hit", hit);
    if (hit) {
      hits += 1;
      for (const word of asked) markIn(point, word);
    }
  }
  text.classList.toggle("searching", asked.length > 0);
  const found = document.getElementById("found");
  found.textContent = asked.length ? (hits ? `${hits} ${found.dataset.some}` : found.dataset.none) : "";
}

if (find && text) {
  find.closest(".find").hidden = false;
  let waits = 0;
  find.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(search, 120);
  });
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      find.value = "";
      search();
    }
  });
}

// whoever comes to a sentence by its address sees it, whatever was hidden
function show() {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  place.closest("details")?.setAttribute("open", "");
  if (find?.value && !place.classList.contains("hit")) {
    find.value = "";
    search();
  }
  const only = document.getElementById("only-new");
  if (only?.checked && !place.offsetParent) only.checked = false;
  place.scrollIntoView();
}
addEventListener("hashchange", show);
if (location.hash) show();

const contents = document.querySelector(".contents");
if (contents) {
  const narrow = matchMedia("(max-width: 860px)");
  const fold = contents.querySelector("details");
  const settle = () => (fold.open = !narrow.matches);
  settle();
  narrow.addEventListener("change", settle);
  contents.addEventListener("click", (event) => {
    if (narrow.matches && event.target.closest("a")) fold.open = false;
  });
  const links = new Map([...contents.querySelectorAll("a")].map((a) => [a.hash.slice(1), a]));
  const chapters = [...document.querySelectorAll(".chapter")];
  const follow = () => {
    const here = chapters.filter((c) => c.offsetParent && c.getBoundingClientRect().top < innerHeight / 3).pop();
    for (const [id, link] of links) {
      if (here?.id !== id) link.removeAttribute("aria-current");
      else if (!link.hasAttribute("aria-current")) {
        link.setAttribute("aria-current", "true");
        if (!narrow.matches) link.scrollIntoView({ block: "nearest" });
      }
    }
  };
  let due = false;
  addEventListener("scroll", () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      follow();
    });
  });
  follow();
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
