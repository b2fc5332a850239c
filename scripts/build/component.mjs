// The Rust core as a WebAssembly component, with the interface in wit/: target/component.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, toolEnv } from "../env.mjs";
import { npmVersion } from "./stamps.mjs";
import { wasm } from "./wasm.mjs";

const folder = "target/component";
const crate = "tooltrim-component";
const target = "wasm32-unknown-unknown";

export const component = {
  name: "component",
  what: "cargo build component, wasm-opt, componentNew of jco",
  inputs: ["Cargo.toml", "Cargo.lock", "src", "component", "wit", "scripts/build/component.mjs"],
  outputs: [`${folder}/tooltrim.component.wasm`],

  tools: () => [wasm.tools(), npmVersion("@bytecodealliance/jco-transpile")].join("\n"),

  async run() {
    // Loaded here, as most runs have nothing to build.
    const { componentNew } = await import("@bytecodealliance/jco-transpile/wasm-tools");
    // A log is part of the error, and of no interest otherwise.
    const options = { env: toolEnv(), cwd: root, stdio: ["ignore", "pipe", "pipe"] };
    // The folder is named, as CARGO_TARGET_DIR may say otherwise.
    const flags = ["--package", crate, "--release", "--target", target, "--target-dir", "target"];
    execFileSync("cargo", ["build", ...flags], options);
    mkdirSync(join(root, folder), { recursive: true });
    // Made beside its place and renamed, for the sake of two builds at once and of one that is interrupted.
    const made = join(root, folder, `${process.pid}.wasm`);
    try {
      // The names of functions go. The description of the interface stays, and componentNew reads it.
      const core = `target/${target}/release/${crate.replaceAll("-", "_")}.wasm`;
      execFileSync("wasm-opt", [core, "-O3", "--strip-debug", "-o", made], options);
      writeFileSync(made, await componentNew(readFileSync(made), []));
      renameSync(made, join(root, folder, "tooltrim.component.wasm"));
    } finally {
      rmSync(made, { force: true });
    }
  },
};
