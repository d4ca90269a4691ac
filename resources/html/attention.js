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
  function walkable(elements, columns, reached) {
    const go = (index) => {
      elements.forEach((element, other) => (element.tabIndex = other === index ? 0 : -1));
    };
    elements.forEach((element, index) => {
      element.addEventListener("focus", () => { go(index); reached(element); });
      element.addEventListener("keydown", (event) => {
        const column = index % columns;
        const next = {
          ArrowLeft: column > 0 ? index - 1 : index,
          ArrowRight: column < columns - 1 ? index + 1 : index,
          ArrowUp: index - columns,
          ArrowDown: index + columns,
          Home: event.ctrlKey ? 0 : index - column,
          End: event.ctrlKey ? elements.length - 1 : index - column + columns - 1,
        }[event.key];
        if (next === undefined || event.altKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation(); // a notebook has keys of its own
        if (elements[next]) elements[next].focus();
      });
    });
    return go;
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

    function tell(cell) {
      const index = cells.indexOf(cell);
      const masked = cell.classList.contains("hl-masked");
      told.textContent = fill(masked ? words.masked_cell : words.cell, {
        query: apart(queries[Math.floor(index / keys.length)]),
        key: apart(keys[index % keys.length]),
        value: cell.textContent.trim().replace(/^(-?)\./, "$10."),
        place: caption.textContent,
      });
    }

    function show(head, codes) {
      const start = heads.indexOf(head) * cells.length;
      cells.forEach((cell, index) => {
        if (cell.classList.contains("hl-masked")) return;
        const value = codes[start + index] / UNIT;
        cell.style.setProperty("--w", value);
        cell.textContent = value.toFixed(4).replace(/^(-?)0\./, "$1.");
      });
      caption.textContent = fill(words.place, head.dataset);
      table.setAttribute("aria-label", caption.textContent);
      for (const other of heads) other.setAttribute("aria-pressed", other === head);
      told.textContent = caption.textContent;
    }

    const values = picture.dataset.values;
    let codes = null;
    async function pick(head) {
      codes = codes || unpacked(values);
      show(head, await codes);
    }

    table.setAttribute("role", "grid");
    picture.querySelector(".hl-hint").hidden = false;
    walkable(cells, keys.length, tell)(0);
    table.addEventListener("mouseover", (event) => {
      const cell = event.target.closest("td");
      if (cells.includes(cell)) tell(cell);
    });
    if (!("DecompressionStream" in window)) return;
    const chosen = heads.findIndex((head) => head.getAttribute("aria-pressed") === "true");
    walkable(heads, Number(picture.dataset.heads), () => {})(chosen);
    for (const head of heads) {
      head.disabled = false;
      head.addEventListener("click", () => pick(head));
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
