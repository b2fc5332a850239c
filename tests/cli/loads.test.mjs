// What a run loads: the start of the command stays as short as it is only if a command loads what it needs.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { folder, tooltrim } from "./support.mjs";

const place = folder();
const session = join(place, "session.json");
writeFileSync(session, JSON.stringify([{ role: "user", content: "Make the tests pass." }]));

/** The files of the command that a run loads, as V8 lists them. */
async function loaded(args, options) {
  const coverage = mkdtempSync(join(place, "coverage-"));
  const { code, stderr } = await tooltrim(args, { ...options, env: { NODE_V8_COVERAGE: coverage } });
  assert.equal(code, 0, stderr);
  const scripts = readdirSync(coverage).flatMap(
    (file) => JSON.parse(readFileSync(join(coverage, file), "utf8")).result,
  );
  const files = scripts.map(({ url }) => url).filter((url) => /\/dist\/cli\/[^/]+$/.test(url));
  assert.ok(files.length > 0);
  return files.map((url) => readFileSync(fileURLToPath(url), "utf8"));
}

/** Preact's name for markup that a component brings along. */
const draws = (files) => files.some((text) => text.includes("dangerouslySetInnerHTML"));

test("only a page or a picture of stats loads what draws them", async () => {
  for (const args of [["stats", session], ["stats", session, "--json"], ["tokens", session], ["--version"]])
    assert.equal(draws(await loaded(args)), false, args.join(" "));
  assert.equal(draws(await loaded([], { input: "a line\n" })), false);
  for (const name of ["html", "svg"])
    assert.equal(draws(await loaded(["stats", session, `--${name}`, join(place, `stats.${name}`)])), true, name);
});
