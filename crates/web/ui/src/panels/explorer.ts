// Games of a folder: which moves were played here, by whom, and how they scored.

import type { App } from "../app";
import { fill, h } from "../dom";
import { prefs } from "../prefs";
import { texts } from "../texts";
import type { ExplorerMove } from "../types";
import { folderPicker } from "./folder";
import { button } from "./form";

const T = texts.explorer;

export function explorer(app: App): HTMLElement {
  const picker = folderPicker((files) => app.send({ do: "library", files }));
  const table = h("div", { class: "explorer" });
  const forget = button(T.forget, () => {
    app.explorer = null;
    app.send({ do: "forget_library" });
    app.changed();
  });
  const element = h(
    "div",
    { class: "form" },
    h("p", {}, T.text),
    h("div", { class: "actions" }, button(T.own, () => app.send({ do: "library_own" }), { class: "button primary" })),
    picker,
    table,
    h("div", { class: "actions" }, forget),
  );
  let drawn: unknown = null;
  const show = () => {
    if (app.drawer !== "explorer") return;
    forget.hidden = !app.explorer?.games;
    const known = app.currentExplorer();
    if (drawn === (known ?? "nothing")) return;
    drawn = known ?? "nothing";
    fill(table, rows(app));
  };
  app.watch(show);
  show();
  return element;
}

function rows(app: App): HTMLElement[] {
  const known = app.currentExplorer();
  if (!known) return [];
  if (known.moves.length === 0) return [h("p", { class: "quiet" }, T.none)];
  const list = known.moves.slice(0, 20).map((move) => row(app, move));
  return [h("p", { class: "quiet" }, T.games(known.games)), h("ol", { class: "candidates" }, list)];
}

function row(app: App, move: ExplorerMove): HTMLElement {
  const name = app.shape?.names[prefs.coords]?.[move.cell] ?? app.cellName(move.cell);
  const add = () => app.send({ do: "line", moves: [app.cellName(move.cell)], go: 1 });
  const named = move.some.filter(({ white, black }) => white || black).slice(0, 3);
  const who = named.map(({ white, black }) => `${white || "?"} – ${black || "?"}`).join(", ");
  const games = move.some.map((game) =>
    h(
      "li",
      {},
      h(
        "button",
        { class: "link", type: "button", title: T.open, click: () => app.send({ do: "library_open", game: game.number }) },
        `${game.white || "White"} – ${game.black || "Black"}`,
      ),
      game.winner ? h("span", { class: "quiet" }, ` ${texts.batch.won(game.winner)}`) : null,
    ),
  );
  return h(
    "li",
    { "data-move": move.cell },
    h(
      "button",
      { class: "candidate", type: "button", click: add },
      h("span", { class: "move" }, name),
      h("span", { class: "value" }, T.games(move.games)),
      h("span", { class: "visits" }, T.score(move.wins, move.known)),
      h("span", { class: "line" }, who),
    ),
    h("details", { class: "more" }, h("summary", {}, T.those(move.games)), h("ul", { class: "some-games" }, games)),
  );
}
