// Starts the server and a browser for tests, and knows how a person uses the page.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const SERVER = process.env.ROBUSTO_SERVE;
/** How long anything may take, in milliseconds: the machine may be small and busy. Nothing is tested by the clock. */
const PATIENCE = 90_000;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Servers that run. A test that fails leaves its own behind: it must not keep the file of tests from ending, and ends with it. */
const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** A server with its own data directory. */
export class Server {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), "robusto-test-"));
  }

  async start(port = "0", ...more) {
    this.process = spawn(SERVER, ["--port", port, "--data", this.data, "--threads", "1", ...more], { stdio: ["ignore", "ignore", "pipe"] });
    this.address = await new Promise((done, fail) => {
      let said = "";
      this.process.stderr.on("data", (bytes) => {
        said += bytes;
        const found = /http:\/\/\S+/.exec(said);
        if (found) done(found[0]);
      });
      this.process.on("exit", () => fail(new Error(`the server ended: ${said}`)));
    });
    running.add(this.process);
    this.process.unref();
    this.process.stderr.unref();
    return this;
  }

  async stop(signal = "SIGTERM") {
    const child = this.process;
    running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const ended = new Promise((done) => child.on("exit", done));
    child.kill(signal);
    await ended;
  }

  /** Waits until a game with this text is on the disk. */
  async saved(text) {
    const folder = join(this.data, "sessions");
    const has = (name) => name.endsWith(".json") && readFileSync(join(folder, name), "utf8").includes(text);
    while (!readdirSync(folder).some(has)) await new Promise((done) => setTimeout(done, 20));
  }

  async end() {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** An engine whose moves are known beforehand: it answers with the cell in row b whose number is that of the stones. */
export const COUNTER = `n=0
while read -r word rest; do
  case $word in clear_board) n=0 ;; play) n=$((n + 1)) ;; esac
  case $word in genmove) echo "= b$n" ;; name) echo "= Counter" ;; *) echo "=" ;; esac
  echo
done
`;

/** Writes scripts of engines by name into a folder, and the file that lists them; returns the file. */
export function writeEngines(folder, scripts = { counter: COUNTER }) {
  const rows = Object.entries(scripts).map(([name, script]) => {
    writeFileSync(join(folder, `${name}.sh`), script);
    return `[[engine]]\nname = "${name}"\ncommand = "sh ${join(folder, `${name}.sh`)}"\n`;
  });
  writeFileSync(join(folder, "engines.toml"), rows.join("\n"));
  return join(folder, "engines.toml");
}

export const startBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, timeout: PATIENCE });

/** A fresh tab that fails on errors of the page and on requests to anywhere but the server. */
export async function openTab(browser, server, { width = 1280, height = 800, dark = false, touch = false, hash = "" } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    hasTouch: touch,
    isMobile: touch,
    permissions: ["clipboard-read", "clipboard-write"],
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    const text = message.text();
    const isLost = /WebSocket connection|ERR_CONNECTION_REFUSED/.test(text);
    if (message.type() === "error" && !isLost) page.problems.push(text);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.address) && !/^(blob|data):/.test(url)) page.problems.push(`request to ${url}`);
  });
  await page.goto(server.address + hash);
  await page.waitForSelector(".board .cell");
  return page;
}

/** Follows a link from elsewhere. What was closed just before is an entry that the browser is still stepping back from, and no person
 * is quick enough to meet that. */
export async function followLink(page, address) {
  await page.waitForFunction(() => !history.state?.isOpen);
  await page.goto("about:blank");
  await page.goto(address);
}

/** The cell of that name. */
export const cell = (page, name) => page.locator(`.board-area .cell[aria-label^="${name},"]`);

export const status = (page) => page.locator(".status");

/** Waits until so many elements match. */
export const counted = (page, selector, count) =>
  page.waitForFunction(([selector, count]) => document.querySelectorAll(selector).length === count, [selector, count]);

