// What large texts and many calls leave behind, in a process of its own.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";

const MEGABYTE = 1024 * 1024;
let found: Record<"texts" | "results" | "heap" | "wasm" | "wasmAfterCalls" | "wasmAfterStreams", number> & {
  truncated: boolean;
};

beforeAll(() => {
  const script = fileURLToPath(new URL("support/memory.mjs", import.meta.url));
  found = JSON.parse(execFileSync(process.execPath, ["--expose-gc", script], { encoding: "utf8" }));
  console.log(found);
}, 600_000);

test("ten results of 50 MB texts hold on to themselves and not to the texts", () => {
  expect(found).toMatchObject({ texts: 500_000_000, truncated: true });
  expect(found.results).toBeGreaterThan(30_000);
  // Half a megabyte for what the engine itself keeps: one text that is held on to is a hundred times that.
  expect(found.heap).toBeLessThan(found.results + MEGABYTE / 2);
});

test("large texts do not move into WebAssembly memory", () => {
  expect(found.wasm).toBeLessThan(4 * MEGABYTE);
});

test("streams hold what their limit says and give it back", () => {
  expect(found.wasmAfterStreams).toBeLessThan(6 * MEGABYTE);
});

test("options that are new in each call do not pile up in WebAssembly memory", () => {
  expect(found.wasmAfterCalls).toBeLessThan(4 * MEGABYTE);
});
