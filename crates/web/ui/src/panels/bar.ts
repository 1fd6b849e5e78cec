// The slim bar above the board.

import { type App, isPhone } from "../app";
import { h } from "../dom";
import { type IconName, icon } from "../icons";
import { texts } from "../texts";

type Action = keyof typeof texts.titles;

export function bar(app: App): HTMLElement {
  const buttons = new Map<Action, HTMLButtonElement>();
  const button = (name: Action, act: () => void): HTMLButtonElement => {
    const label = h("span", { class: "word" }, texts.bar[name]);
    const element = h(
      "button",
      { class: `tool tool-${name}`, type: "button", title: texts.titles[name], click: act },
      icon(name as IconName),
      label,
    );
    buttons.set(name, element);
    return element;
  };
  const element = h(
    "header",
    { class: "bar" },
    h("h1", { class: "brand" }, h("img", { src: "./icon.svg", alt: "", width: 22, height: 22 }), h("span", { class: "word" }, texts.brand)),
    h(
      "nav",
      { class: "tools", "aria-label": texts.bar.label },
      button("new", () => app.openDrawer("new")),
      button("open", () => app.openDrawer("open")),
      button("save", () => app.openDrawer("save")),
      h("span", { class: "gap", "aria-hidden": "true" }),
      button("undo", () => app.send({ do: "undo" })),
      button("redo", () => app.send({ do: "redo" })),
      button("swap", () => app.send({ do: "play", move: "swap" })),
      button("hint", () => app.send({ do: "hint" })),
      h("span", { class: "gap", "aria-hidden": "true" }),
      button("analyse", () => app.analyse(!app.state?.analysing)),
      button("solve", () => app.send({ do: "solve", on: app.state?.solving === null })),
    ),
    button("more", () => app.openDrawer("menu")),
  );
  app.watch(() => {
    const state = app.state;
    const isGuest = app.isGuest;
    const set = (name: Action, isDisabled: boolean) => {
      const found = buttons.get(name);
      if (found) found.disabled = isDisabled;
    };
    // What acts on the board waits while the board is not to be seen.
    const isHidden = app.page !== null || app.stage !== null;
    const isAway = isGuest || isHidden;
    set("undo", isAway || !state?.can_undo);
    set("redo", isAway || !state?.can_redo);
    set("swap", isHidden || !state?.can_swap || !app.canPlay());
    set("hint", isAway || !state || !!state.over || state.hint_due);
    set("analyse", isAway);
    set("solve", isAway);
    for (const name of ["new", "open"] as const) set(name, isGuest);
    const analyse = buttons.get("analyse")!;
    analyse.setAttribute("aria-pressed", String(!!state?.analysing));
    const solve = buttons.get("solve")!;
    solve.hidden = !app.info?.solver || isGuest;
    const isSolving = state?.solving !== null && state?.solving !== undefined;
    solve.setAttribute("aria-pressed", String(isSolving));
    const [ask, stop] = isPhone() ? [texts.bar.solveShort, texts.bar.solvingShort] : [texts.bar.solve, texts.bar.solving];
    solve.querySelector(".word")!.textContent = isSolving ? stop : ask;
    for (const name of ["new", "open", "save"] as const) {
      buttons.get(name)!.setAttribute("aria-expanded", String(app.drawer === name));
    }
    buttons.get("more")!.setAttribute("aria-expanded", String(app.drawer === "menu"));
  });
  return element;
}
