// A new game, beside the board and not over it.

import type { App } from "../app";
import { fill, h } from "../dom";
import { prefer, prefs } from "../prefs";
import { classicKind, classicName, texts } from "../texts";
import type { Colour, GameName, Seat } from "../types";
import { button, choice, tick } from "./form";

interface Wish {
  game: GameName;
  size: string;
  opponent: "engine" | "person" | "guest" | "watch";
  level: string;
  /** Black's level when two engines play. */
  second: string;
  colour: "white" | "black" | "random";
  swap: boolean;
  ponder: boolean;
  clock: string;
}

/** The boards that are offered. */
export const SIZES: Record<GameName, string[]> = {
  havannah: ["4", "5", "6", "8", "10"],
  hex: ["7", "9", "11", "13"],
  y: ["5", "7", "9", "13"],
};
/** The size that one begins with. */
const BEGINNERS: Record<GameName, string> = { havannah: "5", hex: "11", y: "9" };
/** The games with their names, for a choice. */
export const GAMES = Object.entries(texts.games) as [GameName, string][];
const T = texts.newGame;

/** The levels of the two engines that were watched last. */
export function watchedSeats(): Record<Colour, Seat> {
  return seats({ ...remembered(), opponent: "watch" });
}

function remembered(): Wish {
  const usual: Wish = {
    game: "havannah",
    size: "5",
    opponent: "engine",
    level: "3",
    second: "5",
    colour: "white",
    swap: true,
    ponder: false,
    clock: "",
  };
  return { ...usual, ...(prefs.newGame as Partial<Wish>) };
}

export function newGame(app: App): HTMLElement {
  const wish = remembered();
  const form = h("form", { class: "form", submit: (event: Event) => start(app, wish, event) });
  const change = (part: Partial<Wish>) => {
    const isOther = part.game !== undefined || part.opponent !== undefined;
    Object.assign(wish, part);
    if (part.game) {
      wish.size = BEGINNERS[part.game];
      // Classical players know one game each.
      if (isClassic(wish.level)) wish.level = "3";
      if (isClassic(wish.second)) wish.second = "5";
    }
    if (isOther) fill(form, fields(app, wish, change));
  };
  fill(form, fields(app, wish, change));
  return form;
}

function fields(app: App, wish: Wish, change: (part: Partial<Wish>) => void): HTMLElement[] {
  const opponents: [Wish["opponent"], string][] = [["engine", T.engine], ["person", T.person]];
  if (app.info?.open_to_others) opponents.push(["guest", T.guest]);
  opponents.push(["watch", T.watch]);
  const colours: [Wish["colour"], string][] = [["white", "White"], ["black", "Black"], ["random", T.random]];
  const found: HTMLElement[] = [
    choice(T.game, "game", GAMES, wish.game, (game) => change({ game })),
    sizes(wish, change),
    choice(T.opponent, "opponent", opponents, wish.opponent, (opponent) => change({ opponent })),
  ];
  if (wish.opponent === "engine") found.push(levels(app, T.level, wish, "level", change));
  if (wish.opponent === "watch") {
    found.push(levels(app, T.levelOf("white"), wish, "level", change), levels(app, T.levelOf("black"), wish, "second", change));
  }
  if (wish.opponent === "engine" || wish.opponent === "guest") found.push(choice(T.colour, "colour", colours, wish.colour, (colour) => change({ colour })));
  const clocks: [string, string][] = [["", T.noClock], ...Object.entries(T.clocks)];
  found.push(
    choice(T.clock, "clock", clocks, wish.clock, (clock) => change({ clock })),
    tick(T.swap, wish.swap, (swap) => change({ swap })),
    ...(wish.opponent === "engine" ? [tick(T.ponder, wish.ponder, (ponder) => change({ ponder }))] : []),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "button primary", type: "submit" }, T.start),
      button(T.seats, () => changeSeats(app, wish)),
    ),
  );
  return found;
}

function sizes(wish: Wish, change: (part: Partial<Wish>) => void): HTMLElement {
  const known = SIZES[wish.game];
  const other = h("input", {
    type: "text",
    class: "other-size",
    maxlength: 8,
    "aria-label": T.other,
    placeholder: T.otherHint[wish.game],
    title: T.otherHint[wish.game],
    input: () => change({ size: other.value.trim() }),
    value: known.includes(wish.size) ? "" : wish.size,
  });
  const set = choice(T.size, "size", known.map((size) => [size, size]), wish.size, (size) => {
    other.value = "";
    change({ size });
  });
  set.append(other);
  other.addEventListener("focus", () => {
    for (const radio of set.querySelectorAll<HTMLInputElement>("input[type=radio]")) radio.checked = false;
  });
  return set;
}

function levels(app: App, legend: string, wish: Wish, key: "level" | "second", change: (part: Partial<Wish>) => void): HTMLElement {
  const list = (app.info?.levels ?? []).map(({ level }): [string, string] =>
    level === null ? ["full", T.full] : [String(level), String(level)],
  );
  for (const { preset, game } of app.info?.classic ?? []) if (game === wish.game) list.push([preset, classicName(preset)]);
  const set = choice(legend, key, list, wish[key], (level) => {
    change({ [key]: level });
    said.textContent = name();
  });
  const name = () => {
    if (isClassic(wish[key])) return classicKind(wish[key]);
    const found = app.info?.levels.find(({ level }) => String(level ?? "full") === wish[key]);
    return found ? T.strength(found.name, found.visits, found.seconds) : "";
  };
  const said = h("p", { class: "quiet level-name" }, name());
  set.append(said);
  return set;
}

/** Is this the preset of a classical player, and no level? */
const isClassic = (level: string): boolean => level !== "full" && Number.isNaN(Number(level));

function seats(wish: Wish): Record<Colour, Seat> {
  const engine = (level: string): Seat => {
    if (isClassic(level)) return { kind: "engine", level: null, preset: level };
    return { kind: "engine", level: level === "full" ? null : Number(level) };
  };
  if (wish.opponent === "watch") return { white: engine(wish.level), black: engine(wish.second) };
  const opponent: Seat =
    wish.opponent === "engine" ? engine(wish.level) : wish.opponent === "guest" ? { kind: "guest" } : { kind: "human" };
  const own = wish.colour === "random" ? (Math.random() < 0.5 ? "white" : "black") : wish.colour;
  return own === "white" ? { white: { kind: "human" }, black: opponent } : { white: opponent, black: { kind: "human" } };
}

function keep(wish: Wish): void {
  prefer({ newGame: { ...wish } as unknown as Record<string, string> });
}

function start(app: App, wish: Wish, event: Event): void {
  event.preventDefault();
  keep(wish);
  const [main, increment] = wish.clock.split("+").map(Number);
  const clock = wish.clock ? { main: (main ?? 300) * 1000, increment: (increment ?? 0) * 1000 } : null;
  const { white, black } = seats(wish);
  app.send({ do: "new", game: wish.game, size: wish.size, swap: wish.swap, clock, white, black });
  app.send({ do: "ponder", on: wish.ponder && wish.opponent === "engine" });
  if (wish.opponent === "guest") {
    app.send({ do: "invite", colour: white.kind === "guest" ? "white" : "black" });
    app.drawer = "invite";
    app.changed();
  } else app.openDrawer(null);
}

function changeSeats(app: App, wish: Wish): void {
  keep(wish);
  app.send({ do: "seats", ...seats(wish) });
  app.openDrawer(null);
}
