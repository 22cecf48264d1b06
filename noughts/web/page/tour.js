// The guided tour of the search: six steps for a reader who has just heard of minimax. Each step sets up a position and
// runs the search to the moment that its text describes; the reader can go on from there.
"use strict";
(() => {
  const { make, button, say, text } = noughts;
  const TWO = "OOXX..XOX";
  const THREE = "O.X.O.XOX"; // two and three free cells
  const returnsAtRoot = (search) => search.frames.length === 1 && search.frame.next === "return_best";
  // For each step: the position, the search, and the moment at which the search stops.
  const PLACES = [
    [TWO, "plain", (search) => search.event.kind === "return_utility"],
    [TWO, "plain", returnsAtRoot],
    [THREE, "plain", (search) => search.frames.length === 1 && search.event.kind === "update" && search.frame.at === 0],
    [THREE, "plain", returnsAtRoot],
    [THREE, "alpha-beta", (search) => search.wasCut],
    [".........", "memory", () => true],
  ];
  // The steps at which the reader is asked what the call returns.
  const ASKS = [1, 3];

  class Tour {
    constructor(view) {
      this.view = view;
      this.element = make("section", { class: "tour", id: "tour", "aria-label": text.tour.title });
      this.element.hidden = true;
    }
    get at() {
      return this.view.state.tour;
    }
    begin() {
      this.go(0);
    }
    end() {
      noughts.app.go({ tour: null });
      this.view.buttons.step.focus();
    }
    go(number) {
      const [position, mode, condition] = PLACES[number];
      const { view } = this;
      noughts.app.go({
        ...noughts.fresh(),
        view: "search",
        spot: { start: position, line: [] },
        mode,
        tour: number,
        moves: view.state.moves,
        undone: view.state.undone,
      });
      view.act(() => {
        view.walk.goTo(0);
        view.walk.until(condition);
        this.askAgain();
      });
      this.heading.focus();
      say(this.element.textContent);
    }
    // Ask what the call returns, if this step of the tour asks and the search stands there.
    askAgain() {
      const { search } = this.view;
      if (ASKS.includes(this.at) && search.steps && returnsAtRoot(search))
        this.view.question = { frame: search.frame, answer: null };
    }
    draw() {
      this.element.hidden = this.at === null;
      this.view.title.classList.toggle("toured", this.at !== null);
      if (this.at === null || this.shown === this.at) {
        if (this.at === null) this.shown = null;
        return;
      }
      this.shown = this.at;
      this.askAgain();
      if (this.view.question) this.view.draw(); // after a reload, or through a link
      const steps = text.tour.steps;
      const [title, ...paragraphs] = steps[this.at];
      this.heading = make("h3", { tabindex: "-1" }, text.tour.step(this.at + 1, steps.length, title));
      this.element.replaceChildren(
        this.heading,
        ...paragraphs.map((each) => make("p", {}, each)),
        make(
          "div",
          { class: "controls tight" },
          this.at > 0 ? button(text.tour.back, () => this.go(this.at - 1), { id: "tour-back" }) : null,
          this.at + 1 < steps.length
            ? button(text.tour.next, () => this.go(this.at + 1), { id: "tour-next", class: "loud" })
            : null,
          button(this.at + 1 < steps.length ? text.tour.end : text.tour.finish, () => this.end(), {
            id: "tour-end",
            class: this.at + 1 < steps.length ? "quiet" : "loud",
          }),
        ),
      );
    }
  }
  noughts.Tour = Tour;
})();
