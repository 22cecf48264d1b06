// Play: a game against a level or between two people, with hints, values, undo, and every move to step through.
"use strict";
(() => {
  const { make, button, setEnabled, isEnabled, say, afterPaint, inSight, text, advice, stored, store } = noughts;
  const { Board, Line, Review, Score, SettingsPanel } = noughts;
  const THINK_MILLISECONDS = 350;
  const HINT_STEPS = 3;
  const levelOf = (name) => noughts.data.levels.find((level) => level.name === name);

  class Play {
    constructor() {
      const kept = stored("settings", (each) => typeof each === "object", {});
      this.level = levelOf(kept.level) ?? noughts.data.levels.at(-1);
      this.side = text.sides[kept.side] ? kept.side : "X"; // or "O", or "two"
      this.valuesOn = kept.values === true;
      this.nextSide = this.nextGame = null; // chosen in the middle of a game, for the next game
      this.hints = 0;
      this.line = null; // how a mistake is punished, step by step
      this.timer = null;
      this.isClicked = false; // whether the board that is drawn answers a click
      this.isDrawn = false; // whether the column beside the board shows the latest state
      this.score = new Score();
    }
    get state() {
      return noughts.app.state;
    }
    get game() {
      return this.state.game;
    }
    get moves() {
      return this.state.moves;
    }
    get undone() {
      return this.state.undone;
    }
    get position() {
      return this.game.follow(this.state.start, this.moves);
    }
    get isOver() {
      return this.game.isOver(this.position);
    }
    get isStepping() {
      return this.state.at !== null;
    }
    before(number) {
      return this.game.follow(this.state.start, this.moves.slice(0, number));
    }
    moverOf(number) {
      return this.game.toMove(this.before(number));
    }
    isPersons(mark) {
      return this.side === "two" || mark === this.side;
    }
    get canUndo() {
      return this.moves.some((_, number) => this.isPersons(this.moverOf(number)));
    }

    open(place) {
      this.message = make("h2", { class: "message", id: "message" });
      this.panel = make("div", { class: "panel short", id: "panel", tabindex: "-1" });
      this.boardPlace = make("div", { class: "board-place" });
      // Where the settings are out of sight, this names the opponent and leads to them.
      this.rival = button("", () => document.getElementById("level").focus(), { id: "rival", class: "link" });
      this.error = make("p", { class: "error", id: "error", role: "alert" });
      this.aside = make("aside", { class: "side" });
      place.append(
        make(
          "div",
          { class: "table" },
          make(
            "section",
            { class: "hero", "aria-labelledby": "message" },
            this.message,
            this.rival,
            this.boardPlace,
            this.controls(),
            this.error,
            this.panel,
          ),
          this.aside,
        ),
      );
      this.newBoard();
      this.update();
    }
    close() {
      clearTimeout(this.timer);
      this.dismiss();
    }
    newBoard() {
      this.board = new Board(this.game, (cell) => this.take(cell));
      this.boardPlace.replaceChildren(this.board.element);
    }

    controls() {
      const make_ = (label, id, act, attributes = {}) =>
        button(label, () => isEnabled(this.buttons[id]) && act(), { id, ...attributes });
      this.buttons = {};
      Object.assign(this.buttons, {
        undo: make_(text.undo, "undo", () => this.undo()),
        redo: make_(text.redo, "redo", () => this.redo()),
        hint: make_(text.hint, "hint", () => this.hint()),
        values: make_(
          text.values,
          "values",
          () => {
            this.valuesOn = !this.valuesOn;
            this.keep();
            this.draw();
          },
          { "aria-pressed": "false" },
        ),
        again: make_(text.again, "again", () => this.begin(), { class: "loud" }),
      });
      return make("div", { class: "controls" }, ...Object.values(this.buttons));
    }
    links() {
      const link = (label, view, id) =>
        button(label, () => noughts.app.go({ view, spot: null, step: 0 }), { id, class: "link" });
      return make(
        "p",
        { class: "links" },
        link(text.exploreThis, "explore", "to-explore"),
        link(text.showSearch, "search", "to-search"),
      );
    }
    keep() {
      store("settings", { level: this.level.name, side: this.side, values: this.valuesOn });
    }
    chooseLevel(name) {
      this.level = levelOf(name);
      this.keep();
      this.draw();
    }
    // A side or board chosen in the middle of a game is for the next game: no choice ends a game that has begun.
    choose(chosen) {
      Object.assign(this, chosen);
      if (this.nextSide === this.side) this.nextSide = null;
      if (this.nextGame === this.game) this.nextGame = null;
      const isUnderWay = !this.isOver && this.canUndo;
      if ((this.nextSide || this.nextGame) && !isUnderWay) this.begin();
      else this.draw();
    }
    begin() {
      this.side = this.nextSide ?? this.side;
      const game = this.nextGame ?? this.game;
      this.nextSide = this.nextGame = null;
      this.keep();
      this.hints = 0;
      this.dismiss();
      say("", true);
      noughts.app.newId();
      noughts.app.go({ ...noughts.fresh(game), mode: this.state.mode });
    }
    take(cell) {
      if (this.line || this.isStepping || this.isOver || !this.isPersons(this.game.toMove(this.position))) return;
      if (this.position[cell] === ".") this.put(cell, true);
      else say(text.taken(this.game.cellName(cell), this.position[cell]));
    }
    put(cell, isPersons) {
      const mover = this.game.toMove(this.position);
      const undone = this.undone[0] === cell ? this.undone.slice(1) : [];
      this.hints = 0;
      this.isClicked = isPersons;
      say(text.took(mover, this.game.cellName(cell)));
      noughts.app.go({ moves: [...this.moves, cell], undone, at: null, spot: null }, !isPersons);
      if (this.isOver)
        say(
          [this.message.textContent, ...[...this.panel.querySelectorAll("p")].map((p) => p.textContent)]
            .join(". ")
            .trim(),
          true,
        );
    }
    undo() {
      const turns = this.moves.map((_, number) => number).filter((number) => this.isPersons(this.moverOf(number)));
      this.goBack(turns.at(-1));
    }
    goBack(length) {
      this.hints = 0;
      this.dismiss();
      noughts.app.go({
        moves: this.moves.slice(0, length),
        undone: [...this.moves.slice(length), ...this.undone],
        at: null,
      });
      say(this.message.textContent);
    }
    redo() {
      const moves = [...this.moves];
      const undone = [...this.undone];
      do moves.push(undone.shift());
      while (undone.length && !this.isPersons(this.game.toMove(this.game.follow(this.state.start, moves))));
      this.hints = 0;
      noughts.app.go({ moves, undone, at: null });
    }
    hint() {
      this.hints = Math.min(HINT_STEPS, this.hints + 1);
      this.draw();
      say(this.panel.textContent);
    }
    stepTo(number) {
      const at = Math.max(0, Math.min(this.moves.length, number));
      this.dismiss();
      noughts.app.go({ at: at === this.moves.length ? null : at }, true);
      say(this.panel.textContent || this.message.textContent);
    }
    // Step through the line that punishes a move.
    punish(number) {
      const before = this.before(number);
      const cells = this.game.bestLine(before, this.moves[number]);
      this.dismiss();
      noughts.app.go({ at: number }, true);
      this.line = new Line(
        this.game,
        before,
        cells,
        this.mistakeWords(number),
        () => this.draw(),
        () => {
          this.dismiss();
          noughts.app.go({ at: null }, true);
          this.board.move(this.board.focus);
        },
        [this.retryButton(number)],
      );
      this.draw();
      say(this.line.words.textContent);
      this.line.nextButton.focus({ preventScroll: true });
      inSight(this.panel, this.boardPlace);
    }
    dismiss() {
      if (this.line) this.line.stop();
      this.line = null;
    }

    // The state has changed: count a finished game, draw, and let the computer move if it is its turn.
    update() {
      if (this.board.game !== this.game) this.newBoard();
      const { id, isOpened } = noughts.app;
      this.score.count(id, isOpened, this);
      this.draw();
      clearTimeout(this.timer);
      if (!this.isOver && !this.isStepping && !this.isPersons(this.game.toMove(this.position))) {
        this.timer = setTimeout(() => this.put(this.game.choose(this.position, this.level), false), THINK_MILLISECONDS);
      }
    }
    headline(shown) {
      const mover = this.game.toMove(this.position);
      if (this.line) return text.punished;
      if (this.isStepping) return text.stepOf(shown, this.moves.length);
      if (this.isOver) return this.endWords();
      if (this.side === "two") return text.turn(mover);
      return this.isPersons(mover) ? text.yourTurn(mover) : text.thinking;
    }
    endWords() {
      const winner = this.game.winner(this.position);
      if (winner === null) return text.draw;
      return this.side === "two" ? text.wins(winner) : winner === this.side ? text.youWin : text.youLose;
    }

    draw() {
      const shown = this.state.at ?? this.moves.length;
      const position = this.before(shown);
      const isMine = !this.isOver && this.isPersons(this.game.toMove(this.position));
      const isLive = isMine && !this.isStepping && !this.line;
      this.message.textContent = this.headline(shown);
      const hint = isLive && this.hints ? advice.hint(this.game, this.position) : null;
      this.board.show(this.line ? this.line.position : position, {
        ghosts: this.line?.ghosts,
        isActive: isLive,
        title: text.boardName(this.game),
        drawing: this.drawing(hint, position),
        last: this.line ? null : (this.moves[shown - 1] ?? null),
        values: this.valuesOn && !this.line && (isLive || this.isStepping) ? this.game.moves(position) : null,
      });
      setEnabled(this.buttons.undo, this.canUndo);
      setEnabled(
        this.buttons.again,
        this.moves.length + this.undone.length > 0 || this.state.start !== this.game.start,
      );
      this.buttons.again.classList.toggle("loud", this.isOver);
      this.rival.textContent = this.side === "two" ? "" : text.against(this.level.name);
      setEnabled(this.buttons.redo, this.undone.length > 0);
      setEnabled(this.buttons.hint, isLive && this.hints < HINT_STEPS);
      this.buttons.values.setAttribute("aria-pressed", String(this.valuesOn));
      // So that the step buttons stay where they are.
      this.panel.classList.toggle("short", !this.isOver && !this.isStepping);
      this.drawPanel(hint, shown);
      this.drawAside();
    }
    // Draw the column beside the board. At first, and after a click on the board, it waits until the board is painted.
    drawAside() {
      const { aside } = this;
      const draw = () => {
        if (aside !== this.aside) return; // the view was closed and opened again
        if (!aside.firstChild) this.fillAside();
        this.review.draw(this.state.at ?? this.moves.length);
        this.settings.draw();
        this.isDrawn = true;
      };
      if (aside.firstChild && !this.isClicked) return draw();
      this.isDrawn = this.isClicked = false;
      afterPaint(draw);
    }
    fillAside() {
      this.review = new Review(this);
      this.settings = new SettingsPanel(this);
      this.aside.append(this.review.element, this.links(), this.settings.element);
    }
    drawing(hint, position) {
      if (hint && this.hints === 1)
        return {
          strokes: hint.line.length > 1 ? [{ cells: hint.line, mark: this.game.toMove(position), kind: "look" }] : [],
          rings: [],
        };
      // The mistake that the panel explains.
      const lost = !hint && !this.isStepping && !this.line && this.isOver ? this.lostBy() : null;
      if (lost) return { strokes: [], rings: [{ cell: lost.cell, mark: lost.mover, kind: "mistaken" }] };
      if (!hint && this.isStepping && this.state.at > 0)
        return advice.drawing(this.game, this.before(this.state.at - 1), this.moves[this.state.at - 1]);
      if (!hint) return null;
      const drawn = advice.drawing(this.game, position, hint.cell);
      return {
        strokes: drawn?.strokes ?? [],
        rings: [...(drawn?.rings ?? []), { cell: hint.cell, mark: this.game.toMove(position), kind: "move" }],
        tried: hint.cell,
      };
    }
    drawPanel(hint, shown) {
      const held = this.panel.contains(document.activeElement) ? document.activeElement.id : null;
      this.panel.replaceChildren(...this.panelParts(hint, shown));
      if (held) (document.getElementById(held) ?? this.panel).focus();
    }
    panelParts(hint, shown) {
      if (this.line) return [this.line.element];
      if (hint) return [make("p", {}, hint.steps[this.hints - 1])];
      if (this.isStepping) return this.stepParts(shown);
      if (!this.isOver) return [];
      const lost = this.lostBy();
      if (!lost) return [make("p", {}, this.lastMistake() ? text.wonAnyway : text.noMistake)];
      return [
        make("p", {}, make("strong", {}, text.because), this.mistakeWords(lost.number)),
        this.mistakeButtons(lost.number),
      ];
    }
    lastMistake() {
      return (
        this.judged()
          .filter((each) => each.isMistake && this.isPersons(each.mover))
          .pop() ?? null
      );
    }
    // The person's last mistake in a finished game; null if there was none, or if the person won all the same.
    lostBy() {
      return this.side !== "two" && this.game.winner(this.position) === this.side ? null : this.lastMistake();
    }
    // What the panel shows while one steps through the game: what the shown move did.
    stepParts(shown) {
      if (!shown) return [make("p", {}, text.beforeFirst)];
      const each = this.judged()[shown - 1];
      const words = `${each.mover} ${this.game.cellName(each.cell)} ${each.words}.`;
      if (each.isMistake) return [make("p", {}, this.mistakeWords(each.number)), this.mistakeButtons(each.number)];
      const ideas = advice.ideas(this.game, this.before(each.number), each.cell);
      const does = ideas.length ? ` It ${advice.ideasWords(this.game, this.before(each.number), ideas)}.` : "";
      return [
        make("p", {}, words, does),
        make("div", { class: "controls tight" }, this.retryButton(shown, text.playFrom)),
      ];
    }
    mistakeWords(number) {
      return advice.mistake(this.game, this.before(number), this.moves[number], number);
    }
    mistakeButtons(number) {
      return make(
        "div",
        { class: "controls tight" },
        button(text.showMe, () => this.punish(number), { id: "punish" }),
        this.retryButton(number),
      );
    }
    retryButton(number, label = text.tryAgain) {
      return button(
        label,
        () => {
          this.goBack(number);
          this.board.move(this.board.focus);
        },
        { id: "retry" },
      );
    }
    judged() {
      return this.moves.map((cell, number) => {
        const before = this.before(number);
        return {
          number,
          cell,
          mover: this.game.toMove(before),
          after: this.game.after(before, cell),
          ...advice.judge(this.game, before, cell),
        };
      });
    }
    key(event) {
      if (/^[1-9]$/.test(event.key) && this.game.cells === 9) {
        this.take(Number(event.key) - 1);
        return true;
      }
      const at = this.state.at ?? this.moves.length;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.moves.length }[event.key];
      if (to === undefined || this.line) return false;
      this.stepTo(to);
      return true;
    }
  }
  noughts.Play = Play;
})();
