// A position as plain text, to paste into forums.

import type { Moment, ShapeMessage } from "../types";

/** Rows from the top, set in as on the board; the last stone in brackets. */
export function diagram(shape: ShapeMessage, moment: Moment): string {
  const rows = new Map<number, number[]>();
  shape.cells.forEach(([, y], cell) => rows.set(y, [...(rows.get(y) ?? []), cell]));
  const slant = shape.game === "havannah" ? -1 : 1;
  const places = shape.cells.map(([x, y]) => 2 * x + slant * y);
  const left = Math.min(...places);
  const lines = [...rows].map(([, cells]) => {
    let line = "";
    for (const cell of cells) {
      line = line.padEnd((places[cell]! - left) + 2);
      const letter = moment.stones[cell]!;
      const mark = letter === "w" ? "O" : letter === "b" ? "X" : ".";
      const isLast = cell === moment.last;
      line = isLast ? `${line.slice(0, -1)}(${mark})` : `${line}${mark}`;
    }
    return line;
  });
  const turn = moment.over ? "" : `, ${moment.turn} to move`;
  return `${shape.game} ${shape.size}${turn} (O white, X black)\n${lines.join("\n")}\n`;
}
