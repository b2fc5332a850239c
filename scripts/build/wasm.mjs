// The Rust core and its bindings, compiled to WebAssembly: target/wasm-pkg.

import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, toolEnv, versions } from "../env.mjs";
import { npmVersion } from "./stamps.mjs";

const folder = "target/wasm-pkg";
const env = toolEnv();

export const wasm = {
  name: "wasm",
  what: "wasm-pack build js/bindings",
  inputs: ["Cargo.toml", "Cargo.lock", "src", "js/bindings", "scripts/build/wasm.mjs"],
  outputs: [`${folder}/tooltrim.js`, `${folder}/tooltrim.d.ts`, `${folder}/tooltrim_bg.wasm`],

  tools() {
    const rustc = execFileSync("rustc", ["-vV"], { env, cwd: root, encoding: "utf8" });
    return [rustc, env.RUSTFLAGS ?? "", ...Object.values(versions), npmVersion("binaryen")].join("\n");
  },

  run() {
    // Made beside its place and renamed, for the sake of two builds at once and of one that is interrupted.
    const made = join(root, `${folder}.${process.pid}`);
    execFileSync(
      "wasm-pack",
      [
        ["build", "js/bindings", "--target", "web", "--release", "--no-pack"],
        // Never download anything here: bootstrap has put wasm-bindgen and wasm-opt on PATH.
        ["--mode", "no-install"],
        // wasm-pack takes a relative folder from the crate, not from here.
        ["--out-dir", made, "--out-name", "tooltrim"],
      ].flat(),
      // Its log is part of the error, and of no interest otherwise.
      { env, cwd: root, stdio: ["ignore", "pipe", "pipe"] },
    );
    // The first ignores everything, and npm heeds it when it packs. The second types the .wasm file as the instance made of
    // it, which hides from TypeScript that importing the file gives its bytes.
    for (const file of [".gitignore", "tooltrim_bg.wasm.d.ts"]) rmSync(join(made, file), { force: true });
    rmSync(join(root, folder), { recursive: true, force: true });
    renameSync(made, join(root, folder));
  },
};
