// Play: a game against a level or between two people, with hints, values, undo, and a review of every move.
"use strict";
(() => {
  const { make, button, say, Board, text, advice } = noughts;
  const THINK_MILLISECONDS = 350, STEP_MILLISECONDS = 700;

  class Play {
    constructor() {
      this.game = noughts.games[0];
      this.level = noughts.data.levels[noughts.data.levels.length - 1];
      this.side = "X"; // or "O", or "two"
      this.moves = [];
      this.undone = [];
      this.hints = 0;
      this.valuesOn = false;
      this.shown = null; // a line of moves shown instead of the game: how a mistake is punished
      this.timer = null;
      this.counted = null; // how this game counts in the score, once it is over
      this.score = stored();
    }
    get position() { return this.game.follow(this.game.start, this.moves); }
    isPersons(mark) { return this.side === "two" || mark === this.side; }
    get isOver() { return this.game.isOver(this.position); }

    open(place) {
      this.place = place;
      this.message = make("p", { class: "message", id: "message" });
      this.controls = make("div", { class: "controls" });
      this.panel = make("div", { class: "panel", id: "panel" });
      this.review = make("div", { class: "review", id: "review" });
      this.boardPlace = make("div", { class: "board-place" });
      place.append(make("div", { class: "table" },
        make("section", { "aria-labelledby": "message" }, this.message, this.boardPlace, this.controls, this.panel),
        make("aside", { "aria-label": text.review }, this.settings(), this.review)));
      this.newBoard();
      this.go();
    }
    close() { clearTimeout(this.timer); }

    settings() {
      const select = (label, id, options, value, change) => make("label", { class: "field" }, label,
        make("select", { id, onchange: (event) => change(event.target.value) },
          ...options.map(([key, name]) => make("option", { value: key, selected: key === value }, name))));
      this.scoreText = make("p", { class: "score", id: "score" });
      return make("div", { class: "settings" },
        select(text.side, "side", Object.entries(text.sides), this.side, (value) => { this.side = value; this.begin(); }),
        select(text.level, "level", noughts.data.levels.map((level) => [level.name, level.name]), this.level.name,
          (value) => { this.level = noughts.data.levels.find((level) => level.name === value); this.draw(); }),
        select(text.board_, "game", noughts.games.map((game) => [game.name, text.boardName(game)]), this.game.name,
          (value) => { this.game = noughts.games.find((game) => game.name === value); this.newBoard(); this.begin(); }),
        this.scoreText);
    }
    newBoard() {
      this.board = new Board(this.game, (cell) => this.take(cell));
      this.boardPlace.replaceChildren(this.board.element);
    }
    begin() {
      this.counted = null; // a finished game stays counted
      this.restart([], []);
    }
    restart(moves, undone) {
      clearTimeout(this.timer);
      Object.assign(this, { moves, undone, hints: 0, shown: null });
      this.count();
      say("", true);
      this.go();
    }
    take(cell) {
      if (this.shown || this.isOver || !this.isPersons(this.game.toMove(this.position))) return;
      if (this.position[cell] === ".") this.put(cell);
      else say(text.taken(this.game.name_(cell), this.position[cell]));
    }
    put(cell) {
      const mover = this.game.toMove(this.position);
      this.undone = this.undone[0] === cell ? this.undone.slice(1) : [];
      this.moves = [...this.moves, cell];
      this.hints = 0;
      say(text.took(mover, this.game.name_(cell)));
      this.count();
      this.go();
      if (this.isOver) say(`${this.endWords()}. ${[...this.panel.querySelectorAll("p")].map((p) => p.textContent).join(" ")}`.trim(), true);
    }
    // Show the current state, and let the computer move if it is its turn.
    go() {
      this.draw();
      clearTimeout(this.timer);
      if (!this.isOver && !this.isPersons(this.game.toMove(this.position))) {
        this.timer = setTimeout(() => this.put(this.game.choose(this.position, this.level)), THINK_MILLISECONDS);
      }
    }
    // Count a finished game once; undo takes it out of the score again.
    count() {
      if (this.counted) this.score[this.counted.key][this.counted.index]--;
      this.counted = null;
      if (this.isOver) {
        const winner = this.game.winner(this.position), first = this.side === "two" ? "X" : this.side;
        this.counted = { key: this.side === "two" ? "two" : "you", index: winner === null ? 2 : winner === first ? 0 : 1 };
        this.score[this.counted.key][this.counted.index]++;
      }
      store(this.score);
    }
    endWords() {
      const winner = this.game.winner(this.position);
      if (winner === null) return text.draw;
      return this.side === "two" ? text.wins(winner) : winner === this.side ? text.youWin : text.youLose;
    }
    undo() {
      const turns = this.moves.map((_, index) => index).filter((index) => this.isPersons(index % 2 ? "O" : "X"));
      if (turns.length) this.back(turns[turns.length - 1]);
    }
    back(length) { this.restart(this.moves.slice(0, length), [...this.moves.slice(length), ...this.undone]); }
    redo() {
      const moves = [...this.moves], undone = [...this.undone];
      do moves.push(undone.shift());
      while (undone.length && !this.isPersons(moves.length % 2 ? "O" : "X"));
      this.restart(moves, undone);
    }
    // Play the line that punishes a move, step by step, on the board.
    punish(number) {
      const before = this.game.follow(this.game.start, this.moves.slice(0, number));
      const line = this.game.bestLine(before, this.moves[number]);
      this.shown = { number, before, line, step: 1 };
      const next = () => {
        this.draw();
        if (this.shown && this.shown.step < line.length) {
          this.timer = setTimeout(() => { if (this.shown) { this.shown.step++; next(); } }, STEP_MILLISECONDS);
        }
      };
      clearTimeout(this.timer);
      next();
      say(this.panel.querySelector("p").textContent);
      document.getElementById("stop").focus();
      this.board.element.scrollIntoView({ block: "nearest" });
    }

    draw() {
      const position = this.shown ? this.game.follow(this.shown.before, this.shown.line.slice(0, this.shown.step)) : this.position;
      const mover = this.game.toMove(this.position), isMine = !this.isOver && this.isPersons(mover);
      this.message.textContent = this.isOver ? this.endWords() : isMine
        ? (this.side === "two" ? text.turn(mover) : text.yourTurn(mover)) : text.thinking;
      const hint = isMine && this.hints ? advice.hint(this.game, this.position) : null;
      const rings = new Map();
      if (hint && this.hints === 1) hint.line.forEach((cell) => rings.set(cell, "hinted"));
      if (hint && this.hints > 1) rings.set(hint.cell, "hinted");
      if (this.shown) rings.set(this.shown.line[0], "wrong");
      this.board.show(position, { rings, isActive: isMine && !this.shown, title: text.boardName(this.game),
        isNamed: this.isOver || this.hints > 0 || this.shown !== null || this.valuesOn,
        values: this.valuesOn && isMine ? this.game.moves(this.position) : null });
      this.drawControls(isMine);
      const held = this.panel.contains(document.activeElement) ? document.activeElement.id : null;
      this.panel.replaceChildren(...this.panelParts(hint));
      if (held && document.getElementById(held)) document.getElementById(held).focus();
      this.review.replaceChildren(...this.reviewParts());
      const [won, lost, tied] = this.score[this.side === "two" ? "two" : "you"];
      this.scoreText.textContent = text.score(won, lost, tied, this.side === "two");
    }
    drawControls(isMine) {
      const focused = this.controls.contains(document.activeElement) ? document.activeElement.id : null;
      const canUndo = this.moves.some((_, index) => this.isPersons(index % 2 ? "O" : "X"));
      this.controls.replaceChildren(
        button(text.undo, () => this.undo(), { id: "undo", disabled: !canUndo }),
        button(text.redo, () => this.redo(), { id: "redo", disabled: !this.undone.length }),
        button(text.hint, () => { this.hints = Math.min(3, this.hints + 1); this.draw(); say(this.panel.textContent); },
          { id: "hint", disabled: !isMine }),
        button(text.values, () => { this.valuesOn = !this.valuesOn; this.draw(); },
          { id: "values", "aria-pressed": String(this.valuesOn) }),
        button(text.again, () => this.begin(), { id: "again", class: "loud" }));
      const again = focused && document.getElementById(focused);
      if (again) (again.disabled ? document.getElementById("again") : again).focus();
    }
    panelParts(hint) {
      if (this.shown) {
        const { before, line } = this.shown;
        return [make("p", {}, advice.line(this.game, before, line)),
          this.retryButton(this.shown.number), button(text.stop, () => { this.shown = null; this.draw(); }, { id: "stop" })];
      }
      if (hint) return [make("p", {}, hint.steps[this.hints - 1])];
      const lost = this.isOver && this.mistakes().filter((each) => this.isPersons(each.mover)).pop();
      if (!lost || (this.side !== "two" && this.game.winner(this.position) === this.side)) return [];
      return [make("p", {}, make("strong", {}, text.because), this.mistakeWords(lost)), this.showButton(lost.number), this.retryButton(lost.number)];
    }
    judged() {
      return this.moves.map((cell, number) => {
        const before = this.game.follow(this.game.start, this.moves.slice(0, number));
        return { number, cell, mover: this.game.toMove(before), ...advice.judge(this.game, before, cell) };
      });
    }
    mistakes() { return this.judged().filter((each) => each.isMistake); }
    mistakeWords(each) {
      const before = this.game.follow(this.game.start, this.moves.slice(0, each.number));
      return advice.mistake(this.game, before, each.cell, each.number);
    }
    showButton(number) { return button(text.showMe, () => this.punish(number), { id: `show-${number}`, class: "quiet" }); }
    retryButton(number) { return button(text.tryAgain, () => { this.back(number); this.board.move(this.board.focus); }, { id: `retry-${number}`, class: "quiet" }); }
    reviewParts() {
      if (!this.isOver) return [];
      const items = this.judged().map((each) => make("li", { class: each.isMistake ? "mistake" : "" },
        make("span", { class: each.mover === "X" ? "x" : "o" }, each.mover), ` ${this.game.name_(each.cell)} `, make("em", {}, each.words),
        ...(each.isMistake ? [" ", button(text.show_, () => this.punish(each.number), { class: "small" }),
          button(text.try_, () => this.back(each.number), { class: "small" })] : [])));
      return [make("h2", {}, text.review), make("ol", {}, ...items),
        ...(items.length && !this.mistakes().length ? [make("p", {}, text.noMistake)] : [])];
    }
  }

  const EMPTY = () => ({ you: [0, 0, 0], two: [0, 0, 0] });
  function stored() {
    try {
      const kept = JSON.parse(localStorage.getItem("noughts.score"));
      const isFine = (three) => Array.isArray(three) && three.length === 3 && three.every((n) => Number.isInteger(n) && n >= 0);
      return kept && isFine(kept.you) && isFine(kept.two) ? { you: kept.you, two: kept.two } : EMPTY();
    } catch { return EMPTY(); }
  }
  function store(score) {
    try { localStorage.setItem("noughts.score", JSON.stringify(score)); } catch { /* the browser stores no data */ }
  }
  noughts.Play = Play;
})();
