import { defineConfig } from "vite";

// The page is built into ../assets, which is committed and embedded in the program.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../assets",
    emptyOutDir: true,
    assetsDir: "built",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: false,
  },
});
