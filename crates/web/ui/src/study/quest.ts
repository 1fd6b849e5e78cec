// "Try to find it": the board stands before a mistake, and the better move is looked for. The best move is known; any other is
// added as a variation and judged, so that a move that is as good counts as well.

import type { App } from "../app";
import { h } from "../dom";
import { button } from "../panels/form";
import { percent, texts } from "../texts";
import { type Judged, judge, mistakes, nameOf } from "./mistakes";

const T = texts.quest;
/** A move that throws away less is as good. */
const AS_GOOD = 0.05;

export interface Quest {
  /** The moment before the mistake, in the game on the table. */
  node: number;
  table: string;
  mistake: Judged;
  best: number;
  /** The cell that is being judged, and whether the server was asked. */
  tried: number | null;
  isAsked: boolean;
  said: string;
  isOver: boolean;
}

export function startQuest(app: App, mistake: Judged): void {
  const { state } = app;
  if (!state || mistake.best === null) return;
  app.quest = { node: mistake.before.id, table: state.table, mistake, best: mistake.best, tried: null, isAsked: false, said: "", isOver: false };
  app.preview = [];
  app.sheet = null;
  app.send({ do: "analyse", on: false });
  app.send({ do: "go", node: mistake.before.id });
  app.changed();
}

/** The quest, if the board shows its moment. */
export function currentQuest(app: App): Quest | null {
  const { quest, state } = app;
  if (!quest || !state || app.isElsewhere || quest.node !== state.node) return null;
  return app.isCurrent({ table: quest.table }) ? quest : null;
}

/** Whether somebody looks for a move: then nothing on the page may tell it. */
export const isLooking = (app: App): boolean => currentQuest(app)?.isOver === false;

/** A click on the board while a move is looked for. */
export function tryMove(app: App, quest: Quest, cell: number): void {
  if (quest.isOver || quest.tried !== null) return;
  if (cell === quest.best) return finish(app, quest, T.right(nameOf(app, cell)));
  quest.tried = cell;
  quest.isAsked = false;
  quest.said = T.judging;
  app.send({ do: "line", moves: [app.cellName(cell)] });
  app.changed();
}

function finish(app: App, quest: Quest, said: string): void {
  quest.isOver = true;
  quest.tried = null;
  quest.said = said;
  const { line } = quest.mistake.before;
  const { turn } = app.state!;
  app.preview = (line ?? [quest.best]).map((cell, i) => ({ cell, colour: i % 2 ? (turn === "white" ? "black" : "white") : turn, text: String(i + 1) }));
  app.changed();
}

/** Follows the judgement of a move that was tried. */
export function followQuest(app: App): void {
  const quest = currentQuest(app);
  if (!quest || quest.tried === null) return;
  const before = app.nodes.get(quest.node);
  const name = app.cellName(quest.tried);
  const node = before?.children.map((id) => app.nodes.get(id)).find((child) => child?.move === name);
  if (!before || !node) return;
  if (!quest.isAsked) {
    quest.isAsked = true;
    return app.send({ do: "judge", node: node.id });
  }
  if (app.state?.review.left) return;
  const judged = judge(app, before, node, quest.mistake.number);
  if (!judged) return;
  const shown = nameOf(app, quest.tried);
  quest.tried = null;
  if (judged.lost < AS_GOOD && !judged.proved) finish(app, quest, T.good(shown));
  else quest.said = T.wrong(shown, percent(judged.lost));
  app.changed();
}

/** What stands in the panel of the players meanwhile. */
export function questPanel(app: App): HTMLElement | null {
  const quest = currentQuest(app);
  if (!quest) return null;
  const { node, number } = quest.mistake;
  const end = () => {
    app.quest = null;
    app.preview = [];
    app.send({ do: "go", node: node.id });
    app.changed();
  };
  const rest = mistakes(app).filter((other) => other.best !== null && other.number !== number);
  const next = rest.find((other) => other.number > number) ?? rest[0];
  return h(
    "div",
    { class: "quest", role: "status" },
    h("p", {}, quest.said || T.task(node.mover, node.move ?? "")),
    h(
      "div",
      { class: "actions" },
      quest.isOver ? null : button(T.show, () => finish(app, quest, T.shown(nameOf(app, quest.best)))),
      quest.isOver && next ? button(T.next, () => startQuest(app, next), { class: "button primary" }) : null,
      button(T.end, end),
    ),
  );
}
