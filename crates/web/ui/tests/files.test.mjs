// Files: opening every way, saving every way, the explorer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { counted, fromBar, fromMenu, newGame, openTab, play, Server, startBrowser, status } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

// A game in the manner of Little Golem: its coordinates, names and result inverted, a swap, a resignation.
const SAMPLE =
  "(;FF[4]EV[null]PB[Ada]PW[Bertram]SZ[5]RU[LG]RE[W]GC[ game #7]SO[http://www.littlegolem.com];W[C3];B[swap];W[E5];B[F3];W[D4];B[resign])";

test("a Little Golem file opens from a file, with names put right", async () => {
  const page = await openTab(browser, server);
  const drawer = await fromBar(page, "open", "Open a game");
  await drawer.locator("input[type=file]").setInputFiles({ name: "game.hgf", mimeType: "text/plain", buffer: Buffer.from(SAMPLE, "latin1") });
  await counted(page, ".ply", 5);
  await status(page).getByText("White wins: Black resigned.", { exact: true }).waitFor();
  const players = await page.locator(".player .name").allTextContents();
  assert.deepEqual(players, ["Ada", "Bertram"]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("text opens by pasting into the panel, and by dropping a file", async () => {
  const page = await openTab(browser, server);
  const drawer = await fromBar(page, "open", "Open a game");
  await drawer.locator(".paste").fill(SAMPLE);
  await drawer.getByRole("button", { name: "Open text" }).click();
  await counted(page, ".ply", 5);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.sgf"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, "(;FF[4]GM[Havannah]AP[Robusto]SZ[4];W[a1];B[b2](;W[c3])(;W[d4]C[or this]))");
  await counted(page, ".ply", 4);
  await page.getByText("or this").waitFor();
  await page.context().close();
});

test("a bad file is refused with a sentence and the game stays", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4");
  const drawer = await fromBar(page, "open", "Open a game");
  await drawer.locator(".paste").fill("(;GM[1]SZ[19];B[aa])");
  await page.getByRole("button", { name: "Open text" }).click();
  await page.locator(".toast.error").waitFor();
  assert.equal(await page.locator(".ply").count(), 1);
  await page.context().close();
});

test("saving: game files, pictures, address, diagram", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4 c3 e5");
  const drawer = await fromBar(page, "save", "Save and share");
  const save = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), drawer.getByRole("button", { name }).click()]);
    return readFileSync(await file.path());
  };
  const sgf = (await save("Game file (SGF)")).toString();
  assert.match(sgf, /GM\[Havannah\].*SZ\[4\]/s);
  assert.match(sgf, /;W\[d4\];B\[c3\];W\[e5\]/);
  assert.match((await save("Little Golem file")).toString(), /RU\[LG\].*;W\[D4\]/s);
  const svg = (await save("Picture (SVG)")).toString();
  assert.match(svg, /^<svg/);
  assert.ok(!svg.includes("class="));
  assert.equal((await save("Picture (PNG)")).subarray(1, 4).toString(), "PNG");
  await page.getByLabel("White's name").fill("Ada");
  await page.getByLabel("White's name").blur();
  await page.locator(".player .name", { hasText: "Ada" }).waitFor();
  await page.getByRole("button", { name: "Text diagram" }).click();
  await page.waitForFunction(() => /to move/.test(document.querySelector(".diagram").value));
  const diagram = await page.locator(".diagram").inputValue();
  assert.match(diagram, /Black to move/);
  assert.equal((diagram.match(/O/g) ?? []).length, 2);
  await page.getByRole("button", { name: "Address of this position" }).click();
  await page.waitForFunction(() => document.querySelector(".diagram").value.startsWith("http"));
  const address = await page.locator(".diagram").inputValue();
  const other = await openTab(browser, server, { hash: address.slice(address.indexOf("#")) });
  await counted(other, ".ply", 3);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  await other.context().close();
});

test("the explorer counts the games that were here", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  const drawer = await fromMenu(page, "Explore a folder of games", "Explore games");
  const game = (moves, result) => Buffer.from(`(;FF[4]GM[Havannah]AP[Robusto]SZ[4]PW[Ada]PB[Bob]RE[${result}]${moves})`);
  await drawer.getByLabel("or files…").setInputFiles([
    { name: "a.sgf", mimeType: "text/plain", buffer: game(";W[a1];B[b2]", "W+R") },
    { name: "b.sgf", mimeType: "text/plain", buffer: game(";W[d4]", "B+R") },
    { name: "c.sgf", mimeType: "text/plain", buffer: game(";W[d4];B[c3]", "W+R") },
  ]);
  const row = drawer.locator(".explorer .candidate", { hasText: "d4" });
  await row.waitFor();
  assert.match(await row.textContent(), /d4.*2 games.*50 % won.*Ada – Bob/);
  await row.click();
  await page.waitForSelector('.board-area .cell[aria-label^="d4, white stone"]');
  await page.context().close();
});

test("a pile of games is reviewed; a click jumps to the mistake", async () => {
  const page = await openTab(browser, server);
  const drawer = await fromMenu(page, "Review my games");
  const game = (white, moves) => Buffer.from(`(;FF[4]GM[Havannah]AP[Robusto]SZ[4]PW[${white}]PB[Bob]${moves})`);
  await drawer.locator("label:has(span:text-is('0.2 s'))").click();
  await drawer.getByLabel("or files…").setInputFiles([
    { name: "a.sgf", mimeType: "text/plain", buffer: game("Ada", ";W[a1];B[g4];W[a2];B[f5];W[a3];B[e6];W[a4]") },
    { name: "b.sgf", mimeType: "text/plain", buffer: game("Cleo", ";W[d4];B[c3];W[e5]") },
  ]);
  await drawer.getByText("2 games reviewed.").waitFor();
  const bob = drawer.locator(".scores tr", { hasText: "Bob" });
  assert.match(await bob.textContent(), /^Bob2\d+ %/);
  // Black ignored a bridge that was one move from its end.
  const blunder = drawer.locator(".batch > .mistakes button", { hasText: "6. e6 threw away" });
  assert.match(await blunder.textContent(), /better a4/);
  await blunder.click();
  await counted(page, ".board-area .layer-stones .stone", 5);
  await page.locator(".player .name", { hasText: "Ada" }).waitFor();
  await page.waitForSelector(".graph .curve", { state: "attached" });
  await drawer.getByText("Clear the review").click();
  await counted(page, ".batch > *", 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
