// Study: lessons, set-up, variations and comments.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, counted, drawer, fromBar, fromMenu, newGame, openTab, play, ready, Server, startBrowser, status } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

test("every lesson can be learned", async () => {
  const page = await openTab(browser, server);
  await page.getByRole("button", { name: "show me" }).click();
  const lesson = (name) => page.locator(`.board-area .cell[aria-label^="${name},"]`);
  const lessons = [["d3"], ["c6"], ["d4"], ["d3"], ["b1", "c3", "c4", "b4"], ["b3", "b4|b5"], ["e4"], ["c4"]];
  for (const moves of lessons) {
    await page.waitForSelector(".board-area .layer-stones .stone");
    for (const move of moves) {
      await page.waitForSelector(".board-area .board.open");
      const before = await page.locator(".board-area .layer-stones .stone").count();
      const names = move.split("|");
      for (const name of names) {
        const found = lesson(name);
        if ((await found.getAttribute("aria-label")).includes("empty")) {
          await found.click();
          break;
        }
      }
      // The other side has answered, or the lesson is over.
      await page.waitForFunction(
        (count) => document.querySelector(".task.done") || document.querySelectorAll(".board-area .layer-stones .stone").length >= count,
        before + 2,
      );
    }
    await page.waitForSelector(".task.done");
    await page.getByRole("button", { name: /^(Next|Play)$/ }).click();
  }
  await page.waitForSelector(".drawer", { state: "hidden" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a position is set up by hand and played on", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  const drawer = await fromMenu(page, "Set up a position");
  for (const name of ["a1", "g7", "a2", "g6"]) await cell(page, name).click();
  await drawer.locator("fieldset:has(legend:text-is('To move')) label:has(span:text-is('Black'))").click();
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.waitForSelector(".drawer", { state: "hidden" });
  await page.locator(".status").getByText("Black to move.").waitFor();
  await play(page, "d4");
  await page.waitForSelector('.board-area .cell[aria-label^="d4, black stone"]');
  await page.context().close();
});

test("variations are added, promoted and deleted; comments are kept", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await play(page, "d4 c3 e5");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector("[aria-current]")?.textContent === "2c3");
  await play(page, "b2");
  await counted(page, ".variation .variation .ply", 1);
  await page.locator(".comment").fill("a better shape");
  await page.locator(".comment").blur();
  await page.locator(".said", { hasText: "a better shape" }).waitFor();
  await page.getByRole("button", { name: "Make main line" }).click();
  await page.locator(".variation .variation .ply", { hasText: "e5" }).waitFor();
  await page.locator(".variation .variation .ply", { hasText: "e5" }).click();
  await page.waitForFunction(() => document.querySelector("[aria-current]")?.textContent === "3e5");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await counted(page, ".ply", 3);
  await page.context().close();
});

