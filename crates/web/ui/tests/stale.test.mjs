// No answer outlives its position: every kind of answer is opened, then the position is changed in every way.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answers, board, certificate, changes, fresh, NOTHING, openFile, paste } from "./answers.mjs";
import { cell, counted, COUNTER, drawer, followLink, fromBar, fromMenu, newGame, openPage, openTab, play, ready, Server, startBrowser, status, writeEngines } from "./harness.mjs";

/** An analyst whose share says what it is about: ten times the size of the board and the stones on it. */
const ANALYST = `size=0
n=0
while read -r word rest; do
  case $word in boardsize) size=\${rest%%[!0-9]*} ;; clear_board) n=0 ;; play) n=$((n + 1)) ;; esac
  case $word in
    known_command) echo "= true"; echo ;;
    lz-analyze) rate=$((size * 1000 + n % 10 * 100))
      echo "="; echo "info move c2 visits 30 winrate $rate order 0 pv c2 info move b3 visits 20 winrate $rate order 1 pv b3"; read -r over; echo ;;
    *) echo "="; echo ;;
  esac
done
`;

let server, browser, folder;
const start = (one, port) => one.start(port, "--engines", join(folder, "engines.toml"));
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "robusto-engines-"));
  writeEngines(folder, { counter: COUNTER, analyst: ANALYST });
  server = await start(new Server());
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

const proof = (page) => page.locator(".panel-proof");
const stones = (page, count) => counted(page, ".board-area .layer-stones .stone", count);
const LIBRARY = Buffer.from("(;FF[4]GM[Havannah]AP[Robusto]SZ[4]PW[Ada]PB[Bob];W[a1];B[d4];W[a2];B[e5];W[a3];B[a4])");
/** Four stones of White's bridge, and a blunder that lets Black stop it. */
const BLUNDER = "a1.g4.a2.f5.a3.e6.d4.a4";

async function visit(page, { address }, moves) {
  await followLink(page, `${address}#game=havannah&size=4&moves=${moves}`);
  await stones(page, moves.split(".").length);
}

/** Proof, analysis, hint, graph and mistakes, threats, a line under the pointer. */
async function openOwn(page) {
  await newGame(page, { size: "4" });
  await play(page, "a1 g4 a2 f5 a3 e6");
  await page.locator(".tool-undo").click();
  await stones(page, 5);
  await page.locator(".tool-solve").click();
  await proof(page).getByText(/with perfect play/).waitFor();
  await page.locator(".tool-hint").click();
  await page.waitForSelector(".board-area .hint");
  await page.getByRole("button", { name: "Review game" }).click();
  await page.locator(".mistakes li").first().waitFor();
  await page.getByRole("button", { name: "Review game" }).waitFor();
  await page.waitForSelector(".board-area .threat");
  // The line covers the threat.
  await page.locator(".panel-analysis .candidate").first().focus();
  await page.waitForSelector(".board-area .ghost.numbered");
  return ["proof", "candidates", "hint", "curve", "mistakes", "ghosts", "evaluation"];
}

/** A walk through a proof of Hex by its connections, one row under the pointer. */
async function openHex(page) {
  await openFile(page, "a3.proof", certificate("hex-5-a3"));
  await proof(page).getByText(/connections?, checked/).waitFor();
  await proof(page).locator(".candidate").first().focus();
  await page.waitForSelector(".board-area .ghost.numbered");
  await page.waitForSelector(".board-area .carrier");
  return ["proof", "carrier", "ghosts", "evaluation"];
}

/** A better move that is looked for after a review. */
async function openQuest(page, server) {
  await visit(page, server, BLUNDER);
  await page.keyboard.press("v");
  await page.locator(".phases td").first().waitFor();
  await page.locator(".mistakes li", { hasText: "7. d4" }).getByRole("button", { name: "Try to find it" }).click();
  await status(page).getByText("Find the better move for White.").waitFor();
  await stones(page, 6);
  await status(page).getByRole("button", { name: "Show it" }).click();
  await page.waitForSelector(".board-area .ghost.numbered");
  return ["found", "ghosts", "curve", "mistakes"];
}

/** A blunder that was stopped, with the line that punishes it. */
async function openTaught(page, server) {
  await visit(page, server, BLUNDER.slice(0, 17));
  const form = await fromBar(page, "new", "New game");
  await form.locator('label:has(span:text-is("Engine"))').click();
  await form.locator('label:has(span:text-is("White"))').click();
  await form.getByRole("button", { name: "Only change players" }).click();
  await page.locator(".tool-more").click();
  const tick = (await drawer(page, "More")).locator(".tick", { hasText: "Stop me when I blunder" }).locator("input");
  await tick.setChecked(true);
  await page.keyboard.press("Escape");
  await ready(page);
  await cell(page, "d4").click();
  await status(page).getByText(/^d4 (throws away|loses)/).waitFor();
  await page.waitForSelector(".board-area .ghost.numbered");
  return ["taught", "ghosts"];
}

