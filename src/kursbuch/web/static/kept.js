// What the page has already need not be sent again: each panel carries a mark of its content, and a question for new
// panels says which marks are here. A panel that anything has touched since is asked for anew.

const table = document.getElementById("table");
const untouched = new Map();

function forget(changes) {
  for (const { target } of changes) {
    const at = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
    untouched.delete(at?.closest("[data-mark]")?.id);
  }
}

const touched = new MutationObserver(forget);

// what other scripts do to a new panel as it comes in, they do again or it does not matter: only later changes count
function take(panel) {
  setTimeout(() => {
    forget(touched.takeRecords());
    untouched.set(panel.id, panel);
  });
}

document.body.addEventListener("htmx:configRequest", (event) => {
  forget(touched.takeRecords());
  const here = [...untouched.values()].filter((panel) => panel.isConnected);
  event.detail.headers["Kursbuch-Has"] = here.map((panel) => `${panel.id}.${panel.dataset.mark}`).join(" ");
});
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  const panel = document.getElementById(event.target.id);
  if (panel?.dataset.mark) take(panel);
  else untouched.delete(event.target.id);
});

touched.observe(table, { subtree: true, childList: true, attributes: true, characterData: true });
table.querySelectorAll("[data-mark]").forEach(take);
