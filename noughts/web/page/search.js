// Search: minimax made visible. A search of the shown position, or a recorded one, one line of code at a time: the
// boards on the way down, their moves, the values that come back, and the code with the line that is executed.
"use strict";
(() => {
  const { make, button, icon, setEnabled, isEnabled, say, inSight, searchWords, text } = noughts;
  const { Search, Recorded, Walk, SearchRows, CodeListing, Counters, refuseTrace } = noughts;
  const RUN_STEPS = 40_000; // steps of a long run between two drawings
  const SPEEDS = [1200, 600, 250, 80, 20]; // milliseconds for a step

  class SearchView {
    constructor() {
      Object.assign(this, { speed: 1, asks: false, trace: null });
    }
    get state() {
      return noughts.app.state;
    }
    get game() {
      return this.state.game;
    }
    get position() {
      return noughts.shownPosition(this.state);
    }
    get search() {
      return this.walk.search;
    }
    open(place) {
      Object.assign(this, { timer: null, question: null, answeredAt: null, shownKey: null });
      this.message = make("p", { class: "said", id: "said" });
      this.error = make("p", { class: "error", id: "error", role: "alert" });
      this.rows = new SearchRows(this);
      this.code = new CodeListing();
      this.ask = make("div", { class: "ask", id: "ask" });
      this.counters = new Counters();
      this.tour = new noughts.Tour(this);
      this.title = this.heading();
      // The buttons and the sentence about the last step stay in sight, however far one scrolls.
      place.append(
        this.title,
        make(
          "div",
          { class: "search" },
          this.tour.element,
          make(
            "div",
            { class: "top" },
            this.controls(),
            make("div", { class: "slot" }, this.error, this.message, this.ask),
          ),
          make("section", { class: "stage", "aria-labelledby": "message" }, this.rows.element),
          this.code.element,
          make("aside", { class: "side" }, this.choices(), this.counters.element, this.dropZone()),
        ),
      );
      this.update();
    }
    close() {
      this.stop();
    }
    controls() {
      const act = (label, id, what, attributes = {}) => {
        const [shown, spoken] = [].concat(label);
        return button(
          shown === "first" ? icon("first") : shown,
          (event) => isEnabled(event.currentTarget) && this.act(what),
          { id, class: shown === "first" ? "icon" : null, "aria-label": spoken, title: spoken, ...attributes },
        );
      };
      const s = text.search;
      this.buttons = {
        restart: act(s.restart, "restart", () => this.walk.goTo(0)),
        back: act(s.back, "search-back", () => this.walk.goTo(this.search.steps - 1)),
        step: act(s.step, "search-step", () => this.stepOnce(), { class: "loud" }),
        over: act(s.over, "over", () => this.over(), { class: "aside" }),
        out: act(s.out, "out", () => this.out(), { class: "aside" }),
      };
      this.playButton = button(s.play, () => (this.timer ? this.stop() : this.play()), { id: "search-play" });
      this.cutButton = act(s.nextCut, "next-cut", () => this.run((search) => search.wasCut || search.isWrong, "cut"));
      this.endButton = act(s.end, "to-end", () => this.run(() => false), { class: "aside" });
      this.speedInput = make("input", {
        type: "range",
        id: "speed",
        "aria-label": s.speed,
        title: s.speed,
        min: 0,
        max: SPEEDS.length - 1,
        value: this.speed,
        oninput: () => {
          this.speed = Number(this.speedInput.value);
          if (this.timer) {
            this.stop();
            this.play();
          }
        },
      });
      return make(
        "div",
        { class: "controls", role: "toolbar", "aria-label": s.controls },
        ...Object.values(this.buttons),
        this.playButton,
        make("label", { class: "speed aside" }, make("span", {}, s.speed), this.speedInput),
        this.endButton,
        this.cutButton,
      );
    }
    // The title, the tour, and the choice of the search and of the position.
    heading() {
      const s = text.search;
      this.modeSelect = make("select", {
        id: "mode",
        "aria-label": s.mode,
        "aria-describedby": "mode-help",
        onchange: () => noughts.app.go({ mode: this.modeSelect.value, step: 0, tour: null }),
      });
      this.modeHelp = make("p", { class: "help", id: "mode-help" });
      const lessons = make(
        "select",
        { id: "lesson", "aria-label": s.lessonsLabel, onchange: () => lessons.value && this.start(lessons.value) },
        make("option", { value: "" }, s.lessonsChoose),
        ...s.lessons.map(([position, name]) => make("option", { value: position }, name)),
      );
      return make(
        "div",
        { class: "heading" },
        make("h2", { class: "message title", id: "message" }, s.title),
        button(s.takeTour, () => this.tour.begin(), { id: "tour-begin", class: "link" }),
        this.modeSelect,
        lessons,
        this.modeHelp,
      );
    }
    choices() {
      const s = text.search;
      const asks = make("input", {
        type: "checkbox",
        id: "asks",
        checked: this.asks,
        onchange: () => {
          this.asks = asks.checked;
          this.question = null;
          this.draw();
        },
      });
      return make(
        "section",
        { class: "settings", "aria-label": text.settings },
        make("label", { class: "check" }, asks, s.asks),
        make(
          "p",
          { class: "links" },
          button(text.exploreThis, () => noughts.app.go({ view: "explore" }), { id: "to-explore", class: "link" }),
          button(text.playFrom, () => noughts.explore.playFrom(), { id: "play-from", class: "link" }),
        ),
      );
    }
    dropZone() {
      return make(
        "section",
        { class: "own" },
        make("h3", {}, text.search.own),
        noughts.dropZone(
          text.search.ownCommand,
          text.search.ownChoose,
          "trace-file",
          (data) => this.openTrace(data),
          (why) => {
            this.error.textContent = text.search.traceBad(why);
          },
        ),
      );
    }
    // Show a recorded search, or say why the data is not one; return whether it is.
    openTrace(data) {
      const why = refuseTrace(data);
      this.error.textContent = why ?? "";
      if (why) return false;
      this.trace = data;
      noughts.app.go({ ...noughts.fresh(), view: "search", spot: { start: data.position, line: [] }, mode: "trace" });
      return true;
    }
    start(position) {
      noughts.app.go({
        ...noughts.fresh(),
        view: "search",
        spot: { start: position, line: [] },
        mode: this.state.mode === "trace" ? "plain" : this.state.mode,
        moves: this.state.moves,
        undone: this.state.undone,
      });
    }

    // ---- Moving through the search ----
    act(what) {
      this.stop();
      this.question = null;
      this.isMissed = false;
      what();
      this.keepStep();
      this.draw();
      inSight(this.rows.element.lastElementChild);
      say(this.message.textContent);
    }
    keepStep() {
      noughts.app.keep({ step: this.search.steps });
    }
    stepOnce() {
      if (this.shouldAsk()) this.question = { frame: this.search.frame, answer: null };
      else this.walk.forward();
    }
    // Whether to ask the reader which value a call returns, before it returns the best of several.
    shouldAsk() {
      const { frame } = this.search;
      return (
        this.asks &&
        this.answeredAt !== this.search.steps &&
        frame &&
        frame.next === "return_best" &&
        (frame.children?.length ?? 0) > 1
      );
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
        if (this.shouldAsk() && !this.question) {
          this.stepOnce();
          this.stop();
        } else if (!this.walk.forward() || this.search.isDone) this.stop();
        this.draw();
      };
      if (this.search.isDone) this.walk.goTo(0);
      this.question = null;
      this.timer = setInterval(tick, SPEEDS[this.speed]);
      this.draw();
    }
    stop() {
      if (this.timer) {
        clearInterval(this.timer);
        cancelAnimationFrame(this.timer);
        this.timer = null;
        this.keepStep();
      }
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
      const { mode, step } = this.state;
      const isRecorded = mode === "trace" && this.trace !== null;
      const key = `${mode} ${this.game.name} ${this.position} ${isRecorded}`;
      this.modeSelect.replaceChildren(
        ...noughts.data.listings.map((each) => make("option", { value: each.name }, text.search.modes[each.name])),
        ...(this.trace
          ? [make("option", { value: "trace" }, text.search.ownMode(String(this.trace.file).slice(0, 40)))]
          : []),
      );
      this.listing = noughts.data.listings.find((each) => each.name === mode) ?? noughts.data.listings[0];
      this.modeSelect.value = isRecorded ? "trace" : this.listing.name;
      if (this.shownKey !== key) {
        this.stop();
        this.shownKey = key;
        this.question = null;
        this.walk = new Walk(
          isRecorded ? new Recorded(this.trace) : new Search(this.game, this.position, this.listing),
        );
        this.walk.goTo(step);
        this.code.show(this.search.lines);
        this.counters.show(this.game, this.position, isRecorded);
      } else if (step !== this.search.steps && !this.timer) this.walk.goTo(step);
      this.draw();
    }
    get isRecorded() {
      return this.search instanceof Recorded;
    }
    draw() {
      const { search } = this;
      this.message.textContent = (this.isMissed ? `${text.search.noMore} ` : "") + searchWords.sentence(search);
      const isBegun = search.steps > 0;
      setEnabled(this.buttons.restart, isBegun);
      setEnabled(this.buttons.back, isBegun);
      for (const each of [this.buttons.step, this.buttons.over, this.endButton, this.playButton])
        setEnabled(each, !search.isDone);
      setEnabled(this.playButton, true);
      setEnabled(this.buttons.out, search.frames.length > 1);
      this.message.hidden = this.question !== null;
      this.cutButton.hidden = !(search.hasWindow || (this.isRecorded && this.trace.finding));
      this.cutButton.textContent = this.isRecorded ? text.search.nextWrong : text.search.nextCut;
      setEnabled(this.cutButton, !search.isDone);
      this.playButton.textContent = this.timer ? text.line.pause : text.search.play;
      this.modeHelp.textContent = this.isRecorded ? text.search.ownMoreHelp : this.listing.sentence;
      this.rows.draw();
      this.drawQuestion();
      this.code.mark(search.line, this.suspects());
      this.counters.draw(search);
      this.tour.draw();
    }
    // The lines of a recorded program that may be wrong.
    suspects() {
      const finding = this.isRecorded ? this.trace.finding : null;
      if (!finding) return [];
      return finding.change ? [finding.change.line] : finding.lines;
    }
    // Ask the reader which value a call returns, or say whether the answer was right.
    drawQuestion() {
      const { question } = this;
      if (!question) return this.ask.replaceChildren();
      const side = question.frame.isMax ? "MAX" : "MIN";
      const right = question.frame.best;
      if (question.answer !== null) {
        const isRight = question.answer === right;
        const words = text.search.answered(isRight, side, searchWords.valueText(right));
        return this.ask.replaceChildren(make("p", { class: isRight ? "right" : "wrong" }, words));
      }
      const choice = (value) => button(searchWords.valueText(value), () => this.answer(value), { class: "answer" });
      const choices = make("div", { class: "controls tight" }, ...[-1, 0, 1].map(choice));
      this.ask.replaceChildren(make("p", {}, text.search.question(side)), choices);
      if (!this.ask.contains(document.activeElement)) this.ask.querySelector("button").focus();
    }
    key(event) {
      const act = {
        ArrowRight: () => this.stepOnce(),
        ArrowLeft: () => this.walk.goTo(this.search.steps - 1),
        ArrowDown: () => this.over(),
        ArrowUp: () => this.out(),
        Home: () => this.walk.goTo(0),
      }[event.key];
      if (!act) return false;
      this.act(act);
      return true;
    }
  }
  noughts.SearchView = SearchView;
})();
