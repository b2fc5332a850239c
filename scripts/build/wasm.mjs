// The Rust core and its bindings, compiled to WebAssembly: a folder in target/ for each module.

import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root, toolEnv, versions } from "../env.mjs";
import { bound, modules } from "./modules.mjs";
import { shortNames } from "./short-names.mjs";
import { npmVersion } from "./stamps.mjs";

const crate = "tooltrim-wasm";
const target = "wasm32-unknown-unknown";
const env = toolEnv();

// What rustc uses for this target; wasm-opt refuses a module that uses more than it is told.
const features = [
  ...["bulk-memory", "nontrapping-float-to-int", "sign-ext"],
  ...["mutable-globals", "reference-types", "multivalue"],
];

/**
 * -O3: users feel the speed of reading text; the size follows the feature set. With offsets in loads and stores it makes a
 * module 0.4 % smaller. They are safe where nothing lies in the first KiB: rustc puts the stack there, which grows down,
 * so only what would run out of it comes so low.
 */
export const passes = ["--low-memory-unused", "-O3"];
/** A second time makes 0.2 % more, for what browsers load. */
const again = "-O3";

export const wasm = {
  name: "wasm",
  what: `cargo build js/bindings, wasm-bindgen, wasm-opt; ${modules.length} ${modules.length === 1 ? "module" : "modules"}`,
  inputs: [
    ...["Cargo.toml", "Cargo.lock", "src", "js/bindings"],
    ...["scripts/build/wasm.mjs", "scripts/build/modules.mjs", "scripts/build/short-names.mjs"],
  ],
  outputs: modules.flatMap(bound),
  kept: modules.map(({ folder }) => folder),

  tools() {
    const rustc = execFileSync("rustc", ["-vV"], { env, cwd: root, encoding: "utf8" });
    return [rustc, env.RUSTFLAGS ?? "", ...Object.values(versions), npmVersion("binaryen")].join("\n");
  },

  async run() {
    // Modules of the same core are built one after the other, as they share its folder; the cores at once.
    const cores = [...new Set(modules.map(({ cut }) => cut))];
    const chains = cores.map((core) => modules.filter(({ cut }) => cut === core));
    const done = await Promise.allSettled(
      chains.map(async (chain) => {
        for (const module of chain) await make(module);
      }),
    );
    for (const { reason } of done) if (reason) throw reason;
  },
};

async function make({ name, folder, feature, cut, level }) {
  // The folder is named, as CARGO_TARGET_DIR may say otherwise. Another level has its own: its dependencies differ.
  const built = ["target", ...(cut ? [cut] : []), ...(level ? [`level-${level}`] : [])].join("/");
  const flags = ["--package", crate, "--lib", "--release", "--target", target, "--target-dir", built];
  await run("cargo", ["build", ...flags, "--no-default-features", "--features", feature], {
    ...flagged(env, cut),
    ...(level ? { CARGO_PROFILE_RELEASE_OPT_LEVEL: String(level) } : {}),
  });
  // Made beside its place and renamed, for the sake of two builds at once and of one that is interrupted.
  const made = join(root, `${folder}.${process.pid}`);
  try {
    mkdirSync(made, { recursive: true });
    // The next module is built to the same file.
    const linked = join(made, `${name}.wasm`);
    copyFileSync(join(root, built, target, "release", `${crate.replaceAll("-", "_")}.wasm`), linked);
    // No `new URL(import.meta.url)`: loading the bytes is up to each entry.
    const web = ["--target", "web", "--omit-default-module-path"];
    await run("wasm-bindgen", [linked, ...web, "--out-dir", made, "--out-name", "tooltrim"], env);
    rmSync(linked);
    const module = join(made, "tooltrim_bg.wasm");
    await run("wasm-opt", [module, ...passes, again, ...features.map((each) => `--enable-${each}`), "-o", module], env);
    const glue = join(made, "tooltrim.js");
    const short = shortNames(readFileSync(module), readFileSync(glue, "utf8"));
    writeFileSync(module, short.wasm);
    writeFileSync(glue, short.glue);
    // It types the .wasm file as the instance made of it, which hides from TypeScript that importing the file gives
    // its bytes.
    rmSync(join(made, "tooltrim_bg.wasm.d.ts"));
    if (existsSync(join(root, folder))) rmSync(join(root, folder), { recursive: true });
    renameSync(made, join(root, folder));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Runs a tool; what it printed is part of the error, and of no interest otherwise. */
export async function run(tool, args, environment) {
  await promisify(execFile)(tool, args, { env: environment, cwd: root, maxBuffer: 64 * 1024 * 1024 });
}

/**
 * The environment with more flags for rustc. Panics in dependencies name their source file, and the package must not
 * carry the folder of the machine that built it. Small functions are inlined: by default a build for size inlines up to
 * a cost of 5, by which a call to a step of an iterator stays a call; 20 costs 2 % of the size.
 */
export function flagged(base, cut) {
  const sources = join(base.CARGO_HOME || join(homedir(), ".cargo"), "registry", "src");
  const given = base.CARGO_ENCODED_RUSTFLAGS ?? (base.RUSTFLAGS ?? "").split(/\s+/).filter(Boolean).join("\x1f");
  const always = [`--remap-path-prefix=${sources}=crates`, "-Cllvm-args=-inline-threshold=20"];
  const own = [...always, ...(cut ? ["--cfg", `tooltrim_${cut}`] : [])];
  return { ...base, CARGO_ENCODED_RUSTFLAGS: [given, ...own].filter(Boolean).join("\x1f") };
}
