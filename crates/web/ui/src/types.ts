// What the server says and what it is asked, generated in wire.ts, and the few words that are the page's own.

import type { Colour, Message } from "./wire";

export type * from "./wire";

/** What an answer is about: the identity of a position, or of the game on the table. Both are made by the server. */
export type Identified = { key: string } | { table: string };

/** A message of the server of one type. */
export type MessageOf<T extends Message["type"]> = Extract<Message, { type: T }>;

export const other = (colour: Colour): Colour => (colour === "white" ? "black" : "white");
