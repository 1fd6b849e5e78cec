// The tray that the cells lie in. In Havannah its rim tells the six corners from the six edges: a learner sees why a fork is a
// fork and that corners belong to no edge. In Hex the sides have their owners' colours; in Y both colours share the three.
//
// The rim is made of larger hexagons under the cells of the border; an inner tray over them leaves a clean outline.

import { s } from "../dom";
import type { Win } from "../types";
import { type Geometry, R } from "./geometry";

const CORNERS = 0b111111;

/** Classes of a cell that lies on a corner or an edge. */
export function marksOf(geometry: Geometry, cell: number): string {
  const [, , marks] = geometry.shape.cells[cell]!;
  if (geometry.shape.own_sides || marks === 0) return "";
  return marks & CORNERS ? "corner" : "edge";
}

/** The tray, with the corners and edges lit that a win joins. */
export function tray(geometry: Geometry, wins: Win[]): SVGElement[] {
  const rim = geometry.shape.own_sides ? sides(geometry) : sharedRim(geometry, wins);
  const inner = hexagons(geometry, geometry.centres.map((_, cell) => cell), 1.035);
  return [...rim, s("path", { d: inner, class: "tray" })];
}

function hexagons(geometry: Geometry, cells: number[], radius: number): string {
  return cells.map((cell) => `M${geometry.polygon(geometry.centres[cell]!, R * radius).replaceAll(" ", "L")}Z`).join("");
}

function sharedRim(geometry: Geometry, wins: Win[]): SVGElement[] {
  const lit = wins.reduce((marks, win) => marks | win.marks, 0);
  const border = geometry.shape.cells.map(([, , marks], cell) => ({ cell, marks })).filter(({ marks }) => marks !== 0);
  const part = (is: (marks: number) => boolean, kind: string, radius: number) => {
    const cells = border.filter(({ marks }) => is(marks)).map(({ cell }) => cell);
    return s("path", { d: hexagons(geometry, cells, radius), class: kind });
  };
  return [
    part(() => true, "rim", 1.16),
    part((marks) => (marks & CORNERS) !== 0, "rim-corner", 1.16),
    part((marks) => (marks & lit) !== 0, "rim-lit", 1.3),
  ];
}

function sides(geometry: Geometry): SVGElement[] {
  const rows = Math.max(...geometry.shape.cells.map((place) => place[1]));
  const paths = { black: "", white: "" };
  geometry.shape.cells.forEach(([, y], cell) => {
    geometry.around[cell]!.forEach((next, direction) => {
      if (next >= 0) return;
      const isTop = y === 0 && (direction === 0 || direction === 1);
      const isBottom = y === rows && (direction === 3 || direction === 4);
      const [a, b] = geometry.side(cell, direction, R * 1.1);
      paths[isTop || isBottom ? "black" : "white"] += `M${a.x.toFixed(2)} ${a.y.toFixed(2)}L${b.x.toFixed(2)} ${b.y.toFixed(2)}`;
    });
  });
  return [
    s("path", { d: paths.white, class: "side-under" }),
    s("path", { d: paths.white, class: "side-white" }),
    s("path", { d: paths.black, class: "side-under" }),
    s("path", { d: paths.black, class: "side-black" }),
  ];
}
