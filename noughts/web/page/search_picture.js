// The parts of the view of a search: the rows of boards, the code with its current line, and the counters.
"use strict";
(() => {
  const { make, draw, button, miniature, searchWords, text } = noughts;
  const { valueText, chipText } = searchWords;
  const COUNTS_FREE_CELLS_MAX = 9;
  const FEW_FREE_CELLS = 6; // with more of them a smaller position is offered
  const LINEAR_MAX = 20; // if the largest count is more than this many times the smallest, the bars are logarithmic
  const LINES_ABOVE = 5; // so many lines stay in sight above the current one

  // The position that is searched; below it, for each call that has begun, a row with the boards after its moves.
  class SearchRows {
    constructor(view) {
      this.view = view;
      this.element = make("div", { class: "rows", id: "rows" });
    }
    draw() {
      const { search } = this.view;
      const focused = this.element.contains(document.activeElement) ? document.activeElement.id : null;
      // A call that has just returned is still shown.
      const frames = [...search.frames, search.event?.returned].filter(Boolean);
      // The last two rows show all boards; the rows above them only the board that the search is in.
      const shown = frames.filter((frame) => frame.children?.length);
      const isFar = (depth) => depth < shown.length - 1;
      const root = this.root();
      this.element.replaceChildren(
        this.row(null, [root], 0, isFar(0), shown.length > 0),
        ...shown.map((frame, at) => this.row(frame, frame.children, at + 1, isFar(at + 1), at + 1 < shown.length)),
      );
      if (focused) document.getElementById(focused)?.focus();
      if (!frames.length) this.element.append(...this.help(root.board));
    }
    // The position that is searched, like a child of a call.
    root() {
      const { search, position } = this.view;
      return {
        board: this.view.isRecorded ? search.trace.position : position,
        cell: null,
        state: search.isDone ? "done" : search.frames.length ? "current" : "waiting",
        value: search.value,
        bound: search.bound,
        entered: 1,
      };
    }
    // What stands below the position before the search begins.
    help(board) {
      const { view } = this;
      const isLarge = !view.isRecorded && view.game.free(board).length > FEW_FREE_CELLS;
      const small = () => button(text.search.small, () => view.start(text.search.lessons[0][0]), { class: "link" });
      return [make("p", { class: "help" }, text.search.rowsHelp), ...(isLarge ? [small()] : [])];
    }
    // `isFar`: show only the board that the row below belongs to, beside the heading. `isOpen`: there is a row below.
    row(frame, children, depth, isFar, isOpen) {
      const within = frame ? frame.at : 0;
      const best = frame && !this.isAsked(frame) ? children.findIndex((child) => isBest(child, frame)) : -1;
      const items = children.map((child, index) => {
        if (isFar && index !== within) return null;
        const kinds = [index === best && "best", isOpen && index === within && "open", child.isWrong && "wrong"];
        const board = this.board(child, depth, index, kinds.filter(Boolean).join(" "));
        return make("li", {}, board, isFar ? null : chip(child));
      });
      const head = frame ? this.head(frame) : make("div", { class: "head" }, make("b", {}, text.search.root));
      const side = frame ? (frame.isMax ? "max" : "min") : "";
      const style = `level ${side} ${isFar ? "far" : ""}`;
      return make("div", { class: style }, head, make("ol", {}, ...items.filter(Boolean)));
    }
    board(child, depth, index, kinds) {
      const { game } = this.view;
      const name = child.cell === null ? text.search.root : game.cellName(child.cell);
      const value = child.state === "done" ? `, ${valueText(child.value, child.bound)}` : "";
      const label = `${name}: ${text.search.states[child.state]}${value}`;
      const picture = child.board ? miniature(game, child.board, child.cell) : "?";
      return button(picture, () => this.view.jump(child, depth), {
        id: `board-${depth}-${index}`,
        class: `small ${child.state} ${kinds}`,
        "aria-label": label,
        title: label,
        "aria-current": child.state === "current" ? "true" : null,
      });
    }
    // Whether the reader is being asked what this call returns.
    isAsked(frame) {
      const { question } = this.view;
      return question?.frame === frame && question.answer === null;
    }
    head(frame) {
      const s = text.search;
      const moves = make("span", {}, s.moves(frame.mover));
      if (this.view.isRecorded) return make("div", { class: "head" }, make("b", {}, frame.function), moves);
      const isShown = frame.best !== null && !this.isAsked(frame);
      const best = isShown ? make("span", { class: "sofar" }, s.bestSoFar(valueText(frame.best))) : null;
      const window = this.view.search.hasWindow ? interval(frame) : null;
      return make("div", { class: "head" }, make("b", {}, frame.isMax ? "MAX" : "MIN"), moves, best, window);
    }
  }
  const isBest = (child, frame) =>
    child.state === "done" && typeof child.value === "number" && child.value === frame.best;
  // The value of a move, below its board; "cut" if the search skipped the move.
  function chip({ state, value, bound }) {
    const words = state === "done" ? chipText(value, bound) : state === "cut" ? text.search.cut : "";
    return make("span", { class: `chip ${valueClass(value, state)}`, "aria-hidden": "true" }, words);
  }
  function valueClass(value, state) {
    if (state === "cut") return "cut";
    if (state !== "done" || typeof value !== "number") return "";
    return value > 0 ? "x-wins" : value < 0 ? "o-wins" : "even";
  }
  // Alpha and beta as the ends of an interval on the scale of values for X. At a cut, the interval is closed.
  function interval(frame) {
    const { best, isMax, alpha, beta } = frame;
    const isClosed = best !== null && (isMax ? best >= beta : best <= alpha);
    const low = isClosed && isMax ? best : alpha;
    const high = isClosed && !isMax ? best : beta;
    const words = text.search[isClosed ? "closed" : "interval"](valueText(low), valueText(high));
    const place = (value) => (value === -Infinity ? 0 : value === Infinity ? 100 : (value + 2) * 25);
    const [from, to] = [place(low), place(high)];
    const style = `interval ${isClosed ? "closed" : ""}`;
    const picture = draw("svg", { viewBox: "-4 0 108 22", class: style, role: "img", "aria-label": words });
    picture.append(
      draw("line", { class: "axis", x1: 0, x2: 100, y1: 6, y2: 6 }),
      draw("line", { class: "open", x1: from, x2: to, y1: 6, y2: 6 }),
      draw("path", { class: "bound", d: `M${from} 1l5 5l-5 5z` }),
      draw("path", { class: "bound", d: `M${to} 1l-5 5l5 5z` }),
    );
    for (const value of [-1, 0, 1]) {
      const x = place(value);
      picture.append(
        draw("text", { x, y: 20 }, valueText(value)),
        draw("line", { class: "tick", x1: x, x2: x, y1: 3, y2: 9 }),
      );
    }
    return make("span", { class: "window" }, make("span", { class: "words" }, words), picture);
  }

  // The code that the search runs, with the current line and, in a recorded search, the lines that may be wrong.
  class CodeListing {
    constructor() {
      this.element = make("pre", { class: "code", id: "code", tabindex: "0", "aria-label": text.search.code });
    }
    show(lines) {
      const line = (code, number) =>
        make("span", { class: "code-line", "data-line": number }, `${String(number).padStart(3)}  ${code}\n`);
      this.element.replaceChildren(...lines.map((code, index) => line(code, index + 1)));
    }
    mark(now, suspects) {
      for (const line of this.element.children) {
        const number = Number(line.dataset.line);
        line.classList.toggle("now", number === now);
        line.classList.toggle("suspect", suspects.includes(number));
      }
      const marked = this.element.querySelector(".now");
      if (!marked) return;
      const { scrollTop, clientHeight, children } = this.element;
      const isAbove = marked.offsetTop < scrollTop;
      const isBelow = marked.offsetTop + marked.offsetHeight > scrollTop + clientHeight;
      if (isAbove || isBelow) this.element.scrollTop = children[Math.max(0, now - 1 - LINES_ABOVE)].offsetTop;
    }
  }

  // How many calls the search has made, and how many each search makes for the position.
  class Counters {
    constructor() {
      this.element = make("div", { class: "counters", id: "counters" });
    }
    show(game, position, isRecorded) {
      const free = game.free(position).length;
      this.soFar = make("p", { class: "sofar", id: "so-far" });
      this.element.replaceChildren(this.soFar);
      if (isRecorded) return;
      if (free > COUNTS_FREE_CELLS_MAX) this.element.append(make("p", { class: "help" }, text.search.tooMany(free)));
      else this.element.append(...comparison(game.counts(position)));
    }
    draw(search) {
      const remembered = search.listing?.name === "memory" ? search.calls - search.searched : null;
      const cuts = search.hasWindow ? search.cuts : null;
      this.soFar.textContent = text.search.soFar(search.steps, search.calls, remembered, cuts);
    }
  }
  // A table with the number of calls of each search, and a sentence if its bars are logarithmic.
  function comparison(counts) {
    const isLog = counts.plain > LINEAR_MAX * counts.symmetry;
    const scale = (count) => (isLog ? Math.log(Math.max(count, 1)) : count);
    const most = scale(Math.max(2, counts.plain));
    const row = ([name, count]) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, text.search.modes[name]),
        make("td", {}, count.toLocaleString("en")),
        make("td", { class: "bar-cell" }, bar(scale(count) / most)),
      );
    const rows = make("tbody", {}, ...Object.entries(counts).map(row));
    const table = make("table", {}, make("caption", {}, text.search.counts), rows);
    return isLog ? [table, make("p", { class: "help" }, text.search.countsHelp)] : [table];
  }
  function bar(share) {
    const width = Math.max(1, share * 100);
    const rectangle = draw("rect", { x: 0, y: 0, width, height: 8 });
    const box = { viewBox: "0 0 100 8", preserveAspectRatio: "none", class: "bar", "aria-hidden": "true" };
    return draw("svg", box, rectangle);
  }

  Object.assign(noughts, { SearchRows, CodeListing, Counters });
})();
