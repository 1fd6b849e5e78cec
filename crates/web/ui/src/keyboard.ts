// Keys of the whole page; those of the board are in board.ts. The sheet that lists them is in texts.ts.

import type { App } from "./app";
import { prefer, prefs } from "./prefs";
import { mistakes } from "./study/mistakes";
import { startQuest } from "./study/quest";
import type { TableView } from "./tableview";

/** Keys that do not act on the board. */
const ON_PAGES = new Set(["n", "o", "s", "g", "k", "l", "p", "x", "y", ",", ".", ";", "?", "Escape"]);

/** Keys of a guest, who can neither look around nor study. */
const FOR_GUESTS = new Set(["s", "w", "m", "t", "b", "l", "z", ",", "?", "Escape"]);

export function listenToKeys(app: App, table: TableView): void {
  const toggle = (change: Parameters<typeof prefer>[0]) => {
    prefer(change);
    app.changed();
  };
  const acts: Record<string, () => void> = {
    n: () => app.openDrawer("new"),
    o: () => app.openDrawer("open"),
    s: () => app.openDrawer("save"),
    u: () => app.send({ do: "undo" }),
    r: () => app.send({ do: "redo" }),
    w: () => app.state?.can_swap && app.send({ do: "play", move: "swap" }),
    h: () => app.send({ do: "hint" }),
    a: () => app.analyse(!app.state?.analysing),
    q: () => app.info?.solver && app.send({ do: "solve", on: app.state?.solving === null }),
    v: () => app.line().length > 2 && app.review(),
    " ": () => app.send({ do: "think", on: !app.state?.thinking }),
    f: () => {
      const [worst] = mistakes(app).filter(({ best }) => best !== null);
      if (worst) startQuest(app, worst);
    },
    g: () => app.openPage("games"),
    k: () => app.openPage("swapMap"),
    ".": () => app.info?.lab && app.openPage("lab"),
    ";": () => app.info?.learning && app.openPage("learning"),
    p: () => app.info?.puzzles && app.openDrawer("puzzles"),
    l: () => app.openDrawer("learn"),
    e: () => app.openDrawer("setup"),
    x: () => app.openDrawer("explorer"),
    y: () => app.openDrawer("batch"),
    i: () => app.openDrawer("invite"),
    ",": () => app.openDrawer("settings"),
    c: () => document.querySelector<HTMLElement>(".comment")?.focus(),
    j: () => app.state && app.send({ do: "promote", node: app.state.node }),
    Delete: () => app.state?.node && app.send({ do: "delete", node: app.state.node }),
    d: () => toggle({ numbers: !prefs.numbers }),
    z: () => app.ownColour() && !app.state?.over && app.send({ do: "resign" }),
    m: () => toggle({ moveNumbers: !prefs.moveNumbers }),
    t: () => toggle({ turned: !prefs.turned }),
    b: () => table.board.focus(),
    "?": () => app.openDrawer("keys"),
    ArrowLeft: () => app.send({ do: "step", to: "back" }),
    ArrowRight: () => app.send({ do: "step", to: "forward" }),
    ArrowUp: () => app.send({ do: "step", to: "up" }),
    ArrowDown: () => app.send({ do: "step", to: "down" }),
    Home: () => app.send({ do: "step", to: "start" }),
    End: () => app.send({ do: "step", to: "end" }),
    Escape: () => close(app),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const isTyping = !!target?.closest("input:not([type=checkbox]), textarea, select");
    if (isTyping && event.key !== "Escape") return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = isCommand ? { z: acts["u"], y: acts["r"] }[key] : event.altKey ? undefined : acts[key];
    if (!act || ((app.page || app.stage) && !ON_PAGES.has(key)) || (app.isGuest && !FOR_GUESTS.has(key))) return;
    // A button that has the keyboard takes the space itself.
    if (key === " " && target?.closest("button, summary, [role=button]")) return;
    event.preventDefault();
    act();
  });
}

function close(app: App): void {
  if (app.selected !== null) app.selected = null;
  else if (app.drawer) app.openDrawer(null);
  else if (app.page) app.openPage(null);
  else app.sheet = null;
  app.changed();
}
