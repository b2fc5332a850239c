// The playground in www/, built on the packed package, in a real Chromium. One file for the test runner: the page is
// built and the browser started once.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { root } from "../../tests/consumers/project.mjs";
import { tally, tooltrim } from "./site.mjs";
import "./loading.mjs";
import "./options.mjs";
import "./files.mjs";
import "./json.mjs";
import "./share.mjs";
import "./view.mjs";
import "./keyboard.mjs";
import "./golden.mjs";
import "./conversation.mjs";
import "./conversation-sessions.mjs";
import "./conversation-use.mjs";
import "./conversation-slider.mjs";
import "./compare.mjs";
import "./compare-use.mjs";
import "./offline.mjs";
import "./pictures.mjs";

test("the sources of the page pass a strict compiler", () => {
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const complaints = () => {
    try {
      return execFileSync(process.execPath, [compiler, "-p", join(root, "www")], { encoding: "utf8" });
    } catch ({ stdout }) {
      return stdout;
    }
  };
  assert.equal(complaints(), "");
  tally.passed += 1;
});

after(() => {
  console.log(
    `${tally.browser} page: tooltrim ${tooltrim.version}, ${tally.passed} tests ok, golden ${tally.golden}, ${tally.first}`,
  );
});
