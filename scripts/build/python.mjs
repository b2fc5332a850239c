// The Rust core as the two WebAssembly modules of the Python package: python/src/tooltrim_core/_wasm.

import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root, toolEnv } from "../env.mjs";
import { passes, run, wasm } from "./wasm.mjs";

const folder = "python/src/tooltrim_core/_wasm";
const crate = "tooltrim-python";
const target = "wasm32-unknown-unknown";
// Runtimes that wasmtime's Python package has had for years know these.
const features = ["simd", "bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals"];
const parts = [
  ["text", ["--no-default-features"]],
  ["full", []],
];

export const python = {
  name: "python",
  what: "cargo build module of the Python package, wasm-opt",
  inputs: ["Cargo.toml", "Cargo.lock", "src", "python/core", "scripts/build/python.mjs", "scripts/build/wasm.mjs"],
  outputs: parts.map(([part]) => `${folder}/${part}.wasm`),
  kept: parts.map(([part]) => `${folder}/${part}.wasm`),

  tools: () => wasm.tools(),

  async run() {
    const sources = join(process.env.CARGO_HOME || join(homedir(), ".cargo"), "registry", "src");
    const given = process.env.CARGO_ENCODED_RUSTFLAGS ?? (process.env.RUSTFLAGS ?? "").split(/\s+/).join("\x1f");
    // Panics in dependencies name their source file, and the package must not carry the folder of this machine.
    const own = ["-Ctarget-feature=+simd128,+bulk-memory", `--remap-path-prefix=${sources}=crates`];
    const env = { ...toolEnv(), CARGO_ENCODED_RUSTFLAGS: [given, ...own].filter(Boolean).join("\x1f") };
    mkdirSync(join(root, folder), { recursive: true });
    for (const [part, flags] of parts) {
      // The folder is named, as CARGO_TARGET_DIR may say otherwise.
      const where = ["--target", target, "--target-dir", "target"];
      await run("cargo", ["build", "--package", crate, "--profile", "python", ...where, ...flags], env);
      // Made beside its place and renamed, for the sake of two builds at once and of one that is interrupted.
      const built = join(root, `target/${target}/python/${crate.replaceAll("-", "_")}.wasm`);
      const made = join(root, folder, `${process.pid}.wasm`);
      try {
        copyFileSync(built, made);
        const enable = features.map((feature) => `--enable-${feature}`);
        await run("wasm-opt", [made, ...passes, ...enable, "--strip-debug", "--strip-producers", "-o", made], env);
        renameSync(made, join(root, folder, `${part}.wasm`));
      } finally {
        rmSync(made, { force: true });
      }
    }
  },
};
