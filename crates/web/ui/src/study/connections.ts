// What virtual connections say of a position of Hex: the cells that hold the win, drawn on the board as its carrier, or those among
// which one must play. Asked for when somebody analyses or asks who wins.

import type { App } from "../app";

export interface Connections {
  /** The identity of the position that they are about. */
  key: string;
  verdict: string;
  carrier: number[];
  mustPlay: number[];
}

interface Answer {
  verdict: string;
  carrier: string[];
  must_play: string[];
}

/** Asks about the position on the board, once. */
export function followConnections(app: App): void {
  const { state } = app;
  const isWanted = !!state && state.game === "hex" && !state.over && (state.analysing || !!app.currentProof());
  if (!isWanted || app.connectionsAsked === state.key) return;
  const { key, game, size, stones, turn } = state;
  const names = app.shape?.names["gui"] ?? [];
  app.connectionsAsked = key;
  const body = JSON.stringify({ game, size, stones, turn });
  void fetch("api/connections", { method: "POST", headers: { "content-type": "application/json" }, body }).then(async (answer) => {
    if (!answer.ok) return;
    const { verdict, carrier, must_play } = (await answer.json()) as Answer;
    const cells = (listed: string[]) => listed.map((name) => names.indexOf(name)).filter((cell) => cell >= 0);
    app.connections = { key, verdict, carrier: cells(carrier), mustPlay: cells(must_play) };
    app.changed();
  });
}

/** What is known of the position on the board. */
export const currentConnections = (app: App): Connections | null => {
  const { connections, state } = app;
  const isWanted = !!state && !state.over && (state.analysing || !!app.currentProof());
  return connections && isWanted && app.isCurrent(connections) ? connections : null;
};
