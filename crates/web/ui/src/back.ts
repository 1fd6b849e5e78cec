// The back button of the browser closes what was opened last, as people expect on a phone: a drawer, a page or a sheet is an entry
// in the history of the tab.

import type { App } from "./app";

export function listenToBack(app: App): void {
  let hasEntry = false;
  let isOurs = false;
  const isOpen = () => app.drawer !== null || app.page !== null || app.sheet !== null;
  app.watch(() => {
    if (isOpen() && !hasEntry) {
      hasEntry = true;
      history.pushState({ isOpen: true }, "");
    } else if (!isOpen() && hasEntry) {
      hasEntry = false;
      isOurs = true;
      history.back();
    }
  });
  addEventListener("popstate", () => {
    if (isOurs) {
      isOurs = false;
      return;
    }
    hasEntry = false;
    if (!isOpen()) return;
    app.openPage(null);
  });
}
