// The entries of the npm package: pkg/dist/<name>.{js,cjs,d.ts,d.cts}, each bundled from one source file.

export const entries = [
  // Carries the WebAssembly inside, so it runs wherever one JavaScript file runs.
  { name: "index", source: "js/src/entry/inline.ts" },
  // For those who load the .wasm file in their own way.
  { name: "slim", source: "js/src/entry/slim.ts" },
];
