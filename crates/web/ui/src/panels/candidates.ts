// The list of candidate moves with their lines. It keeps its order until numbers settle, so that nothing jumps around
// under the pointer.

import { type App, isBare } from "../app";
import { fill, h } from "../dom";
import { type HeatKind, prefer, prefs } from "../prefs";
import { classicName, colourName, percent, short, texts } from "../texts";
import { type Analysis, type Candidate, other } from "../types";

const ROWS = 7;
const SETTLE = 1500;

export function candidates(app: App): HTMLElement {
  const summary = h("span", { class: "quiet numbers" });
  const list = h("ol", { class: "candidates", "aria-label": texts.analysis.moves });
  const note = h("p", { class: "quiet", hidden: true });
  const foot = h("div", { class: "row foot" }, heatChoice(app), numbersChoice(app));
  const analyst = analystChoice(app);
  const element = h(
    "section",
    { class: "panel panel-analysis", "aria-labelledby": "analysis-title" },
    h("div", { class: "row" }, h("h2", { id: "analysis-title" }, texts.analysis.title), summary),
    analyst,
    note,
    list,
    foot,
  );
  const order = new Order();
  const preview = new Preview(app);
  // Rows are made anew at every update, and a press that begins on one and ends on its successor is no click.
  let isPressed = false;
  let listed = "";
  list.addEventListener("pointerdown", () => (isPressed = true));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (isPressed = false));
  app.watch(() => {
    const analysis = app.currentAnalysis();
    element.classList.toggle("off", !app.state?.analysing && !analysis);
    summary.textContent = analysis ? summaryText(analysis) : "";
    analyst.hidden = !app.info?.engines.length || app.isGuest;
    foot.hidden = !analysis;
    note.hidden = true;
    if (!analysis) return fill(list, h("li", { class: "quiet none" }, ...emptyText(app)));
    // Those of another position go at once.
    if (isPressed && listed === analysis.key) return;
    listed = analysis.key;
    const focused = [...list.children].findIndex((child) => child.contains(document.activeElement));
    const swap = analysis.swap_win === null ? [] : [swapRow(app, analysis)];
    const rows = [...swap, ...order.sorted(analysis, preview.isOn).map((move) => row(app, move, isBare(analysis)))];
    fill(list, rows);
    note.textContent = analysis.swap ? texts.analysis.swap[analysis.swap] : "";
    note.hidden = !note.textContent;
    if (focused >= 0) rows[focused]?.querySelector("button")?.focus();
    preview.mark(list);
  });
  preview.listen(list);
  return element;
}

/** The line under the pointer or the keyboard, as numbered ghost stones; the wheel steps through it. */
class Preview {
  private cell: number | null = null;
  private count = Infinity;

  constructor(private readonly app: App) {}

  get isOn(): boolean {
    return this.cell !== null;
  }

  listen(list: HTMLElement): void {
    const cellOf = (event: Event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-move]") : null;
      return row ? Number(row.getAttribute("data-move")) : null;
    };
    list.addEventListener("pointermove", (event) => this.set(cellOf(event)));
    list.addEventListener("pointerleave", () => this.set(null));
    list.addEventListener("focusin", (event) => this.set(cellOf(event)));
    list.addEventListener("focusout", () => this.set(null));
    list.addEventListener(
      "wheel",
      (event) => {
        const length = this.line().length;
        if (this.cell === null || length === 0) return;
        event.preventDefault();
        this.count = Math.max(1, Math.min(length, Math.min(this.count, length) + (event.deltaY > 0 ? 1 : -1)));
        this.show();
      },
      { passive: false },
    );
  }

  private set(cell: number | null): void {
    if (cell === this.cell) return;
    this.cell = cell;
    this.count = Infinity;
    this.show();
  }

  private line(): number[] {
    const found = this.app.currentAnalysis()?.moves.find((move) => move.cell === this.cell);
    return found ? (found.line ?? [found.cell]) : [];
  }

  private show(): void {
    const turn = this.app.state?.turn ?? "white";
    this.app.preview = this.line()
      .slice(0, this.count)
      .map((cell, i) => ({ cell, colour: i % 2 ? other(turn) : turn, text: String(i + 1) }));
    this.app.changed();
  }

  /** Rows are made anew at every update: the one under the pointer stays marked. */
  mark(list: HTMLElement): void {
    for (const child of list.children) {
      child.classList.toggle("hovered", child.getAttribute("data-move") === String(this.cell));
    }
  }
}

/** Keeps the order of rows while numbers are in motion. */
class Order {
  private cells: number[] = [];
  private key = "";
  private at = 0;

