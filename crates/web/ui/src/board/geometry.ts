// Where cells lie on the screen. Cells have a vertex up, so that rows run straight across; turning the board by 30
// degrees turns centres and cells, while texts stay upright.

import type { ShapeMessage } from "../types";

/** The radius of a cell in units of the picture. */
export const R = 20;
const WIDTH = Math.sqrt(3) * R;

export interface Point {
  x: number;
  y: number;
}

/** Steps to the six neighbours, clockwise from the upper left, where rows lean to the left and where they lean to the right. */
const STEPS = {
  [-1]: [[-1, -1], [0, -1], [1, 0], [1, 1], [0, 1], [-1, 0]],
  [1]: [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]],
} as const;

export interface Label {
  at: Point;
  text: string;
}

export class Geometry {
  readonly centres: Point[];
  /** Six neighbours of each cell, clockwise from the upper left; -1 where there is none. */
  readonly around: number[][];
  readonly box: { x: number; y: number; width: number; height: number };
  private readonly index = new Map<string, number>();

  constructor(
    readonly shape: ShapeMessage,
    readonly turned: boolean,
  ) {
    shape.cells.forEach(([x, y], i) => this.index.set(`${x},${y}`, i));
    this.centres = shape.cells.map(([x, y]) => this.place(x, y));
    this.around = shape.cells.map(([x, y]) => STEPS[shape.lean].map(([dx, dy]) => this.at(x + dx, y + dy)));
    this.box = this.bounds();
  }

  /** The height of the board by its width. */
  get aspect(): number {
    return this.box.height / this.box.width;
  }

  at(x: number, y: number): number {
    return this.index.get(`${x},${y}`) ?? -1;
  }

  /** The centre of the cell at a column and row, on the board or off it. */
  private place(x: number, y: number): Point {
    return this.turn({ x: (x + 0.5 * this.shape.lean * y) * WIDTH, y: y * 1.5 * R });
  }

  private turn({ x, y }: Point): Point {
    if (!this.turned) return { x, y };
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    return { x: x * c - y * s, y: x * s + y * c };
  }

  /** The six vertices around a point, clockwise; vertex i lies before side i, which faces neighbour i. */
  corners(centre: Point, radius: number): Point[] {
    const start = this.turned ? -120 : -150;
    return Array.from({ length: 6 }, (_, i) => {
      const angle = ((start + 60 * i) * Math.PI) / 180;
      return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    });
  }

  polygon(centre: Point, radius: number): string {
    return points(this.corners(centre, radius));
  }

  /** The side of a cell that faces a direction, pushed out a little. */
  side(cell: number, direction: number, radius: number): [Point, Point] {
    const corners = this.corners(this.centres[cell]!, radius);
    return [corners[direction]!, corners[(direction + 1) % 6]!];
  }

  /** One of three tints, so that neighbours differ. */
  tint(cell: number): number {
    const [x, y] = this.shape.cells[cell]!;
    return (((x - this.shape.lean * y) % 3) + 3) % 3;
  }

  private bounds(): { x: number; y: number; width: number; height: number } {
    const xs = this.centres.map((c) => c.x);
    const ys = this.centres.map((c) => c.y);
    const margin = R * (this.shape.own_sides ? 2.3 : 2.05);
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    return {
      x: left,
      y: top,
      width: Math.max(...xs) + margin - left,
      height: Math.max(...ys) + margin - top,
    };
  }

  /** Names of rows at their left ends and of columns at their upper ends, where the system has such names. */
  labels(system: string): Label[] {
    const names = this.shape.names[system];
    if (!names) return [];
    const parts = names.map(split);
    const found: Label[] = [];
    for (const part of [0, 1] as const) {
      const rows = this.lines(1, parts, part);
      const columns = this.lines(0, parts, part);
      if (rows) for (const [cell, text] of rows) found.push({ at: this.beside(cell, 5), text });
      else if (columns) {
        const direction = this.shape.lean < 0 ? 1 : 0;
        for (const [cell, text] of columns) found.push({ at: this.beside(cell, direction), text });
      }
    }
    return found;
  }

  /** The first cell of each line along which a part of the names stays the same; null if it does not. */
  private lines(axis: 0 | 1, parts: [string, string][], part: 0 | 1): [number, string][] | null {
    const lines = new Map<number, [number, string]>();
    for (let i = 0; i < parts.length; i++) {
      const line = this.shape.cells[i]![axis];
      const text = parts[i]![part];
      const known = lines.get(line);
      if (!known) lines.set(line, [i, text]);
      else if (known[1] !== text) return null;
    }
    return [...lines.values()];
  }

  private beside(cell: number, direction: number): Point {
    const [x, y] = this.shape.cells[cell]!;
    const [dx, dy] = STEPS[this.shape.lean][direction]!;
    const [here, there] = [this.place(x, y), this.place(x + dx, y + dy)];
    const reach = this.shape.own_sides ? 1.02 : 0.86;
    return { x: here.x + (there.x - here.x) * reach, y: here.y + (there.y - here.y) * reach };
  }

  /** The neighbour that lies most nearly in a direction on the screen. */
  toward(cell: number, dx: number, dy: number): number {
    const from = this.centres[cell]!;
    let [best, score] = [cell, 0.2];
    for (const next of this.around[cell]!) {
      if (next < 0) continue;
      const to = this.centres[next]!;
      // A small lean to the right makes up and down go straight in a zigzag.
      const along = ((to.x - from.x) * (dx + (dy !== 0 ? 0.01 : 0)) + (to.y - from.y) * dy) / WIDTH;
      if (along > score) [best, score] = [next, along];
    }
    return best;
  }
}

export const points = (list: Point[]): string => list.map((p) => `${p.x.toFixed(2)},${p.y.toFixed(2)}`).join(" ");

function split(name: string): [string, string] {
  const match = /^([a-z]+)(\d+)$/i.exec(name);
  return match ? [match[1]!, match[2]!] : [name.slice(0, 1), name.slice(1)];
}
