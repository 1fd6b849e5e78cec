// The board as an SVG picture. Cells are made once for a shape; everything that changes stands in layers above them.

import { fill, s } from "../dom";
import { texts } from "../texts";
import type { Colour, ShapeMessage, Win } from "../types";
import { Geometry, R } from "./geometry";
import { marksOf, tray } from "./border";
import { outline } from "./outline";

export interface Ghost {
  cell: number;
  colour: Colour;
  text: string;
}

export interface Heat {
  /** From 0 to 1. */
  strength: number;
  text: string;
  isBest: boolean;
  /** On a map the strength stands between two colours of its own, and the tints of the board do not show. */
  isOnMap?: boolean;
  /** Whether the solver is at work on the move. */
  isWorking?: boolean;
  verdict?: string | undefined;
}

/** Everything that a board can show. */
export interface BoardView {
  stones: string;
  turn: Colour;
  last: number | null;
  numbers: [number, number][];
  wins: Win[];
  /** Cells at which the side to move wins, and at which it would lose. */
  threats: { own: number[]; forced: number[] };
  hint: number | null;
  heat: Map<number, Heat>;
  /** Cells that hold a virtual connection. */
  carrier: number[];
  /** The move that the game goes on with. */
  played: number | null;
  ghosts: Ghost[];
  selected: number | null;
  isOpen: boolean;
}

export const blank: BoardView = {
  stones: "",
  turn: "white",
  last: null,
  numbers: [],
  wins: [],
  threats: { own: [], forced: [] },
  hint: null,
  heat: new Map(),
  carrier: [],
  played: null,
  ghosts: [],
  selected: null,
  isOpen: true,
};

export interface BoardEvents {
  pick(cell: number, byTouch: boolean): void;
  hover?(cell: number | null): void;
  leave?(): void;
}

const LAYERS = ["border", "cells", "heat", "win", "stones", "marks", "text", "ghosts", "labels"] as const;

export class Board {
  readonly element = s("svg", { class: "board", role: "group" });
  geometry: Geometry | null = null;
  private layers = new Map<string, SVGGElement>();
  private cells: SVGPolygonElement[] = [];
  private stones = new Map<number, { letter: string; element: SVGElement }>();
  private view: BoardView = blank;
  private names: string[] = [];
  private focused = 0;
  private hovered: number | null = null;
  private scale = 1;
  private drawnShape = 0;
  private drawnWins = "";

  constructor(private readonly events: BoardEvents) {
    this.element.append(gradients());
    for (const name of LAYERS) {
      const layer = s("g", { class: `layer-${name}` });
      if (name !== "cells") layer.setAttribute("aria-hidden", "true");
      this.layers.set(name, layer);
      this.element.append(layer);
    }
    this.listen();
    new ResizeObserver(() => this.rescale()).observe(this.element);
  }

  /** Puts another board on the screen, or the same in another way. */
  setShape(shape: ShapeMessage, turned: boolean, coords: string): void {
    const geometry = new Geometry(shape, turned);
    this.geometry = geometry;
    this.drawnShape += 1;
    const { x, y, width, height } = geometry.box;
    this.element.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.element.setAttribute("aria-label", texts.cell.board(texts.games[shape.game], shape.size));
    this.names = shape.names[coords] ?? shape.names["gui"]!;
    this.focused = Math.floor(shape.cells.length / 2);
    this.stones.clear();
    fill(this.layer("stones"));
    this.makeCells(geometry);
    const labels = geometry.labels(coords).map(({ at, text }) => s("text", { x: at.x, y: at.y, class: "label" }, text));
    fill(this.layer("labels"), labels);
    this.rescale();
    this.show(this.view.stones.length === shape.cells.length ? this.view : { ...blank, stones: ".".repeat(shape.cells.length) });
  }

  private layer(name: (typeof LAYERS)[number]): SVGGElement {
    return this.layers.get(name)!;
  }

  private makeCells(geometry: Geometry): void {
    this.cells = geometry.centres.map((centre, cell) =>
      s("polygon", {
        points: geometry.polygon(centre, R * 0.955),
        class: `cell tint${geometry.tint(cell)} ${marksOf(geometry, cell)}`,
        "data-cell": cell,
        role: "button",
        tabindex: cell === this.focused ? 0 : -1,
      }),
    );
    fill(this.layer("cells"), this.cells);
  }

  /** Shows a moment. */
  show(view: BoardView): void {
    this.view = view;
    if (!this.geometry || view.stones.length !== this.cells.length) return;
    this.element.classList.toggle("open", view.isOpen);
    this.element.classList.toggle("won", view.wins.length > 0);
    this.showStones();
    this.showWins();
    fill(this.layer("heat"), [...this.carrier(), ...this.heat()]);
    fill(this.layer("marks"), this.marks());
    fill(this.layer("text"), this.numbers());
    this.showGhosts();
    this.describe();
  }

