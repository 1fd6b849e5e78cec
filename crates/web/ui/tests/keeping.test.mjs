// Nothing is lost: replaced games are kept and offered, deletions are undone, My games finds and reopens.

import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cell, counted, followLink, fromBar, fromMenu, newGame, openPage, openTab, play, Server, startBrowser } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

const stones = (page, count) => counted(page, ".board-area .layer-stones .stone", count);
const SGF = "(;FF[4]GM[Havannah]AP[Robusto]SZ[6]PW[Ada]PB[Bertram];W[f6])";
const paste = (page, text) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);

/** Every way to put another game on the table. */
const ways = {
  "a new game": (page) => newGame(page, { size: "8" }),
  "a file that is opened": async (page) => {
    const drawer = await fromBar(page, "open", "Open a game");
    await drawer.locator("input[type=file]").setInputFiles({ name: "x.sgf", mimeType: "text/plain", buffer: Buffer.from(SGF) });
  },
  "text that is pasted": (page) => paste(page, SGF),
  "a file that is dropped": (page) =>
    page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.sgf"));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, SGF),
  "a link": (page) => followLink(page, `${server.address}#game=hex&size=5&moves=c3`),
  "a link in the address of the open page": (page) => page.goto(`${server.address}#game=hex&size=5&moves=c3`),
  "a puzzle": async (page) => {
    await fromMenu(page, "Puzzles");
    await page.getByRole("button", { name: /^Puzzle 1, size/ }).click();
  },
  "two engines": async (page) => {
    await page.locator(".tool-more").click();
    await page.getByRole("button", { name: "Watch two engines" }).click();
  },
  "a position that is set up": async (page) => {
    await fromMenu(page, "Set up a position");
    await cell(page, "g7").click();
    await page.getByRole("button", { name: "Use this position" }).click();
  },
};

for (const [name, replace] of Object.entries(ways)) {
  test(`a game is kept and gone back to: ${name}`, async () => {
    const page = await openTab(browser, server);
    await newGame(page, { size: "4" });
    await play(page, "d4 c3 e5");
    await replace(page);
    await page.getByRole("button", { name: "Back to your game" }).click();
    await page.waitForSelector('.board-area .cell[aria-label^="e5, white stone"]');
    await stones(page, 3);
    await counted(page, ".ply", 3);
    await play(page, "b2");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("nothing is said of an empty game that is replaced", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "4" });
  await newGame(page, { size: "8" });
  assert.equal(await page.getByRole("button", { name: "Back to your game" }).count(), 0);
  await page.context().close();
});

test("deleting in the tree is undone", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4 c3 e5 b2");
  await page.locator(".comment").fill("the point");
  await page.locator(".comment").blur();
  await page.locator(".said", { hasText: "the point" }).waitFor();
  await page.locator(".ply", { hasText: "c3" }).click();
  await page.waitForFunction(() => document.querySelector("[aria-current]")?.textContent === "2c3");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await counted(page, ".ply", 1);
  await page.locator(".toast", { hasText: "3 moves deleted." }).getByRole("button", { name: "Undo" }).click();
  await counted(page, ".ply", 4);
  await page.locator(".said", { hasText: "the point" }).waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-current]")?.textContent === "2c3");
  await page.context().close();
});

test("My games: found, reopened after a restart, gone on with, deleted and brought back", async () => {
  const own = await new Server().start();
  const page = await openTab(browser, own);
  await newGame(page, { size: "4" });
  await play(page, "a1 g4 a2 f5 a3 e6 a4");
  await paste(page, SGF);
  await page.locator(".player .name", { hasText: "Ada" }).waitFor();
  await newGame(page, { size: "5" });
  await play(page, "e5 d4");
  let list = await openPage(page, "My games");
  await counted(page, ".games .card", 3);
  await list.locator(".card", { hasText: "Havannah 4" }).getByText("White won").waitFor();
  await list.locator(".card", { hasText: "Havannah 5" }).getByText("on the board now").waitFor();
  await list.locator(".card", { hasText: "Havannah 4" }).locator(".thumb-stone.white").nth(3).waitFor({ state: "attached" });
  await list.getByRole("searchbox").fill("bertram");
  await counted(page, ".games .card", 1);
  await list.getByText("1 of 3 games").waitFor();
  await list.getByRole("searchbox").fill("");
  await list.locator(".card", { hasText: "Ada" }).getByRole("button", { name: /^Delete/ }).click();
  await counted(page, ".games .card", 2);
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await counted(page, ".games .card", 3);
  const port = new URL(own.address).port;
  await own.stop();
  await own.start(port);
  await page.reload();
  await stones(page, 2);
  list = await openPage(page, "My games");
  await list.locator(".card", { hasText: "Ada" }).getByRole("button", { name: /^Open/ }).click();
  await page.waitForSelector('.board-area .cell[aria-label^="f6, white stone"]');
  await play(page, "g7");
  await page.getByRole("button", { name: "Back to your game" }).click();
  await page.waitForSelector('.board-area .cell[aria-label^="e5, white stone"]');
  list = await openPage(page, "My games");
  await counted(page, ".games .card", 3);
  await list.locator(".card", { hasText: "Ada" }).getByText("2 moves").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
  await own.end();
});

test("a game that is on another tab is opened as a copy", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "4x4x5" });
  await play(page, "d4 c3");
  const second = await page.context().newPage();
  await second.goto(server.address);
  await second.waitForSelector(".board .cell");
  const list = await openPage(second, "My games");
  await list.locator(".card", { hasText: "Havannah 4x4x5" }).getByRole("button", { name: /^Open/ }).click();
  await stones(second, 2);
  await play(second, "b2");
  await stones(page, 2);
  await page.context().close();
});

test("when games cannot be saved, that is said, and they are saved as soon as it is possible", async () => {
  const own = await new Server().start();
  const page = await openTab(browser, own);
  await newGame(page);
  const folder = join(own.data, "kept");
  renameSync(folder, `${folder}-away`);
  await play(page, "d4");
  await page.locator(".toast", { hasText: "Games cannot be saved" }).waitFor();
  // Nor is a game lost that is replaced meanwhile.
  await newGame(page, { size: "5" });
  await play(page, "e5");
  renameSync(`${folder}-away`, folder);
  await own.saved("e5");
  const list = await openPage(page, "My games");
  await counted(page, ".games .card", 2);
  await list.locator(".card", { hasText: "Havannah 4" }).getByText("1 move").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
  await own.end();
});
