// The board of the table: what it shows and what a click on it means.

import { type App, isBare } from "./app";
import { Board, type BoardView, blank, type Heat } from "./board/board";
import { fill, h } from "./dom";
import { button } from "./panels/form";
import { prefs } from "./prefs";
import { click } from "./sound";
import { lessonOf } from "./study/lessons";
import { currentConnections, followConnections } from "./study/connections";
import { currentQuest, followQuest, tryMove } from "./study/quest";
import { nextColour, placeStone } from "./study/setup";
import { followTeaching } from "./study/teach";
import { percent, short, texts } from "./texts";
import { say } from "./toast";
import { type Analysis, type Candidate, other, type ProofMessage, type ShapeMessage } from "./types";

/** Cells narrower than this are easy to miss with a finger. */
const FINGER = 38;

export class TableView {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly card = h("div", { class: "hover-card", "aria-hidden": "true" });
  private readonly ask = h("div", { class: "ask" });
  private readonly share = h("span", { class: "share" });
  private readonly number = h("span", { class: "number", "aria-hidden": "true" });
  private readonly evaluation = h("div", { class: "evaluation", role: "img", hidden: true }, this.share, h("span", { class: "middle" }), this.number);
  private drawn = "";
  private heard = "";

  constructor(private readonly app: App) {
    this.board = new Board({
      pick: (cell, byTouch) => this.pick(cell, byTouch),
      hover: (cell) => {
        app.hovered = cell;
        this.showCard();
        this.showLine(cell);
      },
    });
    this.element = h("section", { class: "board-area", "aria-label": "Board" }, this.evaluation, this.board.element, this.card, this.ask);
    app.watch(() => this.show());
  }

  private show(): void {
    const { app } = this;
    const { state, shape } = app;
    if (!state || !shape) return;
    const { stage } = app;
    this.draw(stage?.shape ?? shape);
    followQuest(app);
    followTeaching(app);
    followConnections(app);
    this.board.show(stage ? stage.view : app.setUp ? this.setUpView() : this.view());
    this.showShare();
    this.showCard();
    this.showQuestion();
    this.announce();
  }

  private draw(shape: ShapeMessage): void {
    const key = `${shape.game} ${shape.size} ${prefs.turned} ${prefs.coords}`;
    if (key === this.drawn) return;
    this.drawn = key;
    // The pointer is on another cell now, if on any.
    this.app.hovered = null;
    this.board.setShape(shape, prefs.turned, prefs.coords);
    document.body.style.setProperty("--aspect", (this.board.geometry?.aspect ?? 1).toFixed(3));
  }

  /** The evaluation bar: only when something is known, and nobody plays without wanting to know. */
  private showShare(): void {
    const { app } = this;
    const isWanted = !!app.state?.analysing || !!app.state?.over || !!app.currentProof()?.winner || app.line().some((node) => node.white !== undefined && node.id !== 0);
    const share = isWanted && !app.setUp && !app.stage && !currentQuest(app) ? app.share() : null;
    this.evaluation.hidden = share === null;
    if (share === null) return;
    const text = percent(share);
    this.evaluation.style.setProperty("--share", `${share * 100}%`);
    this.number.textContent = text.replace(/\D/g, "");
    this.evaluation.classList.toggle("low", share < 0.12);
    this.evaluation.setAttribute("aria-label", texts.evaluation(text));
  }

  private setUpView(): BoardView {
    const set = this.app.setUp!;
    const next = nextColour(set, this.app.shape?.first ?? "white");
    const turn = set.tool === "both" || set.tool === "erase" ? next : set.tool;
    return { ...blank, stones: set.stones.join(""), turn, isOpen: set.tool !== "erase" };
  }

