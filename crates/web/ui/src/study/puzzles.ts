// Puzzles made from proved positions: "White to move and win". The list is data of the server; the entry shows when it is there.

import type { App } from "../app";
import { fill, h } from "../dom";
import { button } from "../panels/form";
import { colourName } from "../texts";
import type { Colour, GameName } from "../types";

interface Puzzle {
  game: GameName;
  size: string;
  stones: string;
  turn: Colour;
  name?: string;
}

export function puzzles(app: App): HTMLElement {
  const element = h("div", { class: "list-actions" });
  void fetch("puzzles.json")
    .then((answer) => answer.json())
    .then((list: Puzzle[]) => {
      const rows = list.map((puzzle, i) => button(`${i + 1}. ${puzzle.name ?? `${colourName(puzzle.turn)} to move and win`}`, () => start(app, puzzle)));
      fill(element, rows);
    });
  return element;
}

function start(app: App, puzzle: Puzzle): void {
  const engine = { kind: "engine", level: null };
  const you = { kind: "human" };
  const seats = puzzle.turn === "white" ? { white: you, black: engine } : { white: engine, black: you };
  app.send({ do: "new", game: puzzle.game, size: puzzle.size, stones: puzzle.stones, turn: puzzle.turn, swap: false, ...seats });
  app.openDrawer(null);
}
