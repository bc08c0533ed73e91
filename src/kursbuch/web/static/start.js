// The forms of the start page: as many names as players, bots only where there are bots.

for (const form of document.querySelectorAll(".begin")) {
  const arrange = () => {
    const mode = form.elements.mode.value;
    const count = Number(form.elements.count.value);
    for (const seat of form.querySelectorAll("[data-seat]")) {
      const n = Number(seat.dataset.seat);
      seat.hidden = n >= count || (mode === "online" && n > 0);
    }
    form.querySelector(".bot").hidden = mode !== "bots";
    form.querySelector(".public").hidden = mode !== "online";
  };
  form.addEventListener("change", arrange);
  arrange();
}
