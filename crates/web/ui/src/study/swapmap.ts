// The swap map of the board: how good is each opening, and should one swap it? Maps that were made beforehand are shown at once; others
// are made by evaluating the openings as variations of the start. The board shows what is known while this drawer is open.

import type { App } from "../app";
import type { Heat } from "../board/board";
import { h } from "../dom";
import { button } from "../panels/form";
import { short, texts } from "../texts";

const T = texts.swapMap;

/** An opening of a map that was made beforehand. */
interface Opening {
  cells: string[];
  winrate: number;
  verdict: string;
  visits: number;
}

const stored = new Map<string, Promise<Opening[] | null>>();
const ready = new Map<string, Opening[]>();

const keyOf = (app: App): string => `${app.state?.game ?? ""}/${app.state?.size ?? ""}`;

/** Asks the server for the map of the board, once. */
function fetchMap(app: App): void {
  const key = keyOf(app);
  if (stored.has(key)) return;
  const asked = fetch(`api/swapmap/${key}`).then((answer) => answer.json() as Promise<Opening[] | null>);
  stored.set(key, asked);
  void asked.then((map) => {
    if (map) ready.set(key, map);
    app.changed();
  });
}

export function swapMap(app: App): HTMLElement {
  const progress = h("p", { class: "quiet", role: "status" });
  const stop = button(texts.graph.stop, () => app.send({ do: "openings", on: false }));
  const start = () => {
    const { game, size } = app.state!;
    const human = { kind: "human" };
    if (app.nodes.size > 1) app.send({ do: "new", game, size, white: human, black: human });
    app.send({ do: "analyse", on: false });
    app.send({ do: "openings", on: true });
  };
  const begin = button(T.start, start, { class: "button primary" });
  const back = button(T.back, () => app.send({ do: "step", to: "start" }), { class: "button primary" });
  const show = () => {
    if (app.drawer !== "swapMap") return;
    fetchMap(app);
    const { left, total } = app.state?.review ?? { left: 0, total: 0 };
    const map = ready.get(keyOf(app));
    const isAway = !!map && (app.state?.ply ?? 0) > 0;
    const visits = map?.reduce((sum, opening) => sum + opening.visits, 0) ?? 0;
    progress.textContent = left ? texts.graph.progress(total - left, total) : map ? T.stored(short(visits)) : "";
    stop.hidden = !left;
    back.hidden = !isAway;
    begin.hidden = !!left || isAway;
    begin.textContent = map ? T.again : T.start;
    begin.classList.toggle("primary", !map);
  };
  app.watch(show);
  show();
  return h("div", { class: "form" }, h("p", {}, T.text), h("div", { class: "actions" }, back, begin, stop), progress, h("p", { class: "quiet" }, T.note));
}

/** What is known of the openings, for every cell by its image. */
export function openingsHeat(app: App): Map<number, Heat> {
  const { shape } = app;
  const known = new Map<number, number>();
  const image = (name: string) => shape?.images[shape.names["gui"]?.indexOf(name) ?? -1];
  for (const opening of ready.get(keyOf(app)) ?? []) {
    const cell = image(opening.cells[0] ?? "");
    const proved = { win: 1, loss: 0, draw: 0.5 }[opening.verdict];
    if (cell !== undefined) known.set(cell, proved ?? opening.winrate);
  }
  for (const id of app.nodes.get(0)?.children ?? []) {
    const node = app.nodes.get(id);
    const cell = image(node?.move ?? "");
    if (node?.white !== undefined && cell !== undefined) known.set(cell, shape?.first === "white" ? node.white : 1 - node.white);
  }
  const shares = [...known.values()];
  const [least, most] = [Math.min(...shares, 0.5), Math.max(...shares, 0.5)];
  const found = new Map<number, Heat>();
  shape?.images.forEach((image, cell) => {
    const share = known.get(image);
    if (share !== undefined) found.set(cell, { strength: ((share - least) / (most - least || 1)) * 0.9, text: String(Math.round(share * 100)), isBest: false });
  });
  return found;
}
