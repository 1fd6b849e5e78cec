// What moves threw away, by what the tree says of the moments before and after them.

import type { App } from "../app";
import { prefs } from "../prefs";
import type { Colour, TreeNode, Verdict } from "../types";

/** Shares from which a move is an inaccuracy, a mistake, a blunder: as the server counts them (engine/src/review.rs). */
const FROM = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 } as const;

export type Fault = keyof typeof FROM;

export interface Judged {
  /** The moment after the move, and the one before it. */
  node: TreeNode;
  before: TreeNode;
  /** The number of the move in its line, from 1. */
  number: number;
  lost: number;
  fault: Fault | null;
  /** What the best move was, if it was another. */
  best: number | null;
  /** What a proved mistake made of what, for the mover. */
  proved: [Verdict, Verdict] | null;
}

/** A proved result as the mover sees it. */
function verdictOf(node: TreeNode, mover: Colour): Verdict {
  if (!node.proved) return "unknown";
  return node.proved === "draw" ? "draw" : node.proved === mover ? "win" : "loss";
}

/** A move judged by two moments that are both evaluated; null when they are not, or for a swap. */
export function judge(app: App, before: TreeNode, node: TreeNode, number: number): Judged | null {
  if (before.white === undefined || node.white === undefined || !node.move || node.move.startsWith("swap")) return null;
  const { mover } = node;
  const best = before.line?.[0] ?? null;
  const isBest = best !== null && app.cellName(best) === node.move;
  // An opening that may be taken over is not meant to be the strongest.
  const isOffer = before.parent === null && !!app.state?.swap_rule;
  const lost = isBest || isOffer ? 0 : Math.max(0, mover === "white" ? before.white - node.white : node.white - before.white);
  const fault = lost >= FROM.blunder ? "blunder" : lost >= FROM.mistake ? "mistake" : lost >= FROM.inaccuracy ? "inaccuracy" : null;
  const [was, is] = [verdictOf(before, mover), verdictOf(node, mover)];
  const isProved = (was === "win" && (is === "draw" || is === "loss")) || (was === "draw" && is === "loss");
  return { node, before, number, lost, fault, best: isBest ? null : best, proved: isProved && lost > 0 ? [was, is] : null };
}

/** All moves of the shown line that can be judged. */
export function judgements(app: App): Judged[] {
  const line = app.line();
  return line.slice(1).flatMap((node, i) => judge(app, line[i]!, node, i + 1) ?? []);
}

/** Mistakes and blunders, the worst first. */
export function mistakes(app: App): Judged[] {
  return judgements(app)
    .filter(({ fault }) => fault === "mistake" || fault === "blunder")
    .sort((a, b) => b.lost - a.lost);
}

/** What a cell is called on this page. */
export const nameOf = (app: App, cell: number): string => app.shape?.names[prefs.coords]?.[cell] ?? app.cellName(cell);

/** The mean share that a player's moves kept, in the opening, the middle, the ending (thirds of the game) and in all; null without moves. */
export function accuracies(found: Judged[], colour: Colour, length: number): (number | null)[] {
  const own = found.filter(({ node }) => node.mover === colour);
  const third = (number: number) => Math.min(2, Math.floor(((number - 1) * 3) / Math.max(1, length)));
  const mean = (list: Judged[]) => (list.length ? 1 - list.reduce((sum, { lost }) => sum + lost, 0) / list.length : null);
  return [...[0, 1, 2].map((part) => mean(own.filter(({ number }) => third(number) === part))), mean(own)];
}
