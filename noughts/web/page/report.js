// Report: draws the JSON of noughts check. Everything in it is shown as text, never as markup.
"use strict";
(() => {
  const { make, Board, text } = noughts;
  const BYTES_MAX = 5_000_000;
  const short = (value) => String(value ?? "").slice(0, 2000);
  const list = (value) => (Array.isArray(value) ? value.slice(0, 200).map(short) : []);

  class Report {
    open(place) {
      this.out = make("div", { id: "report" });
      const input = make("input", { type: "file", id: "file", accept: ".json,application/json", onchange: () => input.files[0] && this.read(input.files[0]) });
      const drop = make("div", { class: "drop", id: "drop" }, make("p", {}, text.reportIntro), make("label", { class: "file" }, text.choose, input));
      drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
      drop.addEventListener("dragleave", () => drop.classList.remove("over"));
      drop.addEventListener("drop", (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        if (event.dataTransfer.files[0]) this.read(event.dataTransfer.files[0]);
      });
      place.append(drop, this.out);
      if (noughts.reports) this.show(noughts.reports);
    }
    close() {}
    async read(file) {
      if (file.size > BYTES_MAX) return this.refuse(text.why.large);
      let data;
      try { data = JSON.parse(await file.text()); } catch { return this.refuse(text.why.json); }
      const reports = Array.isArray(data) ? data : [data];
      for (const report of reports) {
        if (!report || typeof report !== "object" || report.schema !== 2) return this.refuse(text.why.schema);
        if (!report.functions || typeof report.functions !== "object") return this.refuse(text.why.shape);
      }
      noughts.reports = reports.slice(0, 100);
      this.show(noughts.reports);
    }
    refuse(why) {
      noughts.reports = null;
      this.out.replaceChildren(make("p", { class: "error", role: "alert" }, text.reportBad(why)));
    }
    show(reports) { this.out.replaceChildren(...reports.map((report) => this.one(report))); }
    one(report) {
      const functions = Object.entries(report.functions).slice(0, 20).filter(([, f]) => f && typeof f === "object");
      const rows = functions.map(([name, f]) => make("tr", {}, make("th", { scope: "row" }, short(name)),
        make("td", { class: `status ${short(f.status).split(" ")[0]}` }, short(f.status)), make("td", {}, short(f.asked)), make("td", {}, short(f.wrong))));
      return make("article", { class: "report" }, make("h2", {}, text.verdict(short(report.file), short(report.verdict))),
        report.reason ? make("p", {}, short(report.reason)) : null,
        make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": text.verdict(short(report.file), short(report.verdict)) },
          make("table", {}, make("thead", {}, make("tr", {}, ...text.functions.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows))),
        ...this.lines(report, "diagnoses"),
        ...functions.map(([name, f]) => f.counterexample && typeof f.counterexample === "object" ? this.example(short(name), f.counterexample) : null),
        ...this.lines(report, "remarks"), ...this.lines(report, "flags"), this.map(report));
    }
    lines(report, name) {
      const lines = Array.isArray(report[name]) ? report[name].slice(0, 200).map((each) => short(each && each.words)) : [];
      return lines.length ? [make("h3", {}, text.lists[name]), make("ul", {}, ...lines.map((line) => make("li", {}, line)))] : [];
    }
    example(name, found) {
      const game = noughts.games[0], position = short(found.position);
      let board = null;
      if (game.refuse(position) === null) {
        board = new Board(game, null);
        board.show(position, { isActive: false, title: position });
      }
      return make("div", { class: "example" }, board && board.element, make("div", {}, make("h3", {}, name), make("code", {}, short(found.call)),
        make("p", {}, text.expected, short(found.expected)), make("p", {}, text.got, short(found.got)),
        found.punished_by ? make("p", {}, text.punishedBy, short(found.punished_by)) : null,
        board ? make("a", { href: `#${position}` }, text.explore) : null));
    }
    // The map of position classes, with the functions that are wrong in each.
    map(report) {
      const wrong = report.classes && typeof report.classes === "object" ? report.classes : null;
      if (!wrong) return null;
      const left = new Set(list(report.unreached)), game = noughts.games[0];
      const marks = (position) => 9 - position.split(".").length + 1;
      const order = [...game.truth.keys()].sort((a, b) => marks(a) - marks(b) || (a < b ? -1 : 1));
      const squares = order.map((position) => {
        const what = Array.isArray(wrong[position]) ? list(wrong[position]).join(", ") : left.has(position) ? text.notReached : "";
        const kind = Array.isArray(wrong[position]) ? "bad" : left.has(position) ? "left" : "";
        return make("a", { href: `#${position}`, class: `square ${kind}`, tabindex: "-1", title: text.mapCell(position, what), "aria-label": text.mapCell(position, what) },
          kind === "bad" ? "✗" : kind === "left" ? "?" : "");
      });
      squares[0].tabIndex = 0;
      return make("section", {}, make("h3", {}, text.map), make("p", { class: "help" }, text.mapHelp),
        make("div", { class: "map", onkeydown: (event) => this.key(event, squares) }, ...squares));
    }
    // One stop for the tab key; the arrows go from square to square.
    key(event, squares) {
      const at = squares.indexOf(document.activeElement), top = squares[0].offsetTop;
      const width = Math.max(1, squares.filter((square) => square.offsetTop === top).length);
      const to = at + ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width, Home: -at, End: squares.length - 1 - at }[event.key] ?? 0);
      if (at < 0 || to === at || !squares[to]) return;
      squares[at].tabIndex = -1;
      squares[to].tabIndex = 0;
      squares[to].focus();
      event.preventDefault();
    }
  }
  noughts.Report = Report;
})();
