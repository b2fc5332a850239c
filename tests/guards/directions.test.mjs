import assert from "node:assert/strict";
import { test } from "node:test";
import { coreReferences, imports } from "../../scripts/lib/directions.mjs";

const LIB = `
#[macro_use]
mod options;
pub use text::{Trimmer, trim};
pub mod trimming {
    pub use crate::text::{Format, not_utf8};
}
`;

/** The wrong references among files of the core, given with their texts. */
const inCore = (files) => {
  const all = { "src/lib.rs": LIB, "src/text/mod.rs": "", "src/options.rs": "macro_rules! named {", ...files };
  return coreReferences(Object.keys(all), (path) => all[path]);
};

const inScripts = (files) => imports(Object.keys(files), (path) => files[path]);

test("a room names lower rooms only, in whatever way it does", () => {
  const wrong = ["src/clean/mod.rs → text"];
  for (const code of [
    "use crate::text::Trimmer;\n",
    "use crate::{error::Error, text::{Keep, Trimmer}};\n",
    "use super::text::Trimmer;\n",
    "use crate::trimming::Format;\n",
    "use crate::trim;\n",
    "fn a() { crate::trimming::not_utf8(0) }\n",
  ]) {
    const files = { "src/clean/mod.rs": code, "src/error.rs": "" };
    assert.deepEqual(inCore(files), wrong, code);
  }
  assert.deepEqual(inCore({ "src/clean/line.rs": "use super::super::text::trim;\n" }), ["src/clean/line.rs → text"]);
  assert.deepEqual(inCore({ "src/store/mod.rs": "use crate::text::trim;\nuse super::options::Field;\n" }), []);
  assert.deepEqual(inCore({ "src/clean/line.rs": "use super::text::trim;\n" }), [], "its own module text");
});

test("macros count, comments and tests do not", () => {
  assert.deepEqual(inCore({ "src/error.rs": "named! {\n}\n" }), ["src/error.rs → options"]);
  const tests = "#[cfg(test)]\nmod tests {\n    use crate::text::trim;\n}\n";
  assert.deepEqual(inCore({ "src/error.rs": `/// As [\`crate::trim\`].\nfn a() {} // crate::trim\n\n${tests}` }), []);
  assert.deepEqual(inCore({ "src/error.rs": "#[cfg(test)]\nuse crate::text::trim;\n" }), []);
});

test("a room does not call methods that a higher room gives to its type", () => {
  const value = "use crate::text::Trimmer;\nimpl Trimmer {\n    pub fn json(&self) {}\n}\n";
  const text = (body) => `struct Trimmer;\nimpl Trimmer {\n    fn trim(&self) { ${body} }\n}\n`;
  const wrong = ["src/value/mod.rs → text calls Trimmer.json"];
  assert.deepEqual(inCore({ "src/value/mod.rs": value, "src/text/mod.rs": text("self.json()") }), wrong);
  assert.deepEqual(inCore({ "src/value/mod.rs": value, "src/text/mod.rs": text("") }), []);
});

test("names of JavaScript's side, and rooms without a place, are problems", () => {
  assert.deepEqual(inCore({ "src/error.rs": "use wasm_bindgen::JsValue;\n" }), ["src/error.rs → wasm_bindgen"]);
  assert.deepEqual(inCore({ "src/new.rs": "use crate::text::trim;\n" }), ["src/new.rs → text"]);
});

test("the library imports none of its users, and nobody what evaluates", () => {
  const found = inScripts({
    "js/src/index.ts": 'import { main } from "./cli/main.js";\nexport * from "./text.js";\n',
    "js/src/text.ts": '// import "../../www/start.mjs"\nconst a = await import("../../www/view/a.ts");\n',
    "js/src/store.ts": 'import { colours } from "the-view";\n',
    "js/src/cli/main.ts": 'import {\n  a,\n} from "../index.js";\nimport "../../../evals/lib/a.mjs";\n',
    "www/view/package.json": '{ "name": "the-view" }',
    "www/start.mjs": 'import { b } from "./view/b.js";\n',
    "evals/lib/a.mjs": 'import { b } from "../../benches/b.mjs";\n',
    "tests/Cargo.toml": 'tooltrim = { path = ".." }\nnative = { path = "../benches/native" }\n',
  });
  assert.deepEqual(found, [
    "js/src/index.ts → js/src/cli/main.js",
    "js/src/text.ts → www/view/a.ts",
    "js/src/store.ts → www/view/package.json",
    "js/src/cli/main.ts → evals/lib/a.mjs",
    "tests/Cargo.toml → benches/native/",
  ]);
});
