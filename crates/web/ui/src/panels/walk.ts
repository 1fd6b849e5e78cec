// "Who wins?": live proof numbers of the replies while the solver works, then the proof as a tree to walk: the move that keeps the
// result, or every reply with what answers it. It follows the board; certificates that were opened are walked in the same way.

import type { App } from "../app";
import { fill, h } from "../dom";
import { prefs } from "../prefs";
import { currentConnections } from "../study/connections";
import { colourName, short, texts } from "../texts";
import { other, type ProofMessage, type WalkPlace, type WalkRow } from "../types";

const T = texts.solve;
/** Replies that are shown while the solver works. */
const LIVE = 8;

export function walk(app: App): HTMLElement {
  const said = h("p", { class: "proof", role: "status" });
  const note = h("p", { class: "quiet" });
  const bar = h("progress", { class: "bar-progress", max: 1, value: 0, "aria-label": T.title });
  const numbers = h("p", { class: "quiet" });
  const stop = h("button", { class: "link", type: "button", click: () => app.send({ do: "solve", on: false }) }, T.stop);
  const liveList = h("ol", { class: "candidates proof-tree", "aria-label": T.details });
  const details = h("details", { class: "more" }, h("summary", {}, T.details), numbers, liveList);
  const list = h("ol", { class: "candidates proof-tree", "aria-label": T.title });
  const more = h("p", {});
  const element = h(
    "section",
    { class: "panel panel-proof", "aria-labelledby": "proof-title", hidden: true },
    h("div", { class: "row" }, h("h2", { id: "proof-title" }, T.title), stop),
    said,
    note,
    bar,
    list,
    more,
    details,
  );
  let drawn = "";
  app.watch(() => {
    const proof = app.currentProof();
    const place = app.currentWalk();
    element.hidden = !proof && !place;
    document.body.classList.toggle("proved", !element.hidden);
    const key = JSON.stringify([proof, place, prefs.coords, app.state?.solving, app.working, currentConnections(app)]);
    if (key === drawn) return;
    drawn = key;
    const isLive = !!proof?.live;
    stop.hidden = !isLive || app.isGuest;
    said.textContent = isLive ? liveSentence(proof) : sentence(app, proof, place);
    said.hidden = !said.textContent;
    note.textContent = noteText(app, proof, place);
    note.hidden = !note.textContent;
    const focused = [...list.children].findIndex((child) => child.contains(document.activeElement));
    const hasRows = place && !place.beyond && place.rows.length;
    const all = proof?.replies.length ?? 0;
    bar.hidden = !isLive || !all;
    bar.value = all ? proof!.replies.filter(({ state }) => state).length / all : 0;
    details.hidden = !proof || !proof.nodes;
    numbers.textContent = proof ? workText(proof) : "";
    fill(liveList, isLive ? liveRows(app, proof) : []);
    fill(list, isLive ? [] : hasRows ? place.rows.map((row) => treeRow(app, place, row)) : lineRow(app, proof));
    list.hidden = !list.childElementCount;
    if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
    const carrier = place?.carrier?.length ?? currentConnections(app)?.carrier.length ?? 0;
    fill(more, moreText(app, proof, place), carrier ? h("span", { class: "quiet" }, ` ${T.carrier}`) : null);
    more.hidden = !more.childNodes.length;
  });
  list.addEventListener("pointerleave", () => preview(app, []));
  list.addEventListener("focusout", () => preview(app, []));
  return element;
}

const nameOf = (app: App, cell: number): string => app.shape?.names[prefs.coords]?.[cell] ?? app.cellName(cell);

function sentence(app: App, proof: ProofMessage | null, place: WalkPlace | null): string {
  const stage = proof?.swap ?? app.walk?.swap ?? null;
  // What is proved of the bare position, before the swap is thought of.
  const bare = place?.winner ?? null;
  if (stage === "opening") return openingSentence(proof);
  if (stage === "reply") return replySentence(app, proof, bare);
  const winner = bare ?? proof?.winner ?? null;
  if (winner === null) return place ? T.holds : proof ? T.unknown : "";
  return winner === "draw" ? T.draw : T.wins(winner);
}

/** Before the first stone: the opponent will have the choice of sides. */
function openingSentence(proof: ProofMessage | null): string {
  if (!proof) return "";
  if (proof.winner === null) return T.unknown;
  if (proof.winner === "draw") return T.openingDraw;
  return proof.winner === proof.turn ? T.firstWins : T.secondWins;
}

/** After the first stone: whoever moves wins by swapping or by playing on, unless it is a draw. */
function replySentence(app: App, proof: ProofMessage | null, bare: WalkPlace["winner"]): string {
  const turn = app.state!.turn;
  if (bare === null && (!proof || proof.winner === null)) return proof ? T.unknown : "";
  if ((bare ?? proof?.winner) === "draw") return T.swapDraw;
  const takes = bare === null ? !!proof?.take : bare !== turn;
  return takes ? T.swapWins(turn) : T.keepWins(turn);
}

