// Makes the still pictures of a `.headlight` section answer to mouse and keyboard. Without it they
// are complete as they stand: one head of each kind is large, and all of them are small.
(() => {
  "use strict";
  const UNIT = 10000; // values are whole ten-thousandths

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  // A token of another direction does not turn the sentence around it.
  const apart = (token) => "\u2068" + token + "\u2069";

  async function unpacked(text) {
    const packed = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Int16Array(await new Response(stream).arrayBuffer());
  }

  // Arrow keys, Home and End go from one to another of some elements in lines; Tab goes past them.
  function walkable(around, elements, columns, current, reached) {
    elements.forEach((element, index) => (element.tabIndex = index === current ? 0 : -1));
    around.addEventListener("focusin", ({ target }) => {
      const index = elements.indexOf(target);
      if (index < 0) return;
      elements[current].tabIndex = -1;
      target.tabIndex = 0;
      current = index;
      reached(target);
    });
    around.addEventListener("keydown", (event) => {
      const column = current % columns;
      const next = {
        ArrowLeft: column > 0 ? current - 1 : current,
        ArrowRight: column < columns - 1 ? current + 1 : current,
        ArrowUp: current - columns,
        ArrowDown: current + columns,
        Home: event.ctrlKey ? 0 : current - column,
        End: event.ctrlKey ? elements.length - 1 : current - column + columns - 1,
      }[event.key];
      if (next === undefined || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation(); // a notebook has keys of its own
      if (elements[next]) elements[next].focus();
    });
  }

  function startPicture(picture, words) {
    const table = picture.querySelector(".hl-cells");
    const told = picture.querySelector(".hl-told");
    const caption = picture.querySelector(".hl-place");
    const heads = [...picture.querySelectorAll(".hl-head")];
    const cells = [...table.tBodies[0].querySelectorAll("td")];
    const keys = [...table.tHead.querySelectorAll("th")].map((cell) => cell.textContent.trim());
    const queries = [...table.tBodies[0].querySelectorAll("th")].map((cell) =>
      cell.textContent.replace(/\s+/g, " ").trim());

    const masked = cells.map((cell) => cell.classList.contains("hl-masked"));
    const values = picture.dataset.values;
    let codes = null;
    const numbers = () => (codes = codes || unpacked(values));

    function tell(index, value, place) {
      told.textContent = fill(masked[index] ? words.masked_cell : words.cell, {
        query: apart(queries[Math.floor(index / keys.length)]),
        key: apart(keys[index % keys.length]),
        value,
        place,
      });
    }

    function tellCell(cell) {
      const value = cell.textContent.trim().replace(/^(-?)\./, "$10.");
      tell(cells.indexOf(cell), value, caption.textContent);
    }

    // A small picture says the value under the mouse too.
    async function tellUnder(head, event) {
      const box = head.getBoundingClientRect();
      const at = (offset, size, count) =>
        Math.max(0, Math.min(count - 1, Math.floor((offset / size) * count)));
      const row = at(event.clientY - box.top, box.height, queries.length);
      const index = row * keys.length + at(event.clientX - box.left, box.width, keys.length);
      const code = (await numbers())[heads.indexOf(head) * cells.length + index];
      tell(index, (code / UNIT).toFixed(4), fill(words.place, head.dataset));
    }

    async function pick(head) {
      const all = await numbers();
      const start = heads.indexOf(head) * cells.length;
      cells.forEach((cell, index) => {
        if (masked[index]) return;
        const value = all[start + index] / UNIT;
        cell.style.setProperty("--w", value);
        cell.textContent = value.toFixed(4).replace(/^(-?)0\./, "$1.");
      });
      caption.textContent = fill(words.place, head.dataset);
      table.setAttribute("aria-label", caption.textContent);
      table.classList.toggle("hl-replaced", head.classList.contains("hl-replaced"));
      for (const other of heads) other.setAttribute("aria-pressed", other === head);
      told.textContent = caption.textContent;
    }

    table.setAttribute("role", "grid");
    picture.querySelector(".hl-hint").hidden = false;
    walkable(table, cells, keys.length, 0, tellCell);
    table.addEventListener("mouseover", (event) => {
      const cell = event.target.closest("td");
      if (cells.includes(cell)) tellCell(cell);
    });
    if (!("DecompressionStream" in window)) return;
    const chosen = heads.findIndex((head) => head.getAttribute("aria-pressed") === "true");
    const around = picture.querySelector(".hl-heads");
    walkable(around, heads, Number(picture.dataset.heads), chosen, () => {});
    for (const head of heads) {
      head.disabled = false;
      head.addEventListener("click", () => pick(head));
      head.addEventListener("mousemove", (event) => tellUnder(head, event));
    }
  }

  function startSection(section) {
    section.dataset.ready = "";
    const words = JSON.parse(section.dataset.words);
    const pictures = [...section.querySelectorAll(".hl-picture")];
    const kinds = [...section.querySelectorAll(".hl-kinds button")];
    const show = (chosen) => {
      kinds.forEach((kind, index) => {
        kind.setAttribute("aria-pressed", index === chosen);
        pictures[index].hidden = index !== chosen;
      });
    };
    pictures.forEach((picture) => startPicture(picture, words));
    kinds.forEach((kind, index) => kind.addEventListener("click", () => show(index)));
    if (kinds.length) {
      section.querySelector(".hl-kinds").hidden = false;
      show(kinds.findIndex((kind) => kind.getAttribute("aria-pressed") === "true"));
    }
  }

  document.querySelectorAll(".headlight:not([data-ready])").forEach(startSection);
})();
