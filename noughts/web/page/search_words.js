// What the last step of a search did, in a sentence. The phrases come from Python (advice.js).
"use strict";
(() => {
  const { Recorded, text, advice } = noughts;
  const { phrase } = advice;
  const BOUNDS = { at_least: "≥ ", at_most: "≤ " };

  function number(value) {
    if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "−∞";
    return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
  }
  // A value in words: "+1", "at most 0", or what a reader's own function returned.
  function valueText(value, bound = null) {
    if (typeof value === "string") return value;
    return bound ? phrase(`search.${bound}`, { value: number(value) }) : number(value);
  }
  // A value as short as possible, for the chip below a board.
  function chipText(value, bound = null) {
    return typeof value === "string" ? value.slice(0, 24) : `${BOUNDS[bound] ?? ""}${number(value)}`;
  }

  // The sentence about the last step; before the first one, what to do.
  function sentence(search) {
    if (search instanceof Recorded) return recordedSentence(search);
    return search.event ? listingSentence(search, search.event) + doneWords(search) : text.search.begin;
  }
  function doneWords(search) {
    if (!search.isDone) return "";
    return ` ${phrase("search.done", { value: valueText(search.value), outcome: text.search.outcomes[search.value] })}`;
  }
  function listingSentence({ game, frame: latest }, event) {
    const side = event.function === "max_value" ? "max" : "min";
    const frame = event.returned ?? latest;
    const child = frame.children?.[frame.at];
    const fields = {
      mover: frame.mover,
      cell: child ? game.cellName(child.cell) : "",
      best: valueText(frame.best),
      alpha: valueText(frame.alpha),
      beta: valueText(frame.beta),
    };
    if (event.value !== undefined) fields.value = valueText(event.value, event.bound);
    switch (event.kind) {
      case "enter":
        return phrase(game.isOver(frame.board) ? "search.enter.over" : `search.enter.${side}`, fields);
      case "window":
      case "return_best":
        return phrase(`search.${event.kind}.${side}`, fields);
      case "if_known":
      case "if_over":
        return phrase(`search.${event.kind}.${event.answer ? "yes" : "no"}`);
      case "return_utility":
      case "finished":
        return phrase(`search.end.${game.winner(frame.board) ?? "draw"}`, {
          value: valueText(game.finalValue(frame.board)),
        });
      case "next":
        return phrase(event.answer ? "search.next" : "search.next.none", fields);
      case "update":
        return updateSentence(child, event, fields);
      case "if_cut": {
        const isOpen = Math.abs(frame.isMax ? frame.beta : frame.alpha) === Infinity;
        return phrase(`search.if_cut.${event.answer ? "yes" : isOpen ? "no.open" : "no"}.${side}`, fields);
      }
      case "return_cut": {
        const skipped = text.search.skipped(event.skipped.map((cell) => game.cellName(cell)));
        return phrase(event.skipped.length ? `search.return_cut.${side}` : "search.return_cut.none", {
          ...fields,
          skipped,
        });
      }
      case "remember":
        return phrase("search.remember", { value: fields.best });
      default:
        return phrase(`search.${event.kind}`, fields);
    }
  }
  function updateSentence(child, event, fields) {
    const values = { value: valueText(child.value, child.bound), before: valueText(event.before) };
    const words = phrase(event.answer ? "search.update.better" : "search.update.same", { ...fields, ...values });
    return advice.capital(words);
  }

  function recordedSentence(search) {
    const { event } = search;
    const s = text.search;
    if (!event) return findingWords(search.trace) || s.ownBegin;
    const call = callText(search.name(event.record), event.record);
    const wrong = event.isWrong ? findingWords(search.trace) : "";
    if (event.kind === "begins") return wrong ? `${s.wrongHere} ${wrong}` : s.begins(call, event.called);
    const isRaised = Boolean(event.record.exception);
    return [s.ends(call, String(event.value).slice(0, 120), isRaised), wrong].filter(Boolean).join(" ");
  }
  // A recorded call as code, with its board called "board".
  function callText(name, record) {
    const shown = ([key, value]) => (value === record.board ? "board" : `${key}=${value}`);
    return `${name}(${Object.entries(record.arguments ?? {})
      .map(shown)
      .join(", ")
      .slice(0, 120)})`;
  }
  // What is wrong in a recorded search; "" if nothing is known. The record has no capital letter and no full stop.
  function findingWords(trace) {
    return advice.capital(trace.finding?.sentence ?? "").replace(/[^.!?]$/, "$&.");
  }

  noughts.searchWords = { valueText, chipText, sentence };
})();
