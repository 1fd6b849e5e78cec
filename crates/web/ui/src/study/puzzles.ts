// Puzzles made from proved positions: one move wins, every other throws the win away. The list is data of the server; the entry shows
// when it is there.

import type { App } from "../app";
import { fill, h } from "../dom";
import { prefer, prefs } from "../prefs";
import { colourName, texts } from "../texts";
import type { Colour, GameName } from "../types";

interface Puzzle {
  game: GameName;
  size: string;
  stones: string;
  turn: Colour;
  /** The only winning move. */
  best: string;
  /** How many moves of one's own the win takes. */
  moves: number;
}

const T = texts.puzzles;

export function puzzles(app: App): HTMLElement {
  const list = h("ol", { class: "puzzles" });
  const said = h("p", { class: "task", role: "status" });
  void fetch("puzzles.json")
    .then((answer) => answer.json())
    .then((all: Puzzle[]) => {
      const show = () => {
        if (app.drawer !== "puzzles") return;
        judge(app, all);
        said.textContent = sentence(app, all);
        fill(list, all.map((puzzle, i) => row(app, puzzle, i)));
      };
      app.watch(show);
      show();
    });
  return h("div", { class: "form" }, h("p", {}, T.text), said, list);
}

const keyOf = (puzzle: Puzzle): string => `${puzzle.size}${puzzle.turn[0]}${puzzle.stones}`;

function row(app: App, puzzle: Puzzle, number: number): HTMLElement {
  const isSolved = prefs.solved.includes(keyOf(puzzle));
  const isOpen = app.puzzle === number;
  const label = `${T.name(number + 1, puzzle.size)}${isSolved ? `, ${T.solved}` : ""}`;
  return h(
    "li",
    {},
    h(
      "button",
      { class: "puzzle", type: "button", click: () => start(app, puzzle, number), "aria-label": label, title: label, "aria-current": isOpen ? "true" : null },
      isSolved ? `${number + 1} ✓` : String(number + 1),
    ),
  );
}

function start(app: App, puzzle: Puzzle, number: number): void {
  const engine = { kind: "engine", level: 9 } as const;
  const you = { kind: "human" } as const;
  const seats = puzzle.turn === "white" ? { white: you, black: engine } : { white: engine, black: you };
  app.puzzle = number;
  app.send({ do: "analyse", on: false });
  app.send({ do: "new", game: puzzle.game, size: puzzle.size, stones: puzzle.stones, turn: puzzle.turn, swap: false, ...seats });
  if (matchMedia("(max-width: 719px)").matches) app.openDrawer(null);
}

/** A puzzle is solved when its solver has won the game. */
function judge(app: App, all: Puzzle[]): void {
  const puzzle = all[app.puzzle ?? -1];
  if (!puzzle || app.state?.over?.winner !== puzzle.turn || !isAtPuzzle(app, puzzle)) return;
  const key = keyOf(puzzle);
  if (!prefs.solved.includes(key)) prefer({ solved: [...prefs.solved, key] });
}

function isAtPuzzle(app: App, puzzle: Puzzle): boolean {
  const { state } = app;
  return state?.game === puzzle.game && state.size === puzzle.size && [...puzzle.stones].every((letter, i) => letter === "." || state.stones[i] === letter);
}

function sentence(app: App, all: Puzzle[]): string {
  const puzzle = all[app.puzzle ?? -1];
  if (!puzzle || !isAtPuzzle(app, puzzle)) return T.choose;
  if (app.state?.over) return app.state.over.winner === puzzle.turn ? T.right : T.wrong;
  const first = app.line()[1]?.move;
  if (first && first !== puzzle.best) return T.missed;
  return T.task(colourName(puzzle.turn), puzzle.moves);
}
