// The swap map of a size: how good each opening is. The numbers are data of the server; the entry shows when they are there.

import type { App } from "../app";
import { Board, blank, type Heat } from "../board/board";
import { fill, h } from "../dom";
import { percent } from "../texts";
import type { GameName } from "../types";

interface SwapMap {
  game: GameName;
  size: string;
  /** The opener's win rate by cell name. */
  cells: Record<string, number>;
}

export function swapMap(app: App): HTMLElement {
  const element = h("div", { class: "lesson" });
  void fetch("swapmaps.json")
    .then((answer) => answer.json())
    .then(async (maps: SwapMap[]) => {
      const parts = await Promise.all(maps.map((map) => picture(app, map)));
      fill(element, parts.flat());
    });
  return element;
}

async function picture(app: App, map: SwapMap): Promise<HTMLElement[]> {
  const shape = await app.shapeOf(map.game, map.size);
  const board = new Board({ pick: () => undefined });
  board.setShape(shape, false, "gui");
  const heat = new Map<number, Heat>();
  for (const [name, rate] of Object.entries(map.cells)) {
    const cell = shape.names["gui"]!.indexOf(name);
    if (cell >= 0) heat.set(cell, { strength: rate, text: percent(rate).replace(" %", ""), isBest: false });
  }
  board.show({ ...blank, stones: ".".repeat(shape.cells.length), heat, isOpen: false });
  return [h("h3", {}, `${map.game} ${map.size}`), h("div", { class: "lesson-board" }, board.element)];
}
