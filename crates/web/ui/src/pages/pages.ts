// Pages of their own, in the place of the table: the game stays as it is behind them.

import type { App, PageName } from "../app";
import { fill, h } from "../dom";
import { icon } from "../icons";
import { texts } from "../texts";
import { games } from "./games";
import { lab } from "./lab";
import { learning } from "./learning";
import { swapMap } from "./swapmap";

const PAGES: Record<PageName, [string, (app: App) => HTMLElement]> = {
  games: [texts.menu.games, games],
  lab: [texts.menu.lab, lab],
  learning: [texts.menu.learning, learning],
  swapMap: [texts.menu.swapMap, swapMap],
};

export function pages(app: App): HTMLElement {
  const title = h("h2", { id: "page-title", tabindex: -1 });
  const body = h("div", { class: "page-body" });
  const close = h("button", { class: "button", type: "button", click: () => app.openPage(null) }, icon("back"), texts.pages.back);
  const element = h(
    "main",
    { class: "page", "aria-labelledby": "page-title", hidden: true },
    h("div", { class: "page-head" }, close, title),
    body,
  );
  let shown: PageName | null = null;
  app.watch(() => {
    document.body.classList.toggle("has-page", app.page !== null);
    if (shown === app.page) return;
    shown = app.page;
    element.hidden = shown === null;
    if (shown === null) return fill(body);
    const [name, make] = PAGES[shown];
    title.textContent = name;
    fill(body, make(app));
    title.focus({ preventScroll: true });
  });
  return element;
}
