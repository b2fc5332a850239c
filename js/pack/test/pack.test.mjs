// Every module by every way, as the package has it, and what the forms do to modules of other shapes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { modules } from "../../../scripts/build/modules.mjs";
import { root, toolEnv } from "../../../scripts/env.mjs";
import { oneFile } from "../../../scripts/lib/one-file.mjs";
import { streams } from "../streams.mjs";
import { forms } from "../ways.mjs";

const dist = join(root, "pkg/dist");
const folder = mkdtempSync(join(tmpdir(), "tooltrim-pack-"));
after(() => rmSync(folder, { recursive: true }));

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");
const node = (...args) => execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).trim();

// Reaches the module of each; a table that is none is refused by it.
const CALLS = {
  tooltrim: 'measure("text")',
  text: 'measure("text")',
  "tool-history": 'categorizeToolCall("bash")',
  logs: `readSessionLog('{"role":"user","content":"text"}')`,
  tokens: 'createTokenCounter({ encoding: "o200k_base", packed: "AAAA" })',
};

/** Prints the hash of what was compiled last: what unpacks a module is one, too. */
const program = (loaded, call) => `
const { createHash } = require("node:crypto");
let last;
const { Module } = WebAssembly;
WebAssembly.Module = new Proxy(Module, {
  construct(target, [bytes]) {
    last = createHash("sha256").update(bytes).digest("hex");
    return Reflect.construct(target, [bytes]);
  },
});
(async () => {
  const entry = ${loaded};
  try { entry.${call}; } catch {}
  console.log(last);
})();
`;

for (const { name } of modules) {
  const expected = hashOf(readFileSync(join(dist, `${name}.wasm`)));
  for (const way of ["", "node/", "file/"]) {
    for (const extension of ["js", "cjs"]) {
      test(`${way}wasm/${name}.${extension} compiles the bytes of ${name}.wasm`, () => {
        const path = join(dist, `${way}wasm/${name}.${extension}`);
        const loaded =
          extension === "js" ? `await import("${pathToFileURL(path)}")` : `require(${JSON.stringify(path)})`;
        assert.equal(node("-e", program(loaded, CALLS[name])), expected);
      });
    }
  }
}

for (const [platform, has, lacks] of [
  ["node", "brotliDecompressSync", "WebAssembly.Instance(new WebAssembly.Module("],
  ["browser", "WebAssembly.Instance(new WebAssembly.Module(", "brotliDecompressSync"],
]) {
  for (const format of ["cjs", "esm"]) {
    test(`a bundle for ${platform} (${format}) has its form of the module, once, and runs alone`, async () => {
      const contents = `import { trim } from "tooltrim"; console.log(trim("x".repeat(1000), 100).text.length);`;
      const text = Buffer.from(await oneFile(contents, { platform, format })).toString();
      assert.equal(text.match(/Symbol\.for\("tooltrim\.wasm\.tooltrim\./g).length, 2, "written once, read once");
      assert.ok(text.includes(has) && !text.includes(lacks));
      const file = join(folder, `${platform}.${format === "esm" ? "mjs" : "cjs"}`);
      writeFileSync(file, text);
      assert.equal(node(file), "100");
    });
  }
}

/** A module with operands of all kinds, and bodies that need one byte and two for their size. */
const WAT = `(module
  (type $t (func (param i32) (result i32)))
  (memory 1)
  (table 2 funcref)
  (elem (i32.const 0) $small $large)
  (global $g (mut i64) (i64.const -9000000000))
  (data (i32.const 8) "some data")
  (func $small (type $t) (local.get 0))
  (func $large (type $t) (local f32 f32 f64 i64)
    (block $a (block $b (block $c (br_table $a $b $c $a (local.get 0)))))
    (loop $l (br_if $l (i32.eqz (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))))
    (local.set 1 (f32.const 1.5))
    (local.set 3 (f64.const -1e300))
    (local.set 4 (i64.const -1))
    (global.set $g (i64.extend_i32_s (local.get 0)))
    (memory.copy (i32.const 0) (i32.const 100000) (i32.const 5))
    (memory.fill (i32.const 0) (i32.const 1) (i32.const 5))
    (i32.store8 offset=70000 (i32.const 1) (i32.trunc_sat_f64_u (local.get 3)))
    ${"(drop (i32.load offset=300 align=2 (i32.const 128)))".repeat(30)}
    (drop (memory.grow (memory.size)))
    (if (result i32) (local.get 0)
      (then (call $small (i32.const 5)))
      (else (call_indirect (type $t) (i32.const 3) (i32.const 1))))))`;

function assembled(name, wat, ...features) {
  const [source, file] = [join(folder, `${name}.wat`), join(folder, `${name}.wasm`)];
  writeFileSync(source, wat);
  execFileSync("wasm-as", [source, ...features, "-o", file], { env: toolEnv() });
  return readFileSync(file);
}

for (const form of forms) {
  test(`${form.name}: a module with operands of all kinds comes back byte for byte`, () => {
    const wasm = assembled("all", WAT, "--enable-bulk-memory", "--enable-nontrapping-float-to-int");
    assert.deepEqual(form.unpacked(form.packed(wasm)), wasm);
  });
}

test("an instruction that no stream is for is refused, not packed wrongly", () => {
  const wat = `(module (memory 1) (func (result i32)
    (i32x4.extract_lane 1 (v128.const i32x4 11 11 11 11))))`;
  assert.throws(() => streams(assembled("simd", wat, "--enable-simd")), /reads a function in another way/);
});
