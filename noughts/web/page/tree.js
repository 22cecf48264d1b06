// The tree below a position, opened move by move: best moves first, symmetric moves together, each with its value for X.
"use strict";
(() => {
  const { make, text } = noughts;
  const COUNT_FREE_MAX = 9;

  class Tree {
    constructor(game, position) {
      Object.assign(this, { game, position, cuts: null });
      this.counted = make("p", { class: "counts", id: "counts", role: "status" });
      this.list = make("ul", { class: "tree", role: "tree", "aria-label": text.tree, onkeydown: (event) => this.key(event) });
      const box = make("input", { type: "checkbox", id: "cuts", onchange: (event) => this.showCuts(event.target.checked) });
      this.help = make("p", { class: "help" }, text.treeHelp);
      this.element = make("section", { class: "tree-place" }, make("h2", {}, text.tree), this.help,
        make("label", { class: "check" }, box, text.cuts), this.counted, this.list);
      this.fill();
    }
    showCuts(isOn) {
      const free = this.game.free(this.position).length;
      this.cuts = null;
      if (isOn && free > COUNT_FREE_MAX) this.counted.textContent = text.tooMany(free);
      else if (isOn) {
        const { plain, pruned, cuts } = this.game.counts(this.position);
        this.cuts = cuts;
        this.counted.textContent = text.counts(plain, pruned);
      } else this.counted.textContent = "";
      this.fill();
    }
    fill() {
      this.help.textContent = this.cuts ? text.treeCuts : text.treeHelp;
      this.list.replaceChildren(...this.items(this.position, []));
      const first = this.list.querySelector("[role=treeitem]");
      if (first) first.tabIndex = 0;
    }
    items(position, path) {
      const moves = this.game.moves(position), rank = (cells) => noughts.rank(moves.get(cells[0]));
      const cells = [...moves.keys()];
      // With cuts, every move in alpha-beta's order; else best moves first, symmetric moves together.
      const groups = this.cuts ? cells.map((cell) => [cell])
        : this.game.symmetricMoves(position, cells).sort((a, b) => rank(b) - rank(a));
      return groups.map((group) => this.item(position, path, group, moves));
    }
    item(position, path, group, moves) {
      const { game } = this, mover = game.toMove(position), after = game.after(position, group[0]);
      const here = [...path, group[0]], [value, distance] = moves.get(group[0]);
      const isCut = this.cuts && here.some((_, index) => this.cuts.has(here.slice(0, index + 1).join()));
      const likewise = group.length > 1 ? text.likewise(group.slice(1).map((cell) => game.name_(cell)).join(", ")) : "";
      const isLeaf = game.isOver(after), forX = mover === "X" ? value : -value;
      const words = `${mover} ${game.name_(group[0])}${likewise}: ${noughts.advice.verdict(value, distance)}`;
      const arrow = make("span", { class: mover === "X" ? "x" : "o", "aria-hidden": "true" }, isLeaf ? "• " : "▸ ");
      const label = make("span", { class: "node" }, arrow,
        words, make("span", { class: `for ${["loss", "draw", "win"][value + 1]}` }, text.passedUp(forX)),
        isCut ? make("span", { class: "cut" }, ` ${text.cut}`) : null);
      const item = make("li", { role: "treeitem", tabindex: "-1", class: isCut ? "is-cut" : "",
        "aria-expanded": isLeaf ? null : "false", "aria-label": `${words}, ${text.forX(forX === 0 ? 0 : forX)}${isCut ? `, ${text.cut}` : ""}` }, label);
      item.open = () => {
        if (isLeaf || item.querySelector("ul")) return;
        item.append(make("ul", { role: "group" }, ...this.items(after, here)));
        item.setAttribute("aria-expanded", "true");
        arrow.textContent = "▾ ";
      };
      item.shut = () => {
        const below = item.querySelector("ul");
        if (below) { below.remove(); item.setAttribute("aria-expanded", "false"); arrow.textContent = "▸ "; }
      };
      label.addEventListener("click", () => { item.querySelector("ul") ? item.shut() : item.open(); this.focus(item); });
      return item;
    }
    focus(item) {
      for (const each of this.list.querySelectorAll("[tabindex='0']")) each.tabIndex = -1;
      item.tabIndex = 0;
      item.focus();
    }
    key(event) {
      const item = event.target.closest("[role=treeitem]");
      if (!item) return;
      const seen = [...this.list.querySelectorAll("[role=treeitem]")], at = seen.indexOf(item);
      const parent = item.parentElement.closest("[role=treeitem]");
      const actions = {
        ArrowDown: () => seen[at + 1] && this.focus(seen[at + 1]), ArrowUp: () => seen[at - 1] && this.focus(seen[at - 1]),
        Home: () => this.focus(seen[0]), End: () => this.focus(seen[seen.length - 1]),
        ArrowRight: () => { if (item.querySelector("ul")) this.focus(item.querySelector("[role=treeitem]")); else item.open(); },
        ArrowLeft: () => { if (item.querySelector("ul")) item.shut(); else if (parent) this.focus(parent); },
        Enter: () => (item.querySelector("ul") ? item.shut() : item.open()),
      };
      actions[" "] = actions.Enter;
      if (actions[event.key]) { actions[event.key](); event.preventDefault(); }
    }
  }
  noughts.Tree = Tree;
})();
