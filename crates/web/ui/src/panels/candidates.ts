// The list of candidate moves with their lines. It keeps its order until numbers settle, so that nothing jumps around
// under the pointer.

import type { App } from "../app";
import { fill, h } from "../dom";
import { type HeatKind, prefer, prefs } from "../prefs";
import { colourName, percent, short, texts } from "../texts";
import { type Analysis, type Candidate, other } from "../types";

const ROWS = 8;
const SETTLE = 1500;

export function candidates(app: App): HTMLElement {
  const summary = h("span", { class: "quiet numbers" });
  const list = h("ol", { class: "candidates", "aria-label": texts.analysis.moves });
  const foot = h("div", { class: "row foot" }, heatChoice(app), numbersChoice(app));
  const proof = h("p", { class: "proof" });
  const element = h(
    "section",
    { class: "panel panel-analysis", "aria-labelledby": "analysis-title" },
    h("div", { class: "row" }, h("h2", { id: "analysis-title" }, texts.analysis.title), summary),
    proof,
    list,
    foot,
  );
  const order = new Order();
  app.watch(() => {
    const analysis = app.currentAnalysis();
    element.classList.toggle("off", !app.state?.analysing && !analysis);
    summary.textContent = analysis ? summaryText(analysis) : "";
    proof.textContent = proofText(app);
    proof.hidden = !proof.textContent;
    foot.hidden = !analysis;
    if (!analysis) return fill(list, h("li", { class: "quiet none" }, ...emptyText(app)));
    const moves = order.sorted(analysis, list.matches(":hover"));
    const rows = moves.map((move) => row(app, analysis, move));
    const hoveredRow = [...list.children].findIndex((child) => child.matches(":hover"));
    const focusedRow = [...list.children].findIndex((child) => child.contains(document.activeElement));
    fill(list, rows);
    if (hoveredRow >= 0) rows[hoveredRow]?.classList.add("hovered");
    if (focusedRow >= 0) rows[focusedRow]?.querySelector("button")?.focus();
  });
  list.addEventListener("pointerleave", () => preview(app, null, 0));
  return element;
}

/** Keeps the order of rows while numbers are in motion. */
class Order {
  private cells: number[] = [];
  private node = -1;
  private at = 0;

  sorted(analysis: Analysis, isHeld: boolean): Candidate[] {
    const best = analysis.moves.slice(0, ROWS);
    const now = performance.now();
    const isNew = analysis.node !== this.node;
    if (isNew || !analysis.live || (!isHeld && now - this.at > SETTLE)) {
      this.node = analysis.node;
      this.at = now;
      this.cells = best.map((move) => move.cell);
    }
    const known = new Map(analysis.moves.map((move) => [move.cell, move]));
    const kept = this.cells.map((cell) => known.get(cell)).filter((move) => move !== undefined);
    return kept.length ? kept : best;
  }
}

function emptyText(app: App): (HTMLElement | string)[] {
  if (app.state?.over) return [texts.analysis.over];
  if (app.state?.analysing) return [texts.analysis.waiting];
  if (app.welcome?.role === "guest") return [texts.analysis.off];
  const start = () => app.send({ do: "analyse", on: true });
  return [`${texts.analysis.off} `, h("button", { class: "link", type: "button", click: start }, texts.analysis.start)];
}

function summaryText(analysis: Analysis): string {
  const value =
    analysis.verdict === "unknown"
      ? `${colourName(analysis.turn)} ${percent(analysis.win)}`
      : `${colourName(analysis.turn)} ${verdictWord(analysis.verdict)}`;
  return texts.analysis.summary(value, short(analysis.visits), analysis.seconds.toFixed(1));
}

function verdictWord(verdict: string): string {
  if (verdict === "win") return texts.analysis.wins;
  return verdict === "loss" ? texts.analysis.loses : texts.analysis.draws;
}

function proofText(app: App): string {
  const { proof, state } = app;
  if (!proof || proof.node !== state?.node) return "";
  if (proof.live) return texts.solve.live(short(proof.nodes), short(proof.proof), short(proof.disproof));
  if (proof.winner === null) return texts.solve.unknown;
  return proof.winner === "draw" ? texts.solve.draw : texts.solve.wins(proof.winner);
}

function row(app: App, analysis: Analysis, move: Candidate): HTMLElement {
  const line = move.line ?? [move.cell];
  const names = app.shape?.names[prefs.coords] ?? app.shape?.names["gui"] ?? [];
  let shown = line.length;
  const value = move.verdict ? verdictWord(move.verdict) : percent(move.win);
  const symbol = move.verdict === "win" ? "✓" : move.verdict === "loss" ? "✕" : move.verdict === "draw" ? "=" : "";
  const add = () => app.send({ do: "line", moves: line.map((cell) => app.cellName(cell)), go: 1 });
  const button = h(
    "button",
    { class: "candidate", type: "button", click: add, title: texts.analysis.hint },
    h("span", { class: "move" }, names[move.cell] ?? ""),
    h("span", { class: `value ${move.verdict ?? ""}` }, symbol && h("span", { class: "symbol", "aria-hidden": "true" }, symbol), value),
    h("span", { class: "visits" }, short(move.visits)),
    h("span", { class: "line" }, line.slice(1, 9).map((cell) => names[cell] ?? "").join(" ")),
  );
  const show = () => preview(app, { analysis, line }, shown);
  button.addEventListener("pointerenter", show);
  button.addEventListener("focus", show);
  button.addEventListener("blur", () => preview(app, null, 0));
  button.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      shown = Math.max(1, Math.min(line.length, shown + (event.deltaY > 0 ? 1 : -1)));
      show();
    },
    { passive: false },
  );
  return h("li", {}, button);
}

function preview(app: App, of: { analysis: Analysis; line: number[] } | null, count: number): void {
  const turn = of?.analysis.turn ?? "white";
  const ghosts = (of?.line ?? []).slice(0, count).map((cell, i) => ({
    cell,
    colour: i % 2 ? other(turn) : turn,
    text: String(i + 1),
  }));
  if (ghosts.length === 0 && app.preview.length === 0) return;
  app.preview = ghosts;
  app.changed();
}

function heatChoice(app: App): HTMLElement {
  const kinds = ["visits", "win", "rave", "prior", "none"] as const;
  const select = h(
    "select",
    {
      change: () => {
        prefer({ heat: select.value as HeatKind });
        app.changed();
      },
    },
    kinds.map((kind) => h("option", { value: kind }, texts.analysis.heats[kind])),
  );
  select.value = prefs.heat;
  return h("label", { class: "choice" }, h("span", {}, texts.analysis.heat), select);
}

function numbersChoice(app: App): HTMLElement {
  const box = h("input", {
    type: "checkbox",
    change: () => {
      prefer({ numbers: box.checked });
      app.changed();
    },
  });
  box.checked = prefs.numbers;
  return h("label", { class: "choice" }, box, h("span", {}, texts.analysis.numbers));
}
