// The menu, the settings and the sheet of keys.

import type { App, DrawerName, PageName } from "../app";
import { h } from "../dom";
import { type Preferences, prefer, prefs, type Theme } from "../prefs";
import { texts } from "../texts";
import { choice, tick } from "./form";
import { watchedSeats } from "./newgame";

export function menu(app: App): HTMLElement {
  const names: DrawerName[] = ["learn", "setup", "explorer", "batch", "invite", "settings", "keys"];
  if (app.info?.puzzles) names.splice(1, 0, "puzzles");
  const isGuest = app.isGuest;
  const shown = isGuest ? names.filter((name) => ["learn", "settings", "keys"].includes(name)) : names;
  const item = (name: DrawerName) =>
    h("button", { class: "button", type: "button", click: () => app.openDrawer(name) }, texts.menu[name as keyof typeof texts.menu]);
  const watch = h("button", { class: "button", type: "button", click: () => watchEngines(app) }, texts.menu.watch);
  const page = (name: PageName) => h("button", { class: "button", type: "button", click: () => app.openPage(name) }, texts.menu[name]);
  const own = isGuest ? [] : [page("games")];
  return h("div", { class: "list-actions" }, own, shown.map(item), isGuest ? [] : [page("swapMap"), watch]);
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
