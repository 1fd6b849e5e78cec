// A new game, beside the board and not over it.

import type { App } from "../app";
import { fill, h } from "../dom";
import { prefer, prefs } from "../prefs";
import { classicKind, classicName, texts } from "../texts";
import type { Colour, GameName, Seat } from "../types";
import { suitedLevel } from "../study/strength";
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
  teach: boolean;
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
    teach: false,
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
  found.push(
    clocks(wish, change),
    tick(T.swap, wish.swap, (swap) => change({ swap })),
    ...(wish.opponent === "engine"
      ? [tick(T.ponder, wish.ponder, (ponder) => change({ ponder })), tick(T.teach, wish.teach, (teach) => change({ teach }))]
      : []),
    h(
      "div",
      { class: "actions start" },
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

/** Time for a game: the usual ones from fast to slow, or any other. */
function clocks(wish: Wish, change: (part: Partial<Wish>) => void): HTMLElement {
  const isUsual = wish.clock === "" || T.clocks.some(([value]) => value === wish.clock);
  const [main = 600, increment = 5, period = 0, periods = 0] = isUsual ? [] : wish.clock.split("+").map(Number);
  const number = (label: string, value: number, least: number, most: number) =>
    h("input", { type: "number", min: least, max: most, step: "any", value, "aria-label": label });
  const minutes = number(T.minutes, main / 60, 0, 1000);
  const others = [number(T.seconds, increment, 0, 600), number(T.period, period, 0, 600), number(T.periods, periods, 0, 100)];
  const inputs = [minutes, ...others];
  const fields = h(
    "div",
    { class: "clock-fields", hidden: isUsual },
    inputs.map((input) => h("label", { class: "field" }, h("span", {}, input.getAttribute("aria-label")), input)),
  );
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value || 0)));
  const own = () => [within(Number(minutes.value) * 60, 60_000), ...others.map((input) => within(Number(input.value), 600))].join("+");
  for (const field of inputs) field.addEventListener("input", () => change({ clock: own() }));
  const list: [string, string][] = [["", T.noClock], ...T.clocks, ["other", T.otherClock]];
  const set = choice(T.clock, "clock", list, isUsual ? wish.clock : "other", (value) => {
    fields.hidden = value !== "other";
    change({ clock: value === "other" ? own() : value });
  });
  set.append(fields);
  return set;
}

/** One opponent to choose: a number or none, a name, a figure. */
function opponent(group: string, value: string, chosen: boolean, parts: (HTMLElement | null)[], act: () => void): HTMLElement {
  const input = h("input", { type: "radio", name: group, value, change: act });
  input.checked = chosen;
  return h("label", { class: "chip" }, input, h("span", { class: "face" }, parts));
}

function levels(app: App, legend: string, wish: Wish, key: "level" | "second", change: (part: Partial<Wish>) => void): HTMLElement {
  const said = h("p", { class: "quiet level-name", role: "status" });
  const suits = h("p", { class: "quiet suits" });
  const say = () => {
    const found = app.info?.levels.find(({ level }) => String(level ?? "full") === wish[key]);
    said.textContent = isClassic(wish[key]) ? classicKind(wish[key]) : found ? T.strength(found.name, found.visits, found.guided, found.seconds) : "";
  };
  const choose = (value: string) => () => {
    change({ [key]: value });
    say();
  };
  const suited = h("span", { class: "suited", title: T.suited, hidden: true });
  const graded = (app.info?.levels ?? []).map(({ level, name, elo }) => {
    const value = String(level ?? "full");
    const label = level === null ? T.full : name;
    return opponent(
      key,
      value,
      wish[key] === value,
      [level === null ? null : h("b", {}, value), h("span", { class: "level-name" }, label), wish.game in elo ? h("span", { class: "elo" }, `+${elo[wish.game]}`) : null],
      choose(value),
    );
  });
  const classic = (app.info?.classic ?? [])
    .filter(({ game }) => game === wish.game)
    .map(({ preset }) => opponent(key, preset, wish[key] === preset, [h("span", { class: "level-name" }, classicName(preset))], choose(preset)));
  const outside = (app.info?.engines ?? []).map((preset) =>
    opponent(key, preset, wish[key] === preset, [h("span", { class: "level-name" }, classicName(preset))], choose(preset)),
  );
  const group = (title: string, hint: string, list: HTMLElement[]) =>
    list.length
      ? h(
          "details",
          { class: "more", open: list.some((chip) => chip.querySelector("input")?.checked) },
          h("summary", {}, title),
          h("p", { class: "quiet" }, hint),
          h("div", { class: "levels" }, list),
        )
      : null;
  const set = h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, legend),
    h("div", { class: "levels" }, graded),
    said,
    suits,
    h("p", { class: "quiet" }, T.levelHint[wish.game]),
    group(T.classic, T.classicHint, classic),
    group(T.engines, T.enginesHint, outside),
  );
  say();
  if (key === "level" && wish.opponent === "engine") {
    void suitedLevel(app, wish.game).then((value) => {
      if (value === null) return;
      suits.textContent = T.suits(value);
      set.querySelector(`input[value="${value}"] + .face`)?.append(suited);
      suited.hidden = false;
    });
  }
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
  app.puzzle = null;
  const [main = 300, increment = 0, period = 0, periods = 0] = wish.clock.split("+").map(Number);
  const clock = wish.clock ? { main: main * 1000, increment: increment * 1000, period: period * 1000, periods } : null;
  const { white, black } = seats(wish);
  app.send({ do: "new", game: wish.game, size: wish.size, swap: wish.swap, clock, white, black });
  app.send({ do: "ponder", on: wish.ponder && wish.opponent === "engine" });
  app.send({ do: "teach", on: wish.teach && wish.opponent === "engine" });
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
