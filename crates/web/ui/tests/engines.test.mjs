// Engines of the owner's file: they play, they answer to the console, and nothing else is started.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cell, COUNTER, counted, fromMenu, newGame, openPage, openTab, play, ready, Server, startBrowser, status, writeEngines } from "./harness.mjs";

/** Engines for every way of being asked: one that analyses, one that resigns, and the one that counts. */
const ANALYST = `while read -r word rest; do
  case $word in
    known_command) echo "= true"; echo ;;
    lz-analyze) echo "="; echo "info move e5 visits 300 winrate 6100 order 0 pv e5 c3 info move c4 visits 41 winrate 4400 order 1 pv c4 e5"; read -r over; echo ;;
    *) echo "="; echo ;;
  esac
done
`;
/** Two analysts that are slow to stop, each with a share of its own. */
const slow = (share) => `while read -r word rest; do
  case $word in
    known_command) echo "= true"; echo ;;
    lz-analyze) echo "="; echo "info move e5 visits 300 winrate ${share}00 order 0 pv e5 c3"; read -r over; sleep 0.5; echo ;;
    *) echo "="; echo ;;
  esac
done
`;
/** Thinks for a while. */
const THINKER = COUNTER.replace('echo "= b$n"', 'sleep 2; echo "= b$n"');
const QUITTER = `while read -r word rest; do
  case $word in genmove) echo "= resign" ;; *) echo "=" ;; esac
  echo
done
`;

let server, browser, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "robusto-engines-"));
  server = await new Server().start("0", "--engines", writeEngines(folder, { counter: COUNTER, analyst: ANALYST, quitter: QUITTER, anna: slow(23), otto: slow(77), thinker: THINKER }), "--lab", "made-up");
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

test("an engine of the file plays and answers to the console; others are refused", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { opponent: "Engine", level: "gtp:counter", size: "4", colour: "White", swap: false });
  await page.locator(".player .name", { hasText: "counter" }).waitFor();
  await ready(page);
  await cell(page, "d4").click();
  await page.waitForSelector('.board-area .cell[aria-label^="b1, black stone"]');
  await counted(page, ".ply", 2);
  const drawer = await fromMenu(page, "GTP console");
  await drawer.getByLabel("A GTP command").fill("name");
  await drawer.getByRole("button", { name: "Send" }).click();
  await drawer.locator(".console", { hasText: "= Counter" }).waitFor();
  const session = await page.evaluate(() => sessionStorage.getItem("robusto.session"));
  const refused = await page.evaluate(async (session) => {
    const body = JSON.stringify({ engine: "sh", line: "name" });
    return (await fetch(`api/session/${session}/gtp`, { method: "POST", headers: { "content-type": "application/json" }, body })).status;
  }, session);
  assert.equal(refused, 400);
  assert.equal(page.problems.filter((problem) => !/400/.test(problem)).length, 0, page.problems.join());
  await page.context().close();
});

/** Has a game with one stone analysed by an engine of the file. */
async function analysed(page, name) {
  await newGame(page);
  await play(page, "d4");
  const panel = page.locator(".panel-analysis");
  const by = panel.locator(".analyst select");
  await by.selectOption(`gtp:${name}`);
  await page.locator(".tool-analyse").click();
  return { by, panel };
}

