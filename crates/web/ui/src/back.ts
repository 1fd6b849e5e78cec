// The back button of the browser closes what was opened last, as people expect on a phone: a drawer, a page or a sheet is an entry
// in the history of the tab.

import type { App } from "./app";

export function listenToBack(app: App): void {
  let hasEntry = false;
  // The browser takes a moment to step back. What is opened meanwhile gets its entry afterwards: one that was added now would be
  // what the browser steps back from, and that closes what it stands for.
  let isLeaving = false;
  const isOpen = () => app.drawer !== null || app.page !== null || app.sheet !== null;
  const follow = () => {
    if (isLeaving || isOpen() === hasEntry) return;
    hasEntry = !hasEntry;
    if (hasEntry) return history.pushState({ isOpen: true }, "");
    isLeaving = true;
    history.back();
  };
  app.watch(follow);
  addEventListener("popstate", () => {
    if (isLeaving) {
      isLeaving = false;
      return follow();
    }
    hasEntry = false;
    if (isOpen()) app.openPage(null);
  });
}
