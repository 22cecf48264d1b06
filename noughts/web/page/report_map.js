// The map of a report: a square for each class of positions, grouped by number of marks, red where a function is wrong.
"use strict";
(() => {
  const { make, text } = noughts;
  const marksIn = (position) => [...position].filter((mark) => mark !== ".").length;

  class ReportMap {
    // `wrong` has the names of the functions that are wrong by position, `functions` all of these names in order, and
    // `left` the positions that the check did not reach. `open(position, words)` is called when a square is chosen.
    constructor({ wrong, functions, left }, open) {
      Object.assign(this, { wrong, left, open });
      const classes = [...noughts.games[0].truth.keys()].sort();
      const counts = [...new Set(classes.map(marksIn))].sort((a, b) => a - b);
      this.groups = counts.map((marks) => [marks, classes.filter((position) => marksIn(position) === marks)]);
      this.box = make("div", { class: "map", onkeydown: (event) => this.key(event) });
      const title = make("summary", {}, text.map);
      const choice = functions.length > 1 ? this.choice(functions) : null;
      this.element = make(
        "details",
        { class: "classes" },
        title,
        make("p", { class: "help" }, text.mapHelp),
        choice,
        this.box,
      );
      this.show("");
    }
    choice(functions) {
      const options = functions.map((name) => make("option", {}, name));
      const all = make("option", { value: "" }, text.anyFunction);
      const select = make("select", { onchange: () => this.show(select.value) }, all, ...options);
      return make("label", { class: "setting" }, text.mapOf, select);
    }
    // Show where one function is wrong, or any of them if `only` is empty.
    show(only) {
      const wrongIn = (position) => (this.wrong.get(position) ?? []).filter((name) => !only || name === only);
      const group = ([marks, positions]) => {
        const count = positions.filter((position) => wrongIn(position).length).length;
        const squares = positions.map((position) => this.square(position, wrongIn(position).join(", ")));
        const heading = make("h4", {}, text.mapGroup(marks, count, positions.length));
        return make("section", {}, heading, make("div", { class: "squares" }, ...squares));
      };
      this.box.replaceChildren(...this.groups.map(group));
      this.squares[0].tabIndex = 0;
    }
    square(position, names) {
      const isLeft = !names && this.left.has(position);
      const label = text.mapCell(position, names || (isLeft ? text.notReached : ""));
      const go = (event) => {
        event.preventDefault();
        this.open(position, label);
      };
      return make(
        "a",
        {
          href: `#explore//${position}`,
          class: `square ${names ? "bad" : isLeft ? "left" : ""}`,
          tabindex: "-1",
          title: label,
          "aria-label": label,
          onclick: go,
        },
        names ? "✗" : isLeft ? "?" : "",
      );
    }
    get squares() {
      return [...this.box.querySelectorAll(".square")];
    }
    // One stop for the tab key; the arrows go from square to square.
    key(event) {
      const { squares } = this;
      const at = squares.indexOf(document.activeElement);
      const near = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: squares.length - 1 }[event.key];
      const to = near === undefined ? this.inNextRow(squares, squares[at], event.key) : squares[near];
      if (at < 0 || !to) return;
      squares[at].tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
      event.preventDefault();
      event.stopPropagation();
    }
    // The square in the row above or below that is nearest to a square.
    inNextRow(squares, from, key) {
      const direction = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (!direction || !from) return undefined;
      const rows = (square) => direction * (square.offsetTop - from.offsetTop);
      const beyond = squares.filter((square) => rows(square) > 0);
      const next = Math.min(...beyond.map(rows));
      const columns = (square) => Math.abs(square.offsetLeft - from.offsetLeft);
      return beyond.filter((square) => rows(square) === next).sort((a, b) => columns(a) - columns(b))[0];
    }
  }
  noughts.ReportMap = ReportMap;
})();
