// The environments in which the project is built and tested.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout, without a slash at its end. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

/** The pinned versions of scripts/versions.env, by name. */
export const versions = Object.fromEntries(
  [...readFileSync(join(root, "scripts/versions.env"), "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [
    match[1],
    match[2].trim(),
  ]),
);

/** Where scripts/bootstrap keeps what is too big or too slow to install for every clone. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "tooltrim-dev");

/**
 * Where cargo keeps what it builds of a program outside the workspace with many dependencies: all checkouts share it, as
 * compiling them takes minutes. What runs for long is copied out of it, since another checkout may build its own.
 */
export const sharedTarget = (name) => join(cacheFolder, "cargo", name);

/** A copy of `base` with the tools that bootstrap installed on PATH; wasm-opt comes with the npm package binaryen. */
export function pathEnv(base = process.env) {
  const folders = [
    join(cacheFolder, `wasm-bindgen-cli-${versions.WASM_BINDGEN_VERSION}-${versions.WASM_BINDGEN_BUILD}`, "bin"),
    join(root, "node_modules", ".bin"),
  ];
  return { ...base, PATH: [...folders, base.PATH].join(delimiter) };
}

/** The same for compiling to WebAssembly: with the Rust toolchain that can do so, if the default one cannot. */
export function toolEnv(base = process.env) {
  const env = pathEnv(base);
  const other = { ...env, RUSTUP_TOOLCHAIN: versions.WASM_TOOLCHAIN };
  return !compilesToWasm(env) && compilesToWasm(other) ? other : env;
}

// As has_wasm_std in scripts/lib/wasm-std.sh: rustc names the folder whether or not anything is in it.
function compilesToWasm(env) {
  try {
    const options = ["--print", "target-libdir", "--target", "wasm32-unknown-unknown"];
    const folder = execFileSync("rustc", options, { env, cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    return readdirSync(folder.toString().trim()).some((name) => name.startsWith("libcore-") && name.endsWith(".rlib"));
  } catch {
    return false;
  }
}
