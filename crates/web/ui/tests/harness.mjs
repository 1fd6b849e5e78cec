// Starts the server and a browser for tests, and knows how a person uses the page.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const SERVER = process.env.ROBUSTO_SERVE;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

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
    return this;
  }

  async stop() {
    const ended = new Promise((done) => this.process.on("exit", done));
    this.process.kill("SIGTERM");
    await ended;
  }

  async end() {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

export const startBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

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

/** The cell of that name. */
export const cell = (page, name) => page.locator(`.board-area .cell[aria-label^="${name},"]`);

export const status = (page) => page.locator(".status");

/** Plays moves by clicking, each when the one before has arrived. */
export async function play(page, names) {
  for (const name of names.split(" ")) {
    await cell(page, name).click();
    await page.waitForSelector(`.board-area .cell[aria-label^="${name}, "][aria-label*="stone"]`);
  }
}

/** Begins a game between two people at this screen. */
export async function newGame(page, { game = "Havannah", size = "4", opponent = "Person here", swap = false, colour, level, clock } = {}) {
  await page.locator(".tool-new").click();
  const pick = (legend, text) =>
    page.locator("fieldset", { has: page.locator(`legend:text-is("${legend}")`) }).locator("label", { hasText: new RegExp(`^${text}$`) }).click();
  await pick("Game", game);
  const known = page.locator(`fieldset:has(legend:text-is("Board")) label:has(span:text-is("${size}"))`);
  if (await known.count()) await known.click();
  else await page.locator(".other-size").fill(size);
  await pick("Opponent", opponent);
  if (level) await pick("Level", level);
  if (colour) await pick("Your colour", colour);
  if (clock) await pick("Clock", clock);
  await page.locator(".tick", { hasText: "swap" }).locator("input").setChecked(swap);
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForSelector(".drawer", { state: "hidden" });
  const first = game === "Hex" ? "b" : "w";
  await page.waitForFunction(
    ([size, first]) => document.querySelector(".board")?.getAttribute("aria-label")?.endsWith(`size ${size}`) && first,
    [size, first],
  );
}
