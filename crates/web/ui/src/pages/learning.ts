// How networks learn: the loops of `robusto learn` on this machine as they go, and the history of the networks that come with the
// program. Nothing is changed here. What is shown follows the loops while the page is open.

import type { App } from "../app";
import { fill, h, s } from "../dom";
import { percent, short, texts } from "../texts";
import type { LearnForesight, LearnGeneration, LearnLoop, LearnMatch, LearnNow } from "../types";
import { fact, figure, frame, level, lines, picture, rowsOf, signed, WIDE, when } from "./chart";
import { ask, follow } from "./watched";

const T = texts.learning;
/** Intervals are drawn as far as this many Elo: a match of few games would flatten all the others. */
const FARTHEST = 400;
/** The room for the names of opponents beside their lines. */
const OPPONENTS = 132;

export function learning(app: App): HTMLElement {
  return new LearningPage(app).element;
}

/** What tells loops apart. */
const keyOf = ({ folder, name }: LearnLoop): string => folder ?? `with Robusto: ${name}`;

class LearningPage {
  readonly element: HTMLElement;
  private readonly list = h("ul", { class: "runs", "aria-label": T.loops });
  private readonly hint = h("section", { class: "lab-part learn-hint", hidden: true }, h("p", {}, T.none), h("pre", { class: "command", tabindex: 0 }, T.example));
  private readonly problem = h("p", { role: "alert" });
  private readonly now = h("div", { class: "lab-report" });
  private readonly history = h("div", { class: "lab-report" });
  private loops: LearnLoop[] = [];
  private chosen: string | null = null;
  /** What stands there: each part is written anew only when it changes, so that nobody loses the place where he reads. */
  private readonly shown = new Map<Element, string>();

  constructor(private readonly app: App) {
    this.element = h("div", { class: "page-lab page-learning" }, this.list, h("div", { class: "lab-report" }, this.hint, this.problem, this.now, this.history));
    void follow(this.element, () => this.load());
  }

  private async load(): Promise<void> {
    const answer = await ask<LearnLoop[]>(this.app, "learning", T.unreachable);
    this.problem.textContent = typeof answer === "string" ? answer : "";
    // What was read before might be long out of date.
    this.loops = typeof answer === "string" ? [] : answer;
    this.hint.hidden = typeof answer === "string" || answer.some(({ folder }) => folder !== null);
    if (!this.loops.some((loop) => keyOf(loop) === this.chosen)) {
      const first = this.loops.find(({ running }) => running) ?? this.loops[0];
      if (first) this.chosen = keyOf(first);
    }
    this.show();
  }

  private choose(key: string): void {
    this.chosen = key;
    this.show();
  }

  private show(): void {
    this.showList();
    const loop = this.loops.find((loop) => keyOf(loop) === this.chosen);
    const { generations = [], ...rest } = loop ?? {};
    this.put(this.now, rest, () => (loop ? nowView(loop) : []));
    this.put(this.history, [this.chosen, loop?.trouble, generations], () => (loop && !loop.trouble ? historyView(loop) : []));
  }

  /** Writes a part, if what it says has changed. */
  private put(part: Element, what: unknown, view: () => HTMLElement[]): void {
    const key = JSON.stringify(what);
    if (this.shown.get(part) === key) return;
    this.shown.set(part, key);
    fill(part, view());
  }

  private showList(): void {
    const focused = [...this.list.children].findIndex((child) => child.contains(document.activeElement));
    fill(this.list, this.loops.map((loop) => this.row(loop)));
    this.list.hidden = !this.loops.length;
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus();
  }

  private row(loop: LearnLoop): HTMLElement {
    const key = keyOf(loop);
    return h(
      "li",
      {},
      h(
        "button",
        { class: "run", type: "button", "aria-current": key === this.chosen ? "true" : null, click: () => this.choose(key) },
        h("span", { class: "name" }, titleOf(loop)),
        h("span", { class: "quiet" }, summary(loop)),
        loop.now ? bar(loop.now) : null,
      ),
    );
  }
}

const gameOf = ({ game }: LearnLoop): string => texts.games[game as "hex"] ?? game;
const titleOf = (loop: LearnLoop): string => (loop.folder === null ? T.shipped(gameOf(loop)) : loop.name);
const counts = (so: number, all: number | null): string => (all === null ? String(so) : `${so} / ${all}`);
const plain = (value: number): string => value.toFixed(3);

