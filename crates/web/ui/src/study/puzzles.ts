// Puzzles made from proved positions: few moves win, every other throws the win away. The list is data of the server; the entry
// shows when it is there. What was solved is kept in this browser.

import { type App, isTight } from "../app";
import { fill, h } from "../dom";
import { button, choice } from "../panels/form";
import { prefer, prefs } from "../prefs";
import { colourName, texts } from "../texts";
import type { Colour, GameName, State } from "../types";

export interface Puzzle {
  game: GameName;
  size: string;
  stones: string;
  turn: Colour;
  /** Every move that is proved to win. */
  wins: string[];
  /** What it is about: the shape that wins, and whether it is a race or a defence as well. */
  themes: string[];
  /** The lowest level that finds a winning move; none when no level does. */
  level: number | null;
  /** How many moves of one's own the win takes at the least, if that is proved. */
  shortest?: number;
}

const T = texts.puzzles;
let list: Promise<Puzzle[]> | null = null;
let all: Puzzle[] = [];

/** Which puzzles are shown. */
const filter = { theme: "", board: "", level: "" };

const load = (): Promise<Puzzle[]> => {
  list ??= fetch("puzzles.json").then(async (answer) => (all = (await answer.json()) as Puzzle[]));
  return list;
};

const boardOf = (puzzle: Puzzle): string => `${puzzle.game} ${puzzle.size}`;
const keyOf = (puzzle: Puzzle): string => `${puzzle.game[0]}${puzzle.size}${puzzle.turn[0]}${puzzle.stones}`;
const isSolved = (puzzle: Puzzle): boolean => prefs.solved.includes(keyOf(puzzle));

/** Easy, medium, hard: by the level that solves it. */
function difficulty({ level }: Puzzle): "easy" | "medium" | "hard" {
  if (level === null || level > 6) return "hard";
  return level > 3 ? "medium" : "easy";
}

export function puzzles(app: App): HTMLElement {
  const rows = h("ol", { class: "puzzles" });
  const filters = h("div", { class: "form" });
  const score = h("p", { class: "quiet", role: "status" });
  const next = button(T.next, () => startNext(app), { class: "button primary" });
  const show = () => {
    if (app.drawer !== "puzzles") return;
    score.textContent = T.score(all.filter(isSolved).length, all.length, prefs.streak, prefs.bestStreak);
    fill(rows, all.map((puzzle, i) => (fits(puzzle) ? row(app, puzzle, i) : null)));
  };
  void load().then(() => {
    fill(filters, choices(show));
    show();
  });
  app.watch(show);
  return h("div", { class: "form" }, h("p", {}, T.text), score, h("div", { class: "actions" }, next), filters, rows);
}

const fits = (puzzle: Puzzle): boolean =>
  (!filter.theme || puzzle.themes.includes(filter.theme)) &&
  (!filter.board || boardOf(puzzle) === filter.board) &&
  (!filter.level || difficulty(puzzle) === filter.level);

function choices(changed: () => void): HTMLElement[] {
  const present = (of: (puzzle: Puzzle) => string[]) => [...new Set(all.flatMap(of))].sort();
  const set = (key: keyof typeof filter, legend: string, values: [string, string][]) =>
    choice(legend, `puzzle-${key}`, [["", T.any], ...values], filter[key], (value) => {
      filter[key] = value;
      changed();
    });
  const themes = present(({ themes }) => themes).map((name): [string, string] => [name, T.themes[name as keyof typeof T.themes] ?? name]);
  const boards = present((puzzle) => [boardOf(puzzle)]).map((name): [string, string] => {
    const [game, size] = name.split(" ");
    return [name, `${texts.games[game as GameName]} ${size}`];
  });
  const levels = (["easy", "medium", "hard"] as const)
    .filter((name) => all.some((puzzle) => difficulty(puzzle) === name))
    .map((name): [string, string] => [name, T.difficulties[name]]);
  // A choice of one is none.
  const sets: [keyof typeof filter, string, [string, string][]][] = [["board", T.board, boards], ["theme", T.theme, themes], ["level", T.difficulty, levels]];
  return sets.filter(([, , values]) => values.length > 1).map(([key, legend, values]) => set(key, legend, values));
}

