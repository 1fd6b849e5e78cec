// The menu, the settings and the sheet of keys.

import type { App, DrawerName, PageName } from "../app";
import { h } from "../dom";
import { type Preferences, prefer, prefs, type Theme } from "../prefs";
import { texts } from "../texts";
import { choice, tick } from "./form";
import { watchedSeats } from "./newgame";

type Item = keyof typeof texts.menu;

/** The keys that do the same as the entries of the menu. */
const KEYS: Partial<Record<Item, string>> = {
  open: "O", save: "S", redo: "R", review: "V", games: "G", learn: "L", setup: "E", explorer: "X", batch: "Y",
  invite: "I", puzzles: "P", swapMap: "K", lab: ".", learning: ";", settings: ",", keys: "?",
};

export function menu(app: App): HTMLElement {
  const item = (name: Item, act: () => void) =>
    h(
      "button",
      { class: "button", type: "button", click: act },
      texts.menu[name],
      KEYS[name] ? h("span", { class: "key", "aria-hidden": "true" }, KEYS[name]) : null,
    );
  const drawer = (name: Item & DrawerName) => item(name, () => app.openDrawer(name));
  const page = (name: PageName) => item(name, () => app.openPage(name));
  const act = (name: Item, then: () => void) => item(name, () => (app.openDrawer(null), then()));
  const group = (name: keyof typeof texts.menuGroups, ...items: (HTMLElement | null)[]) =>
    h("section", { class: "menu-group" }, h("h3", {}, texts.menuGroups[name]), items);
  const { state } = app;
  const isLong = app.line().length > 2;
  const own = group("app", drawer("settings"), drawer("keys"), app.info?.engines.length && !app.isGuest ? drawer("console") : null);
  if (app.isGuest) return h("div", { class: "list-actions" }, drawer("learn"), own);
  return h(
    "div",
    { class: "list-actions" },
    group("play", page("games"), item("watch", () => watchEngines(app)), drawer("invite")),
    group("study", drawer("learn"), app.info?.puzzles ? drawer("puzzles") : null, drawer("explorer"), drawer("batch"), page("swapMap"), app.info?.lab ? page("lab") : null, app.info?.learning ? page("learning") : null),
    group(
      "game",
      drawer("open"),
      drawer("save"),
      drawer("setup"),
      state?.can_redo ? act("redo", () => app.send({ do: "redo" })) : null,
      isLong ? act("review", () => app.review()) : null,
      teaching(app),
    ),
    own,
  );
}

/** Whether the engine waits until a move is judged. */
function teaching(app: App): HTMLElement | null {
  const kinds = [app.seat("white").kind, app.seat("black").kind];
  if (!kinds.includes("engine") || !kinds.includes("human")) return null;
  return tick(texts.menu.teach, !!app.state?.teach, (on) => app.send({ do: "teach", on }));
}

function watchEngines(app: App): void {
  const { game, size } = app.state ?? { game: "havannah", size: "5" };
  app.send({ do: "new", game, size, ...watchedSeats(), swap: false });
  app.openDrawer(null);
}

export function settings(app: App): HTMLElement {
  const set = (change: Partial<Preferences>) => {
    prefer(change);
    app.changed();
  };
  const T = texts.settings;
  const themes = Object.entries(T.themes) as [Theme, string][];
  const box = (name: "turned" | "moveNumbers" | "threats" | "confirm" | "sound") =>
    tick(T[name], prefs[name], (is) => set({ [name]: is }));
  const select = h(
    "select",
    { change: () => set({ coords: select.value }) },
    Object.entries(T.coordNames).map(([value, text]) => h("option", { value }, text)),
  );
  select.value = prefs.coords;
  return h(
    "div",
    { class: "form" },
    choice(T.theme, "theme", themes, prefs.theme, (theme) => set({ theme })),
    h("label", { class: "field" }, h("span", {}, T.coords), select),
    box("turned"),
    box("moveNumbers"),
    box("threats"),
    box("confirm"),
    box("sound"),
  );
}

export function keys(): HTMLElement {
  const rows = texts.keys.rows.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key ?? "")), h("td", {}, what ?? "")));
  return h("table", { class: "keys" }, h("tbody", {}, rows));
}
