// How strong is whoever plays here? An estimate from the last games against graded levels: the mean of what each result says,
// the opponent's measured strength and a step up after a win, down after a loss.

import type { App } from "../app";
import type { GameName, KeptGame, LevelInfo } from "../types";

/** Games that are looked at, the newest first, and the least number that says anything. */
const [GAMES, LEAST] = [10, 2];
/** What a win or a loss says beyond the opponent's strength, in Elo: a score of three in four. */
const STEP = 190;

/** The level that is nearest to the strength in a game of the person who plays here, or null when too little is known. */
export async function suitedLevel(app: App, wanted: GameName): Promise<string | null> {
  const session = app.welcome?.session;
  if (!session) return null;
  const answer = await fetch(`api/session/${session}/games`);
  if (!answer.ok) return null;
  const levels = app.info?.levels ?? [];
  const eloOf = (level: number | null) => levels.find((known) => known.level === level)?.elo[wanted] ?? null;
  const played = ((await answer.json()) as KeptGame[]).filter(({ game }) => game === wanted);
  const said = played.flatMap((game) => result(game, eloOf) ?? []).slice(0, GAMES);
  if (said.length < LEAST) return null;
  const own = said.reduce((sum, elo) => sum + elo, 0) / said.length;
  const distance = ({ elo }: LevelInfo) => Math.abs((elo[wanted] ?? Number.POSITIVE_INFINITY) - own);
  const nearest = levels.filter(({ elo }) => wanted in elo).sort((a, b) => distance(a) - distance(b))[0];
  return nearest ? String(nearest.level ?? "full") : null;
}

/** What a finished game against a level says. */
function result({ seats, winner }: KeptGame, eloOf: (level: number | null) => number | null): number | null {
  const person = seats.white.kind === "human" ? "white" : "black";
  const engine = seats[person === "white" ? "black" : "white"];
  if (winner === null || seats[person].kind !== "human" || engine.kind !== "engine" || engine.preset !== undefined) return null;
  const elo = eloOf(engine.level);
  if (elo === null) return null;
  return winner === "draw" ? elo : winner === person ? elo + STEP : elo - STEP;
}