test("puzzles: a wrong move is said to be one, every winning move counts, and there is a next one", async () => {
  const page = await openTab(browser, server);
  const all = await page.evaluate(() => fetch("puzzles.json").then((answer) => answer.json()));
  const [puzzle] = all;
  await fromMenu(page, "Puzzles");
  await page.getByRole("button", { name: /^Puzzle 1, size/ }).click();
  const task = status(page);
  await task.getByText(/Puzzle: .* to move and win( in \d+)?\./).waitFor();
  await ready(page);
  const wrong = await page.evaluate((wins) => [...document.querySelectorAll('.board-area .cell[aria-label*=", empty"]')].map((cell) => cell.getAttribute("aria-label").split(",")[0]).find((name) => !wins.includes(name)), puzzle.wins);
  await cell(page, wrong).click();
  await task.getByText("That throws the win away.").waitFor();
  await task.getByRole("button", { name: "Try again" }).click();
  await task.getByText(/to move and win/).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).first().click();
  await page.waitForFunction(() => document.querySelector(".puzzle[aria-current]")?.textContent?.startsWith("2"));
  // The list knows of the second puzzle before the board does.
  await page.waitForFunction((stones) => {
    const letters = { white: "w", black: "b", empty: "." };
    const shown = [...document.querySelectorAll(".board-area .cell")].map((cell) => letters[/white|black|empty/.exec(cell.getAttribute("aria-label"))?.[0]]);
    return shown.join("") === stones;
  }, all[1].stones);
  await ready(page);
  await cell(page, all[1].wins.at(-1)).click();
  await task.getByText(/^Right: /).waitFor();
  await page.getByRole("button", { name: /Puzzle 2, size \d+, solved/ }).waitFor();
  await page.locator(".drawer").getByText(/1 of \d+ solved · 1 in a row/).waitFor();
  // The task stays when the drawer is closed.
  await page.keyboard.press("Escape");
  await task.getByText(/^Right: /).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a blunder is stopped, shown and taken back; a good move is answered", async () => {
  const page = await openTab(browser, server, { hash: "#game=havannah&size=4&moves=a1.g4.a2.f5.a3.e6" });
  // White wins at once at a4; anything else lets Black answer there.
  await counted(page, ".board-area .layer-stones .stone", 6);
  const form = await fromBar(page, "new", "New game");
  await form.locator('label:has(span:text-is("Engine"))').click();
  await form.locator('label:has(span:text-is("White"))').click();
  await form.getByRole("button", { name: "Only change players" }).click();
  await page.locator(".tool-more").click();
  await (await drawer(page, "More")).locator(".tick", { hasText: "Stop me when I blunder" }).locator("input").check();
  await page.keyboard.press("Escape");
  await ready(page);
  await cell(page, "d4").click();
  await status(page).getByText(/^d4 (throws away|loses)/).waitFor();
  await page.waitForSelector(".board-area .layer-ghosts .ghost.numbered");
  await counted(page, ".board-area .layer-stones .stone", 7);
  await page.getByRole("button", { name: "Take it back" }).click();
  await counted(page, ".board-area .layer-stones .stone", 6);
  await ready(page);
  await cell(page, "a4").click();
  await status(page).getByText("bridge").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a review says what was better, how each part went, and lets one look for it", async () => {
  const page = await openTab(browser, server, { hash: "#game=havannah&size=4&moves=a1.g4.a2.f5.a3.e6.d4.a4" });
  await counted(page, ".board-area .layer-stones .stone", 8);
  await page.keyboard.press("v");
  // Black, too, could have played a4 a move before; the list names both.
  await page.locator(".mistakes li", { hasText: "7. d4" }).locator(".better", { hasText: "better was a4" }).waitFor();
  await page.locator(".phases td").first().waitFor();
  await page.locator(".mistakes li", { hasText: "7. d4" }).getByRole("button", { name: "Try to find it" }).click();
  const task = status(page);
  await task.getByText("d4 was a mistake. Find the better move for White.").waitFor();
  await counted(page, ".board-area .layer-stones .stone", 6);
  assert.equal(await page.locator(".evaluation:visible").count(), 0);
  // Nor does anything else tell the move.
  assert.equal(await page.locator(".mistakes .better").filter({ visible: true }).count(), 0);
  await cell(page, "g7").click();
  await task.getByText(/^g7 throws away/).waitFor();
  await cell(page, "a4").click();
  await task.getByText("a4: that is it.").waitFor();
  await task.getByRole("button", { name: "Back to the game" }).click();
  await counted(page, ".board-area .layer-stones .stone", 7);
  await page.waitForSelector(".evaluation");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the explorer looks through My games, shows counts on the board and opens a game", async () => {
  const page = await openTab(browser, server);
  // No other test leaves games on this board.
  for (const moves of ["a1 b2 c3", "i9 h8 c3", "e5 c3"]) {
    await newGame(page, { size: "5" });
    await play(page, moves);
  }
  await newGame(page, { size: "5" });
  const form = await fromMenu(page, "Explore", "Explore games");
  await form.getByRole("button", { name: "My games" }).click();
  // The corners are images of each other: two games began there.
  await form.locator(".candidate", { hasText: "2 games" }).first().waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll(".board-area .figure")].some((text) => text.textContent === "2"));
  const row = form.locator("li[data-move]", { hasText: "2 games" }).first();
  await row.locator("summary").click();
  await row.locator(".some-games button").first().click();
  await counted(page, ".ply", 3);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
