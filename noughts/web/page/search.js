// Search: minimax made visible. A search of the shown position, or a recorded one, one line of code at a time: the boards
// on the way down, their moves, the values that come back, and the code with the line that is executed.
"use strict";
(() => {
  const { make, button, icon, setEnabled, isEnabled, say, inSight, miniature, Search, Recorded, Walk, text, advice } = noughts;
  const { phrase } = advice;
  const RUN_STEPS = 40_000; // steps of a long run between two drawings
  const SPEEDS = [1200, 600, 250, 80, 20]; // milliseconds for a step
  const COUNTS_FREE_CELLS_MAX = 9;
  const FEW_FREE_CELLS = 6; // with more of them a smaller position is offered
  const LINEAR_MAX = 20; // if the largest count is more than this many times the smallest, the bars are logarithmic

  class SearchView {
    constructor() { Object.assign(this, { speed: 1, asks: false, trace: null }); }
    get state() { return noughts.app.state; }
    get game() { return this.state.game; }
    get position() { return noughts.shownPosition(this.state); }
    get search() { return this.walk.search; }
    open(place) {
      Object.assign(this, { timer: null, question: null, answeredAt: null, shownKey: null });
      this.message = make("p", { class: "said", id: "said" });
      this.error = make("p", { class: "error", id: "error", role: "alert" });
      this.rows = make("div", { class: "rows", id: "rows" });
      this.code = make("pre", { class: "code", id: "code", tabindex: "0", "aria-label": text.search.code });
      this.ask = make("div", { class: "ask", id: "ask" });
      this.counters = make("div", { class: "counters", id: "counters" });
      this.tour = new noughts.Tour(this);
      this.title = this.heading();
      // The buttons and the sentence about the last step stay in sight, however far one scrolls.
      place.append(this.title, make("div", { class: "search" }, this.tour.element,
        make("div", { class: "top" }, this.controls(), make("div", { class: "slot" }, this.error, this.message, this.ask)),
        make("section", { class: "stage", "aria-labelledby": "message" }, this.rows), this.code, make("aside", { class: "side" }, this.choices(), this.counters, this.dropZone())));
      this.update();
    }
    close() { this.stop(); }
    controls() {
      const act = (label, id, what, attributes = {}) => {
        const [shown, spoken] = [].concat(label);
        return button(shown === "first" ? icon("first") : shown, (event) => isEnabled(event.currentTarget) && this.act(what), { id, class: shown === "first" ? "icon" : null, "aria-label": spoken, title: spoken, ...attributes });
      };
      const s = text.search;
      this.buttons = {
        restart: act(s.restart, "restart", () => this.walk.goTo(0)), back: act(s.back, "search-back", () => this.walk.goTo(this.search.steps - 1)),
        step: act(s.step, "search-step", () => this.stepOnce(), { class: "loud" }), over: act(s.over, "over", () => this.over(), { class: "aside" }), out: act(s.out, "out", () => this.out(), { class: "aside" }),
      };
      this.playButton = button(s.play, () => (this.timer ? this.stop() : this.play()), { id: "search-play" });
      this.cutButton = act(s.nextCut, "next-cut", () => this.run((search) => search.wasCut || search.isWrong, "cut"));
      this.endButton = act(s.end, "to-end", () => this.run(() => false), { class: "aside" });
      this.speedInput = make("input", { type: "range", id: "speed", "aria-label": s.speed, title: s.speed, min: 0, max: SPEEDS.length - 1, value: this.speed, oninput: () => { this.speed = Number(this.speedInput.value); if (this.timer) { this.stop(); this.play(); } } });
      return make("div", { class: "controls", role: "toolbar", "aria-label": s.controls }, ...Object.values(this.buttons), this.playButton,
        make("label", { class: "speed aside" }, make("span", {}, s.speed), this.speedInput), this.endButton, this.cutButton);
    }
    // The title, the tour, and the choice of the search and of the position.
    heading() {
      const s = text.search;
      this.modeSelect = make("select", { id: "mode", "aria-label": s.mode, "aria-describedby": "mode-help", onchange: () => noughts.app.go({ mode: this.modeSelect.value, step: 0, tour: null }) });
      this.modeHelp = make("p", { class: "help", id: "mode-help" });
      const lessons = make("select", { id: "lesson", "aria-label": s.lessonsLabel, onchange: () => lessons.value && this.start(lessons.value) },
        make("option", { value: "" }, s.lessonsChoose), ...s.lessons.map(([position, name]) => make("option", { value: position }, name)));
      return make("div", { class: "heading" }, make("h2", { class: "message title", id: "message" }, s.title),
        button(s.takeTour, () => this.tour.begin(), { id: "tour-begin", class: "link" }), this.modeSelect, lessons, this.modeHelp);
    }
    choices() {
      const s = text.search, asks = make("input", { type: "checkbox", id: "asks", checked: this.asks, onchange: () => { this.asks = asks.checked; this.question = null; this.draw(); } });
      return make("section", { class: "settings", "aria-label": text.settings }, make("label", { class: "check" }, asks, s.asks),
        make("p", { class: "links" }, button(text.exploreThis, () => noughts.app.go({ view: "explore" }), { id: "to-explore", class: "link" }),
          button(text.playFrom, () => noughts.explore.playFrom(), { id: "play-from", class: "link" })));
    }
    dropZone() {
      return make("section", { class: "own" }, make("h3", {}, text.search.own),
        noughts.dropZone(text.search.ownCommand, text.search.ownChoose, "trace-file", (data) => this.openTrace(data), (why) => { this.error.textContent = text.search.traceBad(why); }));
    }
    // Show a recorded search, or say why the data is not one; return whether it is.
    openTrace(data) {
      const why = refusal(data);
      this.error.textContent = why ?? "";
      if (why) return false;
      this.trace = data;
      noughts.app.go({ ...noughts.fresh(), view: "search", spot: { start: data.position, line: [] }, mode: "trace" });
      return true;
    }
    start(position) { noughts.app.go({ ...noughts.fresh(), view: "search", spot: { start: position, line: [] }, mode: this.state.mode === "trace" ? "plain" : this.state.mode, moves: this.state.moves, undone: this.state.undone }); }

    // ---- Moving through the search ----
    act(what) {
      this.stop();
      this.question = null;
      this.isMissed = false;
      what();
      this.keepStep();
      this.draw();
      inSight(this.rows.lastElementChild);
      say(this.message.textContent);
    }
    keepStep() { noughts.app.keep({ step: this.search.steps }); }
    stepOnce() {
      if (this.shouldAsk()) this.question = { frame: this.search.frame, answer: null };
      else this.walk.forward();
    }
    // Whether to ask the reader which value a call returns, before it returns the best of several.
    shouldAsk() {
      const { frame } = this.search;
      return this.asks && this.answeredAt !== this.search.steps && frame && frame.next === "return_best" && (frame.children?.length ?? 0) > 1;
    }
    answer(value) {
      this.question.answer = value;
      this.answeredAt = this.search.steps;
      this.draw();
      say(this.ask.textContent);
      this.buttons.step.focus();
    }
    over() {
      const depth = this.search.frames.length;
      this.walk.until((search) => search.frames.length <= depth && !search.entering);
    }
    out() {
      const depth = this.search.frames.length;
      this.walk.until((search) => search.frames.length < depth);
    }
    play() {
      const tick = () => {
        if (this.shouldAsk() && !this.question) { this.stepOnce(); this.stop(); } else if (!this.walk.forward() || this.search.isDone) this.stop();
        this.draw();
      };
      if (this.search.isDone) this.walk.goTo(0);
      this.question = null;
      this.timer = setInterval(tick, SPEEDS[this.speed]);
      this.draw();
    }
    stop() {
      if (this.timer) { clearInterval(this.timer); cancelAnimationFrame(this.timer); this.timer = null; this.keepStep(); }
      if (this.playButton) this.playButton.textContent = text.search.play;
    }
    // Run until the condition holds without freezing the page: a plain search of the empty board executes four million
    // lines. If `wants` is not empty, say so if the search ends before the condition holds.
    run(condition, wants = "") {
      let isFound = false;
      const until = (search) => (isFound = condition(search));
      const more = () => {
        this.walk.until(until, RUN_STEPS);
        this.isMissed = this.search.isDone && !isFound && wants !== "";
        if (isFound || this.search.isDone) this.stop();
        else this.timer = requestAnimationFrame(more);
        this.draw();
        if (!this.timer) say(this.message.textContent);
      };
      more();
    }
    // Go to the step that enters a board which was clicked; if the search never enters it, to the end of its caller.
    jump(child, depth) {
      this.act(() => {
        if (child.entered !== null) this.walk.goTo(child.entered);
        else this.walk.until((search) => search.frames.length < depth || search.frame?.board === child.board);
      });
    }

    // ---- Drawing ----
    update() {
      const { mode, step } = this.state, isRecorded = mode === "trace" && this.trace !== null;
      const key = `${mode} ${this.game.name} ${this.position} ${isRecorded}`;
      this.modeSelect.replaceChildren(...noughts.data.listings.map((each) => make("option", { value: each.name }, text.search.modes[each.name])),
        ...(this.trace ? [make("option", { value: "trace" }, text.search.ownMode(String(this.trace.file).slice(0, 40)))] : []));
      this.listing = noughts.data.listings.find((each) => each.name === mode) ?? noughts.data.listings[0];
      this.modeSelect.value = isRecorded ? "trace" : this.listing.name;
      if (this.shownKey !== key) {
        this.stop();
        this.shownKey = key;
        this.question = null;
        this.walk = new Walk(isRecorded ? new Recorded(this.trace) : new Search(this.game, this.position, this.listing));
        this.walk.goTo(step);
        this.drawCode();
        this.drawCounters();
      } else if (step !== this.search.steps && !this.timer) this.walk.goTo(step);
      this.draw();
    }
    get isRecorded() { return this.search instanceof Recorded; }
    draw() {
      const { search } = this;
      this.message.textContent = (this.isMissed ? `${text.search.noMore} ` : "") + this.sentence();
      const isBegun = search.steps > 0;
      setEnabled(this.buttons.restart, isBegun);
      setEnabled(this.buttons.back, isBegun);
      for (const each of [this.buttons.step, this.buttons.over, this.endButton, this.playButton]) setEnabled(each, !search.isDone);
      setEnabled(this.playButton, true);
      setEnabled(this.buttons.out, search.frames.length > 1);
      this.message.hidden = this.question !== null;
      this.cutButton.hidden = !(search.hasWindow || (this.isRecorded && this.trace.finding));
      this.cutButton.textContent = this.isRecorded ? text.search.nextWrong : text.search.nextCut;
      setEnabled(this.cutButton, !search.isDone);
      this.playButton.textContent = this.timer ? text.line.pause : text.search.play;
      this.modeHelp.textContent = this.isRecorded ? text.search.ownMoreHelp : this.listing.sentence;
      this.drawRows();
      this.drawQuestion();
      this.markLine();
      this.drawSoFar();
      this.tour.draw();
    }
    valueText(value, bound = null) {
      if (typeof value === "string") return value;
      const shown = value === Infinity ? "∞" : value === -Infinity ? "−∞" : value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
      return bound ? phrase(`search.${bound}`, { value: shown }) : shown;
    }
    chip(value, bound = null) {
      const shown = this.valueText(value);
      return typeof value === "string" ? shown.slice(0, 24) : `${bound === "at_least" ? "≥ " : bound === "at_most" ? "≤ " : ""}${shown}`;
    }
    // What the last step did, in a sentence.
    sentence() {
      const { search } = this, { event } = search;
      if (!event) return this.isRecorded ? this.findingWords() || text.search.ownBegin : text.search.begin;
      if (this.isRecorded) return this.recordedSentence(event);
      const side = event.function === "max_value" ? "max" : "min", frame = event.returned ?? search.frame, name = (cell) => this.game.cellName(cell);
      const child = frame.children?.[frame.at], mover = frame.mover, cell = child ? name(child.cell) : "";
      const fields = { mover, cell, best: this.valueText(frame.best), alpha: this.valueText(frame.alpha), beta: this.valueText(frame.beta) };
      if (event.value !== undefined) fields.value = this.valueText(event.value, event.bound);
      const done = search.isDone ? ` ${phrase("search.done", { value: this.valueText(search.value), outcome: text.search.outcomes[search.value] })}` : "";
      switch (event.kind) {
        case "enter": return phrase(this.game.isOver(frame.board) ? "search.enter.over" : `search.enter.${side}`, fields);
        case "window": return phrase(`search.${event.kind}.${side}`, fields);
        case "if_known": case "if_over": return phrase(`search.${event.kind}.${event.answer ? "yes" : "no"}`);
        case "return_utility": case "finished": {
          const value = this.game.finalValue(frame.board), winner = this.game.winner(frame.board);
          return phrase(`search.end.${winner ?? "draw"}`, { value: this.valueText(value) }) + done;
        }
        case "next": return phrase(event.answer ? "search.next" : "search.next.none", fields);
        case "update": return advice.capital(phrase(event.answer ? "search.update.better" : "search.update.same", { ...fields, value: this.valueText(child.value, child.bound), before: this.valueText(event.before) }));
        case "if_cut": {
          const isOpen = Math.abs(frame.isMax ? frame.beta : frame.alpha) === Infinity;
          return phrase(`search.if_cut.${event.answer ? "yes" : isOpen ? "no.open" : "no"}.${side}`, fields);
        }
        case "return_cut": return phrase(event.skipped.length ? `search.return_cut.${side}` : "search.return_cut.none", { ...fields, skipped: text.search.skipped(event.skipped.map(name)) }) + done;
        case "remember": return phrase("search.remember", { value: fields.best });
        case "return_best": return phrase(`search.return_best.${side}`, fields) + done;
        default: return phrase(`search.${event.kind}`, fields) + done;
      }
    }
    recordedSentence(event) {
      const s = text.search, { record } = event, shown = `${this.search.name(record)}(${Object.entries(record.arguments ?? {}).map(([key, value]) => (value === record.board ? "board" : `${key}=${value}`)).join(", ").slice(0, 120)})`;
      if (event.kind === "begins") return s.begins(shown, event.called) + (event.isWrong ? ` ${s.wrongHere}` : "");
      return s.ends(shown, String(event.value).slice(0, 120), Boolean(record.exception)) + (event.isWrong ? ` ${this.findingWords()}` : "");
    }
    // The finding is recorded without a capital letter and a full stop.
    findingWords() { return advice.capital(this.trace.finding?.sentence ?? "").replace(/[^.!?]$/, "$&."); }
    // The boards: the position that is searched; below it, for each call that has begun, a row with the boards after its moves.
    drawRows() {
      // A call that has just returned is still shown.
      const { search } = this, frames = [...search.frames, search.event?.returned].filter(Boolean);
      const rootFrame = frames[0] ?? null, focused = this.rows.contains(document.activeElement) ? document.activeElement.id : null;
      const root = { board: this.isRecorded ? this.trace.position : this.position, cell: null, state: search.isDone ? "done" : search.frames.length ? "current" : "waiting", value: search.value, bound: search.bound, entered: 1 };
      // The last two rows show all boards; the rows above them only the board that the search is in.
      const shown = frames.filter((frame) => frame.children?.length), isFar = (depth) => depth < shown.length - 1;
      const rows = [this.row(null, [root], 0, isFar(0), shown.length > 0)];
      shown.forEach((frame, at) => rows.push(this.row(frame, frame.children, at + 1, isFar(at + 1), at + 1 < shown.length)));
      this.rows.replaceChildren(...rows);
      if (focused) document.getElementById(focused)?.focus();
      if (rootFrame === null) this.rows.append(make("p", { class: "help" }, text.search.rowsHelp),
        ...(!this.isRecorded && this.game.free(root.board).length > FEW_FREE_CELLS ? [button(text.search.small, () => this.start(text.search.lessons[0][0]), { class: "link" })] : []));
    }
    // `isFar`: show only the board that the row below belongs to, beside the heading. `isOpen`: there is a row below.
    row(frame, children, depth, isFar, isOpen) {
      const s = text.search, head = frame ? this.rowHead(frame) : make("div", { class: "head" }, make("b", {}, s.root));
      const within = frame ? frame.at : 0, isAsked = frame && this.question?.frame === frame && this.question.answer === null;
      const boards = children.map((child, index) => {
        if (isFar && index !== within) return null;
        const value = child.state === "done" ? this.chip(child.value, child.bound) : child.state === "cut" ? s.cut : "";
        const isBest = frame && !isAsked && child.state === "done" && typeof child.value === "number" && index === children.findIndex((each) => each.state === "done" && each.value === frame.best);
        const name = child.cell === null ? s.root : this.game.cellName(child.cell);
        const label = `${name}: ${s.states[child.state]}${child.state === "done" ? `, ${this.valueText(child.value, child.bound)}` : ""}`;
        return make("li", {}, button(child.board ? miniature(this.game, child.board, child.cell) : "?", () => this.jump(child, depth), { id: `board-${depth}-${index}`,
          class: `small ${child.state} ${isBest ? "best" : ""} ${isOpen && index === within ? "open" : ""} ${child.isWrong ? "wrong" : ""}`, "aria-label": label, title: label, "aria-current": child.state === "current" ? "true" : null }),
        isFar ? null : make("span", { class: `chip ${valueClass(child.value, child.state)}`, "aria-hidden": "true" }, value));
      });
      return make("div", { class: `level ${frame ? (frame.isMax ? "max" : "min") : ""} ${isFar ? "far" : ""}` }, head, make("ol", {}, ...boards.filter(Boolean)));
    }
    rowHead(frame) {
      const isAsked = this.question?.frame === frame && this.question.answer === null;
      const s = text.search, best = frame.best === null || isAsked ? null : make("span", { class: "sofar" }, s.bestSoFar(this.valueText(frame.best)));
      if (this.isRecorded) return make("div", { class: "head" }, make("b", {}, frame.function), make("span", {}, s.moves(frame.mover)));
      return make("div", { class: "head" }, make("b", {}, frame.isMax ? "MAX" : "MIN"), make("span", {}, s.moves(frame.mover)), best,
        this.search.hasWindow ? this.interval(frame) : null);
    }
    // Alpha and beta as the ends of an interval on the scale of values for X. At a cut, the interval is closed.
    interval(frame) {
      const place = (value) => (value === -Infinity ? 0 : value === Infinity ? 100 : (value + 2) * 25), left = place(frame.alpha), right = place(frame.beta);
      const isClosed = frame.best !== null && (frame.isMax ? frame.best >= frame.beta : frame.best <= frame.alpha);
      const words = text.search[isClosed ? "closed" : "interval"](this.valueText(isClosed && frame.isMax ? frame.best : frame.alpha), this.valueText(isClosed && !frame.isMax ? frame.best : frame.beta));
      const picture = noughts.draw("svg", { viewBox: "-4 0 108 22", class: `interval ${isClosed ? "closed" : ""}`, role: "img", "aria-label": words });
      const from = isClosed && frame.isMax ? place(frame.best) : left, to = isClosed && !frame.isMax ? place(frame.best) : right;
      picture.append(noughts.draw("line", { class: "axis", x1: 0, x2: 100, y1: 6, y2: 6 }), noughts.draw("line", { class: "open", x1: from, x2: to, y1: 6, y2: 6 }),
        noughts.draw("path", { class: "bound", d: `M${from} 1l5 5l-5 5z` }), noughts.draw("path", { class: "bound", d: `M${to} 1l-5 5l5 5z` }));
      [[-1, "−1"], [0, "0"], [1, "+1"]].forEach(([value, label]) => picture.append(noughts.draw("text", { x: place(value), y: 20 }, label), noughts.draw("line", { class: "tick", x1: place(value), x2: place(value), y1: 3, y2: 9 })));
      return make("span", { class: "window" }, make("span", { class: "words" }, words), picture);
    }
    drawQuestion() {
      const { question } = this, s = text.search;
      if (!question) return this.ask.replaceChildren();
      const right = question.frame.best, side = question.frame.isMax ? "MAX" : "MIN";
      if (question.answer === null) {
        this.ask.replaceChildren(make("p", {}, s.question(side)), make("div", { class: "controls tight" }, ...[-1, 0, 1].map((value) => button(this.valueText(value), () => this.answer(value), { class: "answer" }))));
        if (!this.ask.contains(document.activeElement)) this.ask.querySelector("button").focus();
      } else this.ask.replaceChildren(make("p", { class: question.answer === right ? "right" : "wrong" }, s.answered(question.answer === right, side, this.valueText(right))));
    }
    drawCode() {
      this.code.replaceChildren(...this.search.lines.map((line, index) => make("span", { class: "code-line", "data-line": index + 1 }, `${String(index + 1).padStart(3)}  ${line}\n`)));
    }
    markLine() {
      const now = this.search.line, { finding } = this.isRecorded ? this.trace : {}, wrong = finding ? (finding.change ? [finding.change.line] : finding.lines) : [];
      for (const line of this.code.children) {
        const number = Number(line.dataset.line);
        line.classList.toggle("now", number === now);
        line.classList.toggle("suspect", wrong.includes(number));
      }
      const marked = this.code.querySelector(".now");
      const isOutside = marked && (marked.offsetTop < this.code.scrollTop || marked.offsetTop + marked.offsetHeight > this.code.scrollTop + this.code.clientHeight);
      if (isOutside) this.code.scrollTop = this.code.children[Math.max(0, now - 6)].offsetTop; // five lines above it
    }
    drawCounters() {
      const s = text.search, free = this.game.free(this.position).length;
      this.soFar = make("p", { class: "sofar", id: "so-far" });
      if (this.isRecorded) return this.counters.replaceChildren(this.soFar);
      if (free > COUNTS_FREE_CELLS_MAX) return this.counters.replaceChildren(this.soFar, make("p", { class: "help" }, s.tooMany(free)));
      const counts = this.game.counts(this.position), isLog = counts.plain > LINEAR_MAX * counts.symmetry, scale = (count) => (isLog ? Math.log(Math.max(count, 1)) : count), most = scale(Math.max(2, counts.plain));
      const rows = Object.entries(counts).map(([name, count]) => make("tr", {}, make("th", { scope: "row" }, s.modes[name]), make("td", {}, count.toLocaleString("en")),
        make("td", { class: "bar-cell" }, bar(scale(count) / most))));
      this.counters.replaceChildren(this.soFar, make("table", {}, make("caption", {}, s.counts), make("tbody", {}, ...rows)), isLog ? make("p", { class: "help" }, s.countsHelp) : "");
    }
    drawSoFar() {
      const { search } = this, s = text.search;
      this.soFar.textContent = s.soFar(search.steps, search.calls, search.listing?.name === "memory" ? search.calls - search.searched : null, search.hasWindow ? search.cuts : null);
    }
    key(event) {
      const act = { ArrowRight: () => this.stepOnce(), ArrowLeft: () => this.walk.goTo(this.search.steps - 1), ArrowDown: () => this.over(), ArrowUp: () => this.out(), Home: () => this.walk.goTo(0) }[event.key];
      if (!act) return false;
      this.act(act);
      return true;
    }
  }
  const valueClass = (value, state) => (state === "cut" ? "cut" : state !== "done" || typeof value !== "number" ? "" : value > 0 ? "x-wins" : value < 0 ? "o-wins" : "even");
  function bar(share) {
    const picture = noughts.draw("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", class: "bar", "aria-hidden": "true" });
    picture.append(noughts.draw("rect", { x: 0, y: 0, width: Math.max(1, share * 100), height: 8 }));
    return picture;
  }
  // Why data is not a recorded search, or null.
  function refusal(data) {
    const why = text.search.refused, isObject = (value) => value !== null && typeof value === "object";
    if (!isObject(data) || data.schema !== 1 || !Array.isArray(data.records)) return why.kind;
    if (!Array.isArray(data.source) || !data.source.every((line) => typeof line === "string")) return why.old;
    const isFine = data.records.length > 0 && Array.isArray(data.functions) && data.functions.every(isObject) && Array.isArray(data.recursion)
      && typeof data.position === "string" && noughts.games[0].refuse(data.position) === null
      && data.records.every((each) => isObject(each) && Array.isArray(each.children) && Number.isInteger(each.function) && (each.board === null || /^[XO.]{9}$/.test(each.board)))
      && (data.finding === null || (isObject(data.finding) && Array.isArray(data.finding.lines) && typeof data.finding.sentence === "string"));
    return isFine ? null : why.shape;
  }
  noughts.SearchView = SearchView;
})();
