// The application: the shared state, the address that holds it, and the view that shows it.
"use strict";
(() => {
  const { make, text, address, readAddress } = noughts;
  const main = document.getElementById("main");
  const nav = document.getElementById("nav");
  const newId = () => Math.random().toString(36).slice(2, 10);

  const app = {
    state: noughts.fresh(),
    id: newId(), // of the game, so that its result counts once
    isOpened: false, // whether the game came finished from an address: then it does not count
    note: null, // what somebody's program answered in a position: { position, words }
    newId() {
      app.id = newId();
      app.isOpened = false;
    },
    // Change the state, and with it the address and the view. `isReplaced`: the browser's back button skips the old
    // address.
    go(changes, isReplaced = false) {
      if (changes.moves) app.isOpened = false;
      app.state = { ...app.state, ...changes };
      app.write(isReplaced);
      show();
    },
    // Change the state and the address, but draw nothing.
    keep(changes) {
      Object.assign(app.state, changes);
      app.write(true);
    },
    write(isReplaced) {
      const hash = address(app.state);
      if (isReplaced || hash === location.hash) history.replaceState({ id: app.id }, "", hash);
      else history.pushState({ id: app.id }, "", hash);
    },
  };
  noughts.app = app;
  history.scrollRestoration = "manual";
  const scrolled = {}; // how far each view was scrolled when it was left
  noughts.play = new noughts.Play();
  let view = null;
  let shownName = null;

  // The script of the other views (noughts/web/files.py) is loaded when one of them is wanted.
  const load = (name) =>
    new Promise((done, fail) => {
      const script = { src: name, onload: done, onerror: () => fail(new Error(name)) };
      document.head.append(Object.assign(document.createElement("script"), script));
    });
  let loadNow;
  const isTime = new Promise((done) => {
    loadNow = done;
  });
  const loadOthers = () =>
    isTime
      .then(() => load("views.js"))
      .then(() => {
        noughts.explore = new noughts.Explore();
        noughts.search = new noughts.SearchView();
        noughts.report = new noughts.Report();
      });

  const links = new Map(noughts.VIEWS.map((each) => [each, make("a", {}, text.nav[each])]));
  nav.append(make("ul", {}, ...[...links.values()].map((link) => make("li", {}, link))));
  function drawNav() {
    for (const [each, link] of links) {
      link.href = address({ ...app.state, step: 0, tour: null }, each);
      if (each === app.state.view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
  function show(refusal = null, wentBack = false) {
    const next = noughts[app.state.view];
    if (!next) loadNow();
    if (!next)
      return void others.then(
        () => show(refusal, wentBack),
        (error) => {
          main.textContent = text.notLoaded(error.message);
        },
      );
    drawNav();
    document.title = text.titles[app.state.view];
    document.body.dataset.view = app.state.view;
    if (view !== next) {
      const isFirst = !view; // then do not read scrollY: the browser would have to compute the layout at once
      if (!isFirst) scrolled[shownName] = scrollY;
      shownName = app.state.view;
      if (view) view.close();
      view = noughts.view = next;
      main.replaceChildren();
      view.open(main);
      if (!isFirst) {
        main.focus({ preventScroll: true });
        scrollTo(0, wentBack ? (scrolled[app.state.view] ?? 0) : 0);
      }
    } else view.update();
    if (refusal) view.error.textContent = refusal;
  }
  // Show what the address says: it was typed, a link was followed, or the browser went back or forward.
  function open() {
    const kept = app.state;
    const [state, refusal] = readAddress(location.hash);
    const wentBack = history.state !== null;
    // An address that names only a view, such as #explore, keeps the game.
    const isNamed =
      location.hash === "#report" ||
      (history.state === null && noughts.VIEWS.some((each) => location.hash === `#${each}`));
    const isBare = isNamed && view !== null;
    app.state = isBare ? { ...kept, view: state.view } : state;
    app.id = history.state?.id ?? (isBare ? app.id : newId());
    app.isOpened = history.state === null && noughts.play.isOver;
    app.write(true);
    show(refusal, wentBack);
  }
  window.addEventListener("popstate", open);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const inside = event.target.closest
      ? event.target.closest("[role=grid], input, select, textarea, .line, .code, .scroll")
      : null;
    if (!inside && view?.key(event)) event.preventDefault();
  });
  app.state = readAddress(location.hash)[0];
  const others = loadOthers();
  open();
  // So that the first click need not wait for it.
  (window.requestIdleCallback ?? setTimeout)(() => app.state.game.truth);
  for (const wish of ["pointerenter", "focusin"]) nav.addEventListener(wish, loadNow);
})();
