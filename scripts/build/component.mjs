// The Rust core as WebAssembly components, with the interface in wit/: target/component. The world `tooltrim` has all
// jobs, the world `trim` texts only.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, toolEnv } from "../env.mjs";
import { npmVersion } from "./stamps.mjs";
import { flagged, passes, run, wasm } from "./wasm.mjs";

const folder = "target/component";
const crate = "tooltrim-component";
const target = "wasm32-unknown-unknown";

/** The worlds of wit/, each with its component and the flags by which cargo builds it. */
export const worlds = [
  { name: "trim", flags: ["--no-default-features"] },
  { name: "tooltrim", flags: [] },
];

/** Where the component of a world is. */
export const componentFile = (name) => `${folder}/${name}.component.wasm`;

export const component = {
  name: "component",
  what: `cargo build component, wasm-opt, componentNew of jco, ${worlds.length} worlds`,
  inputs: [
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "component",
    "wit",
    "scripts/build/component.mjs",
    "scripts/build/wasm.mjs",
  ],
  outputs: worlds.map(({ name }) => componentFile(name)),
  kept: worlds.map(({ name }) => componentFile(name)),

  tools: () => [wasm.tools(), npmVersion("@bytecodealliance/jco-transpile")].join("\n"),

  async run() {
    mkdirSync(join(root, folder), { recursive: true });
    for (const world of worlds) await build(world);
  },
};

async function build({ name, flags }) {
  // Loaded here, as most runs have nothing to build.
  const { componentNew } = await import("@bytecodealliance/jco-transpile/wasm-tools");
  const env = flagged(toolEnv());
  // The folder is named, as CARGO_TARGET_DIR may say otherwise.
  const own = ["--package", crate, "--release", "--target", target, "--target-dir", "target", ...flags];
  await run("cargo", ["build", ...own], env);
  // Made beside its place and renamed, for the sake of two builds at once and of one that is interrupted.
  const made = join(root, folder, `${process.pid}.wasm`);
  try {
    // The names of functions go. The description of the interface stays, and componentNew reads it.
    const core = `target/${target}/release/${crate.replaceAll("-", "_")}.wasm`;
    await run("wasm-opt", [core, ...passes, "--strip-debug", "-o", made], env);
    writeFileSync(made, withoutNames(await componentNew(readFileSync(made), [])));
    renameSync(made, join(root, componentFile(name)));
  } finally {
    rmSync(made, { force: true });
  }
}

/** A component without the names of its types and instances, which no host reads: 1 % of it. */
function withoutNames(component) {
  const kept = sections(component).filter(({ id, name }) => id !== 0 || name !== "component-name");
  return Buffer.concat([component.subarray(0, 8), ...kept.map(({ start, end }) => component.subarray(start, end))]);
}

/** The sections of a component or module: `{ id, name, start, content, end }`. */
export function sections(bytes) {
  const all = [];
  let at = 8;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const id = bytes[at++];
    const length = number();
    const content = at;
    const end = content + length;
    const characters = id === 0 ? number() : 0;
    all.push({ id, name: Buffer.from(bytes.subarray(at, at + characters)).toString(), start, content, end });
    at = end;
  }
  return all;
}
