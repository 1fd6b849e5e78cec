// Engines of the owner's file: they play, they answer to the console, and nothing else is started.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cell, counted, fromMenu, newGame, openTab, ready, Server, startBrowser } from "./harness.mjs";

/** An engine that answers with the cell in row b whose number is that of the stones. */
const SCRIPT = `n=0
while read -r word rest; do
  case $word in clear_board) n=0 ;; play) n=$((n + 1)) ;; esac
  case $word in genmove) echo "= b$n" ;; name) echo "= Counter" ;; *) echo "=" ;; esac
  echo
done
`;

let server, browser, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "robusto-engines-"));
  writeFileSync(join(folder, "counter.sh"), SCRIPT);
  writeFileSync(join(folder, "engines.toml"), `[[engine]]\nname = "counter"\ncommand = "sh ${join(folder, "counter.sh")}"\n`);
  server = await new Server().start("0", "--engines", join(folder, "engines.toml"));
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
