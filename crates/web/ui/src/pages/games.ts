// My games: every game that was begun or opened on this machine, to find, to reopen and to go on with.

import type { App } from "../app";
import { fill, h, s } from "../dom";
import { Geometry, R } from "../board/geometry";
import { icon } from "../icons";
import { colourName, seatName, texts } from "../texts";
import { toast } from "../toast";
import type { Colour, KeptGame, ShapeMessage } from "../types";

const T = texts.myGames;
/** Games that are drawn at first; more come by a click. */
const PAGE = 60;

export function games(app: App): HTMLElement {
  return new GamesPage(app).element;
}

class GamesPage {
  readonly element: HTMLElement;
  private readonly search = h("input", { type: "search", class: "search", placeholder: T.search, "aria-label": T.search, input: () => this.show() });
  private readonly count = h("p", { class: "quiet", role: "status" });
  private readonly list = h("ul", { class: "games" });
  private readonly more = h("button", { class: "button", type: "button", hidden: true, click: () => this.showMore() }, T.more);
  private all: KeptGame[] = [];
  private shown = PAGE;

  constructor(private readonly app: App) {
    this.element = h("div", { class: "page-list" }, h("div", { class: "games-head" }, this.search, this.count), this.list, this.more);
    void this.load();
  }

  private get base(): string {
    return `api/session/${this.app.welcome?.session ?? ""}/games`;
  }

  private async load(): Promise<void> {
    const answer = await fetch(this.base);
    if (!answer.ok) return toast(T.unreachable, "error");
    this.all = await answer.json();
    this.show();
  }

  private showMore(): void {
    this.shown += PAGE;
    this.show();
  }

  private show(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.all.filter((game) => words.every((word) => textOf(game).includes(word)));
    this.count.textContent = this.all.length ? T.count(found.length, this.all.length) : T.none;
    fill(this.list, found.slice(0, this.shown).map((game) => this.card(game)));
    this.more.hidden = found.length <= this.shown;
  }

  private card(game: KeptGame): HTMLElement {
    const picture = h("span", { class: "thumb", "aria-hidden": "true" });
    void this.app.shapeOf(game.game, game.size).then((shape) => fill(picture, thumbnail(shape, game)));
    const [white, black] = [playerOf(game, "white"), playerOf(game, "black")];
    const open = h(
      "button",
      { class: "card-open", type: "button", click: () => this.open(game) },
      h("span", { class: "hidden-text" }, `${T.open}: `),
      picture,
      h(
        "span",
        { class: "card-text" },
        h("span", { class: "card-player" }, h("span", { class: "disc small white", "aria-hidden": "true" }), h("span", { class: "name" }, white)),
        h("span", { class: "card-player" }, h("span", { class: "disc small black", "aria-hidden": "true" }), h("span", { class: "name" }, black)),
        h("span", { class: "quiet" }, `${texts.games[game.game]} ${game.size} · ${texts.batch.plies(game.plies)}`),
        h("span", { class: "quiet" }, game.open ? T.onBoard : T.result(game.winner)),
        h("span", { class: "quiet" }, dateOf(game)),
      ),
    );
    const label = `${T.remove}: ${title(game)}`;
    const remove = h("button", { class: "small-tool", type: "button", title: T.remove, "aria-label": label, click: () => void this.remove(game) }, icon("bin"));
    return h("li", { class: "card" }, open, game.open ? null : remove);
  }

  private open(game: KeptGame): void {
    this.app.send({ do: "reopen", kept: game.id });
    this.app.openPage(null);
  }

  private async remove(game: KeptGame): Promise<void> {
    const change = async (what: string) => {
      const answer = await fetch(`${this.base}/${game.id}/${what}`, { method: "POST" });
      if (!answer.ok) toast(T.unreachable, "error");
      await this.load();
    };
    await change("delete");
    toast(T.removed, "info", { text: texts.undo, act: () => void change("restore") });
  }
}

function playerOf({ names, seats }: KeptGame, colour: Colour): string {
  const isShared = seats.white.kind === "human" && seats.black.kind === "human";
  return names[colour === "white" ? 0 : 1] || (isShared ? colourName(colour) : seatName(seats[colour]));
}

const title = (game: KeptGame): string => `${playerOf(game, "white")} – ${playerOf(game, "black")}, ${texts.games[game.game]} ${game.size}, ${dateOf(game)}`;

const dateOf = (game: KeptGame): string => new Date(game.changed * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** What a search looks at. */
const textOf = (game: KeptGame): string => `${title(game)} ${T.result(game.winner)}`.toLowerCase();

/** A small picture of the last position. */
function thumbnail(shape: ShapeMessage, game: KeptGame): SVGElement {
  const geometry = new Geometry(shape, false);
  const { x, y, width, height } = geometry.box;
  const cells = geometry.centres.map((centre, cell) => s("polygon", { points: geometry.polygon(centre, R), class: `cell tint${geometry.tint(cell)}` }));
  const stones = [...game.stones].flatMap((letter, cell) => {
    if (letter === ".") return [];
    const { x: cx, y: cy } = geometry.centres[cell]!;
    return [s("circle", { cx, cy, r: R * 0.78, class: `thumb-stone ${letter === "w" ? "white" : "black"}` })];
  });
  return s("svg", { class: "board", viewBox: `${x} ${y} ${width} ${height}` }, ...cells, ...stones);
}
