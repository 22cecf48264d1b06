// The text about a position: verdicts, ideas, why not, judgements, hints and mistakes. The phrases come from Python.
"use strict";
(() => {
  const { other, put } = noughts;
  const { phrases } = noughts.data;
  const phrase = (name, values = {}) => phrases[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
  const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  const byValue = (value, win, draw, loss) => (value > 0 ? win : value < 0 ? loss : draw);

  const verdict = (value, distance) =>
    phrase(byValue(value, "verdict.win", "verdict.draw", "verdict.loss"), {
      moves: plural(Math.floor((distance + 1) / 2), "move"),
    });
  const shortVerdict = (value, distance) =>
    phrase(byValue(value, "verdict.win", "verdict.draw", "verdict.loss"), { moves: Math.floor((distance + 1) / 2) });
  const outcome = (mover, value, distance) =>
    phrase(byValue(value, "outcome.win", "outcome.draw", "outcome.loss"), {
      mover,
      rival: other(mover),
      verdict: verdict(Math.abs(value), distance),
    });
  const over = (winner) => phrase(winner ? "over.won" : "over.draw", { winner });
  const ending = (winner) => phrase(winner ? "ending.won" : "ending.draw", { winner });
  const line = (game, position, cells) =>
    phrase("line", {
      moves: game.movesText(game.toMove(position), cells),
      ending: ending(game.winner(game.follow(position, cells))),
    });
  const cellsText = (game, cells, between = " ") => cells.map((cell) => game.cellName(cell)).join(between);

  // The free cells on which a side would complete a line, and the cells where its mark would give it two or more of
  // these.
  function winningCells(game, position, mark) {
    const cells = new Set();
    for (const each of game.lines) {
      const free = each.filter((cell) => position[cell] === ".");
      if (free.length === 1 && each.every((cell) => position[cell] === mark || position[cell] === "."))
        cells.add(free[0]);
    }
    return [...cells].sort((a, b) => a - b);
  }
  const forkingCells = (game, position, mark) =>
    game.free(position).filter((cell) => winningCells(game, put(position, cell, mark), mark).length >= 2);

  // What a move does: the kinds of noughts/explain/ideas.py.
  function ideas(game, position, cell) {
    const onLines = game.misere ? [] : lineIdeas(game, position, cell);
    return onLines.some((idea) => idea.kind === "wins") ? onLines : [...onLines, ...valueIdeas(game, position, cell)];
  }
  function lineIdeas(game, position, cell) {
    const mover = game.toMove(position);
    const rival = other(mover);
    const after = put(position, cell, mover);
    const complete = game.completeLines(after, mover);
    const found = [];
    if (complete.length) return [{ kind: "wins", cells: complete[0] }];
    const rivalWins = winningCells(game, position, rival);
    const threats = winningCells(game, after, mover);
    if (rivalWins.includes(cell)) found.push({ kind: "blocks", cells: [cell] });
    if (threats.length && !winningCells(game, after, rival).length) {
      found.push({ kind: threats.length >= 2 ? "forks" : "threatens", cells: threats });
    }
    const forks = rivalWins.length ? [] : forkingCells(game, position, rival);
    const left = forkingCells(game, after, rival).filter(
      (fork) => !threats.length || (threats.length === 1 && threats[0] === fork),
    );
    if (forks.length && !left.length && threats.length < 2) found.push({ kind: "stops_fork", cells: forks });
    return found;
  }
  function valueIdeas(game, position, cell) {
    const moves = game.moves(position);
    const value = moves.get(cell)[0];
    const found = [];
    const others = [...moves].filter(([each]) => each !== cell).map(([, [worth]]) => worth);
    if (others.length && value >= 0 && Math.max(...others) < value)
      found.push({ kind: value > 0 ? "only_win" : "only_draw" });
    const replies = [...game.moves(game.after(position, cell)).values()].map(([worth]) => worth);
    const losing = replies.filter((worth) => worth < 0).length;
    const winning = replies.filter((worth) => worth > 0).length;
    if (value === 0 && losing) found.push({ kind: "sets_trap", replies: [losing, replies.length] });
    else if (value < 0 && winning < replies.length)
      found.push({ kind: "loses_slowly", replies: [winning, replies.length] });
    return found;
  }
  function ideasWords(game, position, some) {
    const between = { stops_fork: " or " };
    return (
      some
        .map(({ kind, cells = [], replies: [count, total] = [0, 0] }) =>
          phrase(`idea.${kind}`, {
            rival: other(game.toMove(position)),
            cells: cellsText(game, cells, between[kind] ?? " and "),
            line: game.lineName(cells),
            count,
            total,
            lose: count === 1 ? "loses" : "lose",
            win: count === 1 ? "wins" : "win",
          }),
        )
        .join("; ") || phrase("idea.none")
    );
  }

  // The first fork of the opponent in a line, as a sentence after a space; an empty string if there is none.
  function forkWords(game, position, cells) {
    if (game.misere) return "";
    for (let number = 1; number < cells.length; number += 2) {
      const before = game.follow(position, cells.slice(0, number));
      const fork = lineIdeas(game, before, cells[number]).find((idea) => idea.kind === "forks");
      if (!fork) continue;
      const cell = game.cellName(cells[number]);
      return ` ${phrase("why.fork", { mover: game.toMove(before), cell, idea: ideasWords(game, before, [fork]) })}`;
    }
    return "";
  }
  function why(game, position, cell) {
    const moves = game.moves(position);
    const best = game.best(position, moves);
    const made = moves.get(cell);
    const top = moves.get(best[0]);
    const name =
      noughts.rank(made) === noughts.rank(top)
        ? best.length === 1
          ? "why.best"
          : "why.equal"
        : made[0] === top[0]
          ? "why.slower"
          : "why.worse";
    return capital(
      phrase(name, {
        cell: game.cellName(cell),
        verdict: verdict(...made),
        better: game.cellName(best[0]),
        best: verdict(...top),
        line:
          line(game, position, game.bestLine(position, cell)) +
          forkWords(game, position, game.bestLine(position, cell)),
      }),
    );
  }

  // What a move did to the outcome.
  function judge(game, position, cell) {
    const moves = game.moves(position);
    const best = game.best(position, moves);
    const made = moves.get(cell);
    const top = moves.get(best[0]);
    const speed = made[0] === top[0] && made[0] !== 0 ? (made[1] === top[1] ? ",same" : ",other") : "";
    return { made, top, best, isMistake: made[0] < top[0], words: phrase(`judgement.${top[0]},${made[0]}${speed}`) };
  }
  function mistake(game, position, cell, number) {
    const { words, best, top } = judge(game, position, cell);
    const follows = game.bestLine(position, cell);
    const mover = game.toMove(position);
    const rival = other(mover);
    const fields = { number: number + 1, mover, cell: game.cellName(cell), judgement: words, verdict: verdict(...top) };
    const right = cellsText(game, best, " or ");
    const completed = game.misere ? [] : game.completeLines(game.follow(position, follows.slice(0, 2)), rival);
    if (completed.length)
      return phrase("mistake.open", {
        ...fields,
        right: capital(right),
        rival,
        line: game.lineName(completed[0]),
        goal: game.cellName(follows[1]),
      });
    return (
      phrase("mistake", {
        ...fields,
        right,
        moves: game.movesText(rival, follows.slice(1)),
        ending: ending(game.winner(game.follow(position, follows))),
      }) + forkWords(game, position, follows)
    );
  }

  // A hint in three steps: the line to look at, the move, the proof.
  function hint(game, position) {
    const mover = game.toMove(position);
    const rival = other(mover);
    const perfect = noughts.data.levels[noughts.data.levels.length - 1];
    const cell = game.candidates(position, perfect, noughts.data.toTheEnd)[0];
    const count = (each, mark) => each.filter((at) => position[at] === mark).length;
    const kinds = game.misere ? [] : lineIdeas(game, position, cell).map((idea) => idea.kind);
    const onlyDefends = kinds.includes("stops_fork") && !kinds.includes("forks") && !kinds.includes("threatens");
    const rank = (each) => {
      const own = count(each, mover);
      const theirs = count(each, rival);
      if (own && theirs) return theirs;
      if (own + theirs === each.length - 1) return (theirs ? 400 : 500) + own + theirs;
      if (game.misere || own + theirs === 0) return 100 + own + theirs;
      return (theirs > 0 === onlyDefends ? 300 : 200) + own + theirs;
    };
    const through = game.lines.filter((each) => each.includes(cell));
    const look = through.length ? through.reduce((best, each) => (rank(each) > rank(best) ? each : best)) : null;
    return {
      line: look ?? [cell],
      cell,
      steps: [
        lookWords(game, position, look),
        capital(
          phrase("hint.move", {
            cell: game.cellName(cell),
            ideas: ideasWords(game, position, ideas(game, position, cell)),
          }),
        ),
        why(game, position, cell),
      ],
    };
  }
  function lookWords(game, position, look) {
    if (!look) return phrase("hint.no_line");
    const mover = game.toMove(position);
    const marks = new Set(look.map((cell) => position[cell]).filter((mark) => mark !== "."));
    const state = marks.size === 2 ? "dead" : marks.size === 0 ? "free" : marks.has(mover) ? "yours" : "theirs";
    const name = game.misere && (state === "yours" || state === "theirs") ? `hint.${state}.misere` : `hint.${state}`;
    return phrase(name, {
      line: game.lineName(look),
      rival: other(mover),
      more: plural(look.filter((cell) => position[cell] === ".").length, "more cell"),
    });
  }

  // What a move does, for drawing over the board: strokes along lines, rings around cells.
  function drawing(game, position, cell) {
    if (game.misere || game.isOver(position)) return null;
    const mover = game.toMove(position);
    const rival = other(mover);
    const after = put(position, cell, mover);
    const strokes = [];
    const rings = [];
    const linesTo = (at, mark, goals) =>
      game.lines.filter((cells) => goals.some((goal) => cells.includes(goal) && winsThere(at, cells, goal, mark)));
    const winsThere = (at, cells, goal, mark) =>
      at[goal] === "." && cells.every((each) => each === goal || at[each] === mark);
    for (const idea of lineIdeas(game, position, cell)) {
      if (idea.kind === "wins") strokes.push({ cells: idea.cells, mark: mover, kind: "wins" });
      if (idea.kind === "blocks")
        linesTo(position, rival, [cell]).forEach((cells) => strokes.push({ cells, mark: rival, kind: "blocked" }));
      if (idea.kind === "forks" || idea.kind === "threatens") {
        linesTo(after, mover, idea.cells).forEach((cells) => strokes.push({ cells, mark: mover, kind: "threat" }));
        idea.cells.forEach((goal) => rings.push({ cell: goal, mark: mover, kind: "goal" }));
      }
      if (idea.kind === "stops_fork")
        idea.cells
          .filter((fork) => fork !== cell)
          .forEach((fork) => rings.push({ cell: fork, mark: rival, kind: "stopped" }));
    }
    return { strokes, rings };
  }
  // Pairs of free cells, one in each of these sets of cells and none overlapping another; null if there are none.
  function pairsIn(sets, pairs = []) {
    const taken = pairs.flat();
    const open = sets.filter((cells) => !pairs.some((pair) => pair.every((cell) => cells.includes(cell))));
    if (!open.length) return pairs;
    const [cells] = open
      .map((each) => each.filter((cell) => !taken.includes(cell)))
      .sort((a, b) => a.length - b.length);
    for (const [index, first] of cells.entries()) {
      for (const second of cells.slice(index + 1)) {
        const found = pairsIn(sets, [...pairs, [first, second]]);
        if (found) return found;
      }
    }
    return null;
  }
  // Why a position is a draw: the letter of each paired cell, and a sentence. Null if it is no draw, or if neither
  // pairs prove it nor the lack of lines that can be completed.
  function pairing(game, position) {
    if (game.isOver(position) || game.verdict(position)[0] !== 0) return null;
    const mover = game.toMove(position);
    const rival = other(mover);
    const needs = (mark) =>
      game.lines
        .filter((line) => line.every((cell) => position[cell] !== other(mark)))
        .map((line) => line.filter((cell) => position[cell] === "."));
    const own = needs(mover);
    const all = [...own, ...needs(rival)];
    const forBoth = pairsIn(all);
    const pairs = forBoth ?? pairsIn(own);
    if (!all.length) return { letters: new Map(), words: capital(phrase("proof.no_lines")) };
    if (!pairs || !pairs.length) return null;
    const letters = new Map(
      pairs
        .map((pair) => [...pair].sort((a, b) => a - b))
        .sort((a, b) => a[0] - b[0])
        .flatMap((pair, number) => pair.map((cell) => [cell, String.fromCharCode(97 + number)])),
    );
    return {
      letters,
      words: capital(
        phrase(`proof.pairing${game.misere ? ".misere" : ""}.${forBoth ? "both" : "one"}`, { mover, rival }),
      ),
    };
  }
  noughts.advice = {
    pairing,
    phrase,
    plural,
    capital,
    verdict,
    shortVerdict,
    outcome,
    over,
    ending,
    line,
    ideas,
    ideasWords,
    why,
    forkWords,
    judge,
    mistake,
    hint,
    drawing,
  };
})();
