// Teaching: the engine waits until a person's move is judged. A good move is answered at once; a blunder is shown with the line
// that punishes it, and can be taken back.

import type { App } from "../app";
import { h } from "../dom";
import { button } from "../panels/form";
import { percent, texts } from "../texts";
import { other } from "../types";
import { type Judged, judge, nameOf } from "./mistakes";

const T = texts.teach;

/** What is known of the move that the engine waits for; null when it waits for none. */
function pending(app: App): { judged: Judged | null } | null {
  const { state } = app;
  const node = app.nodes.get(state?.node ?? -1);
  if (!state?.teach || app.isElsewhere || state.over || state.thinking || state.node !== state.live || !node || node.parent === null) return null;
  if (app.seat(state.turn).kind !== "engine" || app.seat(node.mover).kind !== "human") return null;
  const before = app.nodes.get(node.parent);
  if (!before || node.move?.startsWith("swap")) return { judged: null };
  return { judged: state.review.left ? null : judge(app, before, node, state.ply) };
}

const isBad = (judged: Judged): boolean => judged.fault === "blunder" || judged.proved !== null;

/** Lets the engine answer a move that is good enough; shows what punishes one that is not. */
export function followTeaching(app: App): void {
  const { state } = app;
  const found = pending(app);
  if (!found || !state) return;
  if (!found.judged) {
    // A swap is not judged, nor a move whose judgement was stopped: the engine goes on.
    if (state.review.left === 0 && app.taught !== state.at) {
      app.taught = state.at;
      app.send({ do: "think", on: true });
    }
    return;
  }
  if (app.taught === state.at) return;
  app.taught = state.at;
  if (!isBad(found.judged)) return app.send({ do: "think", on: true });
  const line = found.judged.node.line ?? [];
  app.preview = line.slice(0, 7).map((cell, i) => ({ cell, colour: i % 2 ? other(state.turn) : state.turn, text: String(i + 1) }));
  app.changed();
}

/** What stands in the panel of the players meanwhile. */
export function taughtPanel(app: App): HTMLElement | null {
  const found = pending(app);
  if (!found) return null;
  const { judged } = found;
  if (!judged) return h("p", { class: "quiet dots", role: "status" }, `${T.judging} `);
  if (!isBad(judged)) return null;
  const answer = judged.node.line?.[0];
  const name = judged.node.move ?? "";
  const shown = answer === undefined ? "" : nameOf(app, answer);
  const text = judged.proved?.[1] === "loss" ? T.lost(name, shown) : T.bad(name, percent(judged.lost), shown);
  const on = () => {
    app.preview = [];
    app.send({ do: "think", on: true });
  };
  return h(
    "div",
    { class: "taught bad", role: "alert" },
    h("p", {}, `${text} ${T.shown}`),
    h("div", { class: "actions" }, button(T.back, () => app.send({ do: "undo" }), { class: "button primary" }), button(T.on, on)),
  );
}
