// Writes ../assets/sources.txt: a checksum (FNV-1a, 64 bits) of everything that the page is built from.
// A test of the server computes the same and fails when the built page is older than its sources.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const files = ["index.html", "vite.config.js", "tsconfig.json", "package.json"];
const walk = (folder) => {
  for (const name of readdirSync(join(here, folder))) {
    const path = `${folder}/${name}`;
    if (statSync(join(here, path)).isDirectory()) walk(path);
    else files.push(path);
  }
};
walk("src");
walk("public");
files.sort((a, b) => (a < b ? -1 : 1));

let hash = 0xcbf29ce484222325n;
const take = (bytes) => {
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
};
for (const file of files) {
  take(Buffer.from(`${file}\0`));
  take(readFileSync(join(here, file)));
}
writeFileSync(join(here, "../assets/sources.txt"), `${hash.toString(16).padStart(16, "0")}\n`);
