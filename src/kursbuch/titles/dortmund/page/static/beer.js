// Deliveries of a brewery: plans and steppers say the same, sums follow at once, and the beer market shows which
// cubes would move. Whether a plan is legal is the server's word.

const table = document.getElementById("table");
let waiting = null;

const form = () => document.querySelector("#decision .bd");
const steps = (of) => [...of.querySelectorAll(".bd-step")];
const amount = (step) => Number(step.querySelector("output").textContent);

function set(step, value) {
  const most = Number(step.dataset.most);
  step.querySelector("output").textContent = Math.min(most, Math.max(0, value));
}

const inPlan = (plan, box) => (box === "keeps" ? plan.keeps : plan.boxes[box] ?? 0);

// which cubes would move, on the market beside: as the steppers say, or as a plan that is pointed at
function show(of, plan = null) {
  const market = document.getElementById("beer_market");
  let used = 0, sum = 0;
  for (const step of steps(of)) {
    const box = step.dataset.box, cubes = plan ? inPlan(plan, box) : amount(step);
    used += cubes;
    sum += cubes * Number(step.dataset.each);
    const demand = market?.querySelectorAll(`[data-box="${box}"] .do-cube`) ?? [];
    demand.forEach((cube, n) => cube.classList.toggle("going", n >= demand.length - cubes));
    const supply = market?.querySelector(`[data-supply="${box}"]`);
    if (supply) supply.dataset.more = cubes ? `+${cubes}` : "";
  }
  of.querySelector("[data-used]").textContent = used;
  of.querySelector("[data-sum]").textContent = `+${sum.toLocaleString(document.documentElement.lang)}`;
  of.querySelector(".bd-left").classList.toggle("over", used > Number(of.dataset.makes));
}

function planned(of) {
  const parts = steps(of).filter((step) => amount(step) && step.dataset.box !== "keeps").map((step) => `${amount(step)} to ${step.dataset.box}`);
  const keeps = of.querySelector('[data-box="keeps"]');
  const words = parts.length ? parts : ["nothing"];
  if (keeps && amount(keeps)) words.push(`keeps ${amount(keeps)}`);
  return `${of.dataset.brewery} delivers ${words.join(", ")}`;
}

function ask(of) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    htmx.ajax("GET", `/table/${table.dataset.id}/preview`, { target: "#preview", values: { action: planned(of) } });
  }, 160);
}

function press(of, button) {
  of.querySelectorAll(".choice").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
}

function take(of, button) {
  const plan = JSON.parse(button.dataset.plan);
  for (const step of steps(of)) set(step, inPlan(plan, step.dataset.box));
  press(of, button);
  show(of);
}

document.body.addEventListener("click", (event) => {
  const of = event.target.closest(".bd");
  if (!of) {
    if (event.target.closest("#decision .choice")) clearTimeout(waiting); // another choice is asked about
    return;
  }
  const plan = event.target.closest("[data-plan]");
  if (plan) return take(of, plan);
  const step = event.target.closest(".bd-step");
  if (!step || !event.target.matches("[data-fewer], [data-further]")) return;
  set(step, amount(step) + (event.target.matches("[data-further]") ? 1 : -1));
  press(of, null);
  show(of);
  ask(of);
});

for (const [kind, pointed] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.body.addEventListener(kind, (event) => {
    const button = event.target.closest?.(".bd [data-plan]");
    if (button) show(button.closest(".bd"), pointed ? JSON.parse(button.dataset.plan) : null);
  });
}

// the best plan stands there from the start, with what it brings
function begin() {
  const of = form();
  if (!of || of.dataset.begun) return;
  of.dataset.begun = "yes";
  const best = of.querySelector("[data-plan]");
  if (best) {
    take(of, best);
    ask(of);
  }
}

document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id === "decision" || event.target.id === "beer_market") begin();
});
document.body.addEventListener("htmx:afterSettle", () => {
  begin();
  const of = form();
  if (of) show(of);
});
begin();