  private view(): BoardView {
    const { app } = this;
    const state = app.state!;
    const analysis = app.currentAnalysis();
    const isShown = prefs.threats && !state.over;
    const covered = new Set(app.preview.map(({ cell }) => cell));
    const free = (cells: number[]) => (isShown ? cells.filter((cell) => !covered.has(cell)) : []);
    return {
      stones: state.stones,
      turn: state.turn,
      last: state.last,
      numbers: prefs.moveNumbers ? state.numbers : [],
      wins: state.over?.wins ?? [],
      threats: {
        own: free(state.threats[state.turn]),
        forced: free(state.threats[other(state.turn)]),
      },
      hint: app.currentHint()?.cell ?? null,
      heat: this.heat(analysis),
      carrier: app.previewCarrier ?? app.currentWalk()?.carrier ?? currentConnections(app)?.carrier ?? [],
      played: state.analysing && !state.over && !currentQuest(app) ? app.playedNext() : null,
      ghosts: app.preview,
      selected: app.selected,
      isOpen: app.canPlay() || !!currentQuest(app),
    };
  }

  private heat(analysis: Analysis | null): Map<number, Heat> {
    const state = this.app.state!;
    const proof = this.app.currentProof();
    if (proof?.live && proof.replies.length) return this.proofHeat(proof);
    if (this.app.drawer === "explorer") return explored(this.app);
    return analysis && !state.over && state.analysing ? heatOf(analysis) : new Map();
  }

  /** What the solver has settled, and where it is at work. */
  private proofHeat(proof: ProofMessage): Map<number, Heat> {
    const found = new Map<number, Heat>();
    const { working } = this.app;
    for (const { cell, state } of proof.replies) {
      if (state === null && cell !== working) continue;
      const verdict = state === "wins" ? "win" : state === "loses" || state === "fails" ? "loss" : state === "holds" ? "draw" : undefined;
      found.set(cell, { strength: 0, text: "", isBest: false, isWorking: cell === working, verdict });
    }
    return found;
  }

  private pick(cell: number, byTouch: boolean): void {
    const { app } = this;
    if (app.stage) return app.stage.pick(cell);
    const quest = currentQuest(app);
    if (quest && app.state!.stones[cell] === ".") return tryMove(app, quest, cell);
    if (app.setUp) {
      placeStone(app.setUp, cell, app.shape?.first ?? "white");
      return app.changed();
    }
    if (!app.canPlay() || app.state!.stones[cell] !== ".") return;
    const needsCare = byTouch && prefs.confirm && this.board.cellWidth < FINGER;
    if (needsCare && app.selected !== cell) {
      app.selected = cell;
      return app.changed();
    }
    app.play(cell);
  }

  private name(cell: number): string {
    const names = this.app.shape?.names;
    return names?.[prefs.coords]?.[cell] ?? names?.["gui"]?.[cell] ?? "";
  }

  /** What the pointer is on: small boards have no room for it on the cells. */
  private showCard(): void {
    const cell = this.app.hovered;
    this.card.hidden = cell === null;
    if (cell === null) return;
    const analysis = this.app.currentAnalysis();
    const found = analysis?.moves.find((move) => move.cell === cell);
    const more = found && !isBare(analysis!) ? ` ${percent(found.win)} · ${short(found.visits)}` : "";
    this.card.textContent = `${this.name(cell)}${more}`;
  }

  /** The line that is expected after the move under the pointer, while analysis runs. */
  private showLine(cell: number | null): void {
    const { app } = this;
    if (!app.state?.analysing || app.setUp || app.stage) return;
    const line = app.currentAnalysis()?.moves.find((move) => move.cell === cell)?.line ?? [];
    const { turn } = app.state;
    app.preview = line.map((cell, i) => ({ cell, colour: i % 2 ? other(turn) : turn, text: String(i + 1) }));
    app.changed();
  }

