// What all views share: the game, the position that is shown, and the settings. The address holds the game, so that a
// reload, a link, back and forward all work:
//
//   #VIEW/GAME/SPOT?mode=MODE&step=N&tour=K
//   VIEW    play, explore, search or report
//   GAME    [BOARD:][START][+MOVES][~UNDONE][@AT]    e.g. +048, 4,3,3:+5a, X.O......+4@0; a cell is a digit or letter
//   SPOT    START[+MOVES]: a position outside the game that one explores
//   MODE, N the search that is shown, and its step; K the step of the tour
//
// An address that is only a position, e.g. #X.O.X.... or #4,3,3:X..........., opens the position in Explore.
"use strict";
(() => {
  const { text } = noughts;
  // So many games are remembered as counted, so that back, forward and reload count nothing twice.
  const COUNTED_MAX = 50;
  const VIEWS = ["play", "explore", "search", "report"];
  const cellsText = (cells) => cells.map((cell) => cell.toString(36)).join("");
  const gameOf = (name) => noughts.games.find((game) => game.name === name);

  // The state as an address.
  function address(state, view = state.view) {
    if (view === "report") return "#report";
    const { game, start, moves, undone, at, spot } = state;
    const board = game === noughts.games[0] ? "" : `${game.name}:`;
    const played =
      (moves.length ? `+${cellsText(moves)}` : "") +
      (undone.length ? `~${cellsText(undone)}` : "") +
      (at === null ? "" : `@${at}`);
    const shown = `${board}${start === game.start ? "" : start}${played}`;
    const beside = spot ? `/${spot.start}${spot.line.length ? `+${cellsText(spot.line)}` : ""}` : "";
    const step = state.step ? `&step=${state.step}` : "";
    const tour = state.tour === null ? "" : `&tour=${state.tour + 1}`;
    const search = view === "search" ? `?mode=${state.mode}${step}${tour}` : "";
    const rest = view === "play" ? shown : shown + beside;
    return `#${view}${rest || search ? `/${rest}` : ""}${search}`;
  }

  const fresh = (game = noughts.games[0]) => ({
    view: "play",
    game,
    start: game.start,
    moves: [],
    undone: [],
    at: null,
    spot: null,
    mode: "plain",
    step: 0,
    tour: null,
  });

  // The state that an address stands for, and a sentence if something in the address cannot be used, else null.
  function read(hash) {
    let words = hash.slice(1);
    try {
      words = decodeURIComponent(words);
    } catch {
      /* what cannot be decoded is refused below */
    }
    if (words === "") return [fresh(), null];
    const view = VIEWS.find((each) => words === each || words.startsWith(`${each}/`));
    if (!view) return readPosition(words);
    const [path, query = ""] = words.slice(view.length + 1).split("?", 2);
    const state = { ...fresh(), view };
    try {
      if (view !== "report") readGame(path, state);
      readSearch(new URLSearchParams(query), state);
      return [state, null];
    } catch (error) {
      return error instanceof Refusal
        ? [{ ...fresh(), view }, error.message]
        : [{ ...fresh(), view }, text.bad.address(cut(words))];
    }
  }
  class Refusal extends Error {}
  const cut = (words) => (words.length > 40 ? `${words.slice(0, 40)}…` : words);

  function readPosition(words) {
    const state = { ...fresh(), view: "explore" };
    const colon = words.indexOf(":");
    const game = colon < 0 ? noughts.games[0] : gameOf(words.slice(0, colon));
    if (!game) return [state, text.bad.game(cut(words.slice(0, colon)))];
    if (!/[xo._]{3}|\[|:/i.test(words)) return [state, text.bad.address(cut(words))];
    const typed = words.slice(colon + 1);
    const position = game.read(typed);
    const refusal = game.refuse(position, typed);
    return [refusal ? state : { ...fresh(game), view: "explore", spot: { start: position, line: [] } }, refusal];
  }
  function readGame(path, state) {
    const slash = path.search(/\/(?=[XOxo._]{9,}(\+|$))/);
    const shown = slash < 0 ? path : path.slice(0, slash);
    const beside = slash < 0 ? "" : path.slice(slash + 1);
    const parts = /^(?:([\d,a-z]*):)?([^+~@]*)(?:\+(\w*))?(?:~(\w*))?(?:@(\d+))?$/.exec(shown);
    if (!parts) throw new Refusal(text.bad.address(cut(path)));
    const game = parts[1] === undefined ? noughts.games[0] : gameOf(parts[1]);
    if (!game) throw new Refusal(text.bad.game(cut(parts[1])));
    Object.assign(state, fresh(game), { view: state.view, start: positionIn(game, parts[2]) });
    state.moves = movesIn(game, state.start, parts[3]);
    const position = game.follow(state.start, state.moves);
    state.undone = movesIn(game, position, parts[4]);
    if (parts[5] !== undefined && Number(parts[5]) < state.moves.length) state.at = Number(parts[5]);
    if (beside) {
      const [start, line] = beside.split("+");
      const from = positionIn(game, start);
      state.spot = { start: from, line: movesIn(game, from, line) };
    }
  }
  function positionIn(game, typed) {
    if (!typed) return game.start;
    const position = game.read(typed);
    const refusal = game.refuse(position, typed);
    if (refusal) throw new Refusal(refusal);
    return position;
  }
  function movesIn(game, position, typed = "") {
    const cells = [];
    for (const digit of typed) {
      const cell = parseInt(digit, 36);
      if (game.isOver(position) || position[cell] !== ".")
        throw new Refusal(text.bad.moves(cut(typed), cells.length + 1));
      position = game.after(position, cell);
      cells.push(cell);
    }
    return cells;
  }
  function readSearch(query, state) {
    const mode = query.get("mode");
    const step = Number(query.get("step"));
    if (noughts.data.listings.some((listing) => listing.name === mode)) state.mode = mode;
    if (Number.isInteger(step) && step > 0) state.step = step;
    if (/^[1-6]$/.test(query.get("tour"))) state.tour = Number(query.get("tour")) - 1;
  }

  // What is stored in this browser. Anything damaged is ignored.
  const stored = (name, isFine, otherwise) => {
    try {
      const kept = JSON.parse(localStorage.getItem(`noughts.${name}`));
      return kept !== null && isFine(kept) ? kept : otherwise;
    } catch {
      return otherwise;
    }
  };
  const store = (name, value) => {
    try {
      localStorage.setItem(`noughts.${name}`, JSON.stringify(value));
    } catch {
      /* the browser stores no data */
    }
  };
  // How many games were won, lost and drawn in this browser, against the computer ("you") and by two people ("two").
  class Score {
    constructor() {
      const isCount = (n) => Number.isInteger(n) && n >= 0;
      const isTriple = (counts) => Array.isArray(counts) && counts.length === 3 && counts.every(isCount);
      this.counts = stored("score", (kept) => isTriple(kept.you) && isTriple(kept.two), {
        you: [0, 0, 0],
        two: [0, 0, 0],
      });
      this.counted = stored("counted", Array.isArray, []); // the latest games: { id, key, index, moves }
    }
    of(isForTwo) {
      return this.counts[isForTwo ? "two" : "you"];
    }
    clear() {
      Object.assign(this, { counts: { you: [0, 0, 0], two: [0, 0, 0] }, counted: [] });
      this.keep();
    }
    keep() {
      store("score", this.counts);
      store("counted", this.counted);
    }
    // Count a game once, however often it is finished, undone or loaded again. `isOpened`: it came finished from an
    // address, and counts nothing.
    count(id, isOpened, { game, position, moves, side, isOver }) {
      const entry = this.counted.find((each) => each?.id === id);
      const isCounted = isOver && (entry || !isOpened);
      if (!entry && !isCounted) return;
      if (entry && this.counts[entry.key]) this.add(entry, -1);
      this.counted = this.counted.filter((each) => each !== entry);
      if (isCounted) {
        const winner = game.winner(position);
        const first = side === "two" ? "X" : side;
        const index = winner === null ? 2 : winner === first ? 0 : 1;
        const isSame = entry?.moves === moves.join();
        const result = isSame ? entry : { id, key: side === "two" ? "two" : "you", index, moves: moves.join() };
        this.add(result, 1);
        this.counted = [...this.counted, result].slice(-COUNTED_MAX);
      }
      this.keep();
    }
    add({ key, index }, change) {
      this.counts[key][index] = Math.max(0, this.counts[key][index] + change);
    }
  }

  // The position that is shown.
  function shownPosition(state) {
    const { game, start, moves, at, spot, view } = state;
    if (spot && view !== "play") return game.follow(spot.start, spot.line);
    return game.follow(start, moves.slice(0, at ?? moves.length));
  }
  Object.assign(noughts, { VIEWS, address, fresh, readAddress: read, shownPosition, stored, store, Score, gameOf });
})();
