// The column beside the board in Play: the review of the game, and the settings with the score.
"use strict";
(() => {
  const { make, button, icon, setEnabled, isEnabled, say, text, advice } = noughts;

  // A strip with a box for each move, coloured by who wins after it, and buttons to step through the game.
  class Review {
    constructor(play) {
      this.play = play;
      this.strip = make("ol", { class: "strip", id: "strip" });
      const at = () => play.state.at ?? play.moves.length;
      this.steps = {
        first: this.stepButton("first", () => 0),
        back: this.stepButton("back", () => at() - 1),
        next: this.stepButton("next", () => at() + 1),
        last: this.stepButton("last", () => play.moves.length),
      };
      const swatch = (kind) => make("span", { class: `swatch ${kind}` }, text.key[kind]);
      this.element = make(
        "section",
        { "aria-label": text.review, class: "moves" },
        make("h3", {}, text.review),
        this.strip,
        make("p", { class: "key" }, ...["x-wins", "even", "o-wins"].map(swatch)),
        make("div", { class: "controls tight" }, ...Object.values(this.steps)),
      );
    }
    stepButton(name, to) {
      const act = () => isEnabled(this.steps[name]) && this.play.stepTo(to());
      const label = text.line[name];
      return button(icon(name), act, { id: `step-${name}`, class: "icon", "aria-label": label, title: label });
    }
    // Values are shown when the game is over, or when they are asked for.
    draw(shown) {
      const { play } = this;
      const isTold = play.isOver || play.valuesOn;
      const isFocused = this.strip.contains(document.activeElement);
      const moves = isTold
        ? play.judged()
        : play.moves.map((cell, number) => ({ number, cell, mover: play.moverOf(number) }));
      const current = play.line ? shown + 1 : shown;
      this.strip.replaceChildren(...moves.map((move) => make("li", {}, this.box(move, isTold, current))));
      if (isFocused) this.strip.children[Math.max(0, shown - 1)]?.firstChild.focus();
      if (!moves.length) this.strip.append(make("li", { class: "help" }, text.emptyStrip));
      setEnabled(this.steps.first, shown > 0);
      setEnabled(this.steps.back, shown > 0);
      setEnabled(this.steps.next, shown < moves.length);
      setEnabled(this.steps.last, shown < moves.length);
      this.element.classList.toggle("is-told", isTold && moves.length > 0);
    }
    box(move, isTold, current) {
      const { game } = this.play;
      const number = move.number + 1;
      const value = isTold ? text.valueForX(game, move.after) : null;
      const verdict = value ? `: ${move.words}, ${value.word}` : "";
      const label = `${number}. ${move.mover} ${game.cellName(move.cell)}${verdict}`;
      const colour = value ? ["o-wins", "even", "x-wins"][value.forX + 1] : "";
      const box = button(make("small", {}, String(number)), () => this.play.stepTo(number), {
        class: `box ${colour} ${isTold && move.isMistake ? "mistake" : ""}`,
        "aria-label": label,
        title: label,
        "aria-current": number === current ? "step" : null,
      });
      box.append(make("span", { class: move.mover === "X" ? "x" : "o" }, move.mover));
      return box;
    }
  }

  // The side, the opponent, the board and the score.
  class SettingsPanel {
    constructor(play) {
      this.play = play;
      this.shown = null; // what was drawn last
      this.levelHelp = make("span", { class: "help", id: "level-help" });
      this.pending = make("p", { class: "pending", id: "pending" });
      this.scoreText = make("span", { id: "score" });
      this.clear = button(text.clear, () => this.clearScore(), { id: "clear", class: "link" });
      const levels = noughts.data.levels.map(({ name }) => [name, advice.capital(name)]);
      const games = noughts.games.map((game) => [game.name, text.boardName(game)]);
      this.side = this.select("side", Object.entries(text.sides), (value) => play.choose({ nextSide: value }));
      this.level = this.select("level", levels, (value) => play.chooseLevel(value));
      this.game = this.select("game", games, (value) => play.choose({ nextGame: noughts.gameOf(value) }));
      const field = (label, ...parts) => make("label", { class: "field" }, make("span", {}, label), ...parts);
      this.element = make(
        "section",
        { class: "settings", "aria-label": text.settings },
        field(text.side, this.side),
        field(text.level, this.level, this.levelHelp),
        field(text.board_, this.game),
        this.pending,
        make("p", { class: "score" }, this.scoreText, this.clear),
      );
    }
    select(id, options, change) {
      const choices = options.map(([value, name]) => make("option", { value }, name));
      return make("select", { id, onchange: (event) => change(event.target.value) }, ...choices);
    }
    clearScore() {
      this.play.score.clear();
      this.draw();
      say(this.scoreText.textContent);
    }
    draw() {
      const { side, level, game, nextSide, nextGame, score } = this.play;
      const isForTwo = side === "two";
      const counts = score.of(isForTwo);
      const key = [...counts, side, level.name, nextSide, nextGame?.name, game.name].join();
      if (this.shown === key) return;
      this.shown = key;
      this.side.value = nextSide ?? side;
      this.level.value = level.name;
      this.game.value = (nextGame ?? game).name;
      this.level.disabled = isForTwo;
      this.levelHelp.textContent = isForTwo ? text.levelUnused : level.sentence;
      this.scoreText.textContent = text.score(...counts, isForTwo);
      this.clear.classList.toggle(
        "hidden",
        counts.every((count) => count === 0),
      );
      this.drawPending([nextSide && text.sides[nextSide], nextGame && text.boardName(nextGame)].filter(Boolean));
    }
    // What is chosen for the next game.
    drawPending(chosen) {
      const start = () => button(text.startNow, () => this.play.begin(), { id: "start-now", class: "link" });
      this.pending.replaceChildren(...(chosen.length ? [text.pending(chosen.join(", ")), " ", start()] : []));
    }
  }

  Object.assign(noughts, { Review, SettingsPanel });
})();
