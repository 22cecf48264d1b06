// A line of moves that one steps through on the board: how a move is punished, or why it is good. It stays until it is
// dismissed.
"use strict";
(() => {
  const { make, button, icon, setEnabled, say, text, advice } = noughts;
  const STEP_MILLISECONDS = 900;

  class Line {
    // `position` is before the first move of the line. `onChange` redraws the board, `onClose` dismisses the line, and
    // `extra` are more buttons.
    constructor(game, position, cells, words, onChange, onClose, extra = []) {
      Object.assign(this, { game, position, cells, step: 1, timer: null, onChange });
      const go = (name, to) =>
        button(icon(name), () => this.go(to()), {
          id: `line-${name}`,
          class: "icon",
          "aria-label": text.line[name],
          title: text.line[name],
        });
      this.firstButton = go("first", () => 1);
      this.backButton = go("back", () => this.step - 1);
      this.nextButton = go("next", () => this.step + 1);
      this.playButton = button(text.line.play, () => (this.timer ? this.stop() : this.play()), { id: "line-play" });
      this.words = make("p", { class: "words" }, words);
      this.element = make(
        "div",
        { class: "line", role: "group", "aria-label": text.line.label, onkeydown: (event) => this.key(event) },
        this.words,
        make(
          "div",
          { class: "controls tight" },
          this.firstButton,
          this.backButton,
          this.nextButton,
          this.playButton,
          ...extra,
          button(
            text.line.close,
            () => {
              this.stop();
              onClose();
            },
            { id: "line-close", class: "quiet" },
          ),
        ),
      );
      this.update();
    }
    // The marks of the line so far, numbered, to be shown on the board.
    get ghosts() {
      const mover = this.game.toMove(this.position);
      return new Map(
        this.cells.slice(0, this.step).map((cell, turn) => [cell, [turn % 2 ? noughts.other(mover) : mover, turn + 1]]),
      );
    }
    get atEnd() {
      return this.step >= this.cells.length;
    }
    go(step) {
      const target = Math.max(1, Math.min(this.cells.length, step));
      if (target === this.step) return;
      this.step = target;
      this.update();
      this.onChange();
      const at = this.game.follow(this.position, this.cells.slice(0, this.step - 1));
      const mover = this.game.toMove(at);
      say(
        text.took(mover, this.game.cellName(this.cells[this.step - 1])) +
          (this.atEnd
            ? ` ${advice.capital(advice.ending(this.game.winner(this.game.follow(this.position, this.cells))))}.`
            : ""),
      );
    }
    play() {
      if (this.atEnd) this.go(1);
      this.timer = setInterval(() => {
        this.go(this.step + 1);
        if (this.atEnd) this.stop();
      }, STEP_MILLISECONDS);
      this.update();
    }
    stop() {
      clearInterval(this.timer);
      this.timer = null;
      this.update();
    }
    key(event) {
      const to = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 1, End: this.cells.length }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.go(to);
    }
    update() {
      setEnabled(this.firstButton, this.step > 1);
      setEnabled(this.backButton, this.step > 1);
      setEnabled(this.nextButton, !this.atEnd);
      this.playButton.textContent = this.timer ? text.line.pause : text.line.play;
    }
  }
  noughts.Line = Line;
})();
