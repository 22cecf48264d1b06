// A search as a machine that executes one line of its listing at a time (noughts/explain/listings.py). It has a frame
// for each call that has not returned yet, with the fields of a record of `noughts trace --json`: function, line,
// board, arguments, value, children. Only the frames are stored, and a copy of them from time to time, for going back.
"use strict";
(() => {
  const { other, put } = noughts;
  const SNAPSHOT_STEPS = 4096;
  const INFINITY = Infinity;

  // A search by a listing. A step executes a line; `event` says what the step did.
  class Search {
    constructor(game, position, listing) {
      Object.assign(this, {
        game,
        position,
        listing,
        lines: listing.lines.map(([code]) => code),
        hasWindow: listing.name === "alpha-beta",
      });
      // The line of each operation of max_value and of min_value, from 1.
      this.places = { max_value: {}, min_value: {} };
      let name = "max_value";
      listing.lines.forEach(([code, operation], index) => {
        if (code.startsWith("def "))
          name = code.includes("max_value(") && !code.includes("min_value(") ? "max_value" : "min_value";
        if (operation) this.places[name][operation] = index + 1;
      });
      this.order = { max_value: this.sequence("max_value"), min_value: this.sequence("min_value") };
      this.restart();
    }
    sequence(name) {
      return Object.entries(this.places[name])
        .sort((a, b) => a[1] - b[1])
        .map(([operation]) => operation);
    }
    restart() {
      Object.assign(this, {
        frames: [],
        steps: 0,
        calls: 0,
        searched: 0,
        cuts: 0,
        value: null,
        bound: null,
        event: null,
        last: null,
        known: new Map(),
        entering: { board: this.position, alpha: -INFINITY, beta: INFINITY, cell: null },
      });
    }
    get isDone() {
      return this.value !== null && !this.frames.length;
    }
    get frame() {
      return this.frames.at(-1) ?? null;
    }
    get line() {
      return this.event ? this.event.line : 0;
    }
    get wasCut() {
      return this.event?.kind === "return_cut" && this.event.skipped.length > 0;
    }

    // Execute the next line.
    step() {
      if (this.isDone) return false;
      this.steps++;
      if (this.entering) {
        this.enter(this.entering);
        return true;
      }
      const { frame } = this;
      const operation = frame.next;
      this.note(operation, frame);
      this[operation](frame);
      return true;
    }
    note(kind, frame, fields = {}) {
      this.event = { kind, function: frame.function, line: this.places[frame.function][kind], ...fields };
    }
    // The operation on the line after a given one.
    after(frame, operation) {
      const order = this.order[frame.function];
      return order[order.indexOf(operation) + 1];
    }

    enter({ board, alpha, beta, cell }) {
      this.entering = null;
      const mover = this.game.toMove(board);
      const name = mover === "X" ? "max_value" : "min_value";
      const frame = {
        function: name,
        isMax: mover === "X",
        mover,
        board,
        cell,
        alpha,
        beta,
        window: [alpha, beta],
        best: null,
        value: null,
        children: null,
        at: -1,
        entered: this.steps,
      };
      this.calls++;
      this.frames.push(frame);
      this.note("enter", frame);
      frame.next = this.after(frame, "enter");
    }
    if_known(frame) {
      const isKnown = this.known.has(frame.board);
      this.event.answer = isKnown;
      frame.next = isKnown ? "return_known" : "if_over";
    }
    return_known(frame) {
      this.leave(frame, this.known.get(frame.board));
    }
    if_over(frame) {
      this.searched++;
      const value = this.game.finalValue(frame.board);
      this.event.answer = value !== null;
      frame.next = value !== null ? (this.places[frame.function].finished ? "finished" : "return_utility") : "start";
    }
    return_utility(frame) {
      this.leave(frame, this.game.finalValue(frame.board));
    }
    finished(frame) {
      frame.best = this.game.finalValue(frame.board);
      frame.next = "remember";
    }
    start(frame) {
      frame.best = frame.isMax ? -INFINITY : INFINITY;
      frame.children = this.game
        .free(frame.board)
        .map((cell) => ({
          cell,
          board: put(frame.board, cell, frame.mover),
          value: null,
          bound: null,
          state: "waiting",
          entered: null,
        }));
      frame.next = "next";
    }
    next(frame) {
      frame.at++;
      const child = frame.children[frame.at];
      this.event.answer = Boolean(child);
      if (child) {
        child.state = "current";
        frame.next = "call";
      } else frame.next = this.places[frame.function].remember ? "remember" : "return_best";
    }
    call(frame) {
      const child = frame.children[frame.at];
      frame.next = "update";
      child.entered = this.steps + 1;
      this.entering = { board: child.board, alpha: frame.alpha, beta: frame.beta, cell: child.cell };
    }
    update(frame) {
      const { value } = frame.children[frame.at];
      const before = frame.best;
      frame.best = frame.isMax ? Math.max(before, value) : Math.min(before, value);
      Object.assign(this.event, { before, answer: frame.best !== before });
      frame.next = this.hasWindow ? "if_cut" : "next";
    }
    if_cut(frame) {
      const isCut = frame.isMax ? frame.best >= frame.beta : frame.best <= frame.alpha;
      this.event.answer = isCut;
      frame.next = isCut ? "return_cut" : "window";
    }
    return_cut(frame) {
      const skipped = frame.children.slice(frame.at + 1);
      skipped.forEach((child) => {
        child.state = "cut";
      });
      this.cuts++;
      this.event.skipped = skipped.map((child) => child.cell);
      this.leave(frame, frame.best, frame.isMax ? "at_least" : "at_most");
    }
    window(frame) {
      if (frame.isMax) frame.alpha = Math.max(frame.alpha, frame.best);
      else frame.beta = Math.min(frame.beta, frame.best);
      frame.next = "next";
    }
    remember(frame) {
      this.known.set(frame.board, frame.best);
      frame.next = "return_best";
    }
    // In alpha-beta, a value that is not between alpha and beta is only a bound, because moves may have been cut below.
    return_best(frame) {
      const [alpha, beta] = frame.window;
      const bound = !this.hasWindow
        ? null
        : frame.isMax && frame.best <= alpha
          ? "at_most"
          : !frame.isMax && frame.best >= beta
            ? "at_least"
            : null;
      this.leave(frame, frame.best, bound);
    }
    // Return from a call, and store the value beside its board in the caller's frame.
    leave(frame, value, bound = null) {
      frame.value = value;
      this.frames.pop();
      Object.assign(this.event, { value, bound, returned: frame });
      const caller = this.frame;
      if (!caller) {
        this.value = value;
        this.bound = bound;
        this.last = frame;
        return;
      }
      Object.assign(caller.children[caller.at], { value, bound, state: "done" });
    }
    snapshot() {
      return {
        frames: this.frames.map((frame) => ({
          ...frame,
          children: frame.children?.map((child) => ({ ...child })) ?? null,
        })),
        steps: this.steps,
        calls: this.calls,
        searched: this.searched,
        cuts: this.cuts,
        value: this.value,
        bound: this.bound,
        last: this.last,
        event: this.event,
        entering: this.entering,
        known: new Map(this.known),
      };
    }
    restore(kept) {
      Object.assign(this, kept, {
        frames: kept.frames.map((frame) => ({
          ...frame,
          children: frame.children?.map((child) => ({ ...child })) ?? null,
        })),
        known: new Map(kept.known),
      });
    }
  }

  // A walk through a search: forwards, back, and to any step.
  class Walk {
    constructor(search) {
      this.search = search;
      this.kept = [search.snapshot()];
    }
    forward() {
      const moved = this.search.step();
      if (moved && this.search.steps === this.kept.length * SNAPSHOT_STEPS) this.kept.push(this.search.snapshot());
      return moved;
    }
    goTo(step) {
      if (step < this.search.steps) this.search.restore(this.kept[Math.floor(Math.max(0, step) / SNAPSHOT_STEPS)]);
      while (this.search.steps < step && this.forward());
    }
    // Go on until the condition holds or the search is over, at most `limit` steps; return whether one of these
    // happened.
    until(condition, limit = Infinity) {
      for (let n = 0; n < limit && this.forward(); n++) if (condition(this.search)) return true;
      return this.search.isDone;
    }
  }
  Object.assign(noughts, { Search, Walk });
})();