  private showQuestion(): void {
    const { app } = this;
    const state = app.state!;
    if (app.stage) fill(this.ask);
    else if (app.selected !== null) {
      const cell = app.selected;
      const cancel = () => {
        app.selected = null;
        app.changed();
      };
      fill(
        this.ask,
        button(texts.confirm(this.name(cell)), () => app.play(cell), { class: "button primary" }),
        button(texts.cancel, cancel),
      );
    } else if (this.asksForSwap()) {
      const decline = () => {
        app.swapDeclined = state.at;
        app.changed();
      };
      const hinted = !!app.currentHint()?.swap;
      const known = this.ask.querySelector(".swap-question");
      if (known?.getAttribute("data-at") === `${state.at} ${hinted}`) return;
      const T = texts.swapQuestion;
      fill(
        this.ask,
        h(
          "div",
          { class: "swap-question", role: "dialog", "aria-label": T.title, "data-at": `${state.at} ${hinted}` },
          h("p", {}, this.swapText()),
          hinted ? h("p", { class: "hinted" }, T.hint) : null,
          h(
            "div",
            { class: "actions" },
            button(T.yes, () => app.send({ do: "play", move: "swap" }), { class: "button primary" }),
            button(T.no, decline),
          ),
        ),
      );
    } else if (app.swapSeen !== state.at && !app.setUp && app.swapNews()) {
      this.showSwapNews();
    } else fill(this.ask);
    this.ask.hidden = this.ask.childElementCount === 0;
  }

  /** The opponent has swapped: what that means, until the next stone. */
  private showSwapNews(): void {
    const { app } = this;
    const T = texts.swapNews;
    const close = () => {
      app.swapSeen = app.state!.at;
      app.changed();
    };
    if (this.ask.querySelector(".swap-news")) return;
    fill(
      this.ask,
      h(
        "div",
        { class: "swap-question swap-news", role: "status" },
        h("p", {}, app.swapNews()),
        h(
          "div",
          { class: "actions" },
          button(T.close, close, { class: "button primary" }),
          button(T.rule, () => app.openLesson(lessonOf("Swap"))),
        ),
      ),
    );
  }

  private asksForSwap(): boolean {
    const { app } = this;
    const state = app.state!;
    return state.can_swap && app.canPlay() && app.swapDeclined !== state.at && !app.setUp && state.node === state.live;
  }

  /** What a swap would do: in Hex the stone goes to the other side of the board, or the players exchange colours. */
  private swapText(): string {
    const { last, swap_to: to, turn } = this.app.state!;
    const T = texts.swapQuestion;
    const stone = this.name(last ?? 0);
    if (to?.sides) return T.sides(stone, other(turn));
    return !to || to.cell === last ? T.text(stone) : T.mirrored(stone, this.name(to.cell));
  }

  /** Says what happened to those who do not see the board. */
  private announce(): void {
    const { app } = this;
    const state = app.state!;
    const key = `${state.node} ${state.stones} ${state.over?.winner}`;
    if (key === this.heard) return;
    const isFirst = this.heard === "";
    this.heard = key;
    if (isFirst) return;
    const node = app.nodes.get(state.node);
    const moved = node?.move ? texts.said.played(node.mover, node.move) : "";
    say(`${moved} ${state.over ? texts.over(state.over, prefs.turned) : ""}`.trim());
    if (prefs.sound && node?.move) click();
  }
}

/** How often each move was made in the games of the library. */
function explored(app: App): Map<number, Heat> {
  const moves = app.currentExplorer()?.moves ?? [];
  const most = Math.max(1, ...moves.map((move) => move.games));
  return new Map(moves.map((move, i) => [move.cell, { strength: 0.15 + 0.75 * (move.games / most), text: String(move.games), isBest: i === 0 }]));
}

/** What colours the cells: one measure of each candidate, scaled to the best. */
function heatOf(analysis: Analysis): Map<number, Heat> {
  const kind = prefs.heat;
  const found = new Map<number, Heat>();
  const value = (move: Candidate) => (kind === "none" ? 0 : kind === "visits" ? Math.sqrt(move.visits) : move[kind]);
  const values = analysis.moves.map(value);
  const [least, most] = [kind === "visits" ? 0 : Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  const floor = Math.max(1, analysis.visits / 200);
  analysis.moves.forEach((move, i) => {
    const isKnown = move.visits >= floor || i < 5;
    const text = prefs.numbers && isKnown && !isBare(analysis) ? String(Math.round(move.win * 100)) : "";
    const strength = kind === "none" ? 0 : (value(move) - least) / span;
    if (strength < 0.02 && !text && !move.verdict && !isBare(analysis)) return;
    found.set(move.cell, { strength, text, isBest: i === 0, verdict: move.verdict });
  });
  return found;
}
