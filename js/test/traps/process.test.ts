import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";

interface Found {
  readonly codes: Readonly<Record<string, number>>;
  readonly wrong: number;
  readonly failed: number;
  readonly next: number;
  readonly made: number;
  readonly grown: number;
  readonly afterRecursion: boolean;
  readonly large: unknown;
  readonly afterLarge: number;
  readonly messages: boolean;
}

let found: Found;
beforeAll(() => {
  const script = fileURLToPath(new URL("../support/traps.mjs", import.meta.url));
  const answer = execFileSync(process.execPath, ["--expose-gc", script, "--large"], { encoding: "utf8" });
  found = JSON.parse(answer) as Found;
  // The large text takes a minute on a busy machine.
}, 600_000);

test("thousands of stack overflows within calls leave each next call right", () => {
  expect(found).toMatchObject({ wrong: 0, next: 0, afterRecursion: true });
  expect(found.failed).toBeGreaterThan(1000);
  expect(found.made).toBeGreaterThan(1000);
  expect(Object.keys(found.codes).sort()).toEqual(["INTERNAL", "RangeError"]);
});

test("what failed gives its memory back", () => {
  expect(found.grown).toBeLessThan(40e6);
});

test("a JSON text of 150 MB with a limit of 140 MB fails with OUT_OF_MEMORY, and the next call is right", () => {
  expect(found.large).toMatchObject({ name: "TooltrimError", code: "OUT_OF_MEMORY" });
  expect(found.afterLarge).toBeGreaterThan(10);
  expect(found.messages).toBe(false);
});
