// Where signals reach: both copies of the package in one process, and hosts without AsyncLocalStorage.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

function run(script: string) {
  const path = fileURLToPath(new URL(`support/${script}`, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [path], { encoding: "utf8" }));
}

test("the ESM and the CommonJS copy share listeners, scopes and metrics", () => {
  const labels = ["of esm", "of cjs", "with esm", "with cjs"];
  expect(run("copies.mjs")).toEqual({
    areTwo: true,
    heard: ["esm heard of esm", "cjs heard of esm", "esm heard of cjs", "cjs heard of cjs"],
    scopes: [
      { labels, later: "passed on to the other" },
      { labels, later: "passed on to the other" },
    ],
    nested: ["deep"],
    metrics: { checks: 2, events: 2, sessions: { esm_state_bytes: 7, cjs_state_bytes: 10 } },
    sameText: true,
  });
});

test("without AsyncLocalStorage a scope sees what is cut up to the first await, and all that it is passed to", () => {
  const all = (name: string) => [name, `${name} within`, `${name} value`, `${name} stream`];
  expect(run("no-storage.mjs")).toEqual({
    sync: ["outer", "inner", "after a failure"],
    upToTheFirstAwait: ["before"],
    passedOn: [all("a"), all("b")],
    nothingIsLeft: [],
    heard: 1,
    counted: 1,
    warned: ['TooltrimWarning: the session state "session" has 7 bytes, more than 3'],
  });
});
