// How networks learn: loops as they go, their curves and tables, and what is said when there is none.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, openTab, Server, startBrowser } from "./harness.mjs";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
});

/** Does something with the page on a server that has loops or none. */
async function visit(learning, look, act) {
  const server = await new Server().start("0", "--learning", learning);
  const page = await openTab(browser, server, look);
  await act(page, server);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  if (server.process.exitCode === null) await server.end();
}

const NAME = "Learning by self-play";

test("a loop is shown with its stage, its curves and its tables, and gets on while one looks", async () => {
  await visit("broken", {}, async (page) => {
    const learning = await openPage(page, NAME);
    await learning.locator(".run[aria-current]", { hasText: "havannah-5-6-8-10" }).getByText("generation 9 of 20 · learns").waitFor();
    const step = learning.locator(".fact", { hasText: "Steps of learning" }).locator("dd");
    const first = await step.textContent();
    assert.match(first, /^\d+ \/ 1200$/);
    // Curves: three of learning, Elo, Elo against two fixed opponents, and five heads of the network with a line for each of four boards.
    assert.equal(await learning.locator(".learn-now .lab-curve .curve").count(), 3);
    assert.equal(await learning.locator(".lab-curve").count(), 10);
    const fixed = learning.locator("figure", { hasText: "against opponents that stay the same" });
    assert.equal(await fixed.locator(".curve").count(), 2);
    await learning.getByRole("columnheader", { name: "Elo against castro-nodist:4000" }).waitFor();
    assert.equal(await learning.locator(".lab-curve .interval").count(), 8);
    assert.equal(await learning.locator(".lab-curve .dot.hollow").count(), 2);
    const policy = learning.locator("figure", { hasText: "Cross entropy of the policy" }).last();
    assert.equal(await policy.locator(".curve").count(), 4);
    await learning.locator("table", { hasText: "Generation 8 by board" }).getByRole("row", { name: /^10 / }).waitFor();
    // The fold of earlier generations stays open while what is under way is written anew.
    await learning.locator("details summary").click();
    await page.waitForFunction((first) => [...document.querySelectorAll(".fact dd")].some((fact) => / \/ 1200$/.test(fact.textContent) && fact.textContent !== first), first);
    await learning.locator("details[open] table").waitFor();
    await learning.locator(".run", { hasText: "hex-7" }).click();
    await learning.getByText("This loop cannot be read: expected value").waitFor();
    assert.equal(await learning.locator(".lab-curve").count(), 0);
    await learning.locator(".run", { hasText: "The network of Havannah" }).click();
    await learning.locator("table", { hasText: "Generation 3 by board" }).waitFor();
    assert.equal(await learning.locator(".learn-now").count(), 0);
  });
});

test("where nothing was learned the page says how to begin, and shows the network that plays", async () => {
  await visit("none", {}, async (page) => {
    await page.keyboard.press(";");
    const learning = page.locator(".page");
    await learning.getByText("No network is learning on this machine yet.").waitFor();
    await learning.getByText("robusto learn --size 4 --games 200").waitFor();
    await learning.locator(".run[aria-current]", { hasText: "The network of Havannah" }).waitFor();
  });
});

test("nothing old stands there when the server is away", async () => {
  await visit("made-up", {}, async (page, server) => {
    const learning = await openPage(page, NAME);
    await learning.locator(".lab-curve .curve").first().waitFor();
    await server.end();
    await learning.getByRole("alert").getByText("cannot be read just now").waitFor();
    assert.equal(await learning.locator(".lab-curve, .run").count(), 0);
  });
});

// In the light it is looked at with the other pages, at every width.
for (const look of [{ width: 360, height: 740, touch: true }, { width: 1440, height: 900 }]) {
  test(`the page fits at ${look.width} in the dark, and nothing serious is found on it`, async () => {
    await visit("made-up", { ...look, dark: true }, async (page) => {
      await page.keyboard.press(";");
      await page.locator(".page .lab-curve .curve").first().waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), []);
    });
  });
}
