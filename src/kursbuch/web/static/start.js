// The forms of the start page: as many names as players.

for (const form of document.querySelectorAll(".begin")) {
  const arrange = () => {
    const mode = form.elements.mode.value;
    const count = Number(form.elements.count.value);
    for (const seat of form.querySelectorAll("[data-seat]")) {
      const n = Number(seat.dataset.seat);
      seat.hidden = n >= count || (mode === "online" && n > 0);
    }
    const robots = form.elements.robots;
    for (const option of robots.options) option.hidden = option.disabled = Number(option.value) >= count;
    if (Number(robots.value) >= count) robots.value = String(count - 1);
    form.querySelector(".robots").hidden = mode !== "online";
    form.querySelector(".public").hidden = mode !== "online";
  };
  form.addEventListener("change", arrange);
  arrange();
}

// the file that was chosen, by its name: the browser's own words for it would be in the browser's language
for (const input of document.querySelectorAll(".file input")) {
  const shown = input.parentElement.querySelector("span");
  const show = () => { shown.textContent = input.files[0]?.name ?? shown.dataset.none; };
  input.addEventListener("change", show);
  show();
}
