// The unit tests of the core in Miri, which stops at undefined behaviour. The core has no unsafe code of its own; what
// it depends on has: memchr, and the hash tables and numbers of serde_json.
//
//     npm run miri             minutes: Miri is some hundred times slower than a processor
//     npm run miri -- store    the tests whose name contains this

import { execFileSync } from "node:child_process";
import { command } from "./lib/steps.mjs";

/**
 * Tests of safe code with so much input that they would take hours: each char of Unicode, a megabyte, or
 * the outputs of many tools, line by line.
 */
const TOO_LONG = [
  "any_text_will_do",
  "failure::tests",
  "forms::tests",
  "hash::tests",
  "json_text::tests::laws",
  "measure::grapheme::tests",
  "store::lower::tests",
  "store::seek::tests",
  "tokens::tests",
];

try {
  execFileSync("cargo", ["+nightly", "miri", "--version"], { stdio: "ignore" });
} catch {
  console.error("no Miri: rustup toolchain install nightly --profile minimal --component miri,rust-src");
  process.exit(1);
}
const skipped = TOO_LONG.flatMap((name) => ["--skip", name]);
await command(
  "cargo",
  ["+nightly", "miri", "test", "--package", "tooltrim", "--lib", "--", ...skipped, ...process.argv.slice(2)],
  // Laws read their folder and draw their inputs from a seed; few of them will do here.
  {
    env: { MIRIFLAGS: "-Zmiri-disable-isolation", PROPTEST_CASES: "8", PROPTEST_RNG_SEED: "20" },
    timeout: 2 * 60 * 60_000,
  },
)();
