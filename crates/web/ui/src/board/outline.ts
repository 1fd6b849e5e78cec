// How a win is drawn: a band that follows the winning chain, and the corners, edges or enclosed cells that make it one.

import { s } from "../dom";
import type { Win } from "../types";
import { type Geometry, R } from "./geometry";

export function outline(geometry: Geometry, wins: Win[]): SVGElement[] {
  return wins.flatMap((win) => [
    ...win.enclosed.map((cell) =>
      s("polygon", { points: geometry.polygon(geometry.centres[cell]!, R * 0.955), class: "enclosed" }),
    ),
    ...lit(geometry, win),
    ...chain(geometry, win.cells),
  ]);
}

function chain(geometry: Geometry, cells: number[]): SVGElement[] {
  const own = new Set(cells);
  let d = "";
  for (const cell of cells) {
    const from = geometry.centres[cell]!;
    d += `M${from.x.toFixed(2)} ${from.y.toFixed(2)}h0.01`;
    geometry.around[cell]!.forEach((next) => {
      if (next > cell && own.has(next)) {
        const to = geometry.centres[next]!;
        d += `M${from.x.toFixed(2)} ${from.y.toFixed(2)}L${to.x.toFixed(2)} ${to.y.toFixed(2)}`;
      }
    });
  }
  return [s("path", { d, class: "chain-outer" }), s("path", { d, class: "chain-inner" })];
}

/** The corners or edges that the chain joins. */
function lit(geometry: Geometry, win: Win): SVGElement[] {
  if (win.kind === "ring" || win.kind === "chain") return [];
  const paths: string[] = [];
  geometry.shape.cells.forEach(([, , marks], cell) => {
    if (!(marks & win.marks)) return;
    geometry.around[cell]!.forEach((next, direction) => {
      if (next >= 0) return;
      const [a, b] = geometry.side(cell, direction, R * 1.13);
      paths.push(`M${a.x.toFixed(2)} ${a.y.toFixed(2)}L${b.x.toFixed(2)} ${b.y.toFixed(2)}`);
    });
  });
  return [s("path", { d: paths.join(""), class: "band lit" })];
}
