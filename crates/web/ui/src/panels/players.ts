// Who plays, whose turn it is, the clocks, and one sentence about the game.

import type { App } from "../app";
import { fill, h } from "../dom";
import { icon } from "../icons";
import { prefs } from "../prefs";
import { puzzleSentence } from "../study/puzzles";
import { questPanel } from "../study/quest";
import { taughtPanel } from "../study/teach";
import { colourName, texts, time } from "../texts";
import type { Colour } from "../types";

export function players(app: App): HTMLElement {
  const rows = h("div", { class: "players" });
  const status = h("div", { class: "status" });
  const element = h("section", { class: "panel panel-players", "aria-label": "Players" }, rows, status);
  let clockTaken = performance.now();
  let known: object | null = null;
  const show = () => {
    if (known !== app.state) {
      known = app.state;
      clockTaken = performance.now();
    }
    fill(rows, row(app, first(app), clockTaken), row(app, first(app) === "white" ? "black" : "white", clockTaken));
  };
  let drawn = "";
  app.watch(() => {
    show();
    const said = sentence(app);
    // What is the same stays, so that the keyboard is not taken from it.
    const about = `${app.state?.at} ${app.state?.live} ${app.state?.over?.how} `;
    const text = about + said.map((part) => (typeof part === "string" ? part : part.outerHTML)).join("");
    if (text !== drawn) fill(status, ...said);
    drawn = text;
    document.title = titleOf(app);
  });
  setInterval(() => app.state?.clock?.running && show(), 250);
  return element;
}

/** Whose turn it is, in the title of the tab. */
function titleOf(app: App): string {
  const { state } = app;
  if (!state) return texts.brand;
  const T = texts.status.tab;
  const said = state.over ? T.over : state.thinking ? T.thinking : app.ownColour() === state.turn ? `● ${T.yours}` : T.turn(state.turn);
  return `${said} · ${texts.brand}`;
}

const first = (app: App): Colour => app.shape?.first ?? "white";

function row(app: App, colour: Colour, clockTaken: number): HTMLElement {
  const state = app.state;
  const isTurn = !!state && !state.over && state.turn === colour;
  const isWinner = state?.over?.winner === colour;
  return h(
    "div",
    { class: `player ${isTurn ? "turn" : ""} ${isWinner ? "winner" : ""}` },
    h("span", { class: `disc ${colour}`, "aria-hidden": "true" }),
    h("span", { class: "name" }, app.playerName(colour)),
    app.playerName(colour) === colourName(colour) ? null : h("span", { class: "colour" }, colourName(colour)),
    isTurn && state?.thinking ? h("span", { class: "dots", role: "img", "aria-label": "thinking" }) : null,
    isWinner ? h("span", { class: "won" }, "won") : null,
    clock(app, colour, clockTaken),
  );
}

function clock(app: App, colour: Colour, taken: number): HTMLElement | null {
  const clock = app.state?.clock;
  if (!clock) return null;
  const periods = clock.periods_left[colour];
  const runs = clock.running === colour;
  const left = clock[colour] - (runs ? performance.now() - taken : 0);
  return h("span", { class: `clock ${runs ? "runs" : ""} ${left < 20_000 ? "low" : ""}`, role: "timer" }, time(left), periods ? h("span", { class: "periods" }, ` ×${periods}`) : null);
}

const link = (text: string, act: () => void): HTMLElement => h("button", { class: "link", type: "button", click: act }, text);

function sentence(app: App): (HTMLElement | string)[] {
  const state = app.state;
  if (!state) return [];
  const quest = questPanel(app);
  if (quest) return [quest];
  const puzzle = puzzleSentence(app);
  if (state.over) return puzzle ? [puzzle] : overSentence(app);
  const own = app.ownColour();
  const said: (HTMLElement | string)[] = [];
  if (puzzle && !state.thinking) return [puzzle];
  if (puzzle) said.push(puzzle);
  const taught = taughtPanel(app);
  if (taught) return [...said, taught];
  if (state.dead) said.push(h("p", {}, texts.status.dead));
  else said.push(h("p", { class: "now" }, ...turnSentence(app, own)));
  if (state.node !== state.live && state.seats.white.kind !== state.seats.black.kind) {
    said.push(
      h("p", {}, `${texts.status.lookBack} `, link(texts.status.returnToGame, () => app.send({ do: "go", node: state.live }))),
    );
  }
  if (state.ply < 2 && !prefs.seen) {
    said.push(h("p", { class: "quiet" }, texts.status.winsBy[state.game], link(texts.status.showMe, () => app.openDrawer("learn"))));
  }
  if (state.ply > 2 && state.node === state.live && own && !state.thinking) {
    said.push(h("p", { class: "quiet" }, link(texts.resign, () => app.send({ do: "resign" }))));
  }
  return said;
}

function turnSentence(app: App, own: Colour | null): (HTMLElement | string)[] {
  const state = app.state!;
  const seat = app.seat(state.turn);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const isWatched = state.seats.white.kind === "engine" && state.seats.black.kind === "engine";
  if (state.thinking) {
    const name = texts.status.thinking(app.playerName(state.turn));
    return isWatched ? [`${name} `, link(texts.status.pause, () => app.send({ do: "think", on: false }))] : [name];
  }
  if (app.isGuest && state.turn !== own) {
    return [own ? texts.status.hostTurn(state.turn, app.playerName(state.turn)) : texts.status.noSeat];
  }
  if (seat.kind === "guest" && !app.isGuest) {
    return [state.guests ? texts.status.guestTurn : texts.status.waiting];
  }
  if (seat.kind === "engine" && state.node === state.live) {
    return [`${texts.status.paused} `, link(texts.status.goOn, () => app.send({ do: "think", on: true }))];
  }
  // The board says it first; when that was read, it stands here.
  const swapped = app.swapSeen === state.at ? app.swapNews() : "";
  if (swapped) return [swapped];
  const said = prefs.threats && !app.isElsewhere ? threatSentence(app) : "";
  if (said) return [said];
  if (own === state.turn && state.ply < 2) return [isTouch ? texts.status.firstTouch(own) : texts.status.first(own)];
  return [own === state.turn ? texts.status.yourTurn(state.turn) : texts.status.turn(state.turn)];
}

function threatSentence(app: App): string {
  const state = app.state!;
  const names = app.shape?.names[prefs.coords] ?? app.shape?.names["gui"] ?? [];
  const own = state.threats[state.turn];
  const foreign = state.threats[state.turn === "white" ? "black" : "white"];
  if (own.length) return texts.status.threat(names[own[0]!] ?? "");
  if (foreign.length === 1) return texts.status.forced(names[foreign[0]!] ?? "");
  return "";
}

function overSentence(app: App): HTMLElement[] {
  const state = app.state!;
  const isReviewed = app.line().filter((node) => node.white !== undefined).length > state.ply / 2;
  return [
    h("p", { class: "verdict" }, texts.over(state.over!, prefs.turned)),
    h(
      "p",
      { class: "after" },
      app.isGuest
        ? null
        : h("button", { class: "button primary", type: "button", click: () => rematch(app) }, icon("new"), texts.rematch),
      isReviewed || app.isGuest
        ? null
        : h(
            "button",
            { class: "button", type: "button", click: () => app.review() },
            icon("graph"),
            texts.moments,
          ),
    ),
  ];
}


function rematch(app: App): void {
  const { game, size, seats, swap_rule, clock } = app.state!;
  const time = clock ? { main: clock.main, increment: clock.increment, period: clock.period, periods: clock.periods } : null;
  app.send({ do: "new", game, size, white: seats.white, black: seats.black, swap: swap_rule, clock: time });
}
