// A recorded search of the reader's own program, from the JSON of `noughts trace`. It has the same methods as a search
// by a listing (searcher.js), so that the view steps through both alike.
"use strict";
(() => {
  const { text } = noughts;

  // A recorded search of a program, from the JSON of `noughts trace`. A step begins or ends a call.
  class Recorded {
    constructor(trace) {
      this.trace = trace;
      this.game = noughts.games[0];
      this.lines = trace.source;
      this.records = trace.records;
      const searching = new Set(
        trace.functions.map((each, index) => (trace.recursion.includes(each.name) ? index : -1)),
      );
      const wrong = trace.finding ? trace.finding.record : null;
      const root = this.records.length - 1;
      this.shown = this.records.map(
        (record, number) => number === root || number === wrong || searching.has(record.function),
      );
      this.restart();
    }
    restart() {
      Object.assign(this, { frames: [], steps: 0, calls: 0, value: null, event: null, last: null });
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
      return false;
    }
    get isWrong() {
      return this.event?.isWrong ?? false;
    }
    name(record) {
      return this.trace.functions[record.function]?.name ?? "?";
    }
    step() {
      if (this.isDone) return false;
      this.steps++;
      const { frame } = this;
      if (!frame) this.enter(this.records.length - 1, null);
      else if (frame.at + 1 < frame.children.length) {
        frame.at++;
        frame.children[frame.at].state = "current";
        frame.children[frame.at].entered = this.steps;
        this.enter(frame.children[frame.at].number, frame);
      } else this.leave(frame);
      return true;
    }
    enter(number, caller) {
      const record = this.records[number];
      const mover = record.board ? this.game.toMove(record.board) : "X";
      const numbers = record.children.filter((child) => Number.isInteger(child) && child < number && this.shown[child]);
      const children = numbers.map((child) => ({
        number: child,
        board: this.records[child].board,
        cell: changed(record.board, this.records[child].board),
        value: null,
        state: "waiting",
        entered: null,
        isWrong: child === this.trace.finding?.record,
      }));
      this.calls++;
      this.frames.push({
        function: this.name(record),
        number,
        mover,
        isMax: mover === "X",
        board: record.board,
        arguments: record.arguments,
        children,
        at: -1,
        value: null,
        best: null,
        entered: this.steps,
      });
      this.event = {
        kind: "begins",
        line: this.trace.functions[record.function]?.line ?? 0,
        called: caller ? record.line : 0,
        isWrong: number === this.trace.finding?.record,
        record,
      };
    }
    leave(frame) {
      const record = this.records[frame.number];
      const value = record.exception ? `${record.exception.type}` : record.value;
      frame.value = value;
      this.frames.pop();
      const isWrong = frame.number === this.trace.finding?.record;
      this.event = {
        kind: "ends",
        line: record.exception?.line || (isWrong && this.trace.finding.lines[0]) || record.line,
        value,
        isWrong,
        record,
        returned: frame,
      };
      const caller = this.frame;
      if (!caller) {
        this.value = value;
        this.last = frame;
        return;
      }
      Object.assign(caller.children[caller.at], { value, state: "done" });
    }
    snapshot() {
      return {
        frames: this.frames.map((frame) => ({ ...frame, children: frame.children.map((child) => ({ ...child })) })),
        steps: this.steps,
        calls: this.calls,
        value: this.value,
        last: this.last,
        event: this.event,
      };
    }
    restore(kept) {
      Object.assign(this, kept, {
        frames: kept.frames.map((frame) => ({ ...frame, children: frame.children.map((child) => ({ ...child })) })),
      });
    }
  }
  // The cell in which two boards differ; null unless they differ in exactly one cell.
  function changed(before, after) {
    if (!before || !after || before.length !== after.length) return null;
    const cells = [...before].map((mark, cell) => (mark === after[cell] ? -1 : cell)).filter((cell) => cell >= 0);
    return cells.length === 1 ? cells[0] : null;
  }

  // Why data is not a recorded search, or null.
  function refuseTrace(data) {
    const why = text.search.refused;
    const isObject = (value) => value !== null && typeof value === "object";
    if (!isObject(data) || data.schema !== 1 || !Array.isArray(data.records)) return why.kind;
    if (!Array.isArray(data.source) || !data.source.every((line) => typeof line === "string")) return why.old;
    const isFine =
      data.records.length > 0 &&
      Array.isArray(data.functions) &&
      data.functions.every(isObject) &&
      Array.isArray(data.recursion) &&
      typeof data.position === "string" &&
      noughts.games[0].refuse(data.position) === null &&
      data.records.every(
        (each) =>
          isObject(each) &&
          Array.isArray(each.children) &&
          Number.isInteger(each.function) &&
          (each.board === null || /^[XO.]{9}$/.test(each.board)),
      ) &&
      (data.finding === null ||
        (isObject(data.finding) && Array.isArray(data.finding.lines) && typeof data.finding.sentence === "string"));
    return isFine ? null : why.shape;
  }
  Object.assign(noughts, { Recorded, refuseTrace });
})();
