// Pictures of the main views, to be looked at and judged: node tests/shots.mjs DIRECTORY [PATTERN]. Those that README.md and
// docs/app.md show are written to docs/pictures as well.

import { copyFileSync, mkdirSync } from "node:fs";
import { fromMenu, openTab, Server, startBrowser } from "./harness.mjs";

const folder = process.argv[2] ?? "shots";
const only = new RegExp(process.argv[3] ?? "");
const DOCS = new URL("../../../../docs/pictures/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const SCREENS = {
  phone: { width: 360, height: 740, touch: true },
  sideways: { width: 740, height: 360, touch: true },
  tablet: { width: 820, height: 1100 },
  laptop: { width: 1440, height: 900 },
  large: { width: 1920, height: 1080 },
  zoomed: { width: 720, height: 450 },
};
const game = (size, moves, name = "havannah") => `#game=${name}&size=${size}&moves=${moves}`;
const MIDDLE = {
  8: game(8, "h8.i9.g9.h7.i7.j9.g7.f8.h10.g6.k10.e6.l11"),
  10: game(10, "j10.k11.i11.j9.k9.l11.i9.h10.j12.i8.m12.g8.n13"),
  15: game(15, "o15.p16.n16.o14.p14.q16.n14.m15.o17.n13.r17.l13.s18"),
};
const FORK = game(5, "a3.g5.b3.f6.c3.e7.c2.g7.b1.d7.d4.e3.e5.f5.e6.d5.f7.f8.g8.g6.h9");
const MISTAKES = game(4, "a1.g4.a2.f5.a3.e6.d4.a4.c3.b2.e5.d6.c4");
const SOLVED = game(4, "a1.d4.a2.e5.a3.b1.b5");

const HEX = game(11, "f6.swap.g7.e5.h4.d8.i3", "hex");
const Y = game(9, "f3.e3.f4.g4.e2.d2.g5.h5.d3.c2.h4", "y");

/** Puts another game on the board. */
const visit = (hash) => async (page) => {
  await page.goto(new URL(hash, page.url()).href);
  await page.reload();
  await page.locator(".board-area .layer-stones .stone").first().waitFor();
};
const wait = (time) => (page) => page.waitForTimeout(time);
const click = (selector) => (page) => page.locator(selector).first().click();
const seen = (selector) => (page) => page.locator(selector).first().waitFor({ state: "attached" });
const menu = (name, title) => (page) => fromMenu(page, name, title);
const analyse = [click(".tool-analyse"), seen(".candidate .visits"), wait(2500)];
const review = [(page) => page.keyboard.press("v"), seen(".phases td"), (page) => page.getByRole("button", { name: "Review game" }).waitFor(), wait(300)];

async function pile(page) {
  const form = await fromMenu(page, "Review my games");
  const file = (white, black, moves) => Buffer.from(`(;FF[4]GM[Havannah]AP[Robusto]SZ[4]PW[${white}]PB[${black}]${moves})`);
  await form.getByLabel("or files…").setInputFiles([
    { name: "a.sgf", mimeType: "text/plain", buffer: file("Ada", "Bertram", ";W[a1];B[g4];W[a2];B[f5];W[a3];B[e6];W[a4]") },
    { name: "b.sgf", mimeType: "text/plain", buffer: file("Bertram", "Ada", ";W[d4];B[c3];W[e5];B[d5];W[c4];B[e6];W[b3]") },
  ]);
  await form.getByText("2 games reviewed.").waitFor();
}

