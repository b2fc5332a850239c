// The entries of the npm package: pkg/dist/<name>.{js,cjs,d.ts,d.cts}, each bundled from one source file.

export const entries = [
  { name: "index", source: "js/src/index.ts" },
  { name: "messages", source: "js/src/messages.ts" },
  { name: "tool-history", source: "js/src/tool-history.ts" },
  { name: "signals", source: "js/src/signals.ts" },
  { name: "store", source: "js/src/store.ts" },
  { name: "tools", source: "js/src/tools.ts" },
  { name: "opentelemetry", source: "js/src/opentelemetry.ts" },
  // For those who load the .wasm file in their own way.
  { name: "slim", source: "js/src/entry/slim.ts", alone: true },
];

/** Shared code of the entries, with the WebAssembly inside: it runs wherever JavaScript runs. Not an entry itself. */
export const core = { name: "core", source: "js/src/entry/inline.ts", alone: true };