  /** Wins change seldom: the tray is drawn anew only then. */
  private showWins(): void {
    const key = `${this.drawnShape} ${JSON.stringify(this.view.wins)}`;
    if (key === this.drawnWins) return;
    this.drawnWins = key;
    fill(this.layer("border"), tray(this.geometry!, this.view.wins));
    fill(this.layer("win"), outline(this.geometry!, this.view.wins));
  }

  private centre(cell: number): { cx: number; cy: number } {
    const { x, y } = this.geometry!.centres[cell]!;
    return { cx: x, cy: y };
  }

  private showStones(): void {
    const layer = this.layer("stones");
    for (const [cell, { letter, element }] of this.stones) {
      if (this.view.stones[cell] !== letter) {
        element.remove();
        this.stones.delete(cell);
      }
    }
    const isFresh = this.stones.size === 0;
    for (let cell = 0; cell < this.view.stones.length; cell++) {
      const letter = this.view.stones[cell]!;
      if (letter === "." || this.stones.has(cell)) continue;
      const element = this.stone(cell, letter === "w" ? "white" : "black", isFresh ? "" : "placed");
      this.stones.set(cell, { letter, element });
      layer.append(element);
    }
  }

  private stone(cell: number, colour: Colour, extra: string): SVGGElement {
    const { cx, cy } = this.centre(cell);
    return s(
      "g",
      { class: `stone ${colour} ${extra}` },
      s("circle", { cx, cy: cy + R * 0.07, r: R * 0.75, class: "shade" }),
      s("circle", { cx, cy, r: R * 0.73, class: "disc", fill: `url(#${colour}-stone)` }),
    );
  }

  private carrier(): SVGElement[] {
    const geometry = this.geometry!;
    return this.view.carrier.map((cell) => s("polygon", { points: geometry.polygon(geometry.centres[cell]!, R * 0.955), class: "carrier" }));
  }

  private heat(): SVGElement[] {
    const geometry = this.geometry!;
    return [...this.view.heat].flatMap(([cell, heat]) => {
      const points = geometry.polygon(geometry.centres[cell]!, R * (heat.isBest ? 0.9 : 0.955));
      if (heat.isOnMap) {
        return [s("polygon", { points, class: "map-low" }), s("polygon", { points, class: "map-high", "fill-opacity": heat.strength.toFixed(3) })];
      }
      const kind = `warm ${heat.isBest ? "best" : ""} ${heat.verdict ? `proved-${heat.verdict}` : ""}`;
      return [s("polygon", { points, class: kind, "fill-opacity": (0.9 * heat.strength).toFixed(3) })];
    });
  }

  private marks(): SVGElement[] {
    const view = this.view;
    const found: SVGElement[] = [];
    if (view.last !== null && view.numbers.length === 0) {
      const stone = view.stones[view.last] === "w" ? "on-white" : "on-black";
      found.push(s("circle", { ...this.centre(view.last), r: R * 0.33, class: `last ${stone}` }));
    }
    for (const cell of view.threats.forced) found.push(this.diamond(cell, "forced"));
    for (const cell of view.threats.own) found.push(this.diamond(cell, "winning"));
    if (view.played !== null) found.push(s("circle", { ...this.centre(view.played), r: R * 0.66, class: "played-next" }));
    for (const [cell, heat] of view.heat) {
      if (heat.isWorking) found.push(s("circle", { ...this.centre(cell), r: R * 0.7, class: "working" }));
    }
    if (view.hint !== null) found.push(s("circle", { ...this.centre(view.hint), r: R * 0.62, class: "hint" }));
    if (view.selected !== null) {
      const centre = this.geometry!.centres[view.selected]!;
      found.push(s("polygon", { points: this.geometry!.polygon(centre, R * 0.97), class: "selected" }));
    }
    return found;
  }

  private diamond(cell: number, kind: string): SVGElement {
    const { cx, cy } = this.centre(cell);
    const r = R * 0.3;
    return s("path", { d: `M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}Z`, class: `threat ${kind}` });
  }

  private text(cell: number, text: string, kind: string, dy = 0): SVGElement {
    const { cx, cy } = this.centre(cell);
    return s("text", { x: cx, y: cy + dy, class: kind }, text);
  }

