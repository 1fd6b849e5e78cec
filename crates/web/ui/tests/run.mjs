// Runs every file of tests by itself. A file that fails is run once more, and that is said loudly: a busy machine can stop a
// browser for a while, but what fails twice is broken.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

/** How long a file may take, in milliseconds: some four times what the longest one does. */
const LONGEST = 12 * 60_000;

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.mjs"));
const wanted = process.argv[2] ?? "";
const passes = (name) => {
  console.log(`\n-- ${name}`);
  const run = spawnSync(process.execPath, ["--test", `${import.meta.dirname}/${name}`], { stdio: "inherit", timeout: LONGEST, killSignal: "SIGKILL" });
  if (run.error) console.log(`!! ${name}: ${run.error.message}`);
  return run.status === 0;
};

const shaky = [];
const broken = [];
for (const name of names.filter((name) => name.includes(wanted))) {
  if (passes(name)) continue;
  console.log(`\n!! ${name} FAILED. It is run again.`);
  (passes(name) ? shaky : broken).push(name);
}
for (const name of shaky) console.log(`!! ${name} FAILED and passed when it was run again: find out why.`);
for (const name of broken) console.log(`!! ${name} FAILED TWICE.`);
if (!shaky.length && !broken.length) console.log("\nAll tests of the page passed at the first try.");
process.exit(broken.length ? 1 : 0);
