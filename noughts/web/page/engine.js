// A game: whose turn it is, who has won, what every move is worth. Its lines, symmetries and table of values are the
// package's data.
"use strict";
(() => {
  const other = (mark) => (mark === "X" ? "O" : "X");
  const put = (position, cell, mark) => position.slice(0, cell) + mark + position.slice(cell + 1);
  const rank = ([value, distance]) => value * 1000 - value * distance; // the winner hurries, the loser delays

  class Game {
    constructor(data) {
      Object.assign(this, data);
      this.cells = this.columns * this.rows;
      this.length = Math.max(...this.lines.map((line) => line.length));
      this.start = ".".repeat(this.cells);
      this._scores = new Map();
    }
    toMove(position) {
      let balance = 0;
      for (const mark of position) balance += mark === "X" ? 1 : mark === "O" ? -1 : 0;
      return balance <= 0 ? "X" : "O";
    }
    free(position) {
      const found = [];
      for (let cell = 0; cell < position.length; cell++) if (position[cell] === ".") found.push(cell);
      return found;
    }
    completeLines(position, mark) {
      return this.lines.filter((line) => line.every((cell) => position[cell] === mark));
    }
    winner(position) {
      for (const line of this.lines) {
        const mark = position[line[0]];
        if (mark !== "." && line.every((cell) => position[cell] === mark)) return this.misere ? other(mark) : mark;
      }
      return null;
    }
    isOver(position) {
      return !position.includes(".") || this.winner(position) !== null;
    }
    after(position, cell) {
      return put(position, cell, this.toMove(position));
    }
    representative(position) {
      let best = null;
      for (const symmetry of this.symmetries) {
        let image = "";
        for (const cell of symmetry) image += position[cell];
        if (best === null || image < best) best = image;
      }
      return best;
    }
    // The letter of every symmetry class, "!" if the game is over; the classes are found in the same way as in the
    // package.
    get truth() {
      if (!this._truth) {
        const seen = new Set([this.start]);
        const waiting = [this.start];
        while (waiting.length) {
          const position = waiting.pop();
          if (this.isOver(position)) continue;
          for (const cell of this.free(position)) {
            const after = this.representative(this.after(position, cell));
            if (!seen.has(after)) {
              seen.add(after);
              waiting.push(after);
            }
          }
        }
        const order = [...seen].sort((a, b) => (a < b ? -1 : 1));
        const open = order.filter((position) => !this.isOver(position));
        if (open.length !== this.table.length) throw new Error(`the table of ${this.name} does not fit its rules`);
        this._truth = new Map(order.map((position) => [position, "!"]));
        open.forEach((position, index) => this._truth.set(position, this.table[index]));
      }
      return this._truth;
    }
    isReachable(position) {
      return this.truth.has(this.representative(position));
    }
    // Value for the side to move, and plies to the end.
    verdict(position) {
      const letter = this.truth.get(this.representative(position));
      if (letter === "!") {
        const winner = this.winner(position);
        return [winner === null ? 0 : winner === this.toMove(position) ? 1 : -1, 0];
      }
      if (letter === "=") return [0, this.free(position).length];
      return letter < "a" ? [1, letter.charCodeAt(0) - 65] : [-1, letter.charCodeAt(0) - 97];
    }
    // What every move is worth to the side that makes it.
    moves(position) {
      const found = new Map();
      if (this.isOver(position)) return found;
      for (const cell of this.free(position)) {
        const [value, distance] = this.verdict(this.after(position, cell));
        found.set(cell, [value === 0 ? 0 : -value, distance + 1]);
      }
      return found;
    }
    best(position, moves = this.moves(position)) {
      const top = Math.max(...[...moves.values()].map(rank));
      return [...moves.keys()].filter((cell) => rank(moves.get(cell)) === top);
    }
    bestLine(position, first) {
      const line = [first];
      position = this.after(position, first);
      while (!this.isOver(position)) {
        line.push(this.best(position)[0]);
        position = this.after(position, line[line.length - 1]);
      }
      return line;
    }
    follow(position, cells) {
      return cells.reduce((at, cell) => this.after(at, cell), position);
    }
    // The moves in groups: those of a group lead to the same position up to symmetry.
    symmetricMoves(position, cells) {
      const groups = new Map();
      for (const cell of cells) {
        const key = this.representative(this.after(position, cell));
        groups.has(key) ? groups.get(key).push(cell) : groups.set(key, [cell]);
      }
      return [...groups.values()];
    }
    cellName(cell) {
      return this.cellNames[cell];
    }
    lineName(cells) {
      return this.lineNames[cells.join()] ?? `the line ${cells.map((cell) => this.cellName(cell)).join(" ")}`;
    }
    movesText(mover, cells) {
      return cells.map((cell, turn) => `${turn % 2 ? other(mover) : mover} ${this.cellName(cell)}`).join(", ");
    }

    // Levels: how far each one looks ahead is data; the search is here.
    shallowVerdicts(position, plies) {
      const seen = new Map();
      const mover = this.toMove(position);
      for (const cell of this.free(position)) {
        const after = this.after(position, cell);
        const winner = plies ? this.winner(after) : null;
        if (plies === 0 || (plies === 1 && winner === null)) seen.set(cell, [0, 0]);
        else if (winner !== null) seen.set(cell, [winner === mover ? 1 : -1, 1]);
        else {
          let best = [0, 0];
          let first = true;
          for (const reply of this.shallowVerdicts(after, plies - 1).values()) {
            if (first || rank(reply) > rank(best)) [best, first] = [reply, false];
          }
          seen.set(cell, [best[0] === 0 ? 0 : -best[0], best[1] + 1]);
        }
      }
      return seen;
    }
    candidates(position, level, plies) {
      if (plies < noughts.data.toTheEnd) return this.best(position, this.shallowVerdicts(position, plies));
      const best = this.best(position);
      return level.sights.length === 1 ? this.trapMoves(position, best) : best;
    }
    trapMoves(position, best) {
      if (best.length === 1) return best;
      const scores = best.map((cell) => this.scoreAgainstRandom(this.after(position, cell)));
      const most = Math.max(...scores);
      return best.filter((_, index) => most - scores[index] < 1e-9);
    }
    scoreAgainstRandom(position) {
      const mover = other(this.toMove(position));
      if (this.isOver(position)) return this.scoreOf(position, mover);
      const free = this.free(position);
      if (free.length > noughts.data.chancesFreeCellsMax) {
        let sum = 0;
        for (const [value] of this.moves(position).values()) sum += 1 - value;
        return sum / (2 * free.length);
      }
      let sum = 0;
      for (const cell of free) sum += this.scoreToMove(this.representative(this.after(position, cell)));
      return sum / free.length;
    }
    scoreToMove(position) {
      if (!this._scores.has(position)) {
        const worth = this.isOver(position)
          ? this.scoreOf(position, this.toMove(position))
          : Math.max(...this.best(position).map((cell) => this.scoreAgainstRandom(this.after(position, cell))));
        this._scores.set(position, worth);
      }
      return this._scores.get(position);
    }
    scoreOf(position, side) {
      const winner = this.winner(position);
      return winner === null ? 0.5 : winner === side ? 1 : 0;
    }
    choose(position, level, random = Math.random) {
      let chance = random();
      let plies = 0;
      for (const [sight, over, of] of level.sights) {
        plies = sight;
        chance -= over / of;
        if (chance < 0) break;
      }
      const cells = this.candidates(position, level, plies);
      return cells[Math.floor(random() * cells.length)];
    }

    // The position that a text stands for, not checked (see `refuse`). As in `noughts explain`, the text may have small
    // letters, "_" or a space for a free cell, rows split by slashes or newlines, or be a board as Python writes it.
    read(text) {
      const cells = text.trim();
      if (!cells.startsWith("["))
        return text
          .replace(/^[\r\n]+|[\r\n]+$/g, "")
          .replace(/[/\r\n]/g, "")
          .toUpperCase()
          .replace(/[_ ]/g, ".");
      return [...cells.matchAll(/"[^"]*"|'[^']*'|[^\s,[\]]+/g)]
        .map(([cell]) => cell.replace(/^["']|["']$/g, "").trim())
        .map((cell) => (["", "None", "EMPTY", "_"].includes(cell) ? "." : cell.toUpperCase()))
        .join("");
    }
    // A sentence that says why a text is not a position of this game, or null. `typed` is what the person wrote.
    refuse(text, typed = text) {
      const bad = noughts.text.bad;
      const shown = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed;
      const strange = [...text].find((mark) => !"XO.".includes(mark));
      if (strange) return bad.mark(shown, strange);
      if (text.length !== this.cells) return bad.length(shown, text.length, this.cells);
      const x = text.split("X").length - 1;
      const o = text.split("O").length - 1;
      if (x - o !== 0 && x - o !== 1) return bad.counts(x, o);
      return this.isReachable(text) ? null : bad.after;
    }
    // What a finished position is worth to X; null if the game goes on.
    finalValue(position) {
      const winner = this.winner(position);
      return winner ? (winner === "X" ? 1 : -1) : position.includes(".") ? null : 0;
    }
    // How many calls each search of the ladder makes from a position on (noughts/explain/ladder.py).
    counts(position) {
      return {
        plain: this.plainCalls(position, new Map()),
        "alpha-beta": this.alphaBetaCalls(position),
        memory: this.distinctBelow(position, (at) => at),
        symmetry: this.distinctBelow(position, (at) => this.representative(at)),
      };
    }
    plainCalls(position, known) {
      if (this.finalValue(position) !== null) return 1;
      const key = this.representative(position);
      if (!known.has(key))
        known.set(
          key,
          1 + this.free(position).reduce((sum, cell) => sum + this.plainCalls(this.after(position, cell), known), 0),
        );
      return known.get(key);
    }
    alphaBetaCalls(position) {
      let calls = 0;
      const search = (at, mover, alpha, beta) => {
        calls++;
        const value = this.finalValue(at);
        if (value !== null) return value;
        for (const cell of this.free(at)) {
          const worth = search(put(at, cell, mover), other(mover), alpha, beta);
          if (mover === "X") alpha = Math.max(alpha, worth);
          else beta = Math.min(beta, worth);
          if (alpha >= beta) break;
        }
        return mover === "X" ? alpha : beta;
      };
      search(position, this.toMove(position), -2, 2);
      return calls;
    }
    distinctBelow(position, key) {
      const seen = new Set([key(position)]);
      const waiting = [position];
      while (waiting.length) {
        const at = waiting.pop();
        if (this.isOver(at)) continue;
        for (const cell of this.free(at)) {
          const after = this.after(at, cell);
          const name = key(after);
          if (!seen.has(name)) {
            seen.add(name);
            waiting.push(after);
          }
        }
      }
      return seen.size;
    }
  }
  noughts.data = window.noughtsData;
  noughts.games = noughts.data.games.map((data) => new Game(data));
  Object.assign(noughts, { other, put, rank });
})();
