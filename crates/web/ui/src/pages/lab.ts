// The lab's runs, to look at: how far each is, how its Elo and its test went, its tables, and who plays. Nothing is changed here.
// What is shown follows the lab while the page is open.

import type { App } from "../app";
import { fill, h, s } from "../dom";
import { percent, texts } from "../texts";
import type { LabMachine, LabPart, LabPoint, LabReport, LabRun } from "../types";
import { fact, figure, frame, level, picture, rowsOf, signed, when } from "./chart";
import { ask, follow } from "./watched";

const T = texts.lab;

export function lab(app: App): HTMLElement {
  return new LabPage(app).element;
}

class LabPage {
  readonly element: HTMLElement;
  private readonly list = h("ul", { class: "runs", "aria-label": T.runs });
  private readonly report = h("div", { class: "lab-report" });
  private runs: LabRun[] | null = null;
  private name: string | null = null;
  private shown = "";

  constructor(private readonly app: App) {
    this.element = h("div", { class: "page-lab" }, this.list, this.report);
    void follow(this.element, () => this.load());
  }

  private async load(): Promise<void> {
    const runs = await ask<LabRun[]>(this.app, "lab", T.unreachable);
    if (typeof runs === "string") {
      // When the lab answers again, its report is written anew.
      this.shown = "";
      return fill(this.report, h("p", { role: "alert" }, runs));
    }
    this.runs = runs;
    if (!runs.some(({ name }) => name === this.name)) this.name = runs.find(({ state }) => state === "open")?.name ?? runs.at(-1)?.name ?? null;
    this.showRuns();
    await this.loadReport();
  }

  private async loadReport(): Promise<void> {
    const { name } = this;
    if (name === null) return fill(this.report, h("p", {}, T.none), h("pre", { class: "command" }, T.example));
    const report = await ask<LabReport>(this.app, `lab/${encodeURIComponent(name)}`, T.unreachable);
    if (name !== this.name) return;
    const key = JSON.stringify(report);
    if (key === this.shown) return;
    this.shown = key;
    fill(this.report, typeof report === "string" ? h("p", { role: "alert" }, report) : reportView(report));
  }

  private choose(name: string): void {
    this.name = name;
    this.shown = "";
    this.showRuns();
    void this.loadReport();
  }

  private showRuns(): void {
    const focused = [...this.list.children].findIndex((child) => child.contains(document.activeElement));
    fill(this.list, (this.runs ?? []).map((run) => this.row(run)));
    this.list.hidden = !this.runs?.length;
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus();
  }

  private row(run: LabRun): HTMLElement {
    const { name, kind, state, planned, played } = run;
    return h(
      "li",
      {},
      h(
        "button",
        { class: "run", type: "button", "aria-current": name === this.name ? "true" : null, click: () => this.choose(name) },
        h("span", { class: "name" }, name),
        h("span", { class: "quiet" }, kind === "proof" ? `${T.kinds.proof} · ${T.states[state as "open"]}` : `${T.kinds[kind as "match"] ?? kind} · ${T.states[state as "open"]} · ${T.games(played, planned)}`),
        planned ? h("progress", { class: "bar-progress", max: planned, value: Math.min(played, planned), "aria-label": T.games(played, planned) }) : null,
      ),
    );
  }
}

function reportView({ run, command, parts, machines, text }: LabReport): HTMLElement[] {
  const head = h("header", {}, h("h3", {}, run.name), h("p", { class: "quiet" }, `${T.ordered} ${when(run.created)} · ${T.states[run.state as "open"]}${run.priority ? ` · ${T.priority(run.priority)}` : ""}`));
  const found: HTMLElement[] = [head];
  if (command) found.push(h("pre", { class: "command", tabindex: 0, "aria-label": T.command }, command));
  if (text !== null) found.push(h("pre", { class: "proof-text", tabindex: 0, "aria-label": T.kinds.proof }, text));
  for (const part of parts) found.push(partView(part, parts.length > 1, run.state === "open"));
  if (parts.length > 1) found.push(table(parts));
  if (machines.length) found.push(machineTable(machines));
  return found;
}

const plain = (value: number): string => value.toFixed(2).replace("-", "−");
const eloText = ({ elo, error }: { elo: number | null; error: number | null }): string =>
  elo === null ? "–" : error === null ? `${signed(elo)} ${T.open}` : `${signed(elo)} ± ${Math.round(error)}`;

