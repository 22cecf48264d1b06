// Small tools for building the page, and the board: one component for playing, exploring and reports.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  // An element with attributes and children; strings become text, never markup.
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name === "class") element.className = value;
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }
  function button(label, onclick, attributes = {}) {
    return make("button", { type: "button", onclick, ...attributes }, label);
  }
  function mark(which) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 10 10");
    svg.setAttribute("aria-hidden", "true");
    svg.classList.add("mark", which === "X" ? "x" : "o");
    const shape = document.createElementNS(SVG, which === "X" ? "path" : "circle");
    if (which === "X") shape.setAttribute("d", "M2 2L8 8M8 2L2 8");
    else for (const [name, value] of [["cx", 5], ["cy", 5], ["r", 3.1]]) shape.setAttribute(name, value);
    svg.append(shape);
    return svg;
  }
  function say(text, isUrgent = false) {
    document.getElementById(isUrgent ? "assertive" : "polite").textContent = text;
  }

  // The board. `show` draws a position; `onTake(cell)` is called for a click, Enter, Space or a digit.
  class Board {
    constructor(game, onTake, onPoint = null) {
      this.game = game;
      this.onTake = onTake;
      this.focus = Math.floor(game.rows / 2) * game.columns + Math.floor(game.columns / 2);
      this.cells = [];
      const rows = [];
      for (let row = 0; row < game.rows; row++) {
        const some = [];
        for (let column = 0; column < game.columns; column++) {
          const cell = row * game.columns + column;
          const element = make("div", { role: "gridcell", class: "cell", tabindex: "-1",
            onclick: () => { this.move(cell, false); onTake && onTake(cell); },
            onmouseenter: () => onPoint && onPoint(cell), onmouseleave: () => onPoint && onPoint(null),
            onfocus: () => onPoint && onPoint(cell) });
          this.cells.push(element);
          some.push(element);
        }
        rows.push(make("div", { role: "row", class: "row" }, ...some));
      }
      this.element = make("div", { role: "grid", class: "board", onkeydown: (event) => this.key(event) }, ...rows);
      this.element.style.setProperty("--columns", game.columns);
      this.element.style.setProperty("--rows", game.rows);
    }
    move(cell, isFocused = true) {
      this.cells[this.focus].tabIndex = -1;
      this.focus = cell;
      this.cells[cell].tabIndex = 0;
      if (isFocused) this.cells[cell].focus();
    }
    key(event) {
      const { columns, rows, cells } = this.game;
      const row = Math.floor(this.focus / columns), column = this.focus % columns;
      const go = {
        ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
        Home: [event.ctrlKey ? 0 : row, 0], End: [event.ctrlKey ? rows - 1 : row, columns - 1],
      }[event.key];
      if (event.altKey || event.metaKey) return;
      if (go) this.move(((go[0] + rows) % rows) * columns + ((go[1] + columns) % columns));
      else if (event.key === "Enter" || event.key === " ") this.onTake && this.onTake(this.focus);
      else if (/^[1-9]$/.test(event.key) && cells === 9) { this.move(Number(event.key) - 1); this.onTake && this.onTake(this.focus); }
      else return;
      event.preventDefault();
    }
    // values: cell -> [value, distance]; ghosts: cell -> [mark, number], moves that are only shown, not made;
    // rings: cell -> CSS class.
    show(position, { values = null, ghosts = null, rings = null, isActive = true, isNamed = false, title = "" } = {}) {
      const { text } = noughts;
      this.element.setAttribute("aria-label", text.board(title));
      this.element.classList.toggle("named", isNamed);
      const complete = new Set(["X", "O"].flatMap((each) => this.game.completeLines(position, each)).flat());
      this.cells.forEach((element, cell) => {
        const verdict = values && values.get(cell), ghost = ghosts && ghosts.get(cell);
        const words = verdict ? noughts.advice.verdict(...verdict) : "";
        element.replaceChildren();
        element.className = "cell";
        if (position[cell] !== ".") element.append(mark(position[cell]));
        else if (ghost) element.append(mark(ghost[0]), make("span", { class: "number" }, String(ghost[1])));
        else if (verdict) {
          element.classList.add(["loss", "draw", "win"][verdict[0] + 1]);
          element.append(make("span", { class: "sign", "aria-hidden": "true" }, text.signs[verdict[0]]),
            make("span", { class: "value", "aria-hidden": "true" }, words));
        }
        element.append(make("span", { class: "coordinate", "aria-hidden": "true" }, this.game.name_(cell)));
        if (ghost) element.classList.add("ghost");
        if (complete.has(cell)) element.classList.add("complete");
        if (rings && rings.get(cell)) element.classList.add(rings.get(cell));
        if (isActive && position[cell] === ".") element.classList.add("active");
        element.tabIndex = cell === this.focus ? 0 : -1;
        element.setAttribute("aria-label", text.cell(this.game.name_(cell), position[cell], words));
      });
    }
  }
  Object.assign(noughts, { make, button, say, Board });
})();