/** What is shown: the address, what is done, and the screens, each light and dark unless it says otherwise. `docs` names the picture in docs/pictures. */
const VIEWS = [
  { name: "first", steps: [], screens: ["phone", "sideways", "laptop"] },
  { name: "analysis", hash: MIDDLE[8], steps: analyse, screens: ["phone", "sideways", "tablet", "laptop", "large", "zoomed"], docs: { "laptop-light": "app-analysis", "phone-light": "app-phone" } },
  { name: "analysis-15", hash: MIDDLE[15], steps: analyse, screens: ["phone", "sideways", "laptop", "zoomed"] },
  { name: "fork", hash: FORK, steps: [wait(200)], screens: ["phone", "laptop"], docs: { "laptop-dark": "app-fork-dark" } },
  { name: "review", hash: MISTAKES, steps: review, screens: ["laptop", "phone"], docs: { "laptop-light": "app-review" } },
  { name: "find", hash: MISTAKES, steps: [...review, click(".mistakes li button:has-text('Try to find it')"), seen(".quest"), wait(300)], screens: ["laptop"] },
  { name: "proof", hash: SOLVED, steps: [click(".tool-solve"), seen(".panel-proof .candidate .value"), wait(300)], screens: ["laptop", "phone"], docs: { "laptop-dark": "app-proof-dark" } },
  { name: "solving", fresh: true, hash: game(5, "e5.d4"), steps: [click(".tool-solve"), seen(".panel-proof progress:not([hidden])"), wait(3000)], screens: ["laptop"] },
  { name: "hex", hash: HEX, steps: [wait(200)], screens: ["phone", "laptop"] },
  { name: "new", hash: MIDDLE[8], steps: [click(".tool-new"), wait(300)], screens: ["phone", "sideways", "laptop"], docs: { "laptop-light": "app-new" } },
  { name: "menu", hash: MIDDLE[8], steps: [click(".tool-more"), wait(300)], screens: ["phone", "laptop"] },
  { name: "save", hash: MIDDLE[8], steps: [click(".tool-save"), wait(300)], screens: ["laptop"] },
  { name: "learn", steps: [menu("Learn the rules"), seen(".board-area .stone"), wait(300)], screens: ["phone", "laptop"], docs: { "laptop-light": "app-lesson" } },
  { name: "puzzles", steps: [menu("Puzzles"), click(".puzzle"), seen(".quest"), wait(500)], screens: ["phone", "laptop"], docs: { "laptop-light": "app-puzzle" } },
  { name: "explorer", fresh: true, hash: MIDDLE[8], steps: [...[game(8, "h8.i9.g9.g8.i7"), game(8, "h8.i9.g9.h7.j9"), game(8, "h8.i9.g9")].map(visit), menu("Explore", "Explore games"), click(".drawer .button.primary"), seen(".explorer .candidate"), wait(4000)], screens: ["laptop"] },
  { name: "games", fresh: true, hash: FORK, steps: [...[MIDDLE[8], MISTAKES, HEX, Y, MIDDLE[10], SOLVED].map(visit), (page) => page.keyboard.press("g"), seen(".card .thumb-stone"), wait(300)], screens: ["phone", "laptop"], docs: { "laptop-light": "app-games" } },
  { name: "swap-map", hash: game(4, ""), steps: [seen('.board[aria-label="Havannah board, size 4"]'), (page) => page.keyboard.press("k"), seen(".page-board .figure"), wait(500)], screens: ["phone", "laptop"], docs: { "laptop-light": "app-swapmap" } },
  { name: "swap", hash: game(5, "c3"), steps: [seen(".swap-question")], screens: ["phone", "laptop"] },
  { name: "lab", steps: [(page) => page.keyboard.press("."), seen(".lab-curve .curve"), wait(300)], screens: ["phone", "tablet", "laptop"], docs: { "laptop-light": "app-lab" } },
  { name: "learning", steps: [(page) => page.keyboard.press(";"), seen(".lab-curve .curve"), wait(300)], screens: ["phone", "tablet", "laptop"], docs: { "laptop-light": "app-learning" } },
  { name: "hex-proof", hash: game(5, "a3", "hex"), steps: [click(".swap-question button:has-text('Keep playing')"), click(".tool-solve"), seen(".panel-proof .candidate"), wait(500)], screens: ["phone", "laptop"], docs: { "laptop-light": "app-hex-proof" } },
  { name: "y", hash: Y, steps: analyse, screens: ["phone", "laptop"] },
  { name: "pile", hash: game(4, ""), steps: [pile, wait(300)], screens: ["laptop"] },
];

const start = () => new Server().start("0", "--lab", "made-up", "--learning", "made-up");
const shared = await start();
const browser = await startBrowser();
for (const { name, hash = "", fresh = false, steps, screens, docs = {} } of VIEWS) {
  for (const screen of screens) {
    for (const theme of ["light", "dark"]) {
      const label = `${name}-${screen}-${theme}`;
      if (!only.test(label)) continue;
      // What is kept by others would be in the picture, and the solver answers one question at a time.
      const server = fresh ? await start() : shared;
      const page = await openTab(browser, server, { ...SCREENS[screen], dark: theme === "dark", hash });
      for (const step of steps) await step(page);
      await page.screenshot({ path: `${folder}/${label}.png` });
      const used = docs[`${screen}-${theme}`];
      if (used) copyFileSync(`${folder}/${label}.png`, `${DOCS}${used}.png`);
      if (page.problems.length) console.log(label, page.problems);
      await page.context().close();
      if (fresh) await server.end();
    }
  }
}
await browser.close();
await shared.end();
