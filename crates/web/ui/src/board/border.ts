// The rim of the board. In Havannah the six edges and the six corners are told apart: a learner sees why a fork is a
// fork and that corners belong to no edge. In Hex the sides have their owners' colours.

import { s } from "../dom";
import { type Geometry, R } from "./geometry";

const CORNERS = 0b111111;

/** Classes of a cell that lies on a corner or an edge. */
export function marksOf(geometry: Geometry, cell: number): string {
  const [, , marks] = geometry.shape.cells[cell]!;
  if (geometry.shape.game !== "havannah" || marks === 0) return "";
  return marks & CORNERS ? "corner" : "edge";
}

/** The strokes around the board. */
export function bands(geometry: Geometry): SVGElement[] {
  const kinds = new Map<string, string[]>();
  geometry.shape.cells.forEach((_, cell) => {
    geometry.around[cell]!.forEach((next, direction) => {
      if (next >= 0) return;
      const kind = kindOf(geometry, cell, direction);
      const [a, b] = geometry.side(cell, direction, R * 1.13);
      const path = `M${a.x.toFixed(2)} ${a.y.toFixed(2)}L${b.x.toFixed(2)} ${b.y.toFixed(2)}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), path]);
    });
  });
  const order = ["side-black", "side-white", "rim", "rim-corner"];
  const found = [...kinds].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  return found.flatMap(([kind, paths]) => {
    const d = paths.join("");
    const stroke = s("path", { d, class: `band ${kind}` });
    return kind === "side-white" ? [s("path", { d, class: "band side-under" }), stroke] : [stroke];
  });
}

function kindOf(geometry: Geometry, cell: number, direction: number): string {
  if (geometry.shape.game === "havannah") return marksOf(geometry, cell) === "corner" ? "rim-corner" : "rim";
  const rows = Math.max(...geometry.shape.cells.map((c) => c[1]));
  const y = geometry.shape.cells[cell]![1];
  const isTop = y === 0 && (direction === 0 || direction === 1);
  const isBottom = y === rows && (direction === 3 || direction === 4);
  return isTop || isBottom ? "side-black" : "side-white";
}
