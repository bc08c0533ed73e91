// The coach: a question opens a stream that tells how far the answer is, then the answer. A new question, or a
// position that has changed, ends the one before.

let source = null;
let review = null; // of a game that is over: what was said, kept while one looks at the moves it speaks of

const moves = () => document.getElementById("decision")?.dataset.moves;

function ask(button) {
  const says = button.closest(".coach, .ask-part").querySelector(".coach-says");
  const bar = document.createElement("progress");
  const words = document.createElement("p");
  words.className = "note";
  words.textContent = button.dataset.thinks;
  source?.close();
  says.replaceChildren(words, bar);
  source = new EventSource(button.dataset.coach);
  const asked = source;
  asked.addEventListener("share", (event) => {
    bar.value = Number(event.data);
    if (!says.isConnected) asked.close(); // the panel was replaced: nobody waits any more
  });
  asked.addEventListener("said", (event) => {
    asked.close();
    say(says, event.data);
    if (button.dataset.coach.endsWith("/review")) review = { address: button.dataset.coach, moves: moves(), text: event.data };
  });
  asked.addEventListener("busy", (event) => {
    asked.close();
    says.textContent = event.data; // why not now, and how long to wait
  });
  asked.onerror = () => {
    asked.close();
    says.textContent = button.dataset.lost;
  };
}

function say(says, text) {
  says.innerHTML = text; // the server's own markup
  htmx.process(says);
}

document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id !== "decision" || !review || review.moves !== moves()) return;
  const button = document.querySelector(`[data-coach="${review.address}"]`);
  if (button) say(button.closest(".coach").querySelector(".coach-says"), review.text);
});

document.body.addEventListener("click", (event) => {
  const button = event.target.closest("[data-coach]");
  if (button) ask(button);
});
