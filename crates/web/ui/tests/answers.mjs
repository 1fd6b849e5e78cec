// What the page says about a position, and every way to put another position on the board.

import { readFileSync } from "node:fs";
import { cell, counted, followLink, fromBar, fromMenu, newGame, openPage } from "./harness.mjs";

/** A game with two stones, so that no swap is to come. */
const SGF = "(;FF[4]GM[Havannah]AP[Robusto]SZ[6];W[f6];B[b2])";

/** A certificate that comes with the program. */
export const certificate = (name) => readFileSync(new URL(`../../../../proofs/${name}.proof`, import.meta.url));

/** Waits for a board. */
export const board = (page, label) =>
  page.waitForFunction((label) => document.querySelector(".board-area .board")?.getAttribute("aria-label") === label, label);

export const paste = (page, text) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);

/** Asks who wins and waits for the answer. */
export async function solve(page, text) {
  await page.locator(".tool-solve").click();
  await page.locator(".panel-proof").getByText(text).waitFor();
}

/** Opens a file by the panel. */
export async function openFile(page, name, buffer) {
  const drawer = await fromBar(page, "open", "Open a game");
  await drawer.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

/** Texts and marks on the page that say something about a position. */
export const answers = (page) =>
  page.evaluate(() => {
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    return {
      proof: seen(".panel-proof").map((panel) => panel.textContent),
      candidates: seen(".panel-analysis .candidate").map((row) => row.textContent),
      heat: seen(".board-area .warm").length,
      hint: seen(".board-area .hint").length,
      curve: seen(".graph .curve").length,
      mistakes: seen(".panel-graph .mistakes li").length,
      explored: seen(".explorer .candidate").length,
      ghosts: seen(".board-area .ghost.numbered").length,
      evaluation: seen(".board-area .evaluation").length,
      working: seen(".board-area .working").length,
      carrier: seen(".board-area .carrier").length,
      threats: seen(".board-area .threat").length,
      found: seen(".status .quest:not(.puzzle-task)").length,
      taught: seen(".status .taught").length,
    };
  });

export const NOTHING = {
  proof: [],
  candidates: [],
  heat: 0,
  hint: 0,
  curve: 0,
  mistakes: 0,
  explored: 0,
  ghosts: 0,
  evaluation: 0,
  working: 0,
  carrier: 0,
  threats: 0,
  found: 0,
  taught: 0,
};

/** Every way to put another game on the table. */
export const changes = {
  "a new game": (page) => newGame(page, { size: "8" }),
  "a file that is opened": async (page) => {
    await openFile(page, "x.sgf", Buffer.from(SGF));
    await board(page, "Havannah board, size 6");
  },
  "text that is pasted": async (page) => {
    await paste(page, SGF);
    await board(page, "Havannah board, size 6");
  },
  "a file that is dropped": async (page) => {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.sgf"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, SGF);
    await board(page, "Havannah board, size 6");
  },
  "a link": async (page, { address }) => {
    await followLink(page, `${address}#game=y&size=5&moves=c3.a1`);
    await board(page, "Y board, size 5");
  },
  "a puzzle": async (page) => {
    await fromMenu(page, "Puzzles");
    await page.getByRole("button", { name: /^Puzzle 1, size/ }).click();
    await page.getByText(/to move and win/).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForSelector(".drawer", { state: "hidden" });
  },
  "a position that is set up": async (page) => {
    // A wish that meets another state of the table is answered with that state: people set up once more.
    for (let tries = 0; tries < 3; tries++) {
      await fromMenu(page, "Set up a position");
      await page.locator(".drawer").getByRole("button", { name: "Empty the board" }).click();
      const last = await page.locator('.board-area .cell[aria-label*=", empty"]').last().getAttribute("aria-label");
      const name = last.split(",")[0];
      await cell(page, name).click();
      await page.getByRole("button", { name: "Use this position" }).click();
      const stands = (name) =>
        document.querySelectorAll(".ply").length === 0 && document.querySelector(`.board-area .cell[aria-label^="${name}, "][aria-label*="stone"]`);
      if (await page.waitForFunction(stands, name, { timeout: 10000 }).catch(() => false)) return;
    }
    throw new Error("the position is not set up");
  },
  "a certificate": async (page) => {
    await openFile(page, "a.proof", certificate("havannah-3x4x4-a1"));
    await board(page, "Havannah board, size 3x4x4");
  },
  // Those that were replaced above are kept.
  "a game of My games": async (page) => {
    const list = await openPage(page, "My games");
    await list.locator(".card", { hasText: "Havannah 6" }).first().getByRole("button", { name: /^Open/ }).click();
    await board(page, "Havannah board, size 6");
  },
};

/** What a change brings of its own: a certificate is a proof, and threats of a puzzle are its own. */
export const fresh = (name, seen) =>
  name === "a certificate" ? { ...seen, proof: [], evaluation: 0 } : name === "a puzzle" ? { ...seen, threats: 0 } : seen;
