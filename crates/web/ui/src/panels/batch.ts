// A review of one's own games: how each player did, the biggest blunders of all games, the mistakes of each; a click jumps there.

import { type App, isPhone } from "../app";
import { fill, h } from "../dom";
import { percent, texts } from "../texts";
import type { BatchGame, BatchMessage, Judgement, Score } from "../types";
import { folderPicker } from "./folder";
import { button, choice } from "./form";

const T = texts.batch;
/** Blunders of all games that are listed above. */
const BIGGEST = 8;

export function batch(app: App): HTMLElement {
  let seconds = "0.5";
  const picker = folderPicker((files) => app.send({ do: "batch", files, seconds: Number(seconds) }));
  const progress = h("p", { class: "quiet", role: "status" });
  const bar = h("progress", { class: "bar-progress", max: 1, value: 0, "aria-label": T.title });
  const run = button("", () => app.send({ do: "batch_run", on: !app.state?.batch.on }));
  const forget = button(T.forget, () => app.send({ do: "forget_batch" }));
  const found = h("div", { class: "batch" });
  const element = h(
    "div",
    { class: "form" },
    h("p", {}, T.text),
    choice(T.time, "seconds", T.times, seconds, (value) => (seconds = value)),
    picker,
    bar,
    progress,
    found,
    h("div", { class: "actions" }, run, forget),
  );
  let drawn: BatchMessage | null | undefined;
  const show = () => {
    if (app.drawer !== "batch") return;
    const { done, total, on, games } = app.state?.batch ?? { done: 0, total: 0, on: false, games: 0 };
    const isOver = total > 0 && done === total;
    progress.textContent = total ? (isOver ? T.done(games) : T.progress(done, total)) : "";
    bar.value = total ? done / total : 0;
    bar.hidden = !total || isOver;
    run.hidden = !total || isOver;
    run.textContent = on ? T.stop : T.goOn;
    forget.hidden = !total;
    if (drawn === app.batch) return;
    drawn = app.batch;
    fill(found, app.batch ? results(app, app.batch) : []);
  };
  app.watch(show);
  show();
  return element;
}

function results(app: App, { games, players }: BatchMessage): HTMLElement[] {
  if (!games.length) return [];
  const worst = games.flatMap((game) => game.worst.map((move) => ({ game, move })));
  worst.sort((a, b) => b.move.lost - a.move.lost);
  const biggest = worst.slice(0, BIGGEST).map(({ game, move }) => mistake(app, game, move, title(game)));
  return [
    h("h3", {}, T.players),
    playersTable(players),
    h("p", { class: "quiet" }, `${T.faults}: ${T.faultKinds}`),
    h("h3", {}, T.biggest),
    biggest.length ? h("ol", { class: "mistakes" }, biggest) : h("p", { class: "quiet" }, T.none),
    h("h3", {}, T.games),
    ...games.map((game) => gameRow(app, game)),
  ];
}

function playersTable(players: (Score & { name: string; games: number })[]): HTMLElement {
  const head = [T.player, T.count, T.accuracy, T.faults].map((text) => h("th", { scope: "col" }, text));
  const rows = [...players]
    .sort((a, b) => b.games - a.games)
    .slice(0, 20)
    .map((player) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, player.name),
        h("td", {}, String(player.games)),
        h("td", {}, percent(player.accuracy)),
        h("td", {}, player.faults.join(" · ")),
      ),
    );
  return h("table", { class: "scores" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}

const title = (game: BatchGame): string => {
  const [white, black] = game.names;
  return white || black ? `${white || "?"} – ${black || "?"}` : game.file;
};

function gameRow(app: App, game: BatchGame): HTMLElement {
  const open = () => app.send({ do: "batch_open", game: game.number, ply: 1 });
  const score = (colour: "white" | "black") =>
    h("span", { class: "score" }, h("span", { class: `disc small ${colour}`, "aria-hidden": "true" }), percent(game[colour].accuracy));
  return h(
    "details",
    { class: "reviewed" },
    h(
      "summary",
      {},
      h("span", { class: "title" }, title(game)),
      h("span", { class: "quiet" }, `${texts.games[game.game]} ${game.size} · ${T.plies(game.plies)} · ${T.won(game.winner)}`),
      h("span", { class: "row" }, score("white"), score("black"), h("span", { class: "quiet" }, T.mistakes(game.worst.length))),
    ),
    h("ol", { class: "mistakes" }, game.worst.map((move) => mistake(app, game, move, ""))),
    h("button", { class: "link", type: "button", click: open }, T.open),
  );
}

function mistake(app: App, game: BatchGame, move: Judgement, where: string): HTMLElement {
  const go = () => {
    app.send({ do: "batch_open", game: game.number, ply: move.ply });
    if (isPhone()) app.openDrawer(null);
  };
  return h(
    "li",
    {},
    h(
      "button",
      { class: "link", type: "button", click: go },
      h("span", { class: `disc small ${move.colour}`, "aria-hidden": "true" }),
      T.mistake(move.ply, move.move, percent(move.lost), move.best ?? "", move.difficulty),
    ),
    move.proved ? h("span", { class: "mark" }, T.proved) : null,
    where ? h("span", { class: "quiet" }, ` ${where}`) : null,
  );
}
