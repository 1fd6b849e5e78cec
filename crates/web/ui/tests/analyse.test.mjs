// Analysis: candidates, heat, previews, lines, the review and its graph.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { counted, newGame, openTab, play, Server, startBrowser } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

test("analysis shows candidates, heat and lines, and follows navigation", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "5" });
  await play(page, "e5 d4");
  await page.locator(".tool-analyse").click();
  await page.waitForSelector(".candidate .visits");
  await page.waitForSelector(".board-area .warm.best");
  const row = page.locator(".candidate").first();
  await row.hover();
  await page.waitForSelector(".board-area .layer-ghosts .ghost.numbered");
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, -100);
  await page.waitForFunction(() => document.querySelectorAll(".layer-ghosts .ghost.numbered").length === 1);
  await page.mouse.move(10, 400);
  await row.click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length >= 3);
  await page.waitForFunction(() => document.querySelector("[aria-current]")?.textContent?.startsWith("3"));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector("[aria-current]")?.textContent?.startsWith("2"));
  await page.waitForSelector(".candidate .visits");
  for (const kind of ["win", "rave", "prior", "none", "visits"]) await page.locator(".panel-analysis select").selectOption(kind);
  await page.locator(".tool-analyse").click();
  await page.waitForSelector(".board-area .warm", { state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a won game is reviewed: the graph marks what decided it, and a click jumps there", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1 g4 a2 f5 a3 e6 a4");
  await page.getByRole("button", { name: "What decided it?" }).click();
  await page.waitForSelector(".mistakes li");
  await page.getByText("The moments that decided it").waitFor();
  assert.ok((await page.locator(".graph .mistake").count()) >= 1);
  await page.locator(".graph").click({ position: { x: 2, y: 20 } });
  await counted(page, ".board-area .layer-stones .stone", 0);
  await page.locator(".mistakes button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".board-area .layer-stones .stone").length > 0);
  await page.context().close();
});

test("proved moves are shown by a sign", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1 g4 a2 f5 a3 e6");
  await page.locator(".tool-analyse").click();
  await page.waitForSelector(".candidate .value.win");
  await page.waitForSelector(".board-area .figure.proved-win");
  await page.context().close();
});

test("the solver says who wins, and its line can be walked", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1 d4 a2 e5 a3 b1 b5 c1 c6");
  await page.locator(".tool-solve").click();
  await page.getByText("White wins with perfect play.").waitFor();
  await page.locator(".proof-line").click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length > 9);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