function noteText(app: App, proof: ProofMessage | null, place: WalkPlace | null): string {
  if (proof?.live) {
    const done = proof.replies.filter(({ state }) => state).length;
    return proof.replies.length ? T.settled(done, proof.replies.length, app.working === null ? "" : nameOf(app, app.working)) : "";
  }
  const isLost = proof && proof.winner !== null && proof.winner === other(proof.turn) && proof.swap === null;
  const hasRows = place && !place.beyond && place.rows.length;
  if (!hasRows && isLost) return T.everyMove;
  if (!place) return "";
  const source = place.carrier ? T.checkedLinks(place.positions) : place.checked ? T.checked(place.positions) : T.positions(place.positions);
  if (place.beyond) return T.beyond;
  if (place.end === "stands") return `${T.endings.stands} ${source}`;
  if (place.end !== "open" && !place.rows.length) return T.endings[place.end];
  const bare = app.walk?.swap === "reply" && place.winner ? `${T.withoutSwap(place.winner)} ` : "";
  return `${bare}${place.replies ? T.replies(colourName(app.state!.turn)) : T.answer} ${source}`;
}

const liveSentence = (proof: ProofMessage): string => (proof.swap === "opening" ? T.liveOpenings : T.live(proof.turn));

function workText(proof: ProofMessage): string {
  const work = T.work(proof.nodes, proof.seconds.toFixed(proof.seconds < 10 ? 1 : 0));
  return proof.live && proof.swap !== "opening" ? `${work} ${T.numbers(short(proof.proof), short(proof.disproof))}` : work;
}

function preview(app: App, cells: number[], carrier: number[] | null = null): void {
  app.previewCarrier = carrier;
  const turn = app.state?.turn ?? "white";
  app.preview = cells.map((cell, i) => ({ cell, colour: i % 2 ? other(turn) : turn, text: String(i + 1) }));
  app.changed();
}

function button(app: App, cells: number[], parts: (HTMLElement | null)[], carrier: number[] | null = null): HTMLElement {
  const add = () => app.send({ do: "line", moves: [app.cellName(cells[0]!)], go: 1 });
  const see = () => preview(app, cells, carrier);
  return h("li", {}, h("button", { class: "candidate", type: "button", click: add, pointerenter: see, focus: see }, parts));
}

function treeRow(app: App, place: WalkPlace, row: WalkRow): HTMLElement {
  const cells = row.answer === null ? [row.cell] : [row.cell, row.answer];
  const isDraw = place.winner === "draw";
  const symbol = isDraw ? "=" : place.replies ? "✕" : "✓";
  const answer = row.answer === null ? "" : T.then(nameOf(app, row.answer));
  return button(app, cells, [
    h("span", { class: "move" }, nameOf(app, row.cell)),
    h("span", { class: `value ${isDraw ? "" : place.replies ? "loss" : "win"}` }, h("span", { class: "symbol", "aria-hidden": "true" }, symbol), isDraw ? texts.analysis.draws : place.replies ? texts.analysis.loses : texts.analysis.wins),
    h("span", { class: "visits" }, answer),
    h("span", { class: "line" }, row.carrier ? T.holding(row.carrier.length) : row.end === "open" ? T.below(row.positions) : T.ends[row.end]),
  ], row.carrier);
}

/** A reply at the root while the solver works: the effort still seen to prove a win after it, and to refute one. */
function liveRows(app: App, proof: ProofMessage): HTMLElement[] {
  const rows = [...proof.replies].sort((a, b) => b.work - a.work).slice(0, LIVE);
  return rows.map((reply) =>
    button(app, [reply.cell], [
      h("span", { class: "move" }, nameOf(app, reply.cell)),
      h("span", { class: "value" }, reply.state ? T.states[reply.state] : short(reply.proof)),
      h("span", { class: "visits" }, reply.state ? "" : short(reply.disproof)),
      h("span", { class: "line" }, T.nodes(reply.work)),
    ]),
  );
}

/** Where no proof is written out, the line that was found. */
function lineRow(app: App, proof: ProofMessage | null): HTMLElement[] {
  if (!proof || proof.live || proof.winner === null || proof.line.length === 0) return [];
  const add = () => app.send({ do: "line", moves: proof.line.map((cell) => app.cellName(cell)), go: 1 });
  const text = proof.line.slice(0, 10).map((cell) => nameOf(app, cell)).join(" ");
  return [h("li", {}, h("button", { class: "link proof-line", type: "button", click: add }, text))];
}

const isKnown = (proof: ProofMessage | null): boolean => !!proof && proof.winner !== null && proof.nodes > 0;

function moreText(app: App, proof: ProofMessage | null, place: WalkPlace | null): (HTMLElement | string)[] {
  if (proof?.live) return [];
  // What was proved from here is said already.
  const isEnd = place && !place.beyond && !place.rows.length && !isKnown(proof);
  const canAsk = app.info?.solver && app.state?.solving === null && !app.state.over;
  const ask = h("button", { class: "link", type: "button", click: () => app.send({ do: "solve", on: true }) }, T.ask);
  if (canAsk && ((place?.beyond && !isKnown(proof)) || isEnd)) return [ask];
  if (place && !place.beyond && place.replies && place.others) return [h("span", { class: "quiet" }, place.carrier ? T.outside(place.others) : T.others(place.others))];
  return [];
}
