// The Rust core and its bindings, compiled to WebAssembly: target/wasm-pkg.

import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root, toolEnv, versions } from "../env.mjs";
import { npmVersion } from "./stamps.mjs";

const folder = "target/wasm-pkg";
const crate = "tooltrim-wasm";
const target = "wasm32-unknown-unknown";
const env = toolEnv();

// What rustc uses for this target; wasm-opt refuses a module that uses more than it is told.
const features = [
  ...["bulk-memory", "nontrapping-float-to-int", "sign-ext"],
  ...["mutable-globals", "reference-types", "multivalue"],
];

export const wasm = {
  name: "wasm",
  what: "cargo build js/bindings, wasm-bindgen, wasm-opt",
  inputs: ["Cargo.toml", "Cargo.lock", "src", "js/bindings", "scripts/build/wasm.mjs"],
  outputs: [`${folder}/tooltrim.js`, `${folder}/tooltrim.d.ts`, `${folder}/tooltrim_bg.wasm`],

  tools() {
    const rustc = execFileSync("rustc", ["-vV"], { env, cwd: root, encoding: "utf8" });
    return [rustc, env.RUSTFLAGS ?? "", ...Object.values(versions), npmVersion("binaryen")].join("\n");
  },

  run() {
    // A log is part of the error, and of no interest otherwise.
    const options = { env: withFlags(env), cwd: root, stdio: ["ignore", "pipe", "pipe"] };
    // The folder is named, as CARGO_TARGET_DIR may say otherwise.
    const flags = ["--package", crate, "--lib", "--release", "--target", target, "--target-dir", "target"];
    execFileSync("cargo", ["build", ...flags], options);
    // Made beside its place and renamed, for the sake of two builds at once and of one that is interrupted.
    const made = join(root, `${folder}.${process.pid}`);
    try {
      execFileSync(
        "wasm-bindgen",
        [
          `target/${target}/release/${crate.replaceAll("-", "_")}.wasm`,
          ...["--target", "web", "--out-dir", made, "--out-name", "tooltrim"],
          // No `new URL(import.meta.url)`: loading the bytes is up to each entry.
          "--omit-default-module-path",
        ],
        options,
      );
      const module = join(made, "tooltrim_bg.wasm");
      // -O3: users feel the speed of reading text; the size follows the feature set.
      execFileSync("wasm-opt", [module, "-O3", ...features.map((name) => `--enable-${name}`), "-o", module], options);
      // It types the .wasm file as the instance made of it, which hides from TypeScript that importing the file gives
      // its bytes.
      rmSync(join(made, "tooltrim_bg.wasm.d.ts"));
      rmSync(join(root, folder), { recursive: true, force: true });
      renameSync(made, join(root, folder));
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  },
};

/**
 * The environment with two more flags for rustc. Panics in dependencies name their source file, and the package must
 * not carry the folder of the machine that built it. And small functions are inlined: by default a build for size
 * inlines up to a cost of 5, by which a call to a step of an iterator stays a call; 20 costs 2 % of the size.
 */
function withFlags(base) {
  const sources = join(base.CARGO_HOME || join(homedir(), ".cargo"), "registry", "src");
  const flags = base.CARGO_ENCODED_RUSTFLAGS ?? (base.RUSTFLAGS ?? "").split(/\s+/).filter(Boolean).join("\x1f");
  const own = [`--remap-path-prefix=${sources}=crates`, "-Cllvm-args=-inline-threshold=20"];
  const all = [flags, ...own].filter(Boolean).join("\x1f");
  return { ...base, CARGO_ENCODED_RUSTFLAGS: all };
}
