// The place beside the board where everything waits that is not always needed: it never covers the board.

import type { App, DrawerName } from "../app";
import { fill, h } from "../dom";
import { icon } from "../icons";
import { learn } from "../study/learn";
import { puzzles } from "../study/puzzles";
import { setUp } from "../study/setup";
import { texts } from "../texts";
import { batch } from "./batch";
import { gtpConsole } from "./console";
import { explorer } from "./explorer";
import { openFile, saveFile } from "./files";
import { invite } from "./invite";
import { newGame } from "./newgame";
import { keys, menu, settings } from "./settings";

/** A drawer's title and its contents, which are made when it opens. */
const DRAWERS: Record<DrawerName, [string, (app: App) => HTMLElement]> = {
  new: [texts.newGame.title, newGame],
  open: [texts.files.open, openFile],
  save: [texts.files.save, saveFile],
  learn: [texts.menu.learn, learn],
  setup: [texts.setup.title, setUp],
  explorer: [texts.explorer.title, explorer],
  batch: [texts.batch.title, batch],
  invite: [texts.invite.title, invite],
  settings: [texts.settings.title, settings],
  keys: [texts.keys.title, keys],
  menu: [texts.bar.more, menu],
  console: [texts.menu.console, gtpConsole],
  puzzles: [texts.menu.puzzles, puzzles],
};

/** Drawers that go with the board: on a phone they leave it to be seen. */
const BESIDE = new Set<DrawerName>(["learn", "setup", "explorer", "puzzles"]);

/** Screens on which drawers are below the board. */
const BELOW = "(min-width: 720px) and (max-width: 900px) and (orientation: portrait), (max-width: 519px) and (orientation: landscape)";

export function drawer(app: App): HTMLElement {
  const title = h("h2", { id: "drawer-title", tabindex: -1 });
  const body = h("div", { class: "drawer-body", tabindex: 0, role: "group", "aria-labelledby": "drawer-title" });
  const close = h(
    "button",
    { class: "small-tool", type: "button", title: `${texts.close} (Esc)`, "aria-label": texts.close, click: () => app.openDrawer(null) },
    icon("close"),
  );
  const element = h(
    "section",
    { class: "drawer", "aria-labelledby": "drawer-title", hidden: true },
    h("div", { class: "row drawer-head" }, title, close),
    body,
  );
  let shown: DrawerName | null = null;
  let opener: Element | null = null;
  app.watch(() => {
    document.body.classList.toggle("has-drawer", app.drawer !== null);
    if (shown === app.drawer) return;
    const before = shown;
    shown = app.drawer;
    element.hidden = shown === null;
    if (shown === null) {
      fill(body);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      return;
    }
    if (before === null) opener = document.activeElement;
    const [name, make] = DRAWERS[shown];
    title.textContent = name;
    element.classList.toggle("tall", !BESIDE.has(shown));
    fill(body, make(app));
    title.focus({ preventScroll: true });
    if (matchMedia(BELOW).matches) element.scrollIntoView({ block: "start" });
  });
  return element;
}
