// Explore: any position, what every move is worth, the line that follows, why not another move, and the tree below.
"use strict";
(() => {
  const { make, button, say, Board, Tree, text, advice } = noughts;
  const STEP_MILLISECONDS = 700;

  class Explore {
    constructor(game, position) {
      Object.assign(this, { game, position, isSettingUp: false, line: null, timer: null });
    }
    open(place) {
      this.place = place;
      this.message = make("p", { class: "message", id: "message" });
      this.error = make("p", { class: "error", id: "error", role: "alert" });
      this.follows = make("p", { class: "follows", id: "follows" });
      this.lists = make("div", { class: "groups", id: "groups" });
      this.treePlace = make("div", {});
      this.board = new Board(this.game, (cell) => this.take(cell), (cell) => this.point(cell));
      place.append(make("div", { class: "table" },
        make("section", { "aria-labelledby": "message" }, this.message, make("div", { class: "board-place" }, this.board.element),
          this.controls(), this.error, this.follows),
        make("aside", { "aria-label": text.nav.explore }, this.lists)), this.treePlace);
      this.draw();
    }
    close() { clearTimeout(this.timer); }
    controls() {
      this.input = make("input", { id: "position", value: this.position, maxlength: 60, spellcheck: "false", autocomplete: "off" });
      const form = make("form", { class: "typing", onsubmit: (event) => { event.preventDefault(); this.typed(); } },
        make("label", { for: "position" }, text.position), this.input, make("button", { id: "show" }, text.show));
      this.setUpButton = button(text.setUp, () => { this.isSettingUp = !this.isSettingUp; this.draft = this.position; this.draw(); },
        { id: "setup", "aria-pressed": "false" });
      const game = make("select", { id: "game", "aria-label": text.board_, onchange: (event) => noughts.go(event.target.value, null) },
        ...noughts.games.map((each) => make("option", { value: each.name, selected: each === this.game }, text.boardName(each))));
      return make("div", { class: "controls" }, button(text.startOver, () => this.go(this.game.start), { id: "empty" }), this.setUpButton, game, form);
    }
    // Every change of the position goes through the address, so that the browser's back and forward buttons work.
    go(position) { noughts.go(this.game.name, position); }
    typed() {
      const typed = this.input.value.trim().toUpperCase().replace(/[_\s]/g, ".").replace(/\//g, "");
      const refusal = this.game.refuse(typed, this.input.value);
      this.error.textContent = refusal || "";
      if (!refusal) this.go(typed);
    }
    take(cell) {
      if (this.isSettingUp) {
        this.forget();
        const next = { ".": "X", X: "O", O: "." }[this.draft[cell]];
        this.draft = this.draft.slice(0, cell) + next + this.draft.slice(cell + 1);
        const refusal = this.game.refuse(this.draft);
        this.error.textContent = refusal || "";
        this.input.value = this.draft;
        if (refusal) this.board.show(this.draft, { title: text.boardName(this.game) });
        else { this.position = this.draft; noughts.replace(this.game.name, this.draft); this.draw(); }
      } else if (this.position[cell] === "." && !this.game.isOver(this.position)) this.go(this.game.after(this.position, cell));
    }
    forget() {
      clearTimeout(this.timer);
      this.line = null;
      this.follows.textContent = "";
    }
    // The line that follows the move under the mouse or the focus.
    point(cell) {
      if (this.line || this.isSettingUp) return;
      const moves = this.game.moves(this.position), has = cell !== null && moves.has(cell);
      this.follows.textContent = has ? this.lineWords(cell) : "";
    }
    lineWords(cell) {
      return advice.line(this.game, this.position, this.game.bestLine(this.position, cell));
    }
    // Play the line after a worse move on the board, one mark after the other.
    whyNot(cell) {
      const line = this.game.bestLine(this.position, cell);
      this.line = { cells: line, step: 1 };
      this.follows.textContent = this.lineWords(cell);
      say(this.follows.textContent);
      const next = () => {
        this.drawBoard();
        if (this.line.step < line.length) this.timer = setTimeout(() => { this.line.step++; next(); }, STEP_MILLISECONDS);
        else this.timer = setTimeout(() => { this.line = null; this.drawBoard(); }, 3 * STEP_MILLISECONDS);
      };
      clearTimeout(this.timer);
      next();
      this.board.element.scrollIntoView({ block: "nearest" });
    }
    drawBoard() {
      const ghosts = new Map();
      if (this.line) {
        const mover = this.game.toMove(this.position);
        this.line.cells.slice(0, this.line.step).forEach((cell, turn) => ghosts.set(cell, [turn % 2 ? noughts.other(mover) : mover, turn + 1]));
      }
      this.board.show(this.position, { ghosts, values: this.game.moves(this.position), isNamed: true, title: text.boardName(this.game) });
    }
    draw() {
      const { game, position } = this, moves = game.moves(position), mover = game.toMove(position);
      this.setUpButton.setAttribute("aria-pressed", String(this.isSettingUp));
      this.input.value = position;
      this.message.textContent = game.isOver(position) ? advice.over(game.winner(position)) : advice.outcome(mover, ...game.verdict(position));
      this.drawBoard();
      this.lists.replaceChildren(...[1, 0, -1].map((value) => this.group(value, moves)).filter(Boolean));
      this.treePlace.replaceChildren(...(moves.size ? [new Tree(game, position).element] : []));
    }
    group(value, moves) {
      const cells = [...moves.keys()].filter((cell) => moves.get(cell)[0] === value);
      if (!cells.length) return null;
      const top = Math.max(...[...moves.values()].map((each) => each[0]));
      const groups = this.game.symmetricMoves(this.position, cells).sort((a, b) => noughts.rank(moves.get(b[0])) - noughts.rank(moves.get(a[0])));
      const items = groups.map((group) => {
        const [cell, ...rest] = group, likewise = rest.length ? text.likewise(rest.map((each) => this.game.name_(each)).join(", ")) : "";
        const point = { onmouseenter: () => this.point(cell), onfocus: () => this.point(cell), onmouseleave: () => this.point(null) };
        return make("li", {},
          button(`${this.game.name_(cell)}${likewise}`, () => this.take(cell), { class: "move", ...point }),
          make("span", {}, advice.verdict(...moves.get(cell))),
          value < top ? button(text.whyNot, () => this.whyNot(cell), { class: "small", "aria-label": `${text.whyNot} ${this.game.name_(cell)}` }) : null);
      });
      return make("section", { class: ["loss", "draw", "win"][value + 1] },
        make("h2", {}, make("span", { class: "sign", "aria-hidden": "true" }, text.signs[value]), ` ${text.groups[value]}`), make("ul", {}, ...items));
    }
  }
  noughts.Explore = Explore;
})();
