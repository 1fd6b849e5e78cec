// Comfort: keyboard alone, phone width, themes, accessibility.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, newGame, openTab, play, Server, startBrowser, status } from "./harness.mjs";

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
  await page.locator("#drawer-title").getByText("New game").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForSelector(".drawer", { state: "hidden" });
  await newGame(page);
  await page.locator("body").press("b");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.board-area .cell[aria-label^="d4, white stone"]');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.board-area .cell[aria-label^="d5, black stone"]');
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3);
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".layer-stones .stone").length === 2);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".layer-stones .stone").length === 0);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelectorAll(".layer-stones .stone").length === 3);
  await page.keyboard.press("?");
  await page.locator(".keys").waitFor();
  await page.keyboard.press("t");
  await page.keyboard.press("m");
  await page.waitForSelector(".layer-text .number");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a phone: nothing scrolls sideways, small cells ask before they play, panels are sheets", async () => {
  const page = await openTab(browser, server, { width: 360, height: 740, touch: true, hash: "#game=havannah&size=10&moves=j10" });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await page.waitForFunction(() => document.querySelectorAll(".layer-stones .stone").length === 1);
  await page.getByRole("button", { name: "Keep playing" }).tap();
  await cell(page, "k11").tap();
  await page.getByRole("button", { name: "Play k11" }).tap();
  await page.waitForFunction(() => document.querySelectorAll(".layer-stones .stone").length === 2);
  assert.ok(await fits());
  await page.getByRole("button", { name: "Moves" }).tap();
  await page.locator(".moves .ply").first().waitFor();
  assert.ok(await fits());
  await page.locator(".tool-new").tap();
  await page.getByRole("button", { name: "Start game" }).waitFor();
  assert.ok(await fits());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("dark, light and system themes", async () => {
  const page = await openTab(browser, server, { dark: true });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(29, 27, 24)");
  await page.locator(".tool-more").click();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.locator("label:has(span:text-is('Light'))").click();
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(243, 240, 234)");
  await page.locator("label:has(span:text-is('Dark'))").click();
  await page.reload();
  await page.waitForSelector(".board .cell");
  assert.equal(await ground(), "rgb(29, 27, 24)");
  await page.context().close();
});

test("coordinates of another system", async () => {
  const page = await openTab(browser, server);
  await newGame(page);
  await page.locator(".tool-more").click();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.locator("select").last().selectOption("openspiel");
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
    for (const name of ["new", "open", "save"]) {
      await page.locator(`.tool-${name}`).click();
      await check(page, name);
    }
    for (const name of ["Learn the rules", "Set up a position", "Explore a folder of games", "Invite someone", "Settings", "Keyboard"]) {
      await page.locator(".tool-more").click();
      await page.getByRole("button", { name }).click();
      await page.waitForTimeout(200);
      await check(page, name);
      await page.keyboard.press("Escape");
    }
    await page.context().close();
  });
}
