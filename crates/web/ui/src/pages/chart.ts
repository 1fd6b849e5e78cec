// What the lab's page and that of learning draw with: axes, lines with names, facts and tables.

import { h, s } from "../dom";

const [HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [190, 40, 22, 8, 8];
/** How wide pictures are, of which there is one in a row, and of which there are several. */
export const [WIDE, NARROW] = [420, 300];
/** The room for names beside lines. */
const NAMES = 44;
/** The least distance of two names beside their lines. */
const NAME_HEIGHT = 11;

/** An empty picture with its axes. */
export interface Frame {
  width: number;
  x: (at: number) => number;
  y: (at: number) => number;
  /** A place as words of a path. */
  place: (across: number, up: number) => string;
  parts: SVGElement[];
}

/** What a picture shows: from where to where, the values that must have room, its width, and room for names on the right. */
interface Extent {
  from?: number;
  to: number;
  values: number[];
  width?: number;
  names?: number;
}

/** Steps of an axis: one, two or five times a power of ten. */
function stepOf(range: number, count: number): number {
  const rough = Math.max(range / count, 1e-9);
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
}

/** Axes with their numbers. Values beyond the picture are drawn at its edge. */
export function frame({ from = 0, to, values, width = WIDE, names = 0 }: Extent): Frame {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || 1) * 0.06;
  const [bottom, top] = [low - room, high + room];
  const last = Math.max(from + 1, to);
  const end = width - RIGHT - names;
  const x = (at: number) => LEFT + ((at - from) / (last - from)) * (end - LEFT);
  const y = (at: number) => TOP + ((top - Math.min(top, Math.max(bottom, at))) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  const parts: SVGElement[] = [];
  const step = stepOf(top - bottom, 5);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  for (let tick = Math.ceil(bottom / step) * step; tick <= top; tick += step) {
    parts.push(s("line", { x1: LEFT, x2: end, y1: y(tick), y2: y(tick), class: "grid" }));
    parts.push(s("text", { x: LEFT - 5, y: y(tick) + 4, class: "axis", "text-anchor": "end" }, String(Number(tick.toFixed(digits))).replace("-", "−")));
  }
  const across = Math.max(1, stepOf(last - from, 5));
  for (let at = from + (from ? 0 : across); at <= last; at += across) parts.push(s("text", { x: x(at), y: HEIGHT - 6, class: "axis", "text-anchor": "middle" }, String(at)));
  return { width, x, y, place: (across, up) => `${x(across).toFixed(1)} ${y(up).toFixed(1)}`, parts };
}

/** A line across where something is decided. */
export const level = ({ width, y }: Frame, at: number): SVGElement => s("line", { x1: LEFT, x2: width - RIGHT, y1: y(at), y2: y(at), class: "middle" });

export const picture = ({ width, parts }: Frame, label: string): SVGElement => s("svg", { class: "lab-curve", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label }, parts);

/** Places that a name has; the last one is beside it. */
export interface Line {
  name: string;
  points: [number, number][];
}

/** Lines over a range; where there are several, each has its name at its end, and later ones are stronger. */
export function lines(all: Line[], from: number, to: number, label: string, width = NARROW, room = NAMES): SVGElement {
  const drawn = frame({ from, to, values: all.flatMap(({ points }) => points.map(([, value]) => value)), width, names: all.length > 1 ? room : 0 });
  const names = all.flatMap(({ name, points }) => {
    const end = all.length > 1 ? points.at(-1) : undefined;
    return end ? [{ name, y: drawn.y(end[1]) + 4 }] : [];
  });
  // Names of lines that end together stand below each other.
  names.sort((a, b) => a.y - b.y);
  names.forEach((name, i) => (name.y = Math.max(name.y, (names[i - 1]?.y ?? -NAME_HEIGHT) + NAME_HEIGHT)));
  const below = (names.at(-1)?.y ?? 0) - (HEIGHT - BOTTOM + 4);
  all.forEach(({ points }, i) => {
    const strength = 0.4 + (0.6 * (i + 1)) / all.length;
    if (points.length > 1) drawn.parts.push(s("path", { d: `M${points.map(([at, value]) => drawn.place(at, value)).join("L")}`, class: "curve", opacity: strength }));
    if (points.length <= 30) for (const [at, value] of points) drawn.parts.push(s("circle", { cx: drawn.x(at), cy: drawn.y(value), r: 2.6, class: "dot", opacity: strength }));
  });
  for (const { name, y } of names) drawn.parts.push(s("text", { x: width - RIGHT - room + 6, y: y - Math.max(0, below), class: "axis" }, name));
  return picture(drawn, label);
}

export const figure = (title: string, content: SVGElement): HTMLElement => h("figure", {}, h("figcaption", { class: "quiet" }, title), content);

export const fact = (name: string, value: string): HTMLElement => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));

export const when = (seconds: number): string => new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

export const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(Math.round(value))}`;

/** A table whose rows begin with their names. */
export function rowsOf(head: string[], rows: (string | number)[][], label: string): HTMLElement {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      { class: "scores" },
      h("caption", {}, label),
      h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, String(first)), rest.map((value) => h("td", {}, String(value)))))),
    ),
  );
}
