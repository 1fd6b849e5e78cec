// Pages that show what goes on elsewhere: they ask the server again and again as long as they are open.

import type { App } from "../app";

/** How often it is asked, in milliseconds. */
const PACE = 4000;

/** Loads again and again as long as the page is there. */
export async function follow(page: HTMLElement, load: () => Promise<void>): Promise<void> {
  do {
    await load();
    await new Promise((done) => setTimeout(done, PACE));
  } while (page.isConnected);
}

/** What the server answers at a place of the session; a sentence if it cannot, `unreachable` if it does not. */
export async function ask<Answer>(app: App, path: string, unreachable: string): Promise<Answer | string> {
  try {
    const answer = await fetch(`api/session/${app.welcome?.session ?? ""}/${path}`);
    return answer.ok ? await answer.json() : await answer.text();
  } catch {
    return unreachable;
  }
}
