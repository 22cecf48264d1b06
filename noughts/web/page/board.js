// Small tools for building the page, and the boards: one component for playing and exploring, and small pictures.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  // Give an element attributes and children. A name like "onclick" adds an event listener; strings become text, never
  // markup.
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }
  const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
  const draw = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  const button = (label, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, label);
  // A disabled button is only marked as disabled (aria-disabled), so that it keeps the focus.
  function setEnabled(element, isEnabled) {
    if (isEnabled) element.removeAttribute("aria-disabled");
    else element.setAttribute("aria-disabled", "true");
  }
  const isEnabled = (element) => element.getAttribute("aria-disabled") !== "true";
  function say(words, isUrgent = false) {
    document.getElementById(isUrgent ? "assertive" : "polite").textContent = words;
  }

  // Call a function after the browser has painted what was changed so far.
  const afterPaint = (act) => requestAnimationFrame(() => setTimeout(act));

  const inSight = (...elements) => elements.forEach((each) => each.scrollIntoView({ block: "nearest" }));

  // Small pictures for buttons, because few fonts have these signs.
  const ICONS = {
    first: "M5 5V19M19 5L9 12L19 19Z",
    back: "M17 5L7 12L17 19Z",
    next: "M7 5L17 12L7 19Z",
    last: "M19 5V19M5 5L15 12L5 19Z",
  };
  const icon = (name) =>
    draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));

  // A mark in a square of ten units whose top left corner is at (x, y).
  function markShape(which, x = 0, y = 0) {
    const group = draw("g", { class: which === "X" ? "mark x" : "mark o", transform: `translate(${x} ${y})` });
    group.append(
      which === "X"
        ? draw("path", { d: "M2.3 2.3L7.7 7.7M7.7 2.3L2.3 7.7" })
        : draw("circle", { cx: 5, cy: 5, r: 2.9 }),
    );
    return group;
  }
  // A small picture of a position. `last` is the cell to highlight, or null.
  function miniature(game, position, last = null) {
    const { columns, rows } = game;
    const picture = draw("svg", {
      viewBox: `0 0 ${columns * 10} ${rows * 10}`,
      class: "miniature",
      "aria-hidden": "true",
    });
    if (last !== null)
      picture.append(
        draw("rect", {
          class: "last",
          x: (last % columns) * 10,
          y: Math.floor(last / columns) * 10,
          width: 10,
          height: 10,
        }),
      );
    picture.append(gridLines(game));
    [...position].forEach(
      (mark, cell) =>
        mark !== "." && picture.append(markShape(mark, (cell % columns) * 10, Math.floor(cell / columns) * 10)),
    );
    return picture;
  }
  function gridLines({ columns, rows }) {
    let path = "";
    for (let column = 1; column < columns; column++) path += `M${column * 10} .6V${rows * 10 - 0.6}`;
    for (let row = 1; row < rows; row++) path += `M.6 ${row * 10}H${columns * 10 - 0.6}`;
    return draw("path", { class: "lines", d: path });
  }

  // Whether the mouse was moved: a cell that appears under a mouse at rest gets an event, too.
  let mouseAt = null;
  const isMouseMove = (event) => event.pointerType === "mouse" && `${event.screenX},${event.screenY}` !== mouseAt;
  document.addEventListener("pointermove", (event) => {
    mouseAt = `${event.screenX},${event.screenY}`;
  });

  // The board. `show` draws a position; `onTake(cell)` is called for a click, Enter, Space or a digit, `onPoint(cell)`
  // when the mouse or the focus is on a cell, and `onPoint(null)` when it leaves.
  class Board {
    constructor(game, onTake, onPoint = () => {}) {
      Object.assign(this, { game, onTake, onPoint });
      this.focus = Math.floor(game.rows / 2) * game.columns + Math.floor(game.columns / 2);
      this.cells = Array.from({ length: game.cells }, (_, cell) =>
        make("div", {
          role: "gridcell",
          class: "cell",
          tabindex: "-1",
          // The focus would redraw the cell, and the click would be lost.
          onmousedown: (event) => event.preventDefault(),
          onclick: (event) => this.click(cell, event),
          onfocus: () => this.onPoint(cell),
          onblur: () => this.onPoint(null),
          onpointerenter: (event) => isMouseMove(event) && this.onPoint(cell),
          onpointerleave: (event) => event.pointerType === "mouse" && this.onPoint(null),
        }),
      );
      const rows = Array.from({ length: game.rows }, (_, row) =>
        make("div", { role: "row", class: "row" }, ...this.cells.slice(row * game.columns, (row + 1) * game.columns)),
      );
      this.grid = make("div", { role: "grid", class: "grid", onkeydown: (event) => this.key(event) }, ...rows);
      const layer = (name) =>
        draw("svg", {
          class: `drawing ${name}`,
          viewBox: `0 0 ${game.columns * 10} ${game.rows * 10}`,
          "aria-hidden": "true",
        });
      [this.under, this.over] = [layer("under"), layer("over")];
      this.element = make("div", { class: "board" }, this.under, this.grid, this.over);
      this.element.style.setProperty("--columns", game.columns);
      this.element.style.setProperty("--rows", game.rows);
      if (game.cells !== 9) this.addLabels();
      this.position = "";
      this.drawn = []; // what each cell shows
      this.complete = null; // the complete lines that are drawn
      this.cells[this.focus].tabIndex = 0;
    }
    // Labels at the edge, for boards whose cells have no names: A, B, C... above, 1, 2, 3... on the left.
    addLabels() {
      const { columns, rows } = this.game;
      this.element.classList.add("labelled");
      this.element.append(
        make(
          "div",
          { class: "labels above", "aria-hidden": "true" },
          ...Array.from({ length: columns }, (_, column) => make("span", {}, String.fromCharCode(65 + column))),
        ),
        make(
          "div",
          { class: "labels beside", "aria-hidden": "true" },
          ...Array.from({ length: rows }, (_, row) => make("span", {}, String(row + 1))),
        ),
      );
    }
    // On a touch screen, if `looksFirst`, the first tap on a cell only points at it; the second one takes it.
    click(cell, event) {
      this.grid.classList.toggle("by-mouse", event.detail > 0); // then the ring of the focus would only distract
      this.move(cell, false);
      const isLook =
        this.looksFirst && event.pointerType === "touch" && this.tapped !== cell && this.position[cell] === ".";
      this.tapped = cell;
      if (isLook) this.onPoint(cell);
      else this.onTake(cell);
      // Setting the focus makes the browser compute the layout at once, so this waits until the mark is painted.
      const held = document.activeElement;
      const isStill = () => this.focus === cell && document.activeElement === held && this.element.isConnected;
      afterPaint(() => isStill() && this.cells[cell].focus({ preventScroll: true }));
    }
    move(cell, isFocused = true) {
      this.cells[this.focus].tabIndex = -1;
      this.focus = cell;
      this.cells[cell].tabIndex = 0;
      if (isFocused) this.cells[cell].focus({ preventScroll: true });
    }
    key(event) {
      this.grid.classList.remove("by-mouse");
      const { columns, rows, cells } = this.game;
      const row = Math.floor(this.focus / columns);
      const column = this.focus % columns;
      const go = {
        ArrowUp: [row - 1, column],
        ArrowDown: [row + 1, column],
        ArrowLeft: [row, column - 1],
        ArrowRight: [row, column + 1],
        Home: [event.ctrlKey ? 0 : row, 0],
        End: [event.ctrlKey ? rows - 1 : row, columns - 1],
      }[event.key];
      if (event.altKey || event.metaKey) return;
      if (go) this.move(((go[0] + rows) % rows) * columns + ((go[1] + columns) % columns));
      else if (event.key === "Enter" || event.key === " ") this.onTake(this.focus);
      else if (/^[1-9]$/.test(event.key) && cells === 9) {
        this.move(Number(event.key) - 1);
        this.onTake(this.focus);
      } else return;
      event.preventDefault();
    }
    // values: cell -> [value, distance]; ghosts: cell -> [mark, number], moves that are only shown, not made; last: the
    // cell of the last move; letters: cell -> the letter of its pair; drawing: strokes and rings (advice.drawing).
    show(
      position,
      { values = null, ghosts = null, letters = null, last = null, drawing = null, isActive = true, title = "" } = {},
    ) {
      const { text } = noughts;
      const isNew = (cell) =>
        this.position.length === position.length && this.position[cell] === "." && position[cell] !== ".";
      this.grid.setAttribute("aria-label", text.board(title));
      this.grid.classList.toggle("active", isActive);
      const withGhosts = [...position].map((mark, cell) => (ghosts?.has(cell) ? ghosts.get(cell)[0] : mark)).join("");
      this.cells.forEach((element, cell) => {
        const verdict = values?.get(cell);
        const ghost = ghosts?.get(cell);
        const letter = letters?.get(cell);
        const words = verdict ? noughts.advice.verdict(...verdict) : "";
        const tried = drawing?.tried === cell && position[cell] === "." ? this.game.toMove(position) : null;
        const key = JSON.stringify([position[cell], ghost, letter, tried, verdict, cell === last]);
        if (this.drawn[cell] === key) return; // a cell that looks the same is not made again
        this.drawn[cell] = key;
        element.className = "cell";
        const parts = [];
        if (position[cell] !== "." || ghost || tried) {
          const picture = draw("svg", {
            viewBox: "0 0 10 10",
            "aria-hidden": "true",
            class: isNew(cell) || ghost ? "new" : "",
          });
          picture.append(markShape(ghost ? ghost[0] : (tried ?? position[cell])));
          parts.push(picture);
          if (ghost) parts.push(make("span", { class: "number", "aria-hidden": "true" }, String(ghost[1])));
        } else if (verdict) {
          parts.push(
            make("span", { class: "sign", "aria-hidden": "true" }, text.signs[verdict[0]]),
            make("span", { class: "value", "aria-hidden": "true" }, noughts.advice.shortVerdict(...verdict)),
          );
        }
        if (letter) {
          element.classList.add("pair");
          element.style.setProperty("--hue", (parseInt(letter, 36) - 10) * 137.5);
          parts.push(make("span", { class: "letter", "aria-hidden": "true" }, letter));
        }
        element.replaceChildren(...parts);
        if (verdict) element.classList.add(["loss", "draw", "win"][verdict[0] + 1]);
        if (ghost || tried) element.classList.add("ghost");
        if (cell === last) element.classList.add("last");
        if (position[cell] === ".") element.classList.add("free");
        const note = [
          words,
          letter ? text.paired(letter) : "",
          ghost ? text.ghost(...ghost) : "",
          cell === last ? text.last : "",
        ]
          .filter(Boolean)
          .join(", ");
        element.setAttribute("aria-label", text.cell(this.game.cellName(cell), position[cell], note));
      });
      this.position = position;
      this.shown = withGhosts;
      this.drawOver(drawing);
    }
    // A complete line is drawn under the marks; what a move would do is drawn over the board.
    drawOver(drawing) {
      const complete = ["X", "O"].flatMap((mark) =>
        this.game.completeLines(this.shown, mark).map((cells) => ({ cells, mark, kind: "complete" })),
      );
      const drawn = { strokes: complete.length ? [] : (drawing?.strokes ?? []), rings: drawing?.rings ?? [] };
      const won = new Set(complete.flatMap(({ cells }) => cells));
      this.cells.forEach((element, cell) => element.classList.toggle("won", won.has(cell)));
      this.drawUnder(complete);
      this.over.replaceChildren(
        ...drawn.strokes.map((stroke) => this.stroke(stroke)),
        ...drawn.rings.map(({ cell, mark, kind }) => {
          const [x, y] = this.centre(cell);
          return draw("rect", {
            class: `ring ${kind} ${mark === "X" ? "x" : "o"}`,
            x: x - 4.3,
            y: y - 4.3,
            width: 8.6,
            height: 8.6,
            rx: 1.2,
          });
        }),
      );
    }
    drawUnder(complete) {
      const key = JSON.stringify(complete);
      if (this.complete === key) return;
      this.complete = key;
      this.element.classList.toggle("is-complete", complete.length > 0);
      this.under.replaceChildren(...complete.map((stroke) => this.stroke(stroke)), gridLines(this.game));
    }
    centre(cell) {
      return [(cell % this.game.columns) * 10 + 5, Math.floor(cell / this.game.columns) * 10 + 5];
    }
    // A complete line is one stroke, longer than the line; any other line is drawn only between its cells, beside the
    // marks.
    stroke({ cells, mark, kind }) {
      const style = `stroke ${kind} ${mark === "X" ? "x" : "o"}`;
      const between = ([x1, y1], [x2, y2], inset) => {
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const dx = ((x2 - x1) / length) * inset;
        const dy = ((y2 - y1) / length) * inset;
        return draw("line", { class: style, x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy });
      };
      if (kind === "complete") return between(this.centre(cells[0]), this.centre(cells.at(-1)), -3.6);
      return draw(
        "g",
        { class: kind },
        ...cells.slice(1).map((cell, index) => between(this.centre(cells[index]), this.centre(cell), 3.3)),
      );
    }
  }
  Object.assign(noughts, {
    make,
    draw,
    button,
    icon,
    setEnabled,
    isEnabled,
    say,
    afterPaint,
    inSight,
    miniature,
    Board,
  });
})();
