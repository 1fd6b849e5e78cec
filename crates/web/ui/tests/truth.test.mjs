// Never wrong: every answer is about the board on the screen and about the game as it will be played.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answers, board, NOTHING, paste, solve } from "./answers.mjs";
import { cell, counted, fromMenu, newGame, openPage, openTab, play, ready, Server, startBrowser, status, writeEngines } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

const SGF = "(;FF[4]GM[Havannah]AP[Robusto]SZ[6];W[f6])";
const proof = (page) => page.locator(".panel-proof");

test("a proof and an analysis of one board are not shown on another, nor after a reload", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "3" });
  await solve(page, "White wins with perfect play.");
  await page.locator(".tool-hint").click();
  await page.waitForSelector(".board-area .hint");
  await newGame(page, { size: "8" });
  assert.deepEqual(await answers(page), NOTHING);
  await page.reload();
  await board(page, "Havannah board, size 8");
  assert.deepEqual(await answers(page), NOTHING);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a guest sees no stale answer either, and reads whose turn it is", async () => {
  const host = await openTab(browser, server);
  await newGame(host, { size: "3" });
  await solve(host, "White wins with perfect play.");
  const drawer = await fromMenu(host, "Invite someone");
  await drawer.getByRole("button", { name: "Make a link" }).click();
  const link = await host.locator(".address").inputValue();
  const guest = await openTab(browser, server, { hash: link.slice(link.indexOf("#")) });
  await status(guest).getByText("White to move: your host.").waitFor();
  assert.equal(await guest.getByText("You are Black. Click a cell.").count(), 0);
  await host.keyboard.press("Escape");
  await play(host, "a1");
  await guest.waitForSelector('.board-area .cell[aria-label^="a1, white stone"]');
  await status(guest).getByText("You are Black. Click a cell.").waitFor();
  await paste(host, SGF);
  await board(guest, "Havannah board, size 6");
  assert.deepEqual(await answers(guest), NOTHING);
  await status(guest).getByText("You are watching.").waitFor();
  await host.context().close();
  await guest.context().close();
});

