// How a win is drawn: a band that follows the winning chain, and the cells that a ring encloses. The corners and edges that a
// bridge or fork joins are lit in the tray.

import { s } from "../dom";
import type { Win } from "../types";
import { type Geometry, R } from "./geometry";

export function outline(geometry: Geometry, wins: Win[]): SVGElement[] {
  return wins.flatMap((win) => [
    ...chain(geometry, win.cells),
    ...win.enclosed.map((cell) =>
      s("polygon", { points: geometry.polygon(geometry.centres[cell]!, R * 0.92), class: "enclosed" }),
    ),
  ]);
}

function chain(geometry: Geometry, cells: number[]): SVGElement[] {
  const own = new Set(cells);
  let d = "";
  for (const cell of cells) {
    const from = geometry.centres[cell]!;
    d += `M${from.x.toFixed(2)} ${from.y.toFixed(2)}h0.01`;
    for (const next of geometry.around[cell]!) {
      if (next <= cell || !own.has(next)) continue;
      const to = geometry.centres[next]!;
      d += `M${from.x.toFixed(2)} ${from.y.toFixed(2)}L${to.x.toFixed(2)} ${to.y.toFixed(2)}`;
    }
  }
  return [s("path", { d, class: "chain-outer" }), s("path", { d, class: "chain-inner" })];
}