function row(app: App, puzzle: Puzzle, number: number): HTMLElement {
  const label = `${T.name(number + 1, texts.games[puzzle.game], puzzle.size)}${isSolved(puzzle) ? `, ${T.solved}` : ""}`;
  return h(
    "li",
    {},
    h(
      "button",
      { class: "puzzle", type: "button", click: () => start(app, puzzle), "aria-label": label, title: label, "aria-current": app.puzzle === puzzle ? "true" : null },
      isSolved(puzzle) ? `${number + 1} ✓` : String(number + 1),
    ),
  );
}

/** The next one that fits and is not solved. */
function startNext(app: App): void {
  const from = app.puzzle ? all.indexOf(app.puzzle) + 1 : 0;
  const order = [...all.slice(from), ...all.slice(0, from)].filter(fits);
  const next = order.find((puzzle) => !isSolved(puzzle)) ?? order[0];
  if (next) start(app, next);
}

function start(app: App, puzzle: Puzzle): void {
  const engine = { kind: "engine", level: 9 } as const;
  const you = { kind: "human" } as const;
  const seats = puzzle.turn === "white" ? { white: you, black: engine } : { white: engine, black: you };
  app.puzzle = puzzle;
  app.puzzleTried = "";
  app.send({ do: "analyse", on: false });
  app.send({ do: "teach", on: false });
  app.send({ do: "new", game: puzzle.game, size: puzzle.size, stones: puzzle.stones, turn: puzzle.turn, swap: false, ...seats });
  // The task stands with the players.
  if (isTight()) app.openDrawer(null);
}

/** Whether the game on the table began as the puzzle does. */
function isAtPuzzle(app: App, puzzle: Puzzle, { game, size, stones, numbers, turn }: State): boolean {
  const played = new Set(numbers.map(([cell]) => cell));
  const start = [...stones].map((letter, cell) => (played.has(cell) ? "." : letter)).join("");
  const first = app.line()[1]?.mover ?? turn;
  return game === puzzle.game && size === puzzle.size && start === puzzle.stones && first === puzzle.turn;
}

/** Counts what was found or missed, once for each try. */
function count(app: App, puzzle: Puzzle, first: string): void {
  if (!first || app.puzzleTried) return;
  app.puzzleTried = first;
  if (!puzzle.wins.includes(first)) return prefer({ streak: 0 });
  if (isSolved(puzzle)) return;
  const streak = prefs.streak + 1;
  prefer({ streak, bestStreak: Math.max(streak, prefs.bestStreak), solved: [...prefs.solved, keyOf(puzzle)] });
}

/** The task and how it goes, under the players: it stays when the drawer is closed. */
export function puzzleSentence(app: App): HTMLElement | null {
  const { puzzle, state } = app;
  if (!puzzle || !state || app.isElsewhere || !isAtPuzzle(app, puzzle, state)) return null;
  const first = state.node === 0 ? "" : (app.line()[1]?.move ?? "");
  count(app, puzzle, first);
  const isRight = puzzle.wins.includes(first);
  const said = !first
    ? T.task(colourName(puzzle.turn), puzzle.shortest ?? null)
    : !isRight
      ? T.missed
      : state.over
        ? state.over.winner === puzzle.turn ? T.won : T.lost
        : T.right(puzzle.wins.length);
  const undo = !first || isRight ? null : button(T.again, () => app.send({ do: "go", node: 0 }));
  return h(
    "div",
    { class: `quest puzzle-task ${first && !isRight ? "bad" : ""}`, role: "status" },
    h("p", {}, said),
    first ? h("div", { class: "actions" }, undo, button(T.next, () => startNext(app), { class: "button primary" })) : null,
  );
}
