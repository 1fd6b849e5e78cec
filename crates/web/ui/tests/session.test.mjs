// Nothing is lost: reload, restart of the server, several tabs; a guest by link.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, counted, fromMenu, newGame, openPage, openTab, play, ready, Server, startBrowser } from "./harness.mjs";

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

test("a reload in the middle of a game keeps it", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4 c3 e5");
  await page.reload();
  await stones(page, 3);
  await counted(page, ".ply", 3);
  await play(page, "b2");
  await page.context().close();
});

test("each tab has its own game", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4 c3");
  const second = await page.context().newPage();
  await second.goto(server.address);
  await second.waitForSelector(".board .cell");
  await stones(second, 0);
  await page.context().close();
});

test("a closed browser window finds its last game again", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4 c3");
  const context = page.context();
  await page.close();
  // The server has to notice first: a game that somebody looks at is not given to another window.
  for (let open = 1; open > 0; ) open = (await (await fetch(`${server.address}api/info`)).json()).connections;
  const again = await context.newPage();
  await again.goto(server.address);
  await again.waitForSelector(".board .cell");
  await stones(again, 2);
  await context.close();
});

for (const [how, signal] of [["restarts", "SIGTERM"], ["is killed", "SIGKILL"]]) {
  test(`the server ${how}: a quiet bar, then the game goes on`, async () => {
    const own = await new Server().start();
    const page = await openTab(browser, own);
    await newGame(page);
    await play(page, "d4 c3 e5");
    await own.saved("e5");
    const port = new URL(own.address).port;
    await own.stop(signal);
    await page.getByText("The connection is lost. Trying again…").waitFor();
    await own.start(port);
    await page.waitForSelector(".offline", { state: "hidden" });
    await stones(page, 3);
    await play(page, "b2");
    await page.context().close();
    await own.end();
  });
}

test("a guest plays the other colour by a link", async () => {
  const host = await openTab(browser, server);
  await newGame(host);
  const drawer = await fromMenu(host, "Invite someone");
  await drawer.getByRole("button", { name: "Make a link" }).click();
  const link = await host.locator(".address").inputValue();
  const guest = await openTab(browser, server, { hash: link.slice(link.indexOf("#")) });
  await host.getByText("Your guest is here.").waitFor();
  await play(host, "d4");
  await guest.waitForSelector('.board-area .cell[aria-label^="d4, white stone"]');
  await play(guest, "c3");
  await host.waitForSelector('.board-area .cell[aria-label^="c3, black stone"]');
  await cell(guest, "e5").click();
  await play(host, "b2");
  await guest.waitForSelector('.board-area .cell[aria-label^="b2, white stone"]');
  await counted(guest, ".board-area .layer-stones .stone", 3);
  assert.ok(await guest.locator(".tool-undo").isDisabled());
  await host.context().close();
  await guest.context().close();
});

test("a game that was given up after moves were taken back survives a restart", async () => {
  const own = await new Server().start();
  const page = await openTab(browser, own);
  await newGame(page, { opponent: "Engine", level: "1", size: "5", colour: "White" });
  for (const count of [2, 4]) {
    await ready(page);
    await page.locator('.board-area .cell[aria-label*=", empty"]').first().click();
    await page.waitForFunction((count) => document.querySelectorAll(".ply").length >= count, count);
  }
  await ready(page);
  await page.locator(".tool-undo").click();
  await stones(page, 2);
  await page.keyboard.press("z");
  await page.locator(".verdict", { hasText: "White resigned" }).waitFor();
  const port = new URL(own.address).port;
  await own.stop();
  await own.start(port);
  await page.reload();
  await page.locator(".verdict", { hasText: "White resigned" }).waitFor();
  await stones(page, 2);
  await counted(page, ".ply", 4);
  const list = await openPage(page, "My games");
  await counted(page, ".games .card", 1);
  await list.locator(".card").getByText(/on the board now|Black won/).first().waitFor();
  await page.context().close();
  await own.end();
});

test("a guest who is back before the host after a restart keeps the seat, and the host finds the game again", async () => {
  const own = await new Server().start();
  const host = await openTab(browser, own);
  await newGame(host);
  const drawer = await fromMenu(host, "Invite someone");
  await drawer.getByRole("button", { name: "Make a link" }).click();
  const link = await host.locator(".address").inputValue();
  const guest = await openTab(browser, own, { hash: link.slice(link.indexOf("#")) });
  await host.getByText("Your guest is here.").waitFor();
  await play(host, "d4");
  await stones(guest, 1);
  const port = new URL(own.address).port;
  await own.stop();
  const context = host.context();
  await host.close();
  await own.start(port);
  await guest.waitForSelector(".offline", { state: "hidden" });
  await play(guest, "c3");
  const again = await context.newPage();
  await again.goto(own.address);
  await stones(again, 2);
  await play(again, "e5");
  await stones(guest, 3);
  assert.deepEqual(guest.problems, []);
  await context.close();
  await guest.context().close();
  await own.end();
});

test("a link in the address of the open page opens its game, or takes a seat", async () => {
  const host = await openTab(browser, server);
  await newGame(host);
  await play(host, "d4 c3");
  await host.evaluate(() => (location.hash = "game=hex&size=5&moves=c3.b2.a1"));
  await host.waitForSelector('.board-area .board[aria-label="Hex board, size 5"]');
  await stones(host, 3);
  await host.getByRole("button", { name: "Back to your game" }).waitFor();
  const drawer = await fromMenu(host, "Invite someone");
  await drawer.getByRole("button", { name: "Make a link" }).click();
  const link = await host.locator(".address").inputValue();
  const guest = await openTab(browser, server);
  await guest.evaluate((hash) => (location.hash = hash), link.slice(link.indexOf("#")));
  await stones(guest, 3);
  assert.ok(await guest.locator(".tool-new").isDisabled());
  await host.context().close();
  await guest.context().close();
});

test("a closed tab gives the solver free", async () => {
  const first = await openTab(browser, server);
  await newGame(first, { size: "6" });
  await play(first, "f6 e5");
  await first.locator(".tool-solve").click();
  await first.locator(".panel-proof").getByText("Looking for the truth").waitFor();
  const second = await openTab(browser, server);
  await newGame(second, { size: "3" });
  await second.locator(".tool-solve").click();
  await second.locator(".toast", { hasText: "The solver is busy with another question." }).waitFor();
  await first.context().close();
  // The server has to notice first.
  for (let open = 2; open > 1; ) open = (await (await fetch(`${server.address}api/info`)).json()).connections;
  await second.locator(".tool-solve").click();
  await second.locator(".panel-proof").getByText("White wins with perfect play.").waitFor();
  assert.deepEqual(second.problems, []);
  await second.context().close();
});