test("an engine of the file analyses; one that cannot says its move, without a share", async () => {
  const page = await openTab(browser, server);
  const { by, panel } = await analysed(page, "analyst");
  await panel.getByText(/^analyst: Black 61 % · 341 visits/).waitFor();
  assert.deepEqual(await panel.locator(".candidate .move").allTextContents(), ["e5", "c4"]);
  await panel.locator(".candidate").first().hover();
  await counted(page, ".board-area .layer-ghosts .ghost.numbered", 2);
  await by.selectOption("gtp:counter");
  await panel.getByText("counter would play").waitFor();
  await panel.locator(".candidate", { hasText: "b1" }).getByText("its move").waitFor();
  assert.equal(await panel.locator(".candidate").count(), 1);
  await page.waitForSelector(".board-area .warm.best");
  // It has said no share, so that none is shown: neither beside the board nor on it.
  assert.equal(await page.locator(".evaluation:visible").count(), 0);
  assert.equal(await page.locator(".board-area .figure:visible").count(), 0);
  await cell(page, "b1").hover();
  await page.waitForFunction(() => document.querySelector(".hover-card")?.textContent === "b1");
  // And Robusto itself again.
  await by.selectOption("");
  await panel.getByText(/^Black \d+ % · /).waitFor();
  // What others say is not taken for Robusto's own evaluation of the game, and is about one position only.
  await by.selectOption("gtp:analyst");
  await panel.getByText(/^analyst: /).waitFor();
  await newGame(page, { size: "6" });
  await panel.getByText(/^analyst: White 61 %/).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("what an analyst says is never taken for another's", async () => {
  const page = await openTab(browser, server);
  await page.evaluate(() => {
    const look = () => {
      const said = document.querySelector(".panel-analysis .numbers")?.textContent ?? "";
      if (/^anna: (?!Black 23 %)|^otto: (?!Black 77 %)|^(?!anna|otto).*(23|77) %/.test(said)) console.error(said);
      requestAnimationFrame(look);
    };
    look();
  });
  const { by, panel } = await analysed(page, "anna");
  for (const name of ["anna", "otto", "anna", "otto"]) {
    await by.selectOption(`gtp:${name}`);
    await panel.getByText(new RegExp(`^${name}: `)).waitFor();
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a restart remembers which engine analyses", async () => {
  const own = new Server();
  const engines = ["--engines", join(folder, "engines.toml")];
  await own.start("0", ...engines);
  const page = await openTab(browser, own);
  const { by, panel } = await analysed(page, "analyst");
  await panel.getByText(/^analyst: Black 61 %/).waitFor();
  const port = new URL(own.address).port;
  await own.stop();
  await own.start(port, ...engines);
  await page.reload();
  await panel.getByText(/^analyst: Black 61 %/).waitFor();
  assert.equal(await by.inputValue(), "gtp:analyst");
  assert.deepEqual(page.problems, []);
  await page.context().close();
  await own.end();
});

test("a comment belongs to the moment at which it was begun, although the engine moves meanwhile", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { opponent: "Engine", level: "gtp:thinker", size: "4", colour: "White" });
  await ready(page);
  await cell(page, "d4").click();
  await counted(page, ".ply", 1);
  await page.locator(".comment").pressSequentially("the middle");
  await counted(page, ".ply", 2);
  await page.locator(".comment").pressSequentially(", why not");
  await page.locator(".said", { hasText: "the middle, why not" }).waitFor();
  await page.locator(".comment").blur();
  await page.waitForFunction(() => document.querySelector(".comment").value === "");
  await page.locator(".ply", { hasText: "d4" }).click();
  await page.waitForFunction(() => document.querySelector(".comment").value === "the middle, why not");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("an engine that resigns is said to; two engines of any kind play each other", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { opponent: "Engine", level: "gtp:quitter", size: "4", colour: "White" });
  await play(page, "d4");
  await page.locator(".toast", { hasText: "quitter resigns." }).waitFor();
  await status(page).getByText(/White wins/).waitFor();
  await newGame(page, { opponent: "Two engines", level: "1", second: "gtp:counter", size: "4" });
  await page.waitForFunction(() => document.querySelectorAll(".ply").length >= 2);
  await page.locator(".player .name", { hasText: "counter" }).waitFor();
  await page.locator(".player .name", { hasText: "Level 1" }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the lab's runs are shown with curves, tables and machines", async () => {
  const page = await openTab(browser, server);
  const lab = await openPage(page, "Lab");
  await lab.locator(".run[aria-current]", { hasText: "connections-in-the-tree" }).waitFor();
  await lab.locator(".lab-curve .curve").first().waitFor();
  assert.equal(await lab.locator(".lab-curve").count(), 2);
  await lab.locator(".fact", { hasText: "LLR" }).getByText(/\(−2\.94, 2\.94\)/).waitFor();
  await lab.locator(".run", { hasText: "levels-2026-11" }).click();
  await lab.locator("table", { hasText: "All parts" }).getByText("level-5 against level-4").waitFor();
  await lab.locator("table", { hasText: "Machines" }).getByText("cellar").waitFor();
  assert.equal(await lab.locator(".lab-part").count(), 3);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
