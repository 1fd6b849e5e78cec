// The look at every width: the board has what the space allows, nothing scrolls sideways, nothing serious for those who cannot
// see or point well. One page a width, with everything that is opened on it.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { counted, drawer, openTab, Server, startBrowser } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await new Server().start("0", "--lab", "made-up", "--learning", "made-up");
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
});

// A page at 200 % has half the pixels of its window, at 400 % a quarter. The board of size 15 must be at least this wide.
const VIEWS = [
  { name: "a phone", width: 360, height: 740, touch: true, least: 330 },
  { name: "a phone held sideways", width: 740, height: 360, touch: true, least: 330 },
  { name: "a tablet", width: 1024, height: 768, least: 620 },
  { name: "a laptop", width: 1440, height: 900, least: 840 },
  { name: "a large screen", width: 1920, height: 1080, least: 1040 },
  { name: "a laptop at 200 %", width: 720, height: 450, least: 390 },
  { name: "a laptop at 400 %", width: 360, height: 225, least: 200 },
];
const GAME = "#game=havannah&size=15&moves=o15.p16.n16.o14.p14.q16.n14.m15";

async function serious(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return found.map((v) => `${v.id}: ${v.nodes.slice(0, 2).map((node) => node.html.slice(0, 100)).join(" | ")}`);
}

for (const view of VIEWS) {
  test(`${view.name}: the board is as large as the space allows`, async () => {
    const page = await openTab(browser, server, { ...view, hash: GAME });
    await counted(page, ".board-area .layer-stones .stone", 8);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    const board = () => page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".board-area .cell")].map((cell) => cell.getBoundingClientRect());
      const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
      const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
      return { width: right - left, isSeen: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight };
    });
    const seen = await board();
    assert.ok(seen.isSeen && seen.width >= view.least * 0.9, `${view.name}: ${JSON.stringify(seen)}`);
    assert.ok(await fits());
    await page.locator(".tool-analyse").click();
    await page.waitForSelector(".candidate .visits", { state: "attached" });
    await page.waitForSelector(".evaluation");
    const analysed = await board();
    assert.ok(analysed.isSeen && analysed.width >= view.least * 0.82, JSON.stringify(analysed));
    assert.ok(await fits());
    if (view.width === 1440) {
      // The list of moves keeps its room beside an analysis.
      assert.ok(await page.evaluate(() => document.querySelector(".moves").clientHeight >= 120));
    }
    assert.deepEqual(await serious(page), []);
    const cut = await page.evaluate(() => [...document.querySelectorAll(".panel *")].filter((part) => part.checkVisibility() && part.getBoundingClientRect().width && part.getBoundingClientRect().right > part.closest(".panel").getBoundingClientRect().right + 1).map((part) => part.className || part.textContent));
    assert.deepEqual(cut, [], "nothing of a panel is cut off");
    await page.locator(".tool-analyse").click();
    await page.locator(".tool-new").click();
    const form = await drawer(page, "New game");
    const start = form.getByRole("button", { name: "Start game" });
    await start.waitFor();
    assert.ok(await start.evaluate((button) => {
      const box = button.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    }), "Start is in view");
    assert.ok(await fits());
    // The back button closes what is open.
    await page.goBack();
    await page.waitForSelector(".drawer", { state: "hidden" });
    const small = await page.evaluate(() => [...document.querySelectorAll(".bar .tool")].filter((tool) => tool.checkVisibility()).map((tool) => tool.getBoundingClientRect()).filter((box) => box.width < 44 || box.height < 44).length);
    if (view.touch) assert.equal(small, 0, "tools are large enough for a finger");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

for (const view of VIEWS.filter(({ width }) => width !== 1024)) {
  test(`${view.name}: pages of their own fit, and nothing serious is found on them`, async () => {
    const page = await openTab(browser, server, { ...view, hash: "#game=havannah&size=4&moves=a1.d4" });
    for (const [key, ready] of [["g", ".card .thumb-stone"], ["k", ".page-board .figure"], [".", ".lab-curve .curve"], [";", ".lab-curve .interval"]]) {
      await page.keyboard.press(key);
      await page.waitForSelector(ready, { state: "attached" });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), key);
      if (view.width === 360 || view.width === 1440) assert.deepEqual(await serious(page), [], key);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("the turn stands in the title of the tab", async () => {
  const page = await openTab(browser, server);
  await page.waitForFunction(() => document.title === "● Your move · Robusto");
  await page.context().close();
});

test("levels have names and figures, one is suggested, any clock can be had", async () => {
  const page = await openTab(browser, server);
  await page.keyboard.press("n");
  const form = await drawer(page, "New game");
  // What a level is worth differs by game.
  const casual = form.locator(".levels .chip", { hasText: "casual" });
  await casual.getByText("+343").waitFor();
  await form.locator('label:has(span:text-is("Hex"))').click();
  await casual.getByText("+592").waitFor();
  await form.locator('label:has(span:text-is("Havannah"))').click();
  await casual.getByText("+343").waitFor();
  await form.locator('label:has(span:text-is("Other…"))').click();
  await form.getByLabel("Minutes").last().fill("2");
  await form.getByLabel("Seconds a move").last().fill("3");
  await form.getByRole("button", { name: "Start game" }).click();
  await page.locator(".clock").first().getByText("2:00").waitFor();
  // Two lost games against level 3: a lower one is suggested.
  for (let i = 0; i < 2; i++) {
    await page.locator(".tool-new").click();
    const again = await drawer(page, "New game");
    await again.locator('label:has(span:text-is("No clock"))').click();
    await again.getByRole("button", { name: "Start game" }).click();
    await page.waitForSelector(".drawer", { state: "hidden" });
    await page.waitForSelector(".board-area .board.open");
    await page.locator('.board-area .cell[aria-label^="e5,"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".ply").length >= 2);
    await page.keyboard.press("z");
    await page.locator(".verdict").waitFor();
  }
  await page.locator(".tool-new").click();
  await (await drawer(page, "New game")).getByText(/Level [12] suits you/).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
