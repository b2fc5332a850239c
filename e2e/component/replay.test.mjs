// The component in wasmtime, from Rust and from Python: asked what it was asked in JavaScript for the golden files, it
// gives the same answers. What JavaScript has for them is compared with the files in tests/component.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { sharedTarget } from "../../scripts/env.mjs";
import { files, goldenCases, isSame } from "../../tests/component/cases.mjs";
import { instantiate } from "../../tests/component/host.mjs";
import { recording } from "../../tests/component/record.mjs";
import { blocksOf, textOf } from "../../tests/consumers/blocks.mjs";

const root = join(import.meta.dirname, "../..");
const component = join(root, "target/component/tooltrim.component.wasm");
const small = join(root, "target/component/trim.component.wasm");
const calls = join(root, "target/component/calls.jsonl");
/** The newest that runs on Python 3.9, which wasmtime's package is for. */
const PYTHON_PACKAGE = "wasmtime==50.0.1";

const run = (program, args, options) =>
  execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26, ...options });

before(() => {
  const read = (file) => JSON.parse(readFileSync(join(root, "tests/golden", file), "utf8"));
  const golden = Object.fromEntries(files.map((file) => [file, read(file)]));
  const lines = [];
  const cases = goldenCases(recording(instantiate(), lines), golden);
  const wrong = cases.filter((one) => !isSame(one.actual(), one.expected));
  assert.deepEqual(
    wrong.map(({ file, name }) => `${file}: ${name}`),
    [],
  );
  assert.ok(lines.length > cases.length);
  writeFileSync(calls, `${lines.join("\n")}\n`);
});

const blockIn = (language) => blocksOf(textOf("docs/component.md")).find((block) => block.language === language).code;

/** A Python with wasmtime in a folder of its own, or why there is none. */
function pythonOf() {
  const folder = join(root, "target/component/python");
  const python = join(folder, "bin/python");
  if (!existsSync(join(folder, "ready"))) {
    try {
      run("python3", ["-m", "venv", folder], { stdio: "pipe" });
    } catch (error) {
      return { missing: `no Python with venv: ${error.message.split("\n")[0]}` };
    }
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PYTHON_PACKAGE], { stdio: "pipe" });
    writeFileSync(join(folder, "ready"), PYTHON_PACKAGE);
  }
  return { python };
}

test("wasmtime in Python answers as JavaScript does", (t) => {
  const { python, missing } = pythonOf();
  if (missing) return t.skip(missing);
  t.diagnostic(run(python, [join(root, "e2e/component/python/replay.py"), component, calls]).trim());
  // The example of the page.
  assert.equal(run(python, ["-c", blockIn("python"), small]), "True True\n");
});

const manifest = ["--manifest-path", join(root, "e2e/component/rust/Cargo.toml"), "--locked", "--quiet"];
const cargo = (...args) => {
  const own = ["run", ...manifest, "--target-dir", sharedTarget("replay"), ...args];
  // A folder with the component, as the example names it.
  return run("cargo", own, { cwd: dirname(small), stdio: ["ignore", "pipe", "inherit"] });
};

test("wasmtime in Rust answers as JavaScript does", (t) => {
  t.diagnostic(cargo("--", component, calls).trim());
});

test("the example in Rust is that of the page, and runs", () => {
  const example = readFileSync(join(root, "e2e/component/rust/examples/trim.rs"), "utf8");
  const shown = blockIn("rust").replace('path: "wit"', 'path: "../../../wit"');
  assert.ok(example.endsWith(`\n${shown}`));
  cargo("--example", "trim");
});
