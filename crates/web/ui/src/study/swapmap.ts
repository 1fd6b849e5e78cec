// The swap map of the board: how good is each opening, and should one swap it? Openings are evaluated as variations of the start; the
// board shows what is known of them while this drawer is open.

import type { App } from "../app";
import type { Heat } from "../board/board";
import { h } from "../dom";
import { button } from "../panels/form";
import { texts } from "../texts";

const T = texts.swapMap;

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
  app.watch(() => {
    if (app.drawer !== "swapMap") return;
    const { left, total } = app.state?.review ?? { left: 0, total: 0 };
    progress.textContent = left ? texts.graph.progress(total - left, total) : "";
    stop.hidden = !left;
    begin.hidden = !!left;
  });
  return h("div", { class: "form" }, h("p", {}, T.text), h("div", { class: "actions" }, begin, stop), progress, h("p", { class: "quiet" }, T.note));
}

/** What is known of the openings, for every cell by its image. */
export function openingsHeat(app: App): Map<number, Heat> {
  const { shape } = app;
  const known = new Map<number, number>();
  for (const id of app.nodes.get(0)?.children ?? []) {
    const node = app.nodes.get(id);
    const cell = shape?.names["gui"]?.indexOf(node?.move ?? "") ?? -1;
    if (node?.white !== undefined && cell >= 0) known.set(cell, shape?.first === "white" ? node.white : 1 - node.white);
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
