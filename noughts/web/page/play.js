// Play: a game against a level or between two people, with hints, values, undo, and every move to step through.
"use strict";
(() => {
  const { make, button, icon, setEnabled, isEnabled, say, inSight, Board, Line, text, advice, stored, store } = noughts;
  const THINK_MILLISECONDS = 350;
  const HINT_STEPS = 3;
  const COUNTED_MAX = 50; // games whose result is remembered, so that back, forward and reload count nothing twice
  const EMPTY_SCORE = () => ({ you: [0, 0, 0], two: [0, 0, 0] });
  const isScore = (kept) => ["you", "two"].every((key) => Array.isArray(kept[key]) && kept[key].length === 3 && kept[key].every((n) => Number.isInteger(n) && n >= 0));
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
      this.score = stored("score", isScore, EMPTY_SCORE());
      this.counted = stored("counted", Array.isArray, []);
    }
    get state() { return noughts.app.state; }
    get game() { return this.state.game; }
    get moves() { return this.state.moves; }
    get undone() { return this.state.undone; }
    get position() { return this.game.follow(this.state.start, this.moves); }
    get isOver() { return this.game.isOver(this.position); }
    get isStepping() { return this.state.at !== null; }
    get scoreKey() { return this.side === "two" ? "two" : "you"; }
    before(number) { return this.game.follow(this.state.start, this.moves.slice(0, number)); }
    moverOf(number) { return this.game.toMove(this.before(number)); }
    isPersons(mark) { return this.side === "two" || mark === this.side; }
    get canUndo() { return this.moves.some((_, number) => this.isPersons(this.moverOf(number))); }

    open(place) {
      this.message = make("h2", { class: "message", id: "message" });
      this.panel = make("div", { class: "panel short", id: "panel", tabindex: "-1" });
      this.boardPlace = make("div", { class: "board-place" });
      // Where the settings are out of sight, this names the opponent and leads to them.
      this.rival = button("", () => document.getElementById("level").focus(), { id: "rival", class: "link" });
      this.error = make("p", { class: "error", id: "error", role: "alert" });
      place.append(make("div", { class: "table" },
        make("section", { class: "hero", "aria-labelledby": "message" }, this.message, this.rival, this.boardPlace, this.controls(), this.error, this.panel),
        make("aside", { class: "side" }, this.stepper(), this.links(), this.settings())));
      this.settingsShown = null;
      this.newBoard();
      this.update();
    }
    close() { clearTimeout(this.timer); this.dismiss(); }
    newBoard() {
      this.board = new Board(this.game, (cell) => this.take(cell));
      this.boardPlace.replaceChildren(this.board.element);
    }

    controls() {
      const make_ = (label, id, act, attributes = {}) => button(label, () => isEnabled(this.buttons[id]) && act(), { id, ...attributes });
      this.buttons = {};
      Object.assign(this.buttons, {
        undo: make_(text.undo, "undo", () => this.undo()), redo: make_(text.redo, "redo", () => this.redo()),
        hint: make_(text.hint, "hint", () => this.hint()),
        values: make_(text.values, "values", () => { this.valuesOn = !this.valuesOn; this.keep(); this.draw(); }, { "aria-pressed": "false" }),
        again: make_(text.again, "again", () => this.begin(), { class: "loud" }),
      });
      return make("div", { class: "controls" }, ...Object.values(this.buttons));
    }
    // The review of the game: a strip with a box for each move, coloured by who wins after it, and buttons to step through.
    stepper() {
      this.strip = make("ol", { class: "strip", id: "strip" });
      const go = (label, id, to) => button(icon(id), () => isEnabled(this.steps[id]) && this.stepTo(to()), { id: `step-${id}`, class: "icon", "aria-label": label, title: label });
      this.steps = {};
      const at = () => this.state.at ?? this.moves.length;
      Object.assign(this.steps, { first: go(text.line.first, "first", () => 0), back: go(text.line.back, "back", () => at() - 1),
        next: go(text.line.next, "next", () => at() + 1), last: go(text.line.last, "last", () => this.moves.length) });
      return make("section", { "aria-label": text.review, class: "moves" }, make("h3", {}, text.review), this.strip,
        make("p", { class: "key" }, ...["x-wins", "even", "o-wins"].map((kind) => make("span", { class: `swatch ${kind}` }, text.key[kind]))),
        make("div", { class: "controls tight" }, ...Object.values(this.steps)));
    }
    links() {
      const link = (label, view, id) => button(label, () => noughts.app.go({ view, spot: null, step: 0 }), { id, class: "link" });
      return make("p", { class: "links" }, link(text.exploreThis, "explore", "to-explore"), link(text.showSearch, "search", "to-search"));
    }
    settings() {
      const select = (label, id, options, value, change, help = null) => make("label", { class: "field" }, make("span", {}, label),
        make("select", { id, onchange: (event) => change(event.target.value) },
          ...options.map(([key, name]) => make("option", { value: key, selected: key === value }, name))), help);
      this.levelHelp = make("span", { class: "help", id: "level-help" });
      this.pending = make("p", { class: "pending", id: "pending" });
      this.scoreText = make("span", { id: "score" });
      return make("section", { class: "settings", "aria-label": text.settings },
        select(text.side, "side", Object.entries(text.sides), this.side, (value) => this.choose({ nextSide: value })),
        select(text.level, "level", noughts.data.levels.map((level) => [level.name, advice.capital(level.name)]), this.level.name,
          (value) => { this.level = levelOf(value); this.keep(); this.draw(); }, this.levelHelp),
        select(text.board_, "game", noughts.games.map((game) => [game.name, text.boardName(game)]), this.game.name,
          (value) => this.choose({ nextGame: noughts.gameOf(value) })),
        this.pending,
        make("p", { class: "score" }, this.scoreText, button(text.clear, () => this.clearScore(), { id: "clear", class: "link" })));
    }
    keep() { store("settings", { level: this.level.name, side: this.side, values: this.valuesOn }); }
    // A side or board chosen in the middle of a game is for the next game: no choice ends a game that has begun.
    choose(chosen) {
      Object.assign(this, chosen);
      if (this.nextSide === this.side) this.nextSide = null;
      if (this.nextGame === this.game) this.nextGame = null;
      const isUnderWay = !this.isOver && this.canUndo;
      if ((this.nextSide || this.nextGame) && !isUnderWay) this.begin();
      else this.draw();
    }
    clearScore() {
      this.score = EMPTY_SCORE();
      this.counted = [];
      store("score", this.score);
      store("counted", this.counted);
      this.draw();
      say(this.scoreText.textContent);
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
      say(text.took(mover, this.game.cellName(cell)));
      noughts.app.go({ moves: [...this.moves, cell], undone, at: null, spot: null }, !isPersons);
      if (this.isOver) say([this.message.textContent, ...[...this.panel.querySelectorAll("p")].map((p) => p.textContent)].join(". ").trim(), true);
    }
    undo() {
      const turns = this.moves.map((_, number) => number).filter((number) => this.isPersons(this.moverOf(number)));
      this.goBack(turns.at(-1));
    }
    goBack(length) {
      this.hints = 0;
      this.dismiss();
      noughts.app.go({ moves: this.moves.slice(0, length), undone: [...this.moves.slice(length), ...this.undone], at: null });
      say(this.message.textContent);
    }
    redo() {
      const moves = [...this.moves], undone = [...this.undone];
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
      const before = this.before(number), cells = this.game.bestLine(before, this.moves[number]);
      this.dismiss();
      noughts.app.go({ at: number }, true);
      this.line = new Line(this.game, before, cells, this.mistakeWords(number), () => this.draw(), () => { this.dismiss(); noughts.app.go({ at: null }, true); this.board.move(this.board.focus); },
        [this.retryButton(number)]);
      this.draw();
      say(this.line.words.textContent);
      this.line.nextButton.focus({ preventScroll: true });
      inSight(this.panel, this.boardPlace);
    }
    dismiss() { if (this.line) this.line.stop(); this.line = null; }

    // The state has changed: count a finished game, draw, and let the computer move if it is its turn.
    update() {
      if (this.board.game !== this.game) this.newBoard();
      this.count();
      this.draw();
      clearTimeout(this.timer);
      if (!this.isOver && !this.isStepping && !this.isPersons(this.game.toMove(this.position))) {
        this.timer = setTimeout(() => this.put(this.game.choose(this.position, this.level), false), THINK_MILLISECONDS);
      }
    }
    // Count a game once, however often it is finished, undone or loaded again. A link to a finished game counts nothing.
    count() {
      const { id, isOpened } = noughts.app, entry = this.counted.find((each) => each && each.id === id);
      const isCounted = this.isOver && (entry || !isOpened);
      if (!entry && !isCounted) return;
      if (entry && this.score[entry.key]) this.score[entry.key][entry.index] = Math.max(0, this.score[entry.key][entry.index] - 1);
      this.counted = this.counted.filter((each) => each !== entry);
      if (isCounted) {
        const winner = this.game.winner(this.position), first = this.side === "two" ? "X" : this.side;
        const result = entry && entry.moves === this.moves.join() ? entry : { id, key: this.scoreKey, index: winner === null ? 2 : winner === first ? 0 : 1, moves: this.moves.join() };
        this.score[result.key][result.index]++;
        this.counted = [...this.counted, result].slice(-COUNTED_MAX);
      }
      store("score", this.score);
      store("counted", this.counted);
    }
    endWords() {
      const winner = this.game.winner(this.position);
      if (winner === null) return text.draw;
      return this.side === "two" ? text.wins(winner) : winner === this.side ? text.youWin : text.youLose;
    }

    draw() {
      const { at } = this.state, shown = at ?? this.moves.length, position = this.before(shown);
      const mover = this.game.toMove(this.position), isMine = !this.isOver && this.isPersons(mover), isLive = isMine && !this.isStepping && !this.line;
      this.message.textContent = this.line ? text.punished : this.isStepping ? text.stepOf(shown, this.moves.length) : this.isOver ? this.endWords() : isMine
        ? (this.side === "two" ? text.turn(mover) : text.yourTurn(mover)) : text.thinking;
      const hint = isLive && this.hints ? advice.hint(this.game, this.position) : null;
      this.board.show(this.line ? this.line.position : position, { ghosts: this.line?.ghosts, isActive: isLive, title: text.boardName(this.game), drawing: this.drawing(hint, position),
        last: this.line ? null : this.moves[shown - 1] ?? null, values: this.valuesOn && !this.line && (isLive || this.isStepping) ? this.game.moves(position) : null });
      setEnabled(this.buttons.undo, this.canUndo);
      setEnabled(this.buttons.again, this.moves.length + this.undone.length > 0 || this.state.start !== this.game.start);
      this.buttons.again.classList.toggle("loud", this.isOver);
      setEnabled(this.buttons.redo, this.undone.length > 0);
      setEnabled(this.buttons.hint, isLive && this.hints < HINT_STEPS);
      this.buttons.values.setAttribute("aria-pressed", String(this.valuesOn));
      this.panel.classList.toggle("short", !this.isOver && !this.isStepping); // so that the step buttons stay where they are
      this.drawPanel(hint, shown);
      this.drawStrip(shown);
      this.drawSettings();
    }
    drawing(hint, position) {
      if (hint && this.hints === 1) return { strokes: hint.line.length > 1 ? [{ cells: hint.line, mark: this.game.toMove(position), kind: "look" }] : [], rings: [] };
      const lost = !hint && !this.isStepping && !this.line && this.isOver ? this.lostBy() : null; // the mistake that the panel explains
      if (lost) return { strokes: [], rings: [{ cell: lost.cell, mark: lost.mover, kind: "mistaken" }] };
      if (!hint && this.isStepping && this.state.at > 0) return advice.drawing(this.game, this.before(this.state.at - 1), this.moves[this.state.at - 1]);
      if (!hint) return null;
      const drawn = advice.drawing(this.game, position, hint.cell);
      return { strokes: drawn?.strokes ?? [], rings: [...(drawn?.rings ?? []), { cell: hint.cell, mark: this.game.toMove(position), kind: "move" }], tried: hint.cell };
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
      return [make("p", {}, make("strong", {}, text.because), this.mistakeWords(lost.number)), this.mistakeButtons(lost.number)];
    }
    lastMistake() { return this.judged().filter((each) => each.isMistake && this.isPersons(each.mover)).pop() ?? null; }
    // The person's last mistake in a finished game; null if there was none, or if the person won all the same.
    lostBy() { return this.side !== "two" && this.game.winner(this.position) === this.side ? null : this.lastMistake(); }
    // What the panel shows while one steps through the game: what the shown move did.
    stepParts(shown) {
      if (!shown) return [make("p", {}, text.beforeFirst)];
      const each = this.judged()[shown - 1], words = `${each.mover} ${this.game.cellName(each.cell)} ${each.words}.`;
      if (each.isMistake) return [make("p", {}, this.mistakeWords(each.number)), this.mistakeButtons(each.number)];
      const ideas = advice.ideas(this.game, this.before(each.number), each.cell);
      const does = ideas.length ? ` It ${advice.ideasWords(this.game, this.before(each.number), ideas)}.` : "";
      return [make("p", {}, words, does), make("div", { class: "controls tight" }, this.retryButton(shown, text.playFrom))];
    }
    mistakeWords(number) { return advice.mistake(this.game, this.before(number), this.moves[number], number); }
    mistakeButtons(number) {
      return make("div", { class: "controls tight" }, button(text.showMe, () => this.punish(number), { id: "punish" }), this.retryButton(number));
    }
    retryButton(number, label = text.tryAgain) { return button(label, () => { this.goBack(number); this.board.move(this.board.focus); }, { id: "retry" }); }
    judged() {
      return this.moves.map((cell, number) => {
        const before = this.before(number);
        return { number, cell, mover: this.game.toMove(before), after: this.game.after(before, cell), ...advice.judge(this.game, before, cell) };
      });
    }
    // Values are shown when the game is over, or when they are asked for.
    drawStrip(shown) {
      const isTold = this.isOver || this.valuesOn, focused = this.strip.contains(document.activeElement);
      const told = isTold ? this.judged() : this.moves.map((cell, number) => ({ number, cell, mover: this.moverOf(number) }));
      this.strip.replaceChildren(...told.map((each) => {
        const { forX, word } = isTold ? text.valueForX(this.game, each.after) : { forX: 0, word: "" }, number = each.number + 1;
        const label = `${number}. ${each.mover} ${this.game.cellName(each.cell)}${isTold ? `: ${each.words}, ${word}` : ""}`;
        const box = button(make("small", {}, String(number)), () => this.stepTo(number), { class: `box ${isTold ? ["o-wins", "even", "x-wins"][forX + 1] : ""} ${isTold && each.isMistake ? "mistake" : ""}`,
          "aria-label": label, title: label, "aria-current": number === (this.line ? shown + 1 : shown) ? "step" : null });
        box.append(make("span", { class: each.mover === "X" ? "x" : "o" }, each.mover));
        return make("li", {}, box);
      }));
      if (focused) this.strip.children[Math.max(0, shown - 1)]?.firstChild.focus();
      const isEmpty = !this.moves.length;
      if (isEmpty) this.strip.append(make("li", { class: "help" }, text.emptyStrip));
      setEnabled(this.steps.first, shown > 0); setEnabled(this.steps.back, shown > 0);
      setEnabled(this.steps.next, shown < this.moves.length); setEnabled(this.steps.last, shown < this.moves.length);
      this.strip.parentElement.classList.toggle("is-told", isTold && !isEmpty);
    }
    drawSettings() {
      const [won, lost, drawn] = this.score[this.scoreKey], key = [won, lost, drawn, this.side, this.level.name, this.nextSide, this.nextGame?.name, this.game.name].join();
      if (this.settingsShown === key) return;
      this.settingsShown = key;
      document.getElementById("level").disabled = this.side === "two";
      document.getElementById("clear").classList.toggle("hidden", won + lost + drawn === 0);
      this.rival.textContent = this.side === "two" ? "" : text.against(this.level.name);
      this.levelHelp.textContent = this.side === "two" ? text.levelUnused : this.level.sentence;
      this.scoreText.textContent = text.score(won, lost, drawn, this.side === "two");
      const next = [this.nextSide && text.sides[this.nextSide], this.nextGame && text.boardName(this.nextGame)].filter(Boolean);
      this.pending.replaceChildren(...(next.length ? [text.pending(next.join(", ")), " ", button(text.startNow, () => this.begin(), { id: "start-now", class: "link" })] : []));
      document.getElementById("side").value = this.nextSide ?? this.side;
      document.getElementById("game").value = (this.nextGame ?? this.game).name;
    }
    key(event) {
      if (/^[1-9]$/.test(event.key) && this.game.cells === 9) { this.take(Number(event.key) - 1); return true; }
      const at = this.state.at ?? this.moves.length, to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.moves.length }[event.key];
      if (to === undefined || this.line) return false;
      this.stepTo(to);
      return true;
    }
  }
  noughts.Play = Play;
})();
