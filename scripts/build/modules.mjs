// The WebAssembly modules of the npm package, each from the one core with what its entries need:
// js/bindings/Cargo.toml names the features, src/plain.rs what a `cut` core leaves out.

const all = [
  // Of all entries that have none of their own.
  { name: "tooltrim", folder: "target/wasm-pkg", feature: "full", code: "js/src/core.ts" },
  { name: "text", folder: "target/wasm-text", feature: "text", cut: "texts", code: "js/src/entry/text-code.ts" },
  {
    name: "tool-history",
    folder: "target/wasm-tool-history",
    feature: "history",
    cut: "plain",
    code: "js/src/entry/tool-history-code.ts",
  },
  { name: "logs", folder: "target/wasm-logs", feature: "logs", cut: "plain", code: "js/src/entry/logs-code.ts" },
  // Its loops are worth three times as many instructions: -O3 as well as inlining.
  {
    name: "tokens",
    folder: "target/wasm-tokens",
    feature: "tokens",
    cut: "plain",
    level: 3,
    code: "js/src/entry/tokens-code.ts",
  },
];

const only = process.argv.find((argument) => argument.startsWith("--modules="))?.slice("--modules=".length);

/** `--modules=NAME,...` builds these alone, and the entries that need no other. */
export const isPartial = only !== undefined;
export const modules = isPartial ? all.filter(({ name }) => only.split(",").includes(name)) : all;

/** The files of a module that wasm-bindgen writes. */
export const bound = ({ folder }) =>
  ["tooltrim.js", "tooltrim.d.ts", "tooltrim_bg.wasm"].map((file) => `${folder}/${file}`);
