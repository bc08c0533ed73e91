// A row of choices that are more and more of the same: one of them is shown, with steps to less and more.

document.body.addEventListener("click", (event) => {
  const step = event.target.closest(".stepper [data-step]");
  if (!step) return;
  const choices = [...step.parentElement.querySelectorAll(".choice")];
  const at = choices.findIndex((choice) => !choice.hidden);
  const next = at + Number(step.dataset.step);
  if (!choices[next]) return;
  choices[at].hidden = true;
  choices[next].hidden = false;
  for (const other of step.parentElement.querySelectorAll("[data-step]")) {
    other.disabled = !choices[next + Number(other.dataset.step)];
  }
  choices[next].click(); // what it brings is shown at once
});
