// Study: lessons, set-up, variations and comments.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, counted, fromMenu, newGame, openTab, play, ready, Server, startBrowser } from "./harness.mjs";

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
  const lesson = (name) => page.locator(`.lesson-board .cell[aria-label^="${name},"]`);
  const lessons = [["d3"], ["c6"], ["d4"], ["d3"], ["b1", "c3", "c4", "b4"], ["b3", "b4|b5"], ["e4"], ["c4"]];
  for (const moves of lessons) {
    await page.waitForSelector(".lesson-board .stone");
    for (const move of moves) {
      await page.waitForSelector(".lesson-board .board.open");
      const before = await page.locator(".lesson-board .stone").count();
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
        (count) => document.querySelector(".task.done") || document.querySelectorAll(".lesson-board .stone").length >= count,
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

test("a puzzle is solved by its winning move", async () => {
  const page = await openTab(browser, server);
  const [puzzle] = await page.evaluate(() => fetch("puzzles.json").then((answer) => answer.json()));
  await fromMenu(page, "Puzzles");
  await page.getByRole("button", { name: /^Puzzle 1, size/ }).click();
  await page.getByText(/to move and win in/).waitFor();
  await ready(page);
  await cell(page, puzzle.best).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length >= 2);
  // The rest by hints.
  for (let i = 0; i < 12 && !(await page.locator(".verdict").count()); i++) {
    const plies = await page.locator(".ply").count();
    await page.locator(".tool-hint").click();
    await page.waitForSelector(".board-area .hint");
    await ready(page);
    await page.locator('.board-area .cell[aria-label*="suggested"]').click();
    await page.waitForFunction((plies) => document.querySelectorAll(".ply").length > plies + 1 || document.querySelector(".verdict"), plies);
  }
  await page.locator(".task").getByText("Solved.").waitFor();
  await page.getByRole("button", { name: /Puzzle 1, size \d+, solved/ }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