  sorted(analysis: Analysis, isHeld: boolean): Candidate[] {
    // Moves that were never tried say nothing; proved losses need no list.
    const isLost = (move: Candidate) => move.verdict === "loss";
    const tried = analysis.moves.filter((move) => !isLost(move) && (move.visits > 0 || move.verdict));
    const lost = analysis.moves.filter((move) => isLost(move) && move.visits > 0);
    const best = (tried.length ? tried : lost.length ? lost : analysis.moves).slice(0, ROWS);
    const now = performance.now();
    const isNew = analysis.key !== this.key;
    if (isNew || !analysis.live || (!isHeld && now - this.at > SETTLE)) {
      this.key = analysis.key;
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
  if (app.isGuest) return [texts.analysis.off];
  const start = () => app.analyse(true);
  return [`${texts.analysis.off} `, h("button", { class: "link", type: "button", click: start }, texts.analysis.start)];
}

function summaryText(analysis: Analysis): string {
  if (isBare(analysis)) return texts.analysis.bare(analysis.by ?? "");
  const by = analysis.by === null ? "" : `${analysis.by}: `;

  const value =
    analysis.verdict === "unknown"
      ? `${colourName(analysis.turn)} ${percent(analysis.win)}`
      : `${colourName(analysis.turn)} ${verdictWord(analysis.verdict)}`;
  return by + texts.analysis.summary(value, analysis.visits, analysis.seconds.toFixed(1));
}

function verdictWord(verdict: string): string {
  if (verdict === "win") return texts.analysis.wins;
  return verdict === "loss" ? texts.analysis.loses : texts.analysis.draws;
}

function row(app: App, move: Candidate, isBare: boolean): HTMLElement {
  const line = move.line ?? [move.cell];
  const names = app.shape?.names[prefs.coords] ?? app.shape?.names["gui"] ?? [];
  const value = isBare ? texts.analysis.itsMove : move.verdict ? verdictWord(move.verdict) : percent(move.win);
  const symbol = move.verdict === "win" ? "✓" : move.verdict === "loss" ? "✕" : move.verdict === "draw" ? "=" : "";
  const add = () => app.send({ do: "line", moves: line.map((cell) => app.cellName(cell)), go: 1 });
  const isPlayed = app.playedNext() === move.cell;
  const button = h(
    "button",
    { class: `candidate ${isPlayed ? "played" : ""}`, type: "button", click: add, title: isPlayed ? texts.analysis.played : texts.analysis.hint },
    h("span", { class: "move" }, names[move.cell] ?? ""),
    h("span", { class: `value ${move.verdict ?? ""}` }, symbol && h("span", { class: "symbol", "aria-hidden": "true" }, symbol), value),
    h("span", { class: "visits" }, isBare ? "" : short(move.visits)),
    h("span", { class: "line" }, line.slice(1, 9).map((cell) => names[cell] ?? "").join(" ")),
  );
  return h("li", { "data-move": move.cell }, button);
}

/** Taking the stone over, among the other moves. */
function swapRow(app: App, analysis: Analysis): HTMLElement {
  const win = analysis.swap_win ?? 0.5;
  const button = h(
    "button",
    { class: "candidate", type: "button", click: () => app.canPlay() && app.send({ do: "play", move: "swap" }) },
    h("span", { class: "move" }, texts.analysis.swapRow),
    h("span", { class: "value" }, percent(win)),
  );
  return h("li", { class: "swap-row" }, button);
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

/** Who analyses: Robusto, or an engine of the owner's file. */
function analystChoice(app: App): HTMLElement {
  const select = h("select", {
    change: () => {
      prefer({ analyst: select.value });
      if (app.state?.analysing) app.analyse(true);
      app.changed();
    },
  });
  let listed = "";
  let shown = "";
  app.watch(() => {
    const engines = app.info?.engines ?? [];
    if (engines.join() === listed) return;
    listed = engines.join();
    fill(select, [["", texts.brand], ...engines.map((preset) => [preset, classicName(preset)])].map(([value, text]) => h("option", { value }, text)));
    shown = "";
  });
  // Who analyses now, and else who was chosen last.
  app.watch(() => {
    const { state } = app;
    const wanted = state?.analysing ? (state.analyst ?? "") : listed.split(",").includes(prefs.analyst) ? prefs.analyst : "";
    if (document.activeElement !== select || wanted !== shown) select.value = wanted;
    shown = wanted;
  });
  return h("label", { class: "choice analyst" }, h("span", {}, texts.analysis.analyst), select);
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
