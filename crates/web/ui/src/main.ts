// The page: a bar, the board, a column beside it. Begin reading here, then app.ts.

import { openAddress, readAddress } from "./address";
import { App } from "./app";
import { listenToBack } from "./back";
import { h } from "./dom";
import { icon, type IconName } from "./icons";
import { listenToKeys } from "./keyboard";
import { bar } from "./panels/bar";
import { candidates } from "./panels/candidates";
import { drawer } from "./panels/drawer";
import { openBlob } from "./panels/files";
import { graph } from "./panels/graph";
import { moves } from "./panels/moves";
import { players } from "./panels/players";
import { walk } from "./panels/walk";
import { pages } from "./pages/pages";
import { applyTheme } from "./prefs";
import { isLooking } from "./study/quest";
import { TableView } from "./tableview";
import { texts } from "./texts";
import { mountToasts } from "./toast";

/** Panels that are sheets on a phone, with the buttons that open them. */
function sheets(app: App): HTMLElement {
  const tab = (name: "moves" | "analysis", sign: IconName, text: string) => {
    const act = () => {
      app.sheet = app.sheet === name ? null : name;
      app.drawer = null;
      app.changed();
    };
    const element = h("button", { class: "tab", type: "button", click: act }, icon(sign), text);
    app.watch(() => element.setAttribute("aria-expanded", String(app.sheet === name)));
    return element;
  };
  return h("div", { class: "tabs" }, tab("moves", "moves", texts.tree.title), tab("analysis", "graph", texts.analysis.title));
}

function connectionBar(app: App): HTMLElement {
  const element = h("div", { class: "offline", role: "status", hidden: true });
  app.watch(() => {
    element.hidden = app.isConnected;
    element.textContent = app.isConnected ? "" : texts.connection.lost;
  });
  return element;
}

function acceptFiles(app: App): void {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openBlob(app, file, file.name);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLElement && event.target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.includes("(;") || /^(havannah|hex|y) \S+:/i.test(text)) void openBlob(app, new Blob([text]), "");
  });
}

function start(): void {
  applyTheme();
  const address = readAddress();
  const app = new App(address.get("join"));
  const table = new TableView(app);
  const side = h(
    "aside",
    { class: "side", "aria-label": "Game information" },
    players(app),
    sheets(app),
    h("div", { class: "panels" }, walk(app), candidates(app), graph(app), moves(app)),
    drawer(app),
  );
  app.watch(() => {
    document.body.dataset["sheet"] = app.sheet ?? "";
    document.body.classList.toggle("analysing", !!app.state?.analysing);
    document.body.classList.toggle("has-stage", app.stage !== null);
    document.body.classList.toggle("looking", isLooking(app));
  });
  document.body.append(bar(app), connectionBar(app), h("main", { class: "table" }, table.element, side), pages(app));
  mountToasts(document.body);
  listenToKeys(app, table);
  listenToBack(app);
  acceptFiles(app);
  openAddress(app, address);
  // A link that is put into the address of the open page.
  addEventListener("hashchange", () => {
    const parts = readAddress();
    if (parts.has("join")) location.reload();
    else openAddress(app, parts);
  });
}

start();
