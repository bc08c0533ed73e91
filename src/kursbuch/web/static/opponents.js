// The rows for bots in the form of a new table: those of the seats that bots take, with the names given above;
// who searches plays by no character.

for (const form of document.querySelectorAll(".begin")) {
  const part = form.querySelector(".bots");
  const arrange = () => {
    const mode = form.elements.mode.value;
    const count = Number(form.elements.count.value);
    const robots = mode === "bots" ? count - 1 : mode === "online" ? Number(form.elements.robots.value) : 0;
    part.hidden = robots === 0;
    for (const row of part.querySelectorAll("[data-bot-seat]")) {
      const n = Number(row.dataset.botSeat);
      row.hidden = n >= count || n < count - robots;
      row.querySelector(".who").textContent = form.elements[`name${n}`].value;
      const plain = !form.elements[`bot${n}`].selectedOptions[0].hasAttribute("data-characters");
      form.elements[`character${n}`].disabled = plain;
    }
  };
  form.addEventListener("change", arrange);
  arrange();
}
