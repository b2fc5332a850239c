// The results that Rust wrote down (tests/golden.rs), against the package as the built page carries it. Which files
// there are and how a case is run is the same for every host: e2e/vscode/shared/golden.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { root } from "../../tests/consumers/project.mjs";
import { goldenFiles } from "../vscode/shared/golden.mjs";
import { pageTest, project, tally } from "./site.mjs";

/** The runner as a script: the page's policy lets nothing else in. What the page does not carry comes along. */
async function runnerScript() {
  const runner = JSON.stringify(join(root, "e2e/vscode/shared/golden.mjs"));
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `
        export { runGolden } from ${runner};
        export * as messages from "tooltrim/messages";
        export * as store from "tooltrim/store";`,
      resolveDir: project.folder,
    },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "golden",
  });
  return outputFiles[0].text;
}

pageTest("every golden case gives the same bytes in the page", {}, async (page) => {
  const script = await runnerScript();
  const run = new Function(
    "input",
    `${script}
    return loadTooltrim().then(({ tooltrim, toolHistory }) =>
      golden.runGolden({ main: tooltrim, toolHistory, messages: golden.messages, store: golden.store }, ...input));`,
  );
  const results = {};
  for (const file of goldenFiles) {
    results[file] = await page.evaluate(run, [file, readFileSync(join(root, "tests/golden", file), "utf8")]);
  }
  const sum = (field) => Object.values(results).reduce((total, result) => total + result[field], 0);
  tally.golden = `${sum("passed")}/${sum("cases")}`;
  for (const [file, { cases, passed, failures }] of Object.entries(results)) {
    assert.deepEqual([failures, passed], [[], cases], file);
    assert.ok(cases > 0, file);
  }
});