function summary({ now, running, generations, trouble }: LearnLoop): string {
  if (trouble !== null) return T.unreadable;
  if (!now) return T.comesWith(generations.length);
  const stage = T.stages[now.stage as "play"];
  return `${T.generationOf(now.generation, now.generations)} · ${running || now.stage === "done" ? stage : T.halted}`;
}

/** How far a stage is, if that is known. */
function bar({ stage, games, games_wanted, trained, gate, gate_most }: LearnNow): HTMLElement | null {
  const step = trained.at(-1);
  const far: Record<string, [number, number | null | undefined]> = {
    play: [games, games_wanted],
    train: [step?.step ?? 0, step?.of],
    gate: [gate?.games ?? 0, gate_most],
  };
  const [value, max] = far[stage] ?? [0, null];
  return max ? h("progress", { class: "bar-progress", max, value: Math.min(value, max), "aria-label": `${T.progress}: ${counts(value, max)}` }) : null;
}

const scoreText = ({ score, interval, games }: LearnMatch): string => T.matchOf(`${percent(score)} [${percent(interval[0])}, ${percent(interval[1])}]`, games);
const eloText = ({ elo, elo_interval }: LearnMatch): string => `${signed(elo)} [${signed(elo_interval[0])}, ${signed(elo_interval[1])}]`;

function nowView(loop: LearnLoop): HTMLElement[] {
  const { now, running, changed, trouble, boards } = loop;
  const last = changed === null ? "" : when(changed);
  const state = !now ? null : now.stage === "done" ? T.done(last) : running ? T.running : T.stopped(last);
  const words = [gameOf(loop), boards.length ? T.boards(boards) : null, state].filter(Boolean).join(" · ");
  const found = [h("header", {}, h("h3", {}, titleOf(loop)), h("p", { class: "quiet" }, words))];
  if (trouble !== null) found.push(h("p", { role: "alert" }, T.trouble(trouble)));
  if (now) found.push(generationView(now));
  return found;
}

function generationView(now: LearnNow): HTMLElement {
  const { trained, gate } = now;
  const step = trained.at(-1);
  const facts = [
    fact(T.generation, counts(now.generation, now.generations)),
    fact(T.stage, T.stages[now.stage as "play"]),
    fact(T.games, counts(now.games, now.games_wanted)),
    fact(T.positions, short(now.positions)),
  ];
  if (step) facts.push(fact(T.steps, counts(step.step, step.of)));
  if (gate) facts.push(fact(T.match, scoreText(gate)), fact(T.elo, eloText(gate)));
  const curve = (head: "value" | "policy" | "shape") => {
    const points = trained.map(({ step, foresight }): [number, number] => [step, foresight[head]]);
    return figure(T.heads[head], lines([{ name: head, points }], 0, step?.of ?? 1, T.heads[head]));
  };
  return h(
    "section",
    { class: "lab-part learn-now" },
    h("h4", {}, now.stage === "done" ? T.last : T.now),
    h("dl", { class: "facts" }, facts),
    bar(now),
    trained.length > 1 ? [h("p", { class: "quiet" }, T.training), h("div", { class: "curves small" }, curve("value"), curve("policy"), curve("shape"))] : null,
  );
}

function historyView(loop: LearnLoop): HTMLElement[] {
  const { generations, folder } = loop;
  const last = generations.at(-1);
  if (!last) return [h("p", { class: "quiet" }, T.noCurve)];
  const found = [
    h("section", { class: "lab-part" }, h("h4", {}, T.strength), h("div", { class: "curves" }, figure(T.eloCurve, eloCurve(generations)), fixedCurve(generations)), generationTable(generations)),
    h("section", { class: "lab-part" }, h("h4", {}, T.foresight), generations.length > 1 ? h("div", { class: "curves small" }, headCurves(generations)) : null, boardTable(last), earlierTable(generations.slice(0, -1))),
  ];
  if (folder !== null && generations.some(({ kept }) => kept)) {
    found.push(h("pre", { class: "command", tabindex: 0, "aria-label": T.play }, `robusto play --game ${loop.game} --size ${loop.boards[0] ?? ""} --preset puct --set "network=${folder}/best.net"`));
  }
  return found;
}

