// Report: draws the JSON of noughts check. Everything in it is shown as text, never as markup.
"use strict";
(() => {
  const { make, button, text, miniature } = noughts;
  const BYTES_MAX = 20_000_000;
  const TEXT_MAX = 2000;
  const ITEMS_MAX = 200;
  const REPORTS_MAX = 200;
  const short = (value) => String(value ?? "").slice(0, TEXT_MAX);
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const objects = (value) => (Array.isArray(value) ? value.slice(0, ITEMS_MAX).filter(isObject) : []);
  const MENDING_ORDER = ["initial_state", "player", "actions", "winner", "terminal", "utility", "result", "minimax"];
  const order = (status) => ["failed", "not reached", "passed"].indexOf(status);

  // A place to drop a JSON file on, or to choose one. `onData` gets its data, `onRefusal` the reason why it cannot be
  // read.
  function dropZone(command, label, id, onData, onRefusal) {
    const read = async (file) => {
      if (!file) return;
      if (file.size > BYTES_MAX) return onRefusal(text.why.large);
      let data;
      try {
        data = JSON.parse(await file.text());
      } catch {
        return onRefusal(text.why.json(short(file.name)));
      }
      onData(data);
    };
    const input = make("input", {
      type: "file",
      id,
      class: "unseen",
      accept: ".json,application/json",
      onchange: () => {
        read(input.files[0]);
        input.value = "";
      },
    });
    const zone = make(
      "label",
      { class: "drop" },
      make("span", { class: "button" }, label),
      make("span", { class: "help" }, text.dropHelp[0], make("code", {}, command), text.dropHelp[1]),
      input,
    );
    const over = (isOver) => (event) => {
      event.preventDefault();
      zone.classList.toggle("over", isOver);
    };
    zone.addEventListener("dragover", over(true));
    zone.addEventListener("dragleave", over(false));
    zone.addEventListener("drop", (event) => {
      over(false)(event);
      read(event.dataTransfer.files[0]);
    });
    return zone;
  }
  function refusal(reports) {
    for (const report of reports) {
      if (!isObject(report) || !("schema" in report)) return text.why.shape;
      if (report.schema !== 2) return text.why.schema;
      const results = isObject(report.functions) ? Object.values(report.functions) : [];
      if (!results.length || !results.some((each) => isObject(each) && order(each.status) >= 0)) return text.why.shape;
    }
    return reports.length ? null : text.why.shape;
  }

  // The reports that are shown stay in this tab when the page is loaded again, unless they are too large for that.
  const STORED = "noughts.reports";
  const remember = (reports) => {
    try {
      sessionStorage.removeItem(STORED);
      if (reports.length) sessionStorage.setItem(STORED, JSON.stringify(reports));
    } catch {
      /* they do not fit, or nothing can be stored */
    }
  };
  function remembered() {
    try {
      const reports = JSON.parse(sessionStorage.getItem(STORED));
      return Array.isArray(reports) && !refusal(reports) ? reports.slice(0, REPORTS_MAX) : [];
    } catch {
      return [];
    }
  }

  class Report {
    constructor() {
      this.reports = remembered();
      this.at = 0;
    }
    open(place) {
      this.out = make("div", { id: "report" });
      this.error = make("p", { class: "error", id: "error", role: "alert" });
      place.append(
        make("h2", { class: "message title", id: "message" }, text.reportTitle),
        dropZone(
          text.reportCommand,
          text.choose,
          "file",
          (data) => this.take(data),
          (why) => this.refuse(why),
        ),
        this.error,
        this.out,
      );
      this.update();
    }
    close() {}
    update() {
      this.show();
    }
    take(data) {
      if (isObject(data) && Array.isArray(data.records)) {
        // a recorded search is shown in the other view
        noughts.app.go({ view: "search" });
        return void noughts.search.openTrace(data);
      }
      const reports = Array.isArray(data) ? data.slice(0, REPORTS_MAX) : [data];
      const why = refusal(reports);
      if (why) return this.refuse(why);
      Object.assign(this, { reports, at: 0 });
      remember(reports);
      this.error.textContent = "";
      this.show();
    }
    // Say why a file is not a report, and remove the reports that are shown: they belong to another file.
    refuse(why) {
      this.reports = [];
      remember([]);
      this.show();
      this.error.textContent = text.reportBad(why);
    }
    show() {
      const { reports } = this;
      const list =
        reports.length > 1
          ? make(
              "nav",
              { class: "reports", "aria-label": text.reports(reports.length) },
              make("p", { class: "help" }, text.reports(reports.length)),
              make(
                "ul",
                {},
                ...reports.map((report, index) =>
                  make(
                    "li",
                    {},
                    button(
                      text.verdict(short(report.file), short(report.verdict)),
                      () => {
                        this.at = index;
                        this.show();
                        this.out.querySelector(`#report-${index}`).focus();
                      },
                      { id: `report-${index}`, class: "link", "aria-current": index === this.at ? "true" : null },
                    ),
                  ),
                ),
              ),
            )
          : null;
      this.out.replaceChildren(
        ...[list, reports.length ? this.one(reports[this.at]) : make("p", { class: "help" }, text.reportHelp)].filter(
          Boolean,
        ),
      );
    }
    one(report) {
      const functions = Object.entries(report.functions)
        .slice(0, 20)
        .filter(([, each]) => isObject(each))
        .sort(
          (a, b) =>
            order(a[1].status) - order(b[1].status) ||
            follows(report, a[0]) - follows(report, b[0]) ||
            MENDING_ORDER.indexOf(a[0]) - MENDING_ORDER.indexOf(b[0]),
        );
      const rows = functions.map(([name, each]) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, make("code", {}, short(name))),
          make("td", { class: `status ${short(each.status).split(" ")[0].replace(/\W/g, "")}` }, short(each.status)),
          make("td", { class: "count" }, number(each.asked)),
          make("td", { class: "count" }, number(each.wrong)),
        ),
      );
      const file = short(report.file).split(/[\\/]/).at(-1);
      const title = report.headline ? file : text.verdict(file, short(report.verdict));
      const general = objects(report.diagnoses).filter((each) => !functionOf(each));
      return make(
        "article",
        { class: "report" },
        make("h3", { class: "title", title: short(report.file) }, title),
        report.headline || report.reason
          ? make("p", { class: "headline" }, short(report.headline || report.reason))
          : null,
        make(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": text.functionsOf(file) },
          make(
            "table",
            {},
            make(
              "thead",
              {},
              make(
                "tr",
                {},
                ...text.functions.map((head, at) => make("th", { scope: "col", class: at > 1 ? "count" : null }, head)),
              ),
            ),
            make("tbody", {}, ...rows),
          ),
        ),
        ...this.list(general, "diagnoses"),
        ...functions.flatMap(([name, each]) => this.section(report, short(name), each)),
        ...this.list(objects(report.remarks), "remarks"),
        ...this.list(objects(report.flags), "flags"),
        this.map(report),
      );
    }
    list(findings, name) {
      return findings.length
        ? [
            make("h3", {}, text.lists[name]),
            make("ul", {}, ...findings.map((each) => make("li", {}, short(each.words)))),
          ]
        : [];
    }
    // What is wrong with one function: likely causes with the student's lines, and an example of each kind of fault.
    section(report, name, result) {
      const causes = objects(report.diagnoses).filter((each) => functionOf(each) === name);
      const faults = objects(result.faults).filter((each) => isObject(each.counterexample));
      const examples = faults.length
        ? faults.slice(0, 6)
        : isObject(result.counterexample)
          ? [{ counterexample: result.counterexample }]
          : [];
      if (!causes.length && !examples.length) return [];
      return [
        make(
          "section",
          { class: "function" },
          make("h3", {}, make("code", {}, name)),
          ...causes.flatMap((each, index) => [
            make("p", { class: "cause" }, make("b", {}, index ? text.also : text.cause), short(each.words)),
            excerpt(each),
          ]),
          ...examples.map((fault) => this.example(report, name, fault)),
        ),
      ];
    }
    example(report, name, { counterexample: found, words }) {
      const game = noughts.games[0];
      const position = short(found.position);
      const isBoard = typeof found.position === "string" && game.refuse(position) === null;
      const note = text.answered(short(found.call), short(found.expected), short(found.got));
      const open = (view) => () => this.goTo(view, position, note);
      const earlier = Array.isArray(found.earlier) ? found.earlier.slice(0, 20) : [];
      return make(
        "div",
        { class: "example" },
        isBoard ? miniature(game, position) : null,
        make(
          "div",
          {},
          words ? make("p", { class: "kind" }, short(words)) : null,
          earlier.length
            ? make("p", {}, text.after, ...earlier.map((call) => make("code", { class: "earlier" }, short(call))))
            : null,
          make("code", {}, short(found.call)),
          make("p", {}, text.expected, make("code", {}, short(found.expected))),
          make("p", {}, text.got, make("code", {}, short(found.got))),
          found.punished_by ? make("p", {}, text.punishedBy, short(found.punished_by)) : null,
          isBoard
            ? make(
                "p",
                { class: "links" },
                button(text.exploreThis, open("explore"), { class: "link" }),
                name === "minimax" ? button(text.showSearch, open("search"), { class: "link" }) : null,
              )
            : null,
        ),
      );
    }
    goTo(view, position, words) {
      noughts.app.note = { position, words };
      noughts.app.go({ view, spot: { start: position, line: [] }, step: 0 });
    }
    // The map of position classes, with the functions that are wrong in each; null for a report without them.
    map(report) {
      if (!isObject(report.classes) || !report.headline) return null;
      const namesIn = ([position, names]) => [position, Array.isArray(names) ? names.slice(0, 8).map(short) : []];
      const wrong = new Map(Object.entries(report.classes).map(namesIn));
      const functions = MENDING_ORDER.filter((name) => [...wrong.values()].some((names) => names.includes(name)));
      const left = new Set(Array.isArray(report.unreached) ? report.unreached.map(short) : []);
      const open = (position, words) => this.goTo("explore", position, words);
      return new noughts.ReportMap({ wrong, functions, left }, open).element;
    }
    key() {
      return false;
    }
  }
  // 1 if a function becomes right once another one is right, so that it is shown later; else 0.
  const follows = (report, name) =>
    Number(objects(report.diagnoses).some((each) => each.id === "follows" && functionOf(each) === name));
  const functionOf = (finding) =>
    isObject(finding.fields) && typeof finding.fields.function === "string" ? finding.fields.function : null;
  const number = (value) => (Number.isFinite(value) ? value.toLocaleString("en") : short(value));
  // The lines of the student's file that belong to a finding; those to read are marked.
  function excerpt(finding) {
    const lines =
      isObject(finding.fields) && Array.isArray(finding.fields.excerpt)
        ? finding.fields.excerpt.filter((line) => Array.isArray(line) && line.length === 3).slice(0, 40)
        : [];
    if (!lines.length) return null;
    return make(
      "pre",
      { class: "code short", tabindex: "0", "aria-label": text.excerpt },
      ...lines.map(([at, code, isMarked]) =>
        make(
          "span",
          { class: `code-line ${isMarked === true ? "suspect" : ""}` },
          `${short(at).padStart(4)}  ${short(code)}\n`,
        ),
      ),
    );
  }
  Object.assign(noughts, { Report, dropZone });
})();
