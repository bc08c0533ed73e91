// What is wrong with the layout of the table shown, as a list of sentences; run inside of the page by test_browser_layout.py.
() => {
  const wrong = [];
  const box = (part) => part.getBoundingClientRect();
  const shown = (part) => box(part).width > 0;
  const tabs = box(document.querySelector(".tabs"));
  const foot = tabs.height ? tabs.top : innerHeight;

  // a low window is scrolled as a whole
  const scrolled = getComputedStyle(document.body).overflowY === "auto" ? document.documentElement.scrollHeight : innerHeight;

  const inSight = (part) => {
    const room = { top: 0, left: 0, bottom: foot, right: innerWidth };
    for (let out = part.parentElement; out; out = out.parentElement) {
      if (getComputedStyle(out).overflow === "visible") continue;
      const { top, left, bottom, right } = box(out);
      room.top = Math.max(room.top, top);
      room.left = Math.max(room.left, left);
      room.bottom = Math.min(room.bottom, bottom);
      room.right = Math.min(room.right, right);
    }
    const { top, left, bottom, right } = box(part);
    return top >= room.top - 1 && left >= room.left - 1 && bottom <= room.bottom + 1 && right <= room.right + 1;
  };

  const reached = (part) => inSight(part) || (scrolled > innerHeight && box(part).bottom + scrollY <= scrolled);

  for (const button of document.querySelectorAll("[data-confirm], .feet .choice, .card form button")) {
    if (shown(button.closest("#decision")) && button.checkVisibility() && !inSight(button)) wrong.push(`out of sight: ${button.textContent.trim()}`);
  }
  const choices = [...document.querySelectorAll(".ask-part :is(.choice, .pick, .hex-pick, .card button)")].filter((part) => part.checkVisibility());
  if (choices.length && shown(document.getElementById("decision")) && !document.querySelector("#preview [data-confirm]") && !choices.some(inSight)) wrong.push("no choice in sight");
  for (const link of document.querySelectorAll(".log-head > a, .log-head button")) {
    if (shown(link) && !reached(link)) wrong.push(`out of sight: ${link.textContent.trim()}`);
  }
  const history = box(document.querySelector(".history"));
  if (!tabs.height && history.right > box(document.querySelector(".bar-nav")).left) wrong.push("the bar's parts overlap");
  const ask = box(document.querySelector(".ask-part"));
  for (const part of document.querySelectorAll(".ask-part button, .ask-part input")) {
    if (shown(part) && box(part).right > ask.right + 1) wrong.push(`cut off: ${part.textContent.trim() || part.name}`);
  }
  for (const choice of document.querySelectorAll(".row > .picks > *")) {
    if (shown(choice) && box(choice).left < box(choice.parentElement).left - 1) wrong.push(`over what it is about: ${choice.textContent.trim()}`);
  }
  // a few letters under a choice, such as "= 100", stand in one line: broken up they are read as nothing
  for (const about of document.querySelectorAll(".choice small")) {
    const words = document.createRange();
    words.selectNodeContents(about);
    const lines = new Set([...words.getClientRects()].map((line) => Math.round(line.top)));
    if (shown(about) && about.textContent.length <= 7 && lines.size > 1) wrong.push(`broken up: ${about.textContent}`);
    if (shown(about) && box(about).right > box(about.parentElement).right) wrong.push(`wider than its button: ${about.textContent}`);
  }
  for (const list of document.querySelectorAll(".in-contracts")) {
    if (shown(list) && list.scrollWidth > list.clientWidth + 1) wrong.push("contracts cut off");
  }
  for (const panel of document.querySelectorAll("#table > .left > .panel, #table > .right > .panel")) {
    if (!tabs.height && shown(panel) && box(panel).bottom + scrollY > scrolled + 1) wrong.push(`below the edge: ${panel.id || panel.className}`);
  }
  if (!tabs.height) {
    if (box(document.querySelector("#log > .log")).height < 80) wrong.push("less than four lines of the log");
    const prices = document.querySelector(".market-panel .enlarge");
    if (prices && !reached(prices)) wrong.push("no way to the share prices");
  }
  // fingers need 40 px each way; links inside of a sentence are exempt, as are hexes of the board
  if (matchMedia("(pointer: coarse)").matches && tabs.height) {
    const controls = "button, summary, input:not([type=hidden]), .jump, .bar-nav a, .tabs button, .log-head a";
    for (const part of document.querySelectorAll(controls)) {
      const { width, height } = box(part);
      if (!shown(part) || part.closest("svg, dialog:not([open]), .picture, .hex-list, p, .log, h3, .hidden")) continue;
      if (part.matches("input[type=range], input[type=checkbox], .scroll .ref, .depot .ref, .privates .ref, .do-line .ref")) continue;
      if (!part.checkVisibility({ visibilityProperty: true })) continue;
      if (height < 39.5 || width < 39.5) wrong.push(`too small for a finger: ${part.textContent.trim() || part.className || part.name} ${Math.round(width)}x${Math.round(height)}`);
    }
  }
  for (const part of document.querySelectorAll(".panel h2, .panel h3, .panel caption")) {
    if (shown(part) && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow === "visible") wrong.push(`heading cut: ${part.textContent.trim()}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("the page scrolls sideways");
  const heads = [...document.querySelectorAll(".matrix thead .co")].map(box).filter((head) => head.width);
  for (const number of document.querySelectorAll(".matrix .turn-no")) {
    const badge = number.parentElement.querySelector(".co");
    if (shown(number) && box(number).bottom > box(badge).top + 2) wrong.push(`the order is hidden behind ${badge.textContent}`);
  }
  // pictures beside the board, whose own letters another test measures: on the screens that the sizes are named for
  if (innerWidth >= 1280 && innerHeight >= 720) {
    const least = innerWidth >= 1440 && innerHeight >= 900 ? 10 : 8;
    for (const word of document.querySelectorAll(".panel:not(.board-panel) svg text")) {
      const size = parseFloat(getComputedStyle(word).fontSize) * (word.getScreenCTM()?.a ?? 0);
      if (word.checkVisibility({ visibilityProperty: true }) && size < least - 0.1 && !word.closest(".market-panel")) wrong.push(`too small to read: ${word.textContent} ${size.toFixed(1)}`);
    }
  }
  heads.forEach((head, n) => {
    if (n && head.left < heads[n - 1].right - 0.5) wrong.push(`headings ${n} and ${n + 1} overlap`);
  });
  return wrong;
}