/** The Elo of all generations: a line through those that were kept, and the interval of each match. */
function eloCurve(generations: LearnGeneration[]): SVGElement {
  const intervalOf = ({ reached, gate }: LearnGeneration) =>
    gate.elo_interval.map((elo) => reached - gate.elo + Math.max(gate.elo - FARTHEST, Math.min(gate.elo + FARTHEST, elo))) as [number, number];
  const drawn = frame({ to: generations.at(-1)?.generation ?? 1, values: [0, ...generations.flatMap(intervalOf)] });
  drawn.parts.push(level(drawn, 0));
  const kept = generations.filter(({ kept }) => kept);
  drawn.parts.push(s("path", { d: `M${[drawn.place(0, 0), ...kept.map(({ generation, reached }) => drawn.place(generation, reached))].join("L")}`, class: "curve" }));
  drawn.parts.push(s("circle", { cx: drawn.x(0), cy: drawn.y(0), r: 3.5, class: "dot" }, s("title", {}, T.begin)));
  for (const one of generations) {
    const [low, high] = intervalOf(one);
    const x = drawn.x(one.generation);
    const title = T.point(one.generation, signed(one.reached), `[${signed(low)}, ${signed(high)}]`, one.kept);
    drawn.parts.push(
      s("g", {}, s("title", {}, title), s("line", { x1: x, x2: x, y1: drawn.y(low), y2: drawn.y(high), class: "interval" }), s("circle", { cx: x, cy: drawn.y(one.reached), r: 4, class: one.kept ? "dot" : "dot hollow" })),
    );
  }
  return picture(drawn, T.eloCurve);
}

/** The opponents that stay the same, in the order in which they came. */
const opponentsOf = (generations: LearnGeneration[]): string[] => [...new Set(generations.flatMap(({ fixed }) => fixed.map(({ opponent }) => opponent)))];

/** Elo against each opponent that stays the same, if there are such. */
function fixedCurve(generations: LearnGeneration[]): HTMLElement | null {
  const all = opponentsOf(generations).map((name) => ({
    name,
    points: generations.flatMap(({ generation, fixed }) => fixed.filter(({ opponent }) => opponent === name).map(({ result }): [number, number] => [generation, result.elo])),
  }));
  const last = generations.at(-1)?.generation ?? 1;
  return all.length ? figure(T.fixedCurve, lines(all, generations[0]?.generation ?? 1, last, T.fixedCurve, WIDE, OPPONENTS)) : null;
}

/** A picture for each head of the network, with a line for each board. */
function headCurves(generations: LearnGeneration[]): HTMLElement[] {
  // Boards stand in the order of their sizes in every generation.
  const boards = [...new Set([...generations].sort((a, b) => b.boards.length - a.boards.length).flatMap(({ boards }) => boards.map(({ board }) => board)))];
  const from = generations[0]?.generation ?? 1;
  const to = generations.at(-1)?.generation ?? 1;
  return (Object.keys(T.heads) as (keyof typeof T.heads)[]).map((head) => {
    const value = (foresight: LearnForesight) => foresight[head] * (head === "winners" || head === "moves" ? 100 : 1);
    const all = boards.map((name) => ({
      name,
      points: generations.flatMap(({ generation, boards }) => boards.filter(({ board }) => board === name).map(({ foresight }): [number, number] => [generation, value(foresight)])),
    }));
    return figure(T.heads[head], lines(all, from, to, T.heads[head]));
  });
}

function generationTable(generations: LearnGeneration[]): HTMLElement {
  const opponents = opponentsOf(generations);
  const against = ({ fixed }: LearnGeneration) =>
    opponents.map((name) => {
      const found = fixed.find(({ opponent }) => opponent === name);
      return found ? eloText(found.result) : "";
    });
  const rows = [...generations].reverse().map((one) => {
    const { generation, games, positions, proved, gate, reached, kept } = one;
    return [generation, short(games), short(positions), short(proved), scoreText(gate), eloText(gate), signed(reached), kept ? T.yes : T.no, ...against(one)];
  });
  return rowsOf([T.generation, T.games, T.positions, T.proved, T.gate, T.elo, T.reached, T.kept, ...opponents.map(T.against)], rows, T.generations);
}

const cells = ({ positions, value, policy, shape, winners, moves }: LearnForesight): (string | number)[] => [short(positions), plain(value), plain(policy), plain(shape), percent(winners), percent(moves)];

function boardTable({ generation, boards }: LearnGeneration): HTMLElement {
  return rowsOf([T.board, ...T.columns], boards.map(({ board, foresight }) => [board, ...cells(foresight)]), T.boardTable(generation));
}

function earlierTable(generations: LearnGeneration[]): HTMLElement | null {
  const rows = [...generations].reverse().flatMap(({ generation, boards }) => boards.map(({ board, foresight }) => [generation, board, ...cells(foresight)]));
  return rows.length ? h("details", { class: "more" }, h("summary", {}, T.earlier), rowsOf([T.generation, T.board, ...T.columns], rows, T.earlier)) : null;
}