  private numbers(): SVGElement[] {
    const view = this.view;
    const found: SVGElement[] = [];
    if (R * 0.62 * this.scale >= 9) {
      for (const [cell, number] of view.numbers) {
        const letter = view.stones[cell];
        if (letter === "." || letter === undefined) continue;
        const last = cell === view.last ? "last-number" : "";
        found.push(this.text(cell, String(number), `number ${letter === "w" ? "on-white" : "on-black"} ${last}`));
      }
    }
    for (const [cell, heat] of view.heat) {
      const symbol = heat.verdict === "win" ? "✓" : heat.verdict === "loss" ? "✕" : heat.verdict === "draw" ? "=" : "";
      const text = symbol || (R * 0.56 * this.scale >= 9 ? heat.text : "");
      if (!text) continue;
      const dark = heat.isOnMap ? "on-map" : heat.strength > 0.52 ? "on-dark" : "";
      found.push(this.text(cell, text, `figure ${dark} ${symbol ? `proved proved-${heat.verdict}` : ""}`));
    }
    return found;
  }

  private showGhosts(): void {
    const list = [...this.view.ghosts];
    const hovered = this.hovered ?? this.view.selected;
    const canHover = list.length === 0 && this.view.isOpen && hovered !== null && this.view.stones[hovered] === ".";
    if (canHover) list.push({ cell: hovered, colour: this.view.turn, text: "" });
    const found = list.flatMap(({ cell, colour, text }) => {
      const stone = this.stone(cell, colour, text ? "ghost numbered" : "ghost");
      const is = R * 0.62 * this.scale >= 9 && text;
      return is ? [stone, this.text(cell, text, `number ${colour === "white" ? "on-white" : "on-black"}`)] : [stone];
    });
    fill(this.layer("ghosts"), found);
  }

  /** Says what stands on each cell to those who do not see it. */
  private describe(): void {
    const view = this.view;
    const wins = new Set(view.threats.own);
    this.cells.forEach((element, cell) => {
      const letter = view.stones[cell];
      const words = [this.names[cell]!, letter === "." ? texts.cell.empty : texts.cell.stone(letter === "w" ? "white" : "black")];
      if (element.classList.contains("corner")) words.push(texts.cell.corner);
      else if (element.classList.contains("edge")) words.push(texts.cell.edge);
      if (cell === view.last) words.push(texts.cell.last);
      if (wins.has(cell)) words.push(texts.cell.wins(view.turn));
      if (cell === view.hint) words.push(texts.cell.hint);
      if (cell === view.played) words.push(texts.cell.played);
      const text = words.join(", ");
      if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
    });
  }

  private rescale(): void {
    if (!this.geometry) return;
    const { width, height } = this.geometry.box;
    const size = this.element.getBoundingClientRect();
    const scale = Math.min(size.width / width, size.height / height) || 1;
    this.scale = scale;
    this.element.classList.toggle("tiny", R * 0.58 * scale < 9);
    // Texts grow with the board only so far.
    this.element.style.setProperty("--label-size", `${Math.min(11.6, 15 / scale)}px`);
    this.element.style.setProperty("--figure-size", `${Math.min(11.6, 17 / scale)}px`);
    this.element.style.setProperty("--number-size", `${Math.min(12.4, 19 / scale)}px`);
    this.show(this.view);
  }

  /** The width of a cell on the screen. */
  get cellWidth(): number {
    return R * 1.73 * this.scale;
  }

  /** Gives the keyboard to the board. */
  focus(): void {
    this.cells[this.focused]?.focus();
  }

  private listen(): void {
    const cellOf = (event: Event): number | null => {
      const target = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
      return target ? Number(target.getAttribute("data-cell")) : null;
    };
    this.element.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      this.moveFocus(cell, false);
      this.events.pick(cell, (event as PointerEvent).pointerType === "touch");
    });
    // A click leaves the keyboard with the page, so that arrows go on to move through the game.
    this.element.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.hover(cellOf(event));
    });
    this.element.addEventListener("pointerleave", () => this.hover(null));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell !== null && this.element.contains(document.activeElement)) this.moveFocus(cell, false);
    });
  }

  private hover(cell: number | null): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.showGhosts();
    this.events.hover?.(cell);
  }

  private moveFocus(cell: number, isKey: boolean): void {
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = cell;
    this.cells[cell]?.setAttribute("tabindex", "0");
    if (isKey) {
      this.cells[cell]?.focus();
      this.events.hover?.(cell);
    }
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step && this.geometry && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.moveFocus(this.geometry.toward(this.focused, ...step), true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.events.pick(this.focused, false);
    } else if (event.key === "Escape") {
      (document.activeElement as SVGElement | null)?.blur();
      this.events.leave?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function gradients(): SVGDefsElement {
  const stop = (offset: string, colour: string) => s("stop", { offset, class: colour });
  const ball = (id: string, kinds: [string, string]) =>
    s("radialGradient", { id, cx: "38%", cy: "32%", r: "75%" }, stop("0", kinds[0]), stop("1", kinds[1]));
  return s(
    "defs",
    {},
    ball("white-stone", ["white-light", "white-deep"]),
    ball("black-stone", ["black-light", "black-deep"]),
  );
}
