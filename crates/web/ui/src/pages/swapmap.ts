// The swap map: what is each opening of a board worth, and should one take it over? Maps that were made beforehand are shown at
// once; others are made on this machine. Neither touches a game.

import type { App } from "../app";
import { Board, blank, type Heat } from "../board/board";
import { fill, h } from "../dom";
import { button, choice } from "../panels/form";
import { GAMES, SIZES } from "../panels/newgame";
import { prefs } from "../prefs";
import { percent, texts } from "../texts";
import type { GameName, Opening, ShapeMessage, StoredMap } from "../types";

const T = texts.swapMap;
const stored = new Map<string, Promise<StoredMap>>();
const ready = new Map<string, StoredMap>();

/** A map as it is shown: what is known of each cell. */
interface Shown {
  openings: Map<number, Opening>;
  note: string;
}

export function swapMap(app: App): HTMLElement {
  const { game, size } = app.state ?? { game: "havannah", size: "5" };
  const page = new SwapMapPage(app, game, size);
  return page.element;
}

class SwapMapPage {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly side = h("div", { class: "form page-side" });
  private readonly said = h("p", { class: "task", role: "status" });
  private readonly progress = h("p", { class: "quiet", role: "status" });
  private readonly legend = h("div", { class: "ramp", hidden: true });
  private readonly begin = button(T.start, () => this.ask(true), { class: "button primary" });
  private readonly stop = button(T.stop, () => this.ask(false));
  private shape: ShapeMessage | null = null;
  private cell: number | null = null;

  constructor(
    private readonly app: App,
    private game: GameName,
    private size: string,
  ) {
    const see = (cell: number | null) => {
      this.cell = cell;
      this.say();
    };
    this.board = new Board({ pick: see, hover: see });
    this.element = h("div", { class: "page-table" }, h("div", { class: "page-board" }, this.board.element), this.side);
    this.choose();
    this.fields();
    app.watch(() => this.element.isConnected && this.show());
  }

  /** The identity of the map on the screen. */
  private get key(): string {
    return `${this.game}/${this.size}`;
  }

  private ask(on: boolean): void {
    this.app.send({ do: "openings", game: this.game, size: this.size, on });
  }

  private fields(): void {
    const known = SIZES[this.game];
    const sizes = known.includes(this.size) ? known : [this.size, ...known];
    const go = (game: GameName, size: string) => {
      [this.game, this.size] = [game, size];
      this.choose();
      this.fields();
      // The choice is made anew: the keyboard stays with it.
      this.side.querySelector<HTMLInputElement>("input:checked")?.focus();
    };
    fill(
      this.side,
      h("p", {}, T.text),
      choice(texts.newGame.game, "map-game", GAMES, this.game, (game) => go(game, SIZES[game].find((size) => Number(size) >= 5)!)),
      choice(texts.newGame.size, "map-size", sizes.map((size): [string, string] => [size, size]), this.size, (size) => go(this.game, size)),
      h("div", { class: "actions" }, this.begin, this.stop),
      this.progress,
      this.said,
      this.legend,
      h("p", { class: "quiet" }, T.note),
    );
  }

  /** Puts the board on the page and asks for the map that was made beforehand, once. */
  private choose(): void {
    const { key } = this;
    this.cell = null;
    this.shape = null;
    void this.app.shapeOf(this.game, this.size).then((shape) => {
      if (key !== this.key) return;
      this.shape = shape;
      this.board.setShape(shape, prefs.turned, prefs.coords);
      this.app.changed();
    });
    if (stored.has(key)) return;
    const asked = fetch(`api/swapmap/${key}`).then((answer) => answer.json() as Promise<StoredMap>);
    stored.set(key, asked);
    void asked.then((map) => {
      ready.set(key, map);
      this.app.changed();
    });
  }

  /** The map of the board on the page: the one in the making, or the one that was made beforehand. */
  private map(): Shown {
    const { key } = this;
    const isShown = (map: { key: string } | null | undefined) => !!map && this.app.isCurrent(map, { key });
    const own = this.app.swapMap;
    const before = ready.get(key);
    if (own && isShown(own) && (own.openings.length || own.left)) {
      return { openings: this.byCell(own.openings), note: own.left ? T.progress(own.total - own.left, own.total) : T.made(own.total) };
    }
    if (before && isShown(before) && before.openings) {
      const visits = before.openings.reduce((sum, opening) => sum + opening.visits, 0);
      return { openings: this.byCell(before.openings), note: T.stored(visits) };
    }
    return { openings: new Map(), note: "" };
  }

  private byCell(openings: Opening[]): Map<number, Opening> {
    const found = new Map<number, Opening>();
    const { shape } = this;
    if (!shape) return found;
    const images = new Map(openings.map((opening) => [shape.images[shape.names["gui"]!.indexOf(opening.cells[0] ?? "")], opening]));
    shape.images.forEach((image, cell) => {
      const opening = images.get(image);
      if (opening) found.set(cell, opening);
    });
    return found;
  }

  private show(): void {
    const { shape } = this;
    const map = this.map();
    const isMaking = !!this.app.swapMap?.left;
    this.progress.textContent = map.note;
    this.stop.hidden = !isMaking;
    this.begin.hidden = isMaking;
    this.begin.textContent = map.openings.size ? T.again : T.start;
    this.begin.classList.toggle("primary", !map.openings.size);
    if (!shape) return;
    const [least, most] = rangeOf(map);
    const heat = new Map([...map.openings].map(([cell, opening]): [number, Heat] => [cell, heatOf(opening, least, most)]));
    this.board.show({ ...blank, stones: ".".repeat(shape.cells.length), turn: shape.first, heat, isOpen: false });
    this.showLegend(map);
    this.say();
  }

  private showLegend(map: Shown): void {
    const [least, most] = rangeOf(map);
    // Where all is proved alike there is nothing to tell apart by colour.
    this.legend.hidden = map.openings.size === 0 || least === most;
    fill(this.legend, h("span", {}, percent(least)), h("span", { class: "ramp-bar", "aria-hidden": "true" }), h("span", {}, percent(most)));
  }

  /** What is known of the cell under the pointer. */
  private say(): void {
    const { cell, shape } = this;
    const opening = cell === null ? undefined : this.map().openings.get(cell);
    const name = cell === null ? "" : (shape?.names[prefs.coords]?.[cell] ?? shape?.names["gui"]?.[cell] ?? "");
    this.said.textContent = opening ? T.opening(name, opening.verdict, percent(opening.winrate), opening.winrate > 0.5) : T.choose;
  }
}

const share = ({ verdict, winrate }: Opening): number => (verdict === "unknown" ? winrate : { win: 1, loss: 0, draw: 0.5 }[verdict]);

/** The least and the most that an opening of a map is worth. */
function rangeOf({ openings }: Shown): [number, number] {
  const shares = [...openings.values()].map(share);
  return shares.length ? [Math.min(...shares), Math.max(...shares)] : [0, 1];
}

function heatOf(opening: Opening, least: number, most: number): Heat {
  const value = share(opening);
  const verdict = opening.verdict === "unknown" ? undefined : opening.verdict;
  const strength = most > least ? (value - least) / (most - least) : 0.5;
  return { strength, text: String(Math.round(value * 100)), isBest: false, isOnMap: true, verdict };
}
