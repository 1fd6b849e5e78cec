// Pictures of the main views, to be looked at: node tests/shots.mjs DIRECTORY

import { mkdirSync } from "node:fs";
import { fromMenu, openTab, Server, startBrowser } from "./harness.mjs";

const folder = process.argv[2] ?? "shots";
mkdirSync(folder, { recursive: true });
const only = process.argv[3] ?? "";
const server = await new Server().start();
const browser = await startBrowser();

const MIDDLE = {
  4: "d4.c3.e5.d5.c4.e6.b3",
  8: "h8.i9.g9.h7.i7.j9.g7.f8.h10.g6.k10.e6.l11",
  10: "j10.k11.i11.j9.k9.l11.i9.h10.j12.i8.m12.g8.n13",
  15: "o15.p16.n16.o14.p14.q16.n14.m15.o17.n13.r17.l13.s18",
};
const WON = "c3.f5.c4.d6.d5.b2.e5.b4.e4.d4.d3";

const views = [];
for (const width of [360, 768, 1024, 1920]) {
  for (const dark of [false, true]) {
    for (const size of [4, 8, 10, 15]) views.push({ name: `middle-${size}`, width, dark, hash: `#game=havannah&size=${size}&moves=${MIDDLE[size]}`, analyse: true });
    views.push({ name: "first", width, dark, hash: "" });
    views.push({ name: "won", width, dark, hash: `#game=havannah&size=4&moves=${WON}` });
    views.push({ name: "hex", width, dark, hash: "#game=hex&size=11&moves=f6.swap.g7.e5.h4.d8.i3" });
    for (const drawer of ["new", "learn", "settings", "save"]) views.push({ name: `drawer-${drawer}`, width, dark, hash: `#game=havannah&size=8&moves=${MIDDLE[8]}`, drawer });
    views.push({ name: "reviewed", width, dark, hash: `#game=havannah&size=4&moves=a1.g4.a2.f5.d4.e6.a3.c3.a4`, review: true });
    views.push({ name: "fork", width, dark, hash: "#game=havannah&size=5&moves=a3.g5.b3.f6.c3.e7.c2.g7.b1.d7.d4.e3.e5.f5.e6.d5.f7.f8.g8.g6.h9" });
    for (const drawer of ["Puzzles", "Swap map", "My games"]) views.push({ name: `study-${drawer.split(" ")[0].toLowerCase()}`, width, dark, hash: "#game=havannah&size=5&moves=c3.d4.e5", study: drawer });
    views.push({ name: "proof", width, dark, hash: "#game=havannah&size=4&moves=a1.d4.a2.e5.a3.b1.b5", solve: true });
    views.push({ name: "batch", width, dark, hash: "#game=havannah&size=4", batch: true });
    views.push({ name: "swap", width, dark, hash: "#game=havannah&size=5&moves=c3" });
  }
}

for (const view of views) {
  const label = `${view.name}-${view.width}-${view.dark ? "dark" : "light"}`;
  if (only && !new RegExp(only).test(label)) continue;
  const height = { 360: 740, 768: 1024, 1024: 768, 1920: 1080 }[view.width];
  const page = await openTab(browser, server, { width: view.width, height, dark: view.dark, touch: view.width === 360, hash: view.hash });
  await page.waitForTimeout(250);
  if (view.analyse) {
    await page.locator(".tool-analyse").click();
    await page.waitForTimeout(2200);
  }
  if (view.review) {
    await page.getByRole("button", { name: "What decided it?" }).click();
    await page.waitForTimeout(9000);
  }
  if (view.solve) {
    await page.locator(".tool-solve").click();
    await page.locator(".panel-proof .candidate .value").first().waitFor({ state: "attached" });
    if (view.width === 360) await page.getByRole("button", { name: "Analysis" }).click();
    await page.waitForTimeout(500);
  }
  if (view.batch) {
    const form = await fromMenu(page, "Review my games");
    const game = (white, black, moves) => Buffer.from(`(;FF[4]GM[Havannah]AP[Robusto]SZ[4]PW[${white}]PB[${black}]${moves})`);
    await form.getByLabel("or files…").setInputFiles([
      { name: "a.sgf", mimeType: "text/plain", buffer: game("Ada", "Bertram", ";W[a1];B[g4];W[a2];B[f5];W[a3];B[e6];W[a4]") },
      { name: "b.sgf", mimeType: "text/plain", buffer: game("Bertram", "Ada", ";W[d4];B[c3];W[e5];B[d5];W[c4];B[e6];W[b3]") },
    ]);
    await form.getByText("2 games reviewed.").waitFor();
    await page.waitForTimeout(200);
  }
  if (view.study) {
    await page.locator(".tool-more").click();
    await page.getByRole("button", { name: view.study, exact: true }).click();
    if (view.study === "Puzzles") await page.getByRole("button", { name: "Puzzle 20," }).click();
    if (view.study === "Swap map") await page.waitForSelector(".page-board .figure");
    if (view.study === "My games") await page.waitForSelector(".card .thumb-stone", { state: "attached" });
    await page.waitForTimeout(500);
  }
  if (view.drawer) {
    if (["new", "save"].includes(view.drawer)) await page.locator(`.tool-${view.drawer}`).click();
    else {
      await page.locator(".tool-more").click();
      await page.locator(".list-actions button", { hasText: { learn: "Learn", settings: "Settings" }[view.drawer] }).click();
    }
    await page.waitForTimeout(300);
  }
  await page.screenshot({ path: `${folder}/${label}.png` });
  if (page.problems.length) console.log(label, page.problems);
  await page.context().close();
}
await browser.close();
await server.end();
