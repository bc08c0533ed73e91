// The workshop: a photograph under the board, which never leaves the browser. It is kept there with how it lies, since
// every block that is set loads the page anew.

const title = document.querySelector(".workshop-board")?.dataset.title;
const photo = document.querySelector("[data-photo]");
const tools = document.querySelector("[data-photo-tools]");

function kept(mode, work) {
  return new Promise((done) => {
    const opening = indexedDB.open("workshop", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photographs");
    opening.onerror = () => done(undefined);
    opening.onsuccess = () => {
      const asked = work(opening.result.transaction("photographs", mode).objectStore("photographs"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(undefined);
    };
  });
}

function lying() {
  return Object.fromEntries([...tools.querySelectorAll("input")].map((input) => [Object.keys(input.dataset)[0], input.value]));
}

function lay(picture, places = {}) {
  const box = document.querySelector(".board-stage");
  box.querySelector("img")?.remove();
  const img = document.createElement("img");
  img.alt = "";
  img.src = picture;
  box.prepend(img);
  tools.hidden = false;
  for (const [name, value] of Object.entries(places)) tools.querySelector(`[data-${name}]`).value = value;
  const place = () => {
    const at = lying();
    img.style.transform = `translate(${at.x}%, ${at.y}%) rotate(${at.turn}deg) scale(${at.size / 100})`;
    box.querySelector("svg").style.opacity = String(at.clear / 100);
  };
  tools.oninput = place;
  tools.onchange = () => kept("readwrite", (store) => store.put({ picture, places: lying() }, title));
  tools.onchange();
  place();
}

photo?.addEventListener("change", () => {
  if (!photo.files[0]) return;
  const reader = new FileReader();
  reader.addEventListener("load", () => lay(reader.result));
  reader.readAsDataURL(photo.files[0]);
});

tools?.querySelector("[data-away]").addEventListener("click", () => {
  document.querySelector(".board-stage img")?.remove();
  document.querySelector(".board-stage svg").style.opacity = "";
  tools.hidden = true;
  photo.value = "";
  kept("readwrite", (store) => store.delete(title));
});

if (photo) kept("readonly", (store) => store.get(title)).then((found) => { if (found) lay(found.picture, found.places); });