test("two quick clicks place one stone of one's own", async () => {
  const own = new Server();
  await own.start("0", "--engines", writeEngines(own.data));
  const page = await openTab(browser, own);
  // The engine's move is known, so that a second stone of one's own cannot be taken for it.
  await newGame(page, { size: "6", opponent: "Engine", level: "gtp:counter", colour: "White" });
  await ready(page);
  await page.evaluate(() => {
    for (const name of ["e5", "a3"]) document.querySelector(`.board-area .cell[aria-label^="${name},"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await counted(page, ".ply", 2);
  await ready(page);
  assert.match(await cell(page, "e5").getAttribute("aria-label"), /white stone/);
  assert.match(await cell(page, "b1").getAttribute("aria-label"), /black stone/);
  assert.match(await cell(page, "a3").getAttribute("aria-label"), /empty/);
  assert.equal(await page.locator(".ply").count(), 2);
  await page.context().close();
  await own.end();
});

test("with the swap rule the answers count the swap", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "3", swap: true });
  await solve(page, /The second player wins with perfect play|A draw with perfect play, the swap included/);
  await play(page, "c3");
  await page.locator(".swap-question").waitFor();
  await solve(page, /Black wins with perfect play: by (swapping|playing on)|A draw with perfect play, with the swap/);
  assert.equal(await page.getByText("White wins with perfect play.").filter({ visible: true }).count(), 0);
  await page.context().close();
});

test("a hint after a strong opening is to swap", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "4", swap: true });
  await play(page, "d4");
  await page.locator(".tool-hint").click();
  await page.locator(".swap-question").getByText("The hint: swap.").waitFor();
  await page.locator(".tool-analyse").click();
  await page.locator(".panel-analysis .swap-row").waitFor();
  await page.getByText("The swap is counted.").waitFor();
  await page.context().close();
});

test("the swap question comes every time", async () => {
  const page = await openTab(browser, server);
  const question = page.locator(".swap-question");
  for (let i = 0; i < 2; i++) {
    await newGame(page, { size: "4", swap: true });
    await play(page, "c3");
    await question.getByRole("button", { name: "Keep playing" }).click();
    await question.waitFor({ state: "detached" });
  }
  await page.locator(".tool-undo").click();
  await counted(page, ".board-area .layer-stones .stone", 0);
  await play(page, "c3");
  await question.waitFor();
  await page.context().close();
});

test("in Hex the swap question names the cell that the stone goes to", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { game: "Hex", size: "7", swap: true });
  await play(page, "b4");
  const text = await page.locator(".swap-question p").first().textContent();
  assert.match(text, /stone at b4.*mirrored cell, d2/);
  await page.locator(".swap-question").getByRole("button", { name: "Swap", exact: true }).click();
  await page.waitForSelector('.board-area .cell[aria-label^="d2, white stone"]');
  await newGame(page, { game: "Hex", size: "4x3", swap: true });
  await play(page, "b2");
  assert.match(await page.locator(".swap-question p").first().textContent(), /exchange sides: you become Black and own the stone at b2/);
  await page.context().close();
});

test("the sentence about a win is about the board as it is turned", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1 g4 a2 f5 a3 e6 a4");
  await status(page).getByText("White wins: bridge (upper left, upper right).").waitFor();
  await page.keyboard.press("t");
  await status(page).getByText("White wins: bridge (top, upper right).").waitFor();
  await page.context().close();
});

test("a proof of a child is used for its parent, and on the other tables", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1");
  await solve(page, "White wins with perfect play.");
  await page.keyboard.press("ArrowLeft");
  await counted(page, ".board-area .layer-stones .stone", 0);
  await proof(page).getByText("White wins with perfect play.").waitFor();
  const other = await openTab(browser, server);
  await newGame(other);
  await play(other, "g7");
  await proof(other).getByText("White wins with perfect play.").waitFor();
  await play(other, "d4");
  await proof(other).getByText("The move that keeps it.").waitFor();
  await page.context().close();
  await other.context().close();
});

test("a move that leaves the winning strategy is not called won", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1");
  await solve(page, "White wins with perfect play.");
  await play(page, "d4");
  const kept = await proof(page).locator(".candidate .value.win").locator("..").locator(".move").textContent();
  await play(page, kept === "g7" ? "g6" : "g7");
  await proof(page).waitFor({ state: "hidden" });
  await page.context().close();
});

test("at the end of a walk the solver says more than the proof did", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1");
  await solve(page, "White wins with perfect play.");
  for (let i = 0; i < 30; i++) {
    const rows = proof(page).locator(".candidate");
    if (!(await rows.count())) break;
    const plies = await page.locator(".ply").count();
    await rows.first().click();
    await page.waitForFunction((plies) => document.querySelectorAll(".ply").length > plies || document.querySelector(".verdict"), plies);
    await page.waitForFunction(() => document.querySelector(".verdict") || document.querySelector(".panel-proof:not([hidden])"));
    if (await page.locator(".verdict").count()) break;
  }
  if (!(await page.locator(".verdict").count())) {
    const text = await proof(page).textContent();
    await proof(page).getByRole("button", { name: "Prove it from here" }).click();
    await page.waitForFunction((text) => document.querySelector(".panel-proof").textContent !== text && !/Looking for/.test(document.querySelector(".panel-proof").textContent), text);
    assert.equal(await proof(page).getByRole("button", { name: "Prove it from here" }).count(), 0);
  }
  await page.context().close();
});

test("counts of one are written as one", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1");
  await solve(page, "White wins with perfect play.");
  await proof(page).locator(".candidate").first().waitFor();
  assert.doesNotMatch(await proof(page).textContent(), /(^|[^\d.,])1 (positions|nodes|replies)/);
  await page.context().close();
});

test("a swap map is a page of its own, and the game is not touched", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "3" });
  await play(page, "c3 a1 b2");
  await openPage(page, "Swap map");
  await page.getByRole("button", { name: "Make the map of this board" }).click();
  assert.equal(await page.getByText("Stop review").filter({ visible: true }).count(), 0);
  await counted(page, ".page-board .layer-text .figure", 19);
  await page.locator('fieldset:has(legend:text-is("Board")) label:has(span:text-is("8"))').click();
  await page.waitForFunction(() => document.querySelector(".page-board .board")?.getAttribute("aria-label") === "Havannah board, size 8");
  assert.doesNotMatch(await page.locator(".page-side").textContent(), /Made on this machine/);
  await page.getByRole("button", { name: "Back to the board" }).click();
  await counted(page, ".board-area .layer-stones .stone", 3);
  await counted(page, ".ply", 3);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
