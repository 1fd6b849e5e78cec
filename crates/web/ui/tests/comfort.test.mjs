// Comfort: keyboard alone, phone width, themes, accessibility.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { paste } from "./answers.mjs";
import { cell, counted, drawer, fromBar, fromMenu, newGame, openPage, openTab, play, ready, Server, startBrowser, status } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

test("a game by keyboard alone", async () => {
  const page = await openTab(browser, server);
  await page.keyboard.press("n");
  await drawer(page, "New game");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".drawer", { state: "hidden" });
  await newGame(page);
  await ready(page);
  await page.locator("body").press("b");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.board-area .cell[aria-label^="d4, white stone"]');
  await ready(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.board-area .cell[aria-label^="d5, black stone"]');
  await ready(page);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await counted(page, ".ply", 3);
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await counted(page, ".layer-stones .stone", 2);
  await page.keyboard.press("Home");
  await counted(page, ".layer-stones .stone", 0);
  await page.keyboard.press("End");
  await counted(page, ".layer-stones .stone", 3);
  await page.keyboard.press("?");
  await page.locator(".keys").waitFor();
  await page.keyboard.press("t");
  await page.keyboard.press("m");
  await page.waitForSelector(".layer-text .number");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a drawer that is opened while another closes stays open, and the back button closes it alone", async () => {
  const page = await openTab(browser, server);
  const address = page.url();
  // A busy browser takes its time to step back.
  await page.evaluate(() => (history.back = () => setTimeout(() => History.prototype.back.call(history), 150)));
  for (const pause of [0, 40, 80, 160, 300]) {
    await fromBar(page, "new", "New game");
    await page.evaluate(async (pause) => {
      document.querySelector(".drawer-head button").click();
      if (pause) await new Promise((done) => setTimeout(done, pause));
      document.querySelector(".tool-more").click();
    }, pause);
    await drawer(page, "More");
    // The browser's step back arrives late, and takes nothing with it.
    await page.waitForTimeout(300);
    await drawer(page, "More");
    await page.goBack();
    await page.waitForSelector(".drawer", { state: "hidden" });
    assert.equal(page.url(), address);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a phone: nothing scrolls sideways, small cells ask before they play, panels are sheets", async () => {
  const page = await openTab(browser, server, { width: 360, height: 740, touch: true, hash: "#game=havannah&size=10&moves=j10" });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await counted(page, ".layer-stones .stone", 1);
  // What stands under the board does not cover the question.
  await page.locator(".tool-analyse").tap();
  await page.locator(".panel-analysis .candidate").nth(3).waitFor();
  await page.getByRole("button", { name: "Keep playing" }).tap();
  await page.locator(".tool-analyse").tap();
  await ready(page);
  await cell(page, "k11").tap();
  await page.getByRole("button", { name: "Play k11" }).tap();
  await counted(page, ".layer-stones .stone", 2);
  assert.ok(await fits());
  await page.getByRole("button", { name: "Moves" }).tap();
  await page.locator(".moves .ply").first().waitFor();
  assert.ok(await fits());
  await page.locator(".tool-new").tap();
  await (await drawer(page, "New game")).getByRole("button", { name: "Start game" }).waitFor();
  assert.ok(await fits());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const [width, height] of [[360, 740], [740, 360]]) {
  test(`a phone of ${width} to ${height}: the task of a puzzle stands beside the whole board, and so does a lesson`, async () => {
    const page = await openTab(browser, server, { width, height, touch: true });
    const isSeen = (selector) =>
      page.locator(selector).first().evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && (element.contains(over) || over?.contains(element));
      });
    await fromMenu(page, "Learn the rules");
    await page.waitForSelector(".board-area .layer-stones .stone");
    assert.ok(await isSeen(".board-area .board"), "the board of a lesson");
    assert.ok(await isSeen(".lesson .button.primary"), "its buttons");
    await page.locator(".drawer-head button").tap();
    await fromMenu(page, "Puzzles");
    await page.getByRole("button", { name: /^Puzzle 1, size/ }).tap();
    await status(page).getByText(/Puzzle: .* to move and win/).waitFor();
    await page.waitForSelector(".drawer", { state: "hidden" });
    assert.ok(await isSeen(".status .quest"), "the task");
    assert.ok(await isSeen(".board-area .board"), "its board");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("long names end in an ellipsis, and the colour stays beside them", async () => {
  for (const [width, height] of [[360, 740], [740, 360], [1024, 768], [1920, 1080]]) {
    const page = await openTab(browser, server, { width, height });
    await paste(page, `(;FF[4]GM[Havannah]AP[Robusto]SZ[6]PW[${"Wilhelmina Alexandrina ".repeat(2)}of Nowhere]PB[Bo];W[f6];B[b2])`);
    const name = page.locator(".player .name", { hasText: "Wilhelmina" });
    await name.waitFor();
    const seen = await name.evaluate((name) => ({ isCut: name.scrollWidth > name.clientWidth, fits: name.parentElement.lastElementChild.getBoundingClientRect().right <= innerWidth }));
    assert.deepEqual(seen, { isCut: true, fits: true }, String(width));
    await page.context().close();
  }
});

test("at 400 % a lesson is below its board: nothing covers it", async () => {
  const page = await openTab(browser, server, { width: 360, height: 225 });
  await fromMenu(page, "Learn the rules");
  await page.waitForSelector(".board-area .layer-stones .stone");
  await cell(page, "d3").click();
  await page.waitForSelector(".task.done");
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForSelector(".task.done", { state: "detached" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("dark, light and system themes", async () => {
  const page = await openTab(browser, server, { dark: true });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(29, 27, 24)");
  const form = await fromMenu(page, "Settings");
  await form.locator("label:has(span:text-is('Light'))").click();
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(243, 240, 234)");
  await form.locator("label:has(span:text-is('Dark'))").click();
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(29, 27, 24)");
  await page.reload();
  await page.waitForSelector(".board .cell");
  assert.equal(await ground(), "rgb(29, 27, 24)");
  await page.context().close();
});

test("coordinates of another system", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await (await fromMenu(page, "Settings")).getByLabel("Coordinates").selectOption("openspiel");
  await page.waitForSelector('.board-area .cell[aria-label^="e6,"]');
  await page.context().close();
});

async function check(page, what) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const text = serious.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 120)} ${n.failureSummary}`).join(" | ")}`);
  assert.deepEqual(text, [], what);
}

for (const dark of [false, true]) {
  test(`no serious violation of accessibility, ${dark ? "dark" : "light"}`, async () => {
    const page = await openTab(browser, server, { dark });
    await check(page, "first visit");
    await newGame(page);
    await play(page, "a1 g4 a2 f5 a3 e6");
    await page.locator(".tool-analyse").click();
    await page.waitForSelector(".candidate .visits");
    await check(page, "analysis");
    await play(page, "a4");
    await status(page).getByText("bridge").waitFor();
    await check(page, "won");
    for (const [tool, title] of [["new", "New game"], ["open", "Open a game"], ["save", "Save and share"]]) {
      await fromBar(page, tool, title);
      await check(page, title);
    }
    for (const name of ["Learn the rules", "Set up a position", "Explore a folder of games", "Review my games", "Invite someone", "Settings", "Keyboard"]) {
      await fromMenu(page, name, name.startsWith("Explore") ? "Explore games" : name);
      if (name === "Learn the rules") await page.waitForSelector(".board-area .layer-stones .stone");
      await check(page, name);
      await page.keyboard.press("Escape");
      await page.waitForSelector(".drawer", { state: "hidden" });
    }
    await openPage(page, "My games");
    await page.waitForSelector(".card .thumb-stone", { state: "attached" });
    await check(page, "My games");
    await page.getByRole("button", { name: "Back to the board" }).click();
    await openPage(page, "Swap map");
    await page.waitForSelector(".page-board .figure");
    await check(page, "Swap map");
    await page.context().close();
  });
}