/** The solver at work, with what it has settled on the board. */
async function openSolver(page) {
  await newGame(page, { size: "5" });
  await play(page, "e5 d4");
  await page.locator(".tool-solve").click();
  await page.waitForSelector(".board-area .working", { state: "attached" });
  return ["proof", "working"];
}

const kinds = {
  "what Robusto says": openOwn,
  "a walk through a proof of Hex": openHex,
  "a better move that is looked for": openQuest,
  "a blunder that was stopped": openTaught,
  "the solver at work": openSolver,
};

for (const [kind, open] of Object.entries(kinds)) {
  test(`no answer outlives its game: ${kind}`, async () => {
    for (const [name, change] of Object.entries(changes)) {
      const page = await openTab(browser, server);
      const expected = await open(page, server);
      const before = await answers(page);
      for (const what of expected) assert.ok(before[what] > 0 || before[what].length > 0, what);
      await change(page, server);
      const after = await answers(page);
      assert.deepEqual(fresh(name, after), NOTHING, name);
      for (const text of before.proof) assert.ok(!after.proof.includes(text), text);
      await page.reload();
      await page.waitForSelector(".board .cell");
      assert.deepEqual(fresh(name, await answers(page)), NOTHING, `${name}, reloaded`);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  });
}

/** Looks at every frame whether what the analyst says is about the board. */
const WATCH = () => {
  const look = () => {
    const label = document.querySelector(".board-area .board")?.getAttribute("aria-label");
    const count = document.querySelectorAll(".board-area .layer-stones .stone").length;
    if (/^analyst: /.test(document.querySelector(".panel-analysis .numbers")?.textContent ?? "")) {
      const about = `${Number(/size (\d+)/.exec(label)?.[1]) * 10 + (count % 10)} %`;
      for (const { textContent: said } of document.querySelectorAll(".panel-analysis .candidate .value")) {
        if (said === about) sessionStorage.setItem("heard", label);
        else console.error(`${said} is said of ${label} with ${count} stones`);
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
/** Waits until the analyst has spoken of the board on the screen. */
const heard = (page) =>
  page.waitForFunction(() => sessionStorage.getItem("heard") === document.querySelector(".board-area .board")?.getAttribute("aria-label"));

test("another engine's analysis is about the board on the screen at every moment", async () => {
  const page = await openTab(browser, server);
  await page.context().addInitScript(WATCH);
  await page.reload();
  await page.waitForSelector(".board .cell");
  for (const [name, change] of Object.entries(changes)) {
    await newGame(page, { size: "4" });
    await play(page, "d4 a1 d5");
    await page.locator(".panel-analysis .analyst select").selectOption("gtp:analyst");
    if (!(await page.locator("body.analysing").count())) await page.locator(".tool-analyse").click();
    await heard(page);
    await page.keyboard.press("ArrowLeft");
    await stones(page, 2);
    await page.locator(".tool-undo").click();
    await stones(page, 1);
    await page.locator(".panel-analysis .candidate").first().waitFor();
    await page.keyboard.press("l");
    await page.waitForSelector("body.has-stage");
    await page.keyboard.press("Escape");
    await change(page, server);
    // A puzzle is solved without help.
    if (name === "a puzzle") assert.deepEqual(fresh(name, await answers(page)), NOTHING);
    else await heard(page);
    await page.reload();
    await page.waitForSelector(".board .cell");
    assert.deepEqual(page.problems, [], name);
  }
  await page.context().close();
});

test("counts of the explorer are those of the board on the screen", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "4" });
  await play(page, "a1 d4 a2 e5 a3");
  const explorer = await fromMenu(page, "Explore a folder of games", "Explore games");
  await explorer.getByLabel("or files…").setInputFiles([{ name: "a.sgf", mimeType: "text/plain", buffer: LIBRARY }]);
  const moves = async (expected) =>
    page.waitForFunction((expected) => [...document.querySelectorAll(".explorer .candidate .move")].map((name) => name.textContent).join() === expected, expected);
  await moves("a4");
  await page.waitForSelector(".board-area .warm");
  await page.keyboard.press("ArrowLeft");
  await moves("a3");
  await page.keyboard.press("u");
  await moves("e5");
  await play(page, "g7");
  await moves("");
  await counted(page, ".board-area .warm", 0);
  await page.keyboard.press("Home");
  await moves("a1");
  await paste(page, "(;FF[4]GM[Havannah]AP[Robusto]SZ[6];W[f6];B[b2])");
  await board(page, "Havannah board, size 6");
  await moves("");
  await counted(page, ".board-area .warm", 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a walk through a proof says the same of a position whenever it is looked at", async () => {
  const page = await openTab(browser, server);
  await openFile(page, "a3.proof", certificate("hex-6-a3"));
  await proof(page).getByText(/connections?, checked/).waitFor();
  const seen = () =>
    page.evaluate(() => ({
      stones: [...document.querySelectorAll(".board-area .cell")].map((cell) => /white|black|empty/.exec(cell.getAttribute("aria-label"))?.[0]?.[0]).join(""),
      carrier: document.querySelectorAll(".board-area .carrier").length,
      rows: [...document.querySelectorAll(".panel-proof:not([hidden]) .candidate")].map((row) => row.textContent).join("|"),
    }));
  const settled = async () => {
    await page.waitForFunction(() => document.querySelector(".panel-proof:not([hidden]) .candidate") && document.querySelector(".board-area .carrier"));
    // A row that has the focus shows what would hold after it.
    await page.evaluate(() => {
      document.activeElement?.blur();
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
  };
  const known = new Map();
  for (let ply = 1; ply < 5; ply++) {
    await settled();
    await page.locator("body").hover({ position: { x: 3, y: 300 } });
    const { stones, ...rest } = await seen();
    known.set(stones, rest);
    await proof(page).locator(".candidate").first().click();
    await counted(page, ".ply", ply + 1);
  }
  await page.locator("body").hover({ position: { x: 3, y: 300 } });
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowRight", "ArrowRight"]) {
    const before = (await seen()).stones;
    await page.keyboard.press(key);
    await page.waitForFunction((before) => [...document.querySelectorAll(".board-area .cell")].map((cell) => /white|black|empty/.exec(cell.getAttribute("aria-label"))?.[0]?.[0]).join("") !== before, before);
    // At once it says nothing or what belongs here; then what it said before.
    const { stones, ...now } = await seen();
    assert.ok(now.rows === "" || now.rows === known.get(stones).rows, key);
    await settled();
    assert.deepEqual(await seen(), { stones, ...known.get(stones) }, key);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a swap map in the making is shown on its board only", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "3" });
  await openPage(page, "Swap map");
  await page.getByRole("button", { name: "Make the map of this board" }).click();
  await counted(page, ".page-board .layer-text .figure", 19);
  await page.getByRole("button", { name: "Back to the board" }).click();
  await changes["text that is pasted"](page);
  assert.deepEqual(await answers(page), NOTHING);
  await openPage(page, "Swap map");
  await page.waitForFunction(() => document.querySelector(".page-board .board")?.getAttribute("aria-label") === "Havannah board, size 6");
  assert.doesNotMatch(await page.locator(".page-side").textContent(), /Made on this machine/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("stones that are being set up go with their game", async () => {
  const page = await openTab(browser, server);
  await newGame(page, { size: "4" });
  await fromMenu(page, "Set up a position");
  await cell(page, "g7").click();
  await changes["text that is pasted"](page);
  await page.waitForSelector(".drawer", { state: "hidden" });
  await stones(page, 2);
  await page.context().close();
});

test("no answer outlives its moment: taking back, looking around, deleting, a restart of the server", async () => {
  const own = await start(new Server());
  const page = await openTab(browser, own);
  await openOwn(page);
  // The curve is the game's, and the game is the same; what is about one moment goes.
  const ofMoment = async () => ({ ...(await answers(page)), curve: 0, mistakes: 0, evaluation: 0, threats: 0 });
  await page.keyboard.press("ArrowLeft");
  await stones(page, 4);
  assert.deepEqual({ ...(await ofMoment()), proof: [] }, NOTHING);
  await page.keyboard.press("ArrowRight");
  await stones(page, 5);
  await page.keyboard.press("Delete");
  await stones(page, 4);
  assert.deepEqual({ ...(await ofMoment()), proof: [] }, NOTHING);
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await stones(page, 5);
  await page.locator(".tool-undo").click();
  await stones(page, 4);
  assert.deepEqual({ ...(await ofMoment()), proof: [] }, NOTHING);
  const port = new URL(own.address).port;
  await own.stop();
  await page.getByText("The connection is lost. Trying again…").waitFor();
  await start(own, port);
  await page.waitForSelector(".offline", { state: "hidden" });
  await page.reload();
  await stones(page, 4);
  assert.deepEqual(await ofMoment(), NOTHING);
  // A walk does not outlive the server that checked its proof.
  await openHex(page);
  await own.stop();
  await page.getByText("The connection is lost. Trying again…").waitFor();
  await start(own, port);
  await page.waitForSelector(".offline", { state: "hidden" });
  await page.reload();
  await board(page, "Hex board, size 5");
  assert.deepEqual(await answers(page), NOTHING);
  await page.context().close();
  await own.end();
});

test("a board whose tables did not arrive is asked for again", async () => {
  const page = await openTab(browser, server);
  let refused = 0;
  await page.route("**/api/shape/havannah/7", (route) => (refused++ === 0 ? route.abort() : route.continue()));
  const form = await fromBar(page, "new", "New game");
  await form.locator(".other-size").fill("7");
  await form.getByRole("button", { name: "Start game" }).click();
  await board(page, "Havannah board, size 7");
  assert.equal(refused, 2);
  await page.context().close();
});
