// Playing: every kind of win, swap, undo, hint, resigning, clocks, engines.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, counted, newGame, openTab, play, ready, Server, startBrowser, status } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

const games = [
  ["a ring", "Havannah", "4", "c3 f5 c4 d6 d5 b2 e5 b4 e4 d4 d3", "White wins: ring."],
  ["a bridge", "Havannah", "4", "a1 g4 a2 f5 a3 e6 a4", "White wins: bridge (upper left, upper right)."],
  ["a fork", "Havannah", "4", "a2 g4 b2 f5 b1 e6 c2 g6 d2 d6 e2", "White wins: fork (top, lower left, upper left)."],
  ["a chain in Hex", "Hex", "5", "c1 a2 c2 a3 c3 a4 c4 b5 c5", "Black wins: chain (top, bottom)."],
  ["a chain in Y", "Y", "5", "c1 a1 c2 b1 c3 b2 d2 d4 e2", /White wins: .*(left|right|bottom)/],
];

for (const [what, game, size, moves, sentence] of games) {
  test(`a whole game to ${what}`, async () => {
    const page = await openTab(browser, server);
    await newGame(page, { game, size });
    await play(page, moves);
    await status(page).getByText(sentence).waitFor();
    await counted(page, ".layer-win .chain-outer", 1);
    if (what === "a ring") await counted(page, ".layer-win .enclosed", 1);
    if (what === "a fork") await page.waitForFunction(() => document.querySelector(".board-area .rim-lit")?.getAttribute("d"));
    await cell(page, { Hex: "e1", Y: "e5" }[game] ?? "g7").click();
    await status(page).getByText(sentence).waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("Y is analysed and reviewed, and the swap is counted", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { game: "Y", size: "5", swap: true });
  await page.locator(".tool-analyse").click();
  await page.getByText("The swap is counted: the opponent takes the better side.").waitFor();
  await page.waitForSelector(".board-area .warm.best");
  // The middle is too good to be offered.
  const share = () => page.locator(".panel-analysis .numbers").textContent();
  assert.doesNotMatch(await share(), /White (5[1-9]|[6-9]\d|100) %/);
  await play(page, "d2");
  await page.locator(".swap-question").waitFor();
  await page.locator(".panel-analysis .swap-row").waitFor();
  await page.locator(".tool-analyse").click();
  await page.getByRole("button", { name: "Keep playing" }).click();
  await play(page, "c2 c3 a1 d3");
  await page.keyboard.press("v");
  await page.locator(".phases td").first().waitFor();
  // The strong opening is an offer and no mistake; not to take it over is one.
  assert.equal(await page.locator(".mistakes li", { hasText: "1. d2" }).count(), 0);
  await page.waitForSelector(".mistakes li");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the swap question takes over the stone", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { swap: true });
  await play(page, "c3");
  await page.locator(".swap-question").getByRole("button", { name: "Swap", exact: true }).click();
  await page.waitForSelector('.board-area .cell[aria-label^="c3, black stone"]');
  await status(page).getByText("White to move.").waitFor();
  await play(page, "d4");
  assert.equal(await page.locator(".swap-question").count(), 0);
  await page.context().close();
});

test("when the engine swaps, the page says what that means", async () => {
  const page = await openTab(browser, server);
  // On this board every first stone wins, and any engine sees it.
  await newGame(page, { opponent: "Engine", level: "5", size: "2", colour: "White", swap: true });
  await ready(page);
  await cell(page, "a1").click();
  const news = page.locator(".swap-news");
  await news.getByText("Level 5 takes over your stone: it is a strong opening. The stone at a1 is Black now. You are still White: place a stone.").waitFor();
  await news.getByRole("button", { name: "How the swap works" }).click();
  await page.locator(".lesson h3", { hasText: "Swap" }).waitFor();
  await page.keyboard.press("Escape");
  await news.getByRole("button", { name: "Go on" }).click();
  await news.waitFor({ state: "detached" });
  await status(page).getByText("You are still White: place a stone.").waitFor();
  await page.waitForSelector('.board-area .cell[aria-label^="a1, black stone"]');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("keeping on instead of swapping", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { swap: true });
  await play(page, "c3");
  await page.getByRole("button", { name: "Keep playing" }).click();
  await page.waitForSelector(".swap-question", { state: "detached" });
  await play(page, "d4");
  await page.context().close();
});

test("the engine answers on the first visit, and undo takes its reply back", async () => {
  const page = await openTab(browser, server);
  await status(page).getByText("You are White. Click a cell.").waitFor();
  await play(page, "e5");
  await counted(page, ".ply", 2);
  await ready(page);
  await page.locator(".tool-undo").click();
  await counted(page, ".board-area .layer-stones .stone", 0);
  await page.locator(".tool-redo").click();
  await page.waitForFunction(() => document.querySelectorAll(".board-area .layer-stones .stone").length >= 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the engine may think during the person's turn, and answers all the same", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { opponent: "Engine", level: "3", size: "5", colour: "White", ponder: true });
  for (const [name, count] of [["e5", 2], ["a1", 4]]) {
    await ready(page);
    // The list of moves is drawn before the board: a cell may be called empty still that the engine has just taken.
    const played = (await page.locator(".ply").allTextContents()).join(" ");
    await cell(page, played.includes(name) ? "i9" : name).click();
    await counted(page, ".ply", count);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("classical players are offered for their game, and answer", async () => {
  const page = await openTab(browser, server);
  for (const [game, size, level, first] of [["Havannah", "5", "Ring builder", "e5"], ["Hex", "7", "Hexy", "d4"]]) {
    await newGame(page, { game, opponent: "Engine", level, size, colour: game === "Hex" ? "Black" : "White" });
    await page.getByText(level, { exact: true }).first().waitFor();
    await ready(page);
    await cell(page, first).click();
    await counted(page, ".ply", 2);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a hint is shown on the board", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4 c3");
  await page.locator(".tool-hint").click();
  await page.waitForSelector(".board-area .hint");
  await page.context().close();
});

test("threats and forced replies are shown and said", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1 g4 a2 f5 a3");
  await status(page).getByText("You must answer at a4.").waitFor();
  await counted(page, ".threat.forced", 1);
  await play(page, "e6");
  await status(page).getByText("You can win at a4.").waitFor();
  await counted(page, ".threat.winning", 1);
  await page.context().close();
});

test("resigning ends the game; undo opens it again", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { opponent: "Engine", level: "1", size: "5", colour: "White" });
  for (const count of [2, 4]) {
    await ready(page);
    await page.locator('.board-area .cell[aria-label*=", empty"]').first().click();
    await page.waitForFunction((count) => document.querySelectorAll(".ply").length >= count, count);
  }
  await page.getByRole("button", { name: "Resign" }).click();
  await status(page).getByText("Black wins: White resigned.").waitFor();
  await page.locator(".tool-undo").click();
  await page.waitForSelector(".verdict", { state: "detached" });
  await page.context().close();
});

test("clocks run down and decide", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { clock: "1 min \\+ 2 s" });
  await play(page, "d4");
  await counted(page, ".clock.runs", 1);
  const first = await page.locator(".clock.runs").textContent();
  await page.waitForFunction((first) => document.querySelector(".clock.runs")?.textContent !== first, first);
  await play(page, "c3");
  await page.context().close();
});

test("two engines play while one watches, and pause", async () => {
  const page = await openTab(browser, server);
  await page.locator(".tool-more").click();
  await page.getByRole("button", { name: "Watch two engines" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length >= 3);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await page.context().close();
});