function partView(part: LabPart, isOne: boolean, goesOn: boolean): HTMLElement {
  const [first, second] = part.players;
  const [wins, draws, losses] = part.wdl;
  const facts = [
    fact(T.played, `${part.games} / ${part.planned}`),
    fact(T.wdl, `${wins} – ${draws} – ${losses}`),
    fact(T.score, part.games ? `${percent(part.score)} [${percent(part.interval[0])}, ${percent(part.interval[1])}]` : "–"),
    fact(T.elo, part.games ? eloText(part) : "–"),
  ];
  if (part.llr !== null && part.bounds) facts.push(fact(T.llr, `${plain(part.llr)} (${plain(part.bounds[0])}, ${plain(part.bounds[1])})`));
  const verdict = part.verdict === "open" && !goesOn ? "undecided" : part.verdict;
  if (verdict) facts.push(fact(T.verdict, T.verdicts[verdict as "open"] ?? verdict));
  if (part.faults[0] + part.faults[1]) facts.push(fact(T.faults, part.faults.join(" : ")));
  const eloTitle = part.curve.some(({ error }) => error !== null) ? T.eloCurve : T.eloOnly;
  const hasElo = part.curve.some(({ elo }) => elo !== null);
  return h(
    "section",
    { class: "lab-part" },
    h("h4", {}, isOne ? `${part.label} · ${part.board}` : part.board),
    h("p", { class: "versus" }, h("b", {}, first), ` ${T.against} `, h("b", {}, second)),
    h("dl", { class: "facts" }, facts),
    part.curve.length > 1
      ? h(
          "div",
          { class: "curves" },
          hasElo ? figure(eloTitle, curve(part.curve, ({ elo }) => elo, ({ error }) => error, [0], eloTitle)) : h("p", { class: "quiet" }, T.oneWay),
          part.bounds ? figure(T.llrCurve, curve(part.curve, ({ llr }) => llr, () => null, part.bounds, T.llrCurve)) : null,
        )
      : h("p", { class: "quiet" }, T.noCurve),
  );
}

/** Values over games, with their errors as a band and lines where something is decided. */
function curve(points: LabPoint[], value: (point: LabPoint) => number | null, error: (point: LabPoint) => number | null, lines: number[], label: string): SVGElement {
  const known = points.filter((point) => value(point) !== null);
  // The first few games say nothing and would flatten all the others.
  const settled = known.length > 12 ? known.slice(Math.ceil(known.length / 12)) : known;
  const spread = (point: LabPoint) => Math.min(error(point) ?? 0, 400);
  const all = [...lines, ...settled.flatMap((point) => [value(point)! - spread(point), value(point)! + spread(point)])];
  const drawn = frame({ to: points.at(-1)?.games ?? 1, values: all });
  const at = (point: LabPoint, to: number) => drawn.place(point.games, to);
  const band = known.filter((point) => error(point) !== null);
  if (band.length > 1) {
    const upper = band.map((point) => at(point, value(point)! + error(point)!));
    const lower = band.map((point) => at(point, value(point)! - error(point)!)).reverse();
    drawn.parts.push(s("path", { d: `M${[...upper, ...lower].join("L")}Z`, class: "band" }));
  }
  for (const line of lines) drawn.parts.push(level(drawn, line));
  if (known.length) drawn.parts.push(s("path", { d: `M${known.map((point) => at(point, value(point)!)).join("L")}`, class: "curve" }));
  return picture(drawn, label);
}

/** All parts at a glance. */
function table(parts: LabPart[]): HTMLElement {
  const rows = parts.map((part) => [part.label, part.board, part.players.join(` ${T.against} `), `${part.games}/${part.planned}`, part.games ? percent(part.score) : "–", part.games ? eloText(part) : "–"]);
  return rowsOf([T.part, T.board, T.players, T.played, T.score, T.elo], rows, T.table);
}

function machineTable(machines: LabMachine[]): HTMLElement {
  const rows = machines.map(({ name, games, seconds, last }) => [name, games, `${(seconds / Math.max(1, games)).toFixed(1)} s`, when(last)]);
  return rowsOf([T.machine, T.gamesHead, T.perGame, T.lastSeen], rows, T.machines);
}
