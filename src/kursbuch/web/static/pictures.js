// Pictures as PNG files: the server's SVG is drawn on a canvas at twice its size, and saved from there.

async function png(address) {
  const answer = await fetch(address), text = await answer.text();
  const [, name] = /filename="(.+)\.svg"/.exec(answer.headers.get("Content-Disposition")); // as the SVG file is called
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
  const scale = Math.max(1, 2000 / Math.max(w, h));
  svg.setAttribute("width", w * scale);
  svg.setAttribute("height", h * scale);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: w * scale, height: h * scale });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const link = Object.assign(document.createElement("a"), { href: canvas.toDataURL("image/png"), download: `${name}.png` });
  link.click();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-png]");
  if (button) png(button.dataset.png);
});
