// Stones set up by hand. The board shows the set-up while this drawer is open.

import type { App, SetUp } from "../app";
import { h } from "../dom";
import { button, choice } from "../panels/form";
import { colourName, texts } from "../texts";
import { type Colour, other } from "../types";

const T = texts.setup;

export function setUp(app: App): HTMLElement {
  const state = app.state!;
  const set: SetUp = { stones: [...state.stones], tool: "both", turn: state.turn };
  app.setUp = set;
  app.changed();
  const tools: [SetUp["tool"], string][] = [
    ["both", T.both],
    ["white", colourName("white")],
    ["black", colourName("black")],
    ["erase", T.erase],
  ];
  const turns: [Colour, string][] = [["white", colourName("white")], ["black", colourName("black")]];
  const clear = () => {
    set.stones.fill(".");
    app.changed();
  };
  const done = () => {
    const { game, size, seats, swap_rule } = state;
    app.send({ do: "new", game, size, white: seats.white, black: seats.black, swap: swap_rule, stones: set.stones.join(""), turn: set.turn });
    app.sendToNext({ do: "think", on: false });
    app.openDrawer(null);
  };
  return h(
    "div",
    { class: "form" },
    h("p", {}, T.text),
    choice(T.place, "tool", tools, set.tool, (tool) => (set.tool = tool)),
    choice(T.turn, "turn", turns, set.turn, (turn) => {
      set.turn = turn;
      app.changed();
    }),
    h("div", { class: "actions" }, button(T.done, done, { class: "button primary" }), button(T.clear, clear)),
  );
}

/** Whose stone is next when they are placed by turns. */
export function nextColour(set: SetUp, first: Colour): Colour {
  const count = (colour: Colour) => set.stones.filter((stone) => stone === colour[0]).length;
  return count(first) > count(other(first)) ? other(first) : first;
}

/** A click on the board while stones are set up. */
export function placeStone(set: SetUp, cell: number, first: Colour): void {
  if (set.stones[cell] !== "." || set.tool === "erase") set.stones[cell] = ".";
  else if (set.tool === "both") set.stones[cell] = nextColour(set, first)[0]!;
  else set.stones[cell] = set.tool === "white" ? "w" : "b";
}
