// Analysis: candidates, heat, previews, lines, the review and its graph.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { certificate, openFile } from "./answers.mjs";
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
  for (const kind of ["win", "rave", "prior", "none", "visits"]) await page.locator(".panel-analysis .choice:not(.analyst) select").selectOption(kind);
  await page.locator(".tool-analyse").click();
  await page.waitForSelector(".board-area .warm", { state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the line of a move shows when the pointer is on its cell; the list holds no move that was never tried", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "4" });
  await play(page, "a1 g4 a2 f5 a3");
  await page.keyboard.press("ArrowLeft");
  await counted(page, ".board-area .layer-stones .stone", 4);
  await page.locator(".tool-analyse").click();
  await page.waitForSelector(".panel-analysis .candidate .visits");
  const name = (await page.locator(".panel-analysis .candidate .move").first().textContent()).trim();
  await page.locator(`.board-area .cell[aria-label^="${name},"]`).hover();
  await page.waitForSelector(".board-area .layer-ghosts .ghost.numbered");
  await page.mouse.move(5, 500);
  await counted(page, ".board-area .layer-ghosts .ghost.numbered", 0);
  for (const row of await page.locator(".panel-analysis .candidate").allTextContents()) assert.doesNotMatch(row, /loses0/);
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
  assert.ok((await page.locator(".graph .glyph").count()) >= 1);
  await page.locator(".graph").click({ position: { x: 32, y: 20 } });
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

test("the solver says who wins, and its proof is a tree to walk", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "a1 d4 a2 e5 a3 b1 b5 c1");
  await page.locator(".tool-solve").click();
  const proof = page.locator(".panel-proof");
  await proof.getByText("White wins with perfect play.").waitFor();
  // White is to move: one move keeps the win. Then Black's replies, each with its answer, down to the end.
  await proof.locator(".candidate .value.win").waitFor();
  await proof.locator(".candidate").first().hover();
  await page.waitForSelector(".board-area .layer-ghosts .ghost.numbered");
  let plies = 8;
  for (let i = 0; i < 12 && !(await page.locator(".verdict").count()); i++) {
    if (await proof.locator(".candidate").count()) {
      await proof.locator(".candidate").first().click();
      // The panel may still show the move that was just played: only the game says that it was.
      await page.waitForFunction((plies) => document.querySelectorAll(".ply").length > plies || document.querySelector(".verdict"), plies);
      plies = await page.locator(".ply").count();
    } else {
      await proof.locator("p .link").click();
      await proof.locator(".candidate .value.win, .candidate .value.loss").first().waitFor();
    }
    await page.waitForFunction(() => document.querySelector(".verdict") || document.querySelector(".panel-proof:not([hidden])"));
  }
  await page.waitForFunction(() => document.querySelectorAll(".ply").length > 8);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("live proof numbers are shown, and the solver can be stopped", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "5" });
  await play(page, "e5 d4");
  await page.locator(".tool-solve").click();
  await page.locator(".panel-proof").getByText("Looking for the truth: does White win from here?").waitFor();
  // What is settled is drawn on the board, and the numbers are there for those who want them.
  await page.waitForSelector(".board-area .working, .board-area .figure.proved", { state: "attached" });
  await page.locator(".panel-proof summary").click();
  await page.locator(".panel-proof").getByText(/nodes in .* a proof of a win needs about/).waitFor();
  await page.locator(".tool-solve", { hasText: "Stop solving" }).click();
  await page.locator(".panel-proof").getByText("No proof found yet.").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a certificate opens, is checked, and is walked on the board", async () => {
  const page = await openTab(browser, server);
  await openFile(page, "a1.proof", certificate("havannah-4-a1"));
  const proof = page.locator(".panel-proof");
  await proof.getByText("White wins with perfect play.").waitFor();
  await proof.getByText(/Black's replies.*checked/).waitFor();
  await counted(page, ".ply", 1);
  await proof.locator(".candidate").first().click();
  await counted(page, ".ply", 2);
  await proof.getByText("The move that keeps it.").waitFor();
  await proof.locator(".candidate .value.win").click();
  await counted(page, ".ply", 3);
  await proof.getByText(/Black's replies/).waitFor();
  // Before the proof's first move the board is empty, and what is known of that move decides.
  await page.keyboard.press("Home");
  await counted(page, ".board-area .layer-stones .stone", 0);
  await proof.getByText("White wins with perfect play.").waitFor();
  await counted(page, ".panel-proof .candidate", 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a proof of Hex is walked by its connections, drawn as carriers on the board", async () => {
  const page = await openTab(browser, server);
  await openFile(page, "a3.proof", certificate("hex-5-a3"));
  const proof = page.locator(".panel-proof");
  await proof.getByText(/(White|Black) wins with perfect play/).waitFor();
  await proof.getByText(/connections?, checked/).waitFor();
  const winner = /White wins/.test(await proof.textContent()) ? "white" : "black";
  await page.waitForSelector(".board-area .carrier");
  // The first row is followed until the game is over: the winner's answers always win.
  for (let plies = 1; plies < 26 && !(await page.locator(".verdict").count()); plies++) {
    const row = proof.locator(".candidate").first();
    await row.hover();
    await page.waitForSelector(".board-area .layer-ghosts .ghost.numbered");
    await row.click();
    await page.waitForFunction((plies) => document.querySelectorAll(".ply").length > plies, plies);
    await page.waitForFunction(() => document.querySelector(".verdict") || document.querySelector(".panel-proof:not([hidden]) .candidate"));
  }
  await page.locator(".status").getByText(new RegExp(`${winner} wins`, "i")).waitFor();
  // A stone outside the connection changes nothing.
  await page.keyboard.press("Home");
  await counted(page, ".board-area .layer-stones .stone", 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a broken certificate is refused with a sentence", async () => {
  const page = await openTab(browser, server);
  await openFile(page, "x.proof", Buffer.from("RBPROOF and no more"));
  await page.locator(".toast.error", { hasText: "x.proof was refused" }).waitFor();
  await page.context().close();
});
