// Show the view that the address names: #play, #report, or a position: #X.O.X...., #4,3,3:X...........
"use strict";
(() => {
  const { make, text } = noughts;
  const main = document.getElementById("main"), nav = document.getElementById("nav");
  let view = null;
  noughts.play = new noughts.Play();

  const address = (name, position) => (name === noughts.games[0].name ? "" : `${name}:`) + position;
  noughts.go = (name, position) => {
    const game = noughts.games.find((each) => each.name === name);
    location.hash = address(name, position ?? game.start);
  };
  noughts.replace = (name, position) => history.replaceState(null, "", `#${address(name, position)}`);

  // The view that an address asks for, or a sentence that says what is wrong with it.
  function wanted(hash) {
    let text_ = "";
    try { text_ = decodeURIComponent(hash.slice(1)); } catch { text_ = hash.slice(1); }
    if (text_ === "" || text_ === "play") return ["play", noughts.play];
    if (text_ === "report") return ["report", new noughts.Report()];
    const [name, position] = text_.includes(":") ? [text_.slice(0, text_.indexOf(":")), text_.slice(text_.indexOf(":") + 1)] : [noughts.games[0].name, text_];
    const game = noughts.games.find((each) => each.name === name);
    if (!game) return ["explore", new noughts.Explore(noughts.games[0], noughts.games[0].start), text.bad.game(name.slice(0, 40))];
    if (position === "explore") return ["explore", new noughts.Explore(game, game.start)];
    const refusal = game.refuse(position);
    return ["explore", new noughts.Explore(game, refusal ? game.start : position), refusal];
  }
  function open() {
    const held = document.activeElement && document.activeElement.id, wasNav = nav.contains(document.activeElement);
    const hadFocus = document.activeElement && main.contains(document.activeElement) && document.activeElement.getAttribute("role") === "gridcell";
    const [name, next, refusal] = wanted(location.hash);
    if (view) view.close();
    const focus = view && view.board ? view.board.focus : null;
    view = next;
    noughts.view = view;
    main.replaceChildren();
    document.title = `Noughts: ${text.nav[name]}`;
    nav.replaceChildren(make("ul", {}, ...Object.entries(text.nav).map(([each, label]) =>
      make("li", {}, make("a", { href: each === "explore" ? `#${noughts.games[0].start}` : `#${each}`, "aria-current": each === name ? "page" : null }, label)))));
    view.open(main);
    if (refusal) view.error.textContent = refusal;
    if (wasNav) nav.querySelector("[aria-current]").focus();
    else if (held && main !== document.activeElement && document.getElementById(held)) document.getElementById(held).focus();
    if (hadFocus && focus !== null && view.board && view.board.cells[focus]) view.board.move(focus);
  }
  window.addEventListener("hashchange", open);
  open();
})();
