// The address may hold an invitation or a position: `#join=…`, `#game=havannah&size=5&moves=a1.b2`. Both stay on this side: what
// follows `#` is never sent by the browser.

import type { App } from "./app";

export function readAddress(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}

/** Puts the position of the address on the table, once. */
export function openAddress(app: App, parts: URLSearchParams): void {
  const [game, size] = [parts.get("game"), parts.get("size")];
  if (!game || !size) return;
  const human = { kind: "human" } as const;
  const [stones, turn] = [parts.get("stones"), parts.get("turn")];
  const moves = (parts.get("moves") ?? "").replaceAll(".", " ");
  app.send({ do: "new", game, size, white: human, black: human, moves, ...(stones ? { stones, turn } : {}) });
  history.replaceState(null, "", location.pathname);
}
