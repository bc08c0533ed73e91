// The clock of a new table: shown where people play online, with what belongs to the kind that is chosen.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

for (const form of document.querySelectorAll(".begin")) {
  const part = form.querySelector(".clock-setup");
  const arrange = () => {
    part.hidden = form.elements.mode.value !== "online";
    const kind = form.elements.clock.value || "none";
    for (const piece of part.querySelectorAll("[data-clock]")) piece.hidden = !piece.dataset.clock.split(" ").includes(kind);
  };
  form.elements.clock_zone.value = zone;
  form.addEventListener("change", arrange);
  arrange();
}
