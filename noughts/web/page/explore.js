// Explore: any position, what every move is worth and does, drawn on the board, and why not another move.
"use strict";
(() => {
  const { make, button, setEnabled, isEnabled, say, inSight, Board, Line, text, advice } = noughts;

  class Explore {
    get state() {
      return noughts.app.state;
    }
    get game() {
      return this.state.game;
    }
    get position() {
      return noughts.shownPosition(this.state);
    }
    open(place) {
      Object.assign(this, { line: null, proof: null, pointed: null, chosen: null, draft: null });
      this.message = make("h2", { class: "message two", id: "message" });
      this.error = make("p", { class: "error", id: "error", role: "alert" });
      this.panel = make("div", { class: "panel", id: "panel", tabindex: "-1" });
      this.lists = make("div", { class: "groups", id: "groups" });
      this.boardPlace = make("div", { class: "board-place" });
      this.searchButton = button(text.showSearch, () => noughts.app.go({ view: "search", step: 0 }), {
        id: "to-search",
        class: "link",
      });
      this.proofButton = button("", () => this.prove(), { id: "prove", class: "link" });
      place.append(
        make(
          "div",
          { class: "table" },
          make(
            "section",
            { class: "hero", "aria-labelledby": "message" },
            this.message,
            this.boardPlace,
            this.controls(),
            this.error,
            this.panel,
          ),
          make(
            "aside",
            { class: "side", "aria-label": text.movesHere },
            this.lists,
            make("p", { class: "links" }, this.proofButton, this.searchButton),
            this.typing(),
          ),
        ),
      );
      this.newBoard();
      this.update();
    }
    close() {
      this.dismiss();
    }
    newBoard() {
      this.board = new Board(
        this.game,
        (cell) => this.take(cell),
        (cell) => this.point(cell),
      );
      this.board.looksFirst = true;
      this.boardPlace.replaceChildren(this.board.element);
    }
    controls() {
      const act = (label, id, what, attributes = {}) =>
        button(label, (event) => isEnabled(event.currentTarget) && what(), { id, ...attributes });
      this.backButton = act(text.takeBack, "back", () => this.back());
      this.emptyButton = act(text.startOver, "empty", () => this.goTo(this.game.start));
      this.setUpButton = act(text.setUp, "setup", () => this.toggleSetUp(), { "aria-pressed": "false" });
      this.gameButton = act(text.toGame, "to-game", () => noughts.app.go({ spot: null }));
      this.playButton = act(text.playFrom, "play-from", () => this.playFrom(), { class: "loud" });
      return make(
        "div",
        { class: "controls" },
        this.backButton,
        this.emptyButton,
        this.setUpButton,
        this.gameButton,
        this.playButton,
      );
    }
    typing() {
      this.input = make("input", {
        id: "position",
        maxlength: 200,
        spellcheck: "false",
        autocomplete: "off",
        autocapitalize: "off",
      });
      const game = make(
        "select",
        { id: "game", onchange: (event) => this.changeBoard(noughts.gameOf(event.target.value)) },
        ...noughts.games.map((each) => make("option", { value: each.name }, text.boardName(each))),
      );
      this.gameSelect = game;
      return make(
        "section",
        { class: "settings", "aria-label": text.position },
        make(
          "form",
          {
            class: "typing",
            onsubmit: (event) => {
              event.preventDefault();
              this.typed();
            },
          },
          make("label", { class: "field", for: "position" }, make("span", {}, text.position)),
          make("div", { class: "together" }, this.input, make("button", { id: "show" }, text.show)),
          make("p", { class: "help" }, text.positionHelp),
        ),
        make("label", { class: "field" }, make("span", {}, text.board_), game),
      );
    }
    // The other board gets an address of its own, so that the browser's back button leads to the game before.
    changeBoard(game) {
      noughts.app.newId();
      noughts.app.go({ ...noughts.fresh(game), view: "explore", mode: this.state.mode });
    }
    goTo(position, line = []) {
      noughts.app.go({ spot: { start: position, line } });
    }
    typed() {
      const position = this.game.read(this.input.value);
      const refusal = this.game.refuse(position, this.input.value);
      this.error.textContent = refusal || "";
      if (!refusal) this.goTo(position);
      else this.input.focus();
    }
    toggleSetUp() {
      this.draft = this.draft === null ? this.position : null;
      this.dismiss();
      this.error.textContent = "";
      this.draw();
      say(this.draft === null ? this.message.textContent : text.setUpHelp);
    }
    take(cell) {
      if (this.draft !== null) return this.place(cell);
      const { spot, moves, at } = this.state;
      const { position } = this;
      const here = at ?? moves.length;
      if (position[cell] !== ".") {
        say(text.taken(this.game.cellName(cell), position[cell]));
        return;
      }
      if (this.game.isOver(position)) return;
      if (spot) this.goTo(spot.start, [...spot.line, cell]);
      else if (moves[here] === cell) noughts.app.go({ at: here + 1 === moves.length ? null : here + 1 });
      else this.goTo(position, [cell]);
    }
    // One move back: in the line that is explored (`spot`), or in the game itself.
    back() {
      const { spot, moves, at } = this.state;
      const here = at ?? moves.length;
      if (spot && spot.line.length) this.goTo(spot.start, spot.line.slice(0, -1));
      else if (!spot && here) noughts.app.go({ at: here - 1 });
    }
    get canGoBack() {
      const { spot, moves, at } = this.state;
      return spot ? spot.line.length > 0 : (at ?? moves.length) > 0;
    }
    // Clicks on a cell put X there, then O, then nothing. A board that no game reaches is shown with the reason.
    place(cell) {
      const next = { ".": "X", X: "O", O: "." }[this.draft[cell]];
      this.draft = noughts.put(this.draft, cell, next);
      const refusal = this.game.refuse(this.draft);
      this.error.textContent = refusal || "";
      if (refusal) this.draw();
      else noughts.app.go({ spot: { start: this.draft, line: [] } }, true);
      say(`${text.cell(this.game.cellName(cell), next, "")}.`);
    }
    // Play on from the shown position, which belongs to the line that is explored (`spot`) or to the game itself.
    playFrom() {
      const { spot, moves, at, start } = this.state;
      if (!spot && at === null) {
        noughts.app.go({ view: "play" });
        return;
      }
      noughts.app.newId();
      noughts.app.go(
        spot
          ? { view: "play", start: spot.start, moves: spot.line, undone: [], at: null, spot: null }
          : { view: "play", start, moves: moves.slice(0, at), undone: moves.slice(at), at: null },
      );
    }
    point(cell) {
      if (this.line || this.proof || this.draft !== null || this.pointed === cell) return;
      this.pointed = cell;
      this.drawBoard();
      this.drawPanel();
    }
    // Show the line of best play after a move, step by step on the board: how the move is punished, or how it wins.
    whyNot(cell) {
      const { game, position } = this;
      this.dismiss();
      this.line = new Line(
        game,
        position,
        game.bestLine(position, cell),
        advice.why(game, position, cell),
        () => this.drawBoard(),
        () => {
          this.dismiss();
          this.draw();
          this.board.move(this.board.focus);
        },
      );
      this.drawBoard();
      this.drawPanel();
      say(this.line.words.textContent);
      this.line.nextButton.focus({ preventScroll: true });
      inSight(this.panel, this.boardPlace);
    }
    // Show why the position is worth what it is: the pairs of a draw, or how the winner wins.
    prove() {
      const { game, position } = this;
      const moves = game.moves(position);
      if (game.verdict(position)[0] !== 0) return this.whyNot(game.best(position, moves)[0]);
      this.dismiss();
      Object.assign(this, { proof: advice.pairing(game, position), pointed: null });
      this.drawBoard();
      this.drawPanel();
      say(this.proof.words);
      this.panel.querySelector("button").focus({ preventScroll: true });
      inSight(this.panel, this.boardPlace);
    }
    dismiss() {
      if (this.line) this.line.stop();
      this.line = this.proof = null;
    }

    update() {
      this.dismiss();
      this.pointed = null;
      if (this.draft !== null && this.draft !== this.position) this.draft = null;
      if (this.board.game !== this.game) this.newBoard();
      this.error.textContent = "";
      this.draw();
      say(this.message.textContent);
    }
    draw() {
      const { game } = this;
      const position = this.draft ?? this.position;
      const isImpossible = this.draft !== null && game.refuse(this.draft) !== null;
      const moves = isImpossible ? new Map() : game.moves(position);
      this.setUpButton.setAttribute("aria-pressed", String(this.draft !== null));
      setEnabled(this.backButton, this.canGoBack);
      setEnabled(this.emptyButton, position !== game.start);
      this.gameButton.hidden = !(this.state.spot && (this.state.moves.length || this.state.start !== game.start));
      this.input.value = position;
      this.gameSelect.value = game.name;
      this.message.textContent = isImpossible
        ? text.impossible
        : game.isOver(position)
          ? advice.over(game.winner(position))
          : advice.outcome(game.toMove(position), ...game.verdict(position));
      const isNothing = isImpossible || game.isOver(position);
      setEnabled(this.playButton, !isNothing);
      this.searchButton.hidden = isImpossible;
      this.drawProofButton(isNothing, position);
      this.drawBoard();
      this.drawPanel();
      const held = document.activeElement && this.lists.contains(document.activeElement);
      this.lists.replaceChildren(...[1, 0, -1].map((value) => this.group(value, moves, position)).filter(Boolean));
      if (held) (this.lists.querySelector("button") ?? this.board.cells[this.board.focus]).focus();
    }
    drawProofButton(isNothing, position) {
      const value = isNothing ? 0 : this.game.verdict(position)[0];
      const mover = this.game.toMove(position);
      this.proofButton.hidden = isNothing || (value === 0 && !advice.pairing(this.game, position));
      this.proofButton.textContent = value === 0 ? text.whyDraw : text.whyWon(value > 0 ? mover : noughts.other(mover));
    }
    drawBoard() {
      const { game, state } = this;
      const position = this.draft ?? this.position;
      const isImpossible = this.draft !== null && game.refuse(this.draft) !== null;
      const here = state.at ?? state.moves.length;
      const last = state.spot ? state.spot.line.at(-1) : state.moves[here - 1];
      this.board.show(position, {
        ghosts: this.line?.ghosts,
        letters: this.proof?.letters,
        values: isImpossible || this.line || this.proof ? null : game.moves(position),
        title: text.boardName(game),
        isActive: !this.line,
        last: this.line || this.draft !== null ? null : (last ?? null),
        drawing:
          this.pointed !== null && position[this.pointed] === "." && !this.line && !isImpossible
            ? this.pointedDrawing(position)
            : null,
      });
    }
    pointedDrawing(position) {
      const drawn = advice.drawing(this.game, position, this.pointed);
      return { strokes: drawn?.strokes ?? [], rings: drawn?.rings ?? [], tried: this.pointed };
    }
    // Fill the panel: with a line or a proof that was opened, with what the move under the mouse or the focus does, or
    // help.
    drawPanel() {
      const { game, position, pointed } = this;
      if (this.line) {
        if (!this.panel.contains(this.line.element)) this.panel.replaceChildren(this.line.element);
        return;
      }
      if (this.proof) return this.panel.replaceChildren(this.proofPart());
      if (this.draft !== null) return this.panel.replaceChildren(make("p", {}, text.setUpHelp));
      if (pointed === null || position[pointed] !== "." || game.isOver(position)) {
        const { note } = noughts.app;
        const told = note && note.position === position ? make("p", {}, note.words) : null;
        return this.panel.replaceChildren(
          ...[
            told,
            make(
              "p",
              { class: "help" },
              game.isOver(position) ? text.overHelp : text.exploreHelp(matchMedia("(hover: none)").matches),
            ),
          ].filter(Boolean),
        );
      }
      const ideas = advice.ideas(game, position, pointed);
      const name = advice.capital(game.cellName(pointed));
      const verdict = game.moves(position).get(pointed);
      const does = ideas.length ? ` It ${advice.ideasWords(game, position, ideas)}.` : "";
      this.panel.replaceChildren(
        make("p", {}, make("strong", {}, `${name} ${advice.verdict(...verdict)}.`), does),
        make(
          "p",
          { class: "help" },
          text.bestPlay,
          advice.line(game, position, game.bestLine(position, pointed)),
          advice.forkWords(game, position, game.bestLine(position, pointed)),
        ),
      );
    }
    proofPart() {
      const close = () => {
        this.dismiss();
        this.draw();
        this.board.move(this.board.focus);
      };
      return make(
        "div",
        { class: "line" },
        make("p", { class: "words" }, this.proof.words),
        button(text.line.close, close, { id: "proof-close", class: "quiet" }),
      );
    }
    group(value, moves, position) {
      const cells = [...moves.keys()].filter((cell) => moves.get(cell)[0] === value);
      if (!cells.length) return null;
      const top = Math.max(...[...moves.values()].map((each) => each[0]));
      const groups = this.game
        .symmetricMoves(position, cells)
        .sort((a, b) => noughts.rank(moves.get(b[0])) - noughts.rank(moves.get(a[0])));
      const items = groups.map((group) => {
        const [cell, ...rest] = group;
        const name = this.game.cellName(cell);
        const point = {
          onpointerenter: () => this.point(cell),
          onfocus: () => this.point(cell),
          onpointerleave: () => this.point(null),
        };
        return make(
          "li",
          {},
          button(advice.capital(name), () => this.take(cell), { class: "move", ...point }),
          make(
            "span",
            { class: "verdict" },
            advice.verdict(...moves.get(cell)),
            rest.length
              ? make("small", {}, text.likewise(rest.map((each) => this.game.cellName(each)).join(", ")))
              : null,
          ),
          value < top
            ? button(text.whyNot, () => this.whyNot(cell), { class: "quiet", "aria-label": `${text.whyNot} ${name}` })
            : null,
        );
      });
      return make(
        "section",
        { class: ["loss", "draw", "win"][value + 1] },
        make(
          "h3",
          {},
          make("span", { class: "sign", "aria-hidden": "true" }, text.signs[value]),
          ` ${text.groups[value]}`,
        ),
        make("ul", {}, ...items),
      );
    }
    key(event) {
      if (event.key === "ArrowLeft" && this.canGoBack) {
        this.back();
        return true;
      }
      const { spot, moves, at } = this.state;
      if (event.key === "ArrowRight" && !spot && at !== null) {
        noughts.app.go({ at: at + 1 === moves.length ? null : at + 1 });
        return true;
      }
      return false;
    }
  }
  noughts.Explore = Explore;
})();