/** Waits until a stone may be placed. */
export const ready = (page) => page.waitForSelector(".board-area .board.open");

/** The drawer of that title, when it is shown. */
export async function drawer(page, title) {
  await page.waitForFunction((title) => document.querySelector(".drawer:not([hidden]) #drawer-title")?.textContent === title, title);
  return page.locator(".drawer");
}

/** Opens a drawer from the menu. */
export async function fromMenu(page, name, title = name) {
  await page.locator(".tool-more").click();
  await (await drawer(page, "More")).locator(".list-actions button", { hasText: name }).first().click();
  return drawer(page, title);
}

/** Opens a page of its own from the menu. */
export async function openPage(page, name) {
  await page.locator(".tool-more").click();
  await (await drawer(page, "More")).locator(".list-actions button", { hasText: name }).first().click();
  await page.waitForFunction((name) => document.querySelector(".page:not([hidden]) #page-title")?.textContent === name, name);
  return page.locator(".page");
}

/** Opens a drawer from the bar. */
export async function fromBar(page, tool, title) {
  await page.locator(`.tool-${tool}`).click();
  return drawer(page, title);
}

/** Plays moves by clicking, each when the one before has arrived. */
export async function play(page, names) {
  for (const name of names.split(" ")) {
    const stone = `.board-area .cell[aria-label^="${name}, "][aria-label*="stone"]`;
    // A click that meets the board of a game that is just being replaced is not obeyed: people click again.
    for (let clicks = 0; clicks < 4 && !(await page.locator(stone).count()); clicks++) {
      await ready(page);
      await cell(page, name).click();
      await page.waitForSelector(stone, { timeout: 5000 }).catch(() => {});
    }
    await page.waitForSelector(stone);
  }
}

/** Chooses a level by its number, or a classical player by its name, among the first or the second choice of opponents. */
async function pickLevel(form, level, which = 0) {
  const set = form.locator("fieldset:has(.levels)").nth(which);
  const graded = set.locator(`.chip:has(input[value="${level}"])`);
  if (await graded.count()) {
    // Those that are not levels stand in a fold.
    await graded.first().evaluate((chip) => chip.closest("details")?.setAttribute("open", ""));
    return graded.first().click();
  }
  if (!(await set.locator("details.more[open]").count())) await set.locator("details.more summary").first().click();
  await set.locator(".levels .chip", { hasText: level }).first().click();
}

/** Begins a game between two people at this screen. */
export async function newGame(page, { game = "Havannah", size = "4", opponent = "Person here", swap = false, ponder = false, teach = false, colour, level, second, clock } = {}) {
  const form = await fromBar(page, "new", "New game");
  const pick = (legend, text) =>
    form.locator("fieldset", { has: page.locator(`legend:text-is("${legend}")`) }).locator("label", { hasText: new RegExp(`^${text}$`) }).click();
  await pick("Game", game);
  const known = form.locator(`fieldset:has(legend:text-is("Board")) label:has(span:text-is("${size}"))`);
  if (await known.count()) await known.click();
  else await form.locator(".other-size").fill(size);
  await pick("Opponent", opponent);
  if (level) await pickLevel(form, level);
  if (second) await pickLevel(form, second, 1);
  if (colour) await pick("Your colour", colour);
  if (clock) await pick("Clock", clock);
  await form.locator(".tick", { hasText: "swap" }).locator("input").setChecked(swap);
  if (ponder) await form.locator(".tick", { hasText: "during your turn" }).locator("input").setChecked(true);
  if (opponent === "Engine") await form.locator(".tick", { hasText: "Stop me" }).locator("input").setChecked(teach);
  await form.getByRole("button", { name: "Start game" }).click();
  await page.waitForSelector(".drawer", { state: "hidden" });
  const label = `${game} board, size ${size}`;
  await page.waitForFunction((label) => document.querySelector(".board-area .board")?.getAttribute("aria-label") === label, label);
  if (opponent === "Person here") await counted(page, ".ply", 0);
}
